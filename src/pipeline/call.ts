import type { IncomingHttpHeaders } from 'node:http';
import type { OperationFacts } from '../../generated/operation-facts.ts';
import type { Spec } from '../catalog/catalog.ts';
import type { Caller } from '../identity/caller.ts';
import { GatewayError } from '../errors/gateway-error.ts';
import type { CountRead } from '../objects/object-store.ts';
import { parseCounted, type JsonObject } from '../shared/json/json.ts';
import { noCuts, type Cuts } from '../shared/json/skim.ts';
import type { MessageSocket } from '../shared/message-socket.ts';
import type { Reply, ReplyHeaders } from '../shared/reply.ts';
import type { Upload } from './multipart/reader.ts';

/** The share of a call in the memory budgets for bodies, of the process and of its key. It is released when the call ends. */
export interface HeldMemory {
  /** @throws {GatewayError} `overloaded` if a budget would be exceeded */
  readonly take: (bytes: number) => void;
  readonly give: (bytes: number) => void;
  /**
   * Counts JSON that is read from the store at five times its bytes: the text on both sides of the store, the parsed value, and the
   * answer as text and as bytes. A negative number releases as much.
   *
   * @throws {GatewayError} `overloaded` if a budget would be exceeded
   */
  readonly countRead: CountRead;
  /** Releases the share of the parsed body. */
  readonly releaseParsed: () => void;
}

/** One call as a handler gets it: authenticated, authorised and validated. Operations add their own params, query and body. */
export interface Call {
  readonly spec: Spec;
  readonly operation: OperationFacts;
  readonly requestId: string;
  readonly caller: Caller;
  /** Epoch milliseconds at which the request arrived. */
  readonly startedAt: number;
  /** When the request arrived on the clock that never runs backwards, in milliseconds. */
  readonly startedMonotonic: number;
  /** True for a HEAD request. */
  readonly isHead: boolean;
  /** By lower-case name. */
  readonly headers: IncomingHttpHeaders;
  /** The query as sent, without its question mark. */
  readonly search: string;
  /** `product_sku` of the query, read once; null: not sent. */
  readonly productSku: string | null;
  /** The bytes of a JSON body as sent, or its outline; empty if there is none. */
  readonly bytes: Buffer;
  /** The long strings for which stand-ins are in `bytes` and in the parsed body. */
  readonly cuts: Cuts;
  /** A body that is streamed (multipart); null if there is none. */
  readonly upload: Upload | null;
  readonly reply: Reply;
  readonly memory: HeldMemory;
  /** Present: the request asks for a WebSocket. */
  readonly upgrade?: Upgrade;
}

/** A request that asks to become a WebSocket. Until it is accepted, it can be refused like any other. */
export interface Upgrade {
  /** Answers 101. */
  readonly accept: (headers: ReplyHeaders) => Promise<MessageSocket>;
  /**
   * The caller as it is now.
   *
   * @throws {GatewayError} if its key is no longer accepted
   */
  readonly caller: () => Promise<Caller>;
  /**
   * Parses a message under the rules for request bodies: its structure is limited, repeated members are refused, and a long message
   * waits for its turn.
   *
   * @throws {GatewayError} `invalid_json`, `invalid_value`
   */
  readonly parse: (bytes: Buffer) => Promise<JsonObject>;
  /**
   * Makes an ordinary request to the same path on behalf of the client, with its credential and the headers that affect how it is
   * served. The server handles it like any other.
   */
  readonly request: (body: Buffer) => OwnRequest;
}

/** A request that a session made for its client. */
export interface OwnRequest {
  /** Rejects if the connection ends before the head of the answer. */
  readonly answer: Promise<OwnAnswer>;
  /** Ends the request, because the client has left. */
  readonly leave: () => void;
}

/** The answer to an `OwnRequest`. */
export interface OwnAnswer {
  readonly status: number;
  readonly isStream: boolean;
  /** The next bytes; null at the end. Rejects if the answer breaks. */
  readonly read: () => Promise<Buffer | null>;
}

/**
 * Returns the call with its whole body, for code that reads or stores the caller's long strings. Counts the memory that it takes.
 *
 * @throws {GatewayError} `overloaded` if a memory budget would be exceeded
 */
export function wholeCall<Given extends Call & { readonly body: unknown }>(call: Given): Given {
  if (call.cuts === noCuts) return call;
  call.memory.take(call.cuts.saved * wholeFactor);
  const bytes = Buffer.concat(call.cuts.restore(call.bytes));
  return { ...call, bytes, cuts: noCuts, body: parseCounted(bytes.toString('utf8')) };
}

/** Bytes of memory for each byte of a restored string: a copy, the text, and its value at two bytes a character. */
export const wholeFactor = 4;

/**
 * Counts the memory of what a call reads from the store until the call ends.
 *
 * @throws {GatewayError} `overloaded` if a memory budget would be exceeded; `timeout` if the client has left
 */
export const countReads =
  ({ memory, reply }: Pick<Call, 'memory' | 'reply'>): CountRead =>
  (bytes) => {
    if (reply.left()) throw new GatewayError('timeout', 'The client left before the answer was read from the store.');
    memory.countRead(bytes);
  };

/** What is known about a call before its body is read. */
export type HeadOfCall = Pick<Call, 'spec' | 'operation' | 'caller' | 'headers' | 'productSku'>;
