import type { IncomingHttpHeaders } from 'node:http';
import type { OperationFacts } from '../../generated/operation-facts.ts';
import type { Spec } from '../catalog/catalog.ts';
import type { Caller } from '../identity/caller.ts';
import type { RouteRequest } from '../routing/route.ts';
import type { Reply } from '../shared/reply.ts';
import type { FormRules } from './multipart/rules.ts';

/** What a call counts of the memory that bodies may take, in the process and of its key. All of it is given back at its end. */
export interface HeldMemory {
  /** @throws {GatewayError} `overloaded` when that much more would be too much */
  readonly take: (bytes: number) => void;
  readonly give: (bytes: number) => void;
  /** The parsed body is needed no more. */
  readonly letGo: () => void;
}

/** One call as a handler gets it: let in, known, and valid by its document. Params, query and body come with the operation's own types. */
export interface Call {
  readonly spec: Spec;
  readonly operation: OperationFacts;
  readonly requestId: string;
  readonly caller: Caller;
  /** Epoch milliseconds at which the request arrived. */
  readonly startedAt: number;
  /** The same moment on the clock that never runs backwards, in milliseconds. */
  readonly startedMonotonic: number;
  /** True for a request that wants the head of an answer alone. */
  readonly isHead: boolean;
  /** By lower-case name. */
  readonly headers: IncomingHttpHeaders;
  /** The query as sent, without its question mark. */
  readonly search: string;
  /** A JSON body's very bytes; empty where there is none. */
  readonly bytes: Buffer;
  /** A body that flows (multipart); null where there is none. */
  readonly upload: Upload | null;
  readonly reply: Reply;
  readonly memory: HeldMemory;
}

/** What is known of a call before its body is read. */
export type HeadOfCall = Pick<Call, 'spec' | 'operation' | 'caller' | 'headers' | 'search'>;

/**
 * Lets go of a call's parsed body, once what goes out has been written. It stands on the call and nowhere else, so this is
 * the one thing of a call that changes: an upstream takes minutes to answer, and a value takes several times its bytes.
 */
export function letGoOfBody(call: Call): void {
  (call as { body?: unknown }).body = undefined;
  call.memory.letGo();
}

/** A body that is not held: whoever wants more of it asks, and nothing is read ahead. */
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

const one = (value: string | string[] | undefined): string | null =>
  Array.isArray(value) ? (value[0] ?? null) : (value ?? null);

/** `X-Region-Code`; null where it was not sent. */
export const regionCodeOf = ({ headers }: Pick<Call, 'headers'>): string | null => one(headers['x-region-code']);

/** What a call says about where it should go. */
export const routeRequestOf = (call: HeadOfCall, model: string | null): RouteRequest => ({
  spec: call.spec,
  operation: call.operation,
  model,
  regionCode: regionCodeOf(call),
  productSku: {
    header: one(call.headers['x-product-sku']),
    query: call.search === '' ? null : new URLSearchParams(call.search).get('product_sku'),
  },
  caller: call.caller,
});
