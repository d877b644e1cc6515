import type { OperationContract } from '../contract/contract.ts';
import type { Query } from '../contract/query.ts';
import type { Entered } from '../control-api/operations.ts';
import type { Surface } from '../errors/shapes.ts';
import type { Caller } from '../identity/caller.ts';
import type { Owned } from '../objects/owned-object.ts';
import type { BodyRules, BodyShare } from './body-limits.ts';
import type { RequestMarks } from './choose-spec.ts';
import type { SentBody } from './read-body.ts';

/** What the middleware knows about a request. Each one adds its part, in the order of `app.ts`. */
export interface RequestState {
  readonly marks: RequestMarks;
  /** Epoch milliseconds at which the request arrived. */
  readonly startedAt: number;
  /** The same moment on the monotonic clock, in milliseconds. */
  readonly startedMonotonic: number;
  requestId: string;
  /** The surface whose error shape it gets. */
  surface: Surface;
  /** operationId; null until a route matches. */
  operation: string | null;
  /** True once it has become a WebSocket, which its response does not know. */
  hasSwitched: boolean;
  /** True for a public page: neither logged nor counted. */
  isPage: boolean;
  /** The contract of its operation. */
  contract: OperationContract | null;
  /** Path parameters, decoded. */
  params: Readonly<Record<string, string>>;
  /** The caller of Spec A or Spec B. */
  caller: Caller | null;
  /** The caller of the control API. */
  entered: Entered | null;
  /** Its share of the memory for bodies. */
  memory: BodyShare | null;
  /** The limits of its body. */
  bodyRules: BodyRules | null;
  /** `Content-Type` as sent; undefined if absent. The validator sees the media type alone. */
  contentType: string | undefined;
  /** True for a form. It is read as the pipeline needs it. */
  isForm: boolean;
  /** Query parameters with the types of the document. */
  query: Query;
  /** The stored object that the path names. */
  object: Owned | null;
}

declare module 'express-serve-static-core' {
  interface Request {
    call: RequestState;
    /** A JSON body as sent. Only its bytes go upstream. */
    rawBody: SentBody;
  }
}
