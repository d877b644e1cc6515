import type { IncomingHttpHeaders } from 'node:http';
import type { OperationFacts } from '../../generated/operation-facts.ts';
import type { Spec } from '../catalog/catalog.ts';
import type { Caller } from '../identity/caller.ts';
import type { Reply } from '../shared/reply.ts';
import type { FormRules } from './multipart/rules.ts';

/** The share of a call in the memory budgets for bodies, of the process and of its key. It is released when the call ends. */
export interface HeldMemory {
  /** @throws {GatewayError} `overloaded` if a budget would be exceeded */
  readonly take: (bytes: number) => void;
  readonly give: (bytes: number) => void;
  /** Releases the share of the parsed body. */
  readonly letGo: () => void;
}

/** One call as a handler gets it: authenticated, authorised and validated. Operations add their own params, query and body. */
export interface Call {
  readonly spec: Spec;
  readonly operation: OperationFacts;
  readonly requestId: string;
  readonly caller: Caller;
  /** Epoch milliseconds at which the request arrived. */
  readonly startedAt: number;
  /** The same moment on the clock that never runs backwards, in milliseconds. */
  readonly startedMonotonic: number;
  /** True for a HEAD request. */
  readonly isHead: boolean;
  /** By lower-case name. */
  readonly headers: IncomingHttpHeaders;
  /** The query as sent, without its question mark. */
  readonly search: string;
  /** The bytes of a JSON body as sent; empty if there is none. */
  readonly bytes: Buffer;
  /** A body that is streamed (multipart); null if there is none. */
  readonly upload: Upload | null;
  readonly reply: Reply;
  readonly memory: HeldMemory;
}

/** What is known of a call before its body is read. */
export type HeadOfCall = Pick<Call, 'spec' | 'operation' | 'caller' | 'headers' | 'search'>;

/** A body that is not held in memory: each read asks for more, and nothing is read ahead. */
export interface Upload {
  /** The request's `Content-Type`, with the boundary. */
  readonly contentType: string;
  /** Bytes as announced; null where the client sends chunks without a length. */
  readonly length: number | null;
  /** Bytes that it may have at most. */
  readonly limit: number;
  /** What the document says of the form's fields. */
  readonly rules: FormRules;
  /**
   * The next bytes; null at the end. One reader at a time.
   *
   * @throws {GatewayError} `request_too_large` with the first byte over the limit; `timeout` when they come too slowly;
   *   `malformed_request` when the client stops in the middle
   */
  readonly read: () => Promise<Buffer | null>;
}
