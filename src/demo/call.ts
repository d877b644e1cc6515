import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import type { Spec } from '../catalog/catalog.ts';
import type { Json, JsonObject } from '../shared/json/json.ts';
import type { Clock } from '../shared/time/clock.ts';

/** A parsed request. */
export interface Call {
  readonly spec: Spec;
  /** The decoded text that matched `{}` in the path; empty if the route has none. */
  readonly id: string;
  readonly query: URLSearchParams;
  /** The JSON body, or the text fields of a form. */
  readonly body: JsonObject;
  /** The form; null for JSON or no body. */
  readonly form: Form | null;
  /** The origin of the demo, for links in answers. */
  readonly origin: string;
  /** Epoch milliseconds. */
  readonly now: number;
  readonly newId: (prefix: string) => string;
  /** Objects of earlier calls. */
  readonly objects: DemoObjects;
  /** Answers a JSON request within a batch. Rejects with a `DemoFault`. */
  readonly again: (path: string, body: JsonObject) => Promise<JsonObject>;
}

/** A file in a form. */
export interface FormFile {
  readonly field: string;
  readonly name: string;
  readonly type: string;
  /** The first 64 bytes, enough to identify a container format. */
  readonly head: Buffer;
  readonly length: number;
  /** Null unless the route stores uploads. */
  readonly bytes: StoredBytes | null;
}

/** A parsed form: text fields in order, by name without `[]`, and files. */
export interface Form {
  readonly fields: ReadonlyMap<string, readonly string[]>;
  readonly files: readonly FormFile[];
}

/** A stored object. */
export interface StoredObject {
  /** Epoch milliseconds, for the order of lists and the progress of batches. */
  readonly createdAt: number;
  readonly body: JsonObject;
  readonly bytes: StoredBytes | null;
}

/** The kinds of stored objects, which are also their id prefixes. */
export type Kind = 'file' | 'batch' | 'msgbatch' | 'voice' | 'consent';

/** All stored objects, in the order of creation. */
export type DemoObjects = ReadonlyMap<Kind, Map<string, StoredObject>>;

/** Stored bytes. */
export interface StoredBytes {
  readonly length: number;
  readonly stream: () => Readable;
  readonly text: () => Promise<string>;
  /** Frees them. Streams that have begun go on to their end. */
  readonly close: () => Promise<void>;
}

/** One operation of the demo. */
export interface DemoRoute {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** `{}` stands for one segment. */
  readonly path: string;
  /** Absent: both specs. */
  readonly spec?: Spec;
  /** True to store the bytes of uploaded files. */
  readonly keep?: true;
  readonly answer: (call: Call) => Answer | Promise<Answer>;
}

/** How a demo model behaves. */
export interface Behaviour {
  readonly firstByteMilliseconds: number;
  readonly wordMilliseconds: number;
  /** `drop`: the connection is reset after half of the answer. */
  readonly end: 'whole' | 'drop';
  readonly speech: 'echo' | 'refusal' | 'long';
}

/** One server-sent event. */
export interface Frame {
  readonly event: string | null;
  readonly data: string;
}

/** The answer of a route as a value, so that routes are pure. */
export type Answer =
  | { readonly kind: 'json'; readonly body: JsonObject; readonly behaviour: Behaviour }
  | { readonly kind: 'events'; readonly frames: readonly Frame[]; readonly behaviour: Behaviour }
  | {
      readonly kind: 'bytes';
      readonly type: string;
      readonly chunks: readonly Uint8Array[];
      readonly behaviour: Behaviour;
    }
  | { readonly kind: 'file'; readonly type: string; readonly length: number; readonly stream: Readable };

/** An event of Spec B or the Responses API, whose data repeats the name as `type`. */
export const namedFrame = (event: string, fields: JsonObject): Frame => ({
  event,
  data: JSON.stringify({ type: event, ...fields }),
});

/** An event of chat completions, without a name. */
export const plainFrame = (fields: JsonObject): Frame => ({ event: null, data: JSON.stringify(fields) });

/** The end of a stream of chat completions or completions. */
export const doneFrame: Frame = { event: null, data: '[DONE]' };

export const json = (body: JsonObject, behaviour: Behaviour): Answer => ({ kind: 'json', body, behaviour });
export const events = (frames: readonly Frame[], behaviour: Behaviour): Answer => ({
  kind: 'events',
  frames,
  behaviour,
});

/** Epoch seconds, the time format of Spec A. */
export const seconds = (milliseconds: number): number => Math.floor(milliseconds / 1_000);

/** `expires_at` of Spec A for a lifetime in seconds; empty if none was sent. */
export function expiryAfter({ now }: Pick<Call, 'now'>, lifetime: Json | undefined): { readonly expires_at?: number } {
  return Number(lifetime) > 0 ? { expires_at: seconds(now) + Number(lifetime) } : {};
}

/** RFC 3339, the time format of Spec B. */
export const rfc3339 = (milliseconds: number): string => new Date(milliseconds).toISOString();

/** Resolves after some milliseconds. */
export const pause = (clock: Clock, milliseconds: number): Promise<void> =>
  new Promise((resolve) => {
    clock.after(milliseconds, resolve);
  });

/** The parts of a `DemoFault`. */
interface Fault {
  readonly status: number;
  /** `error.type` of either spec. */
  readonly type: string;
  readonly message: string;
  readonly code?: string;
  readonly param?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A failure that the demo returns deliberately, in the format of the vendor that it simulates. */
export class DemoFault extends Error {
  override readonly name = 'DemoFault';
  readonly status: number;
  readonly type: string;
  readonly code: string | null;
  readonly param: string | null;
  readonly headers: Readonly<Record<string, string>>;

  constructor(fault: Fault) {
    super(fault.message);
    this.status = fault.status;
    this.type = fault.type;
    this.code = fault.code ?? null;
    this.param = fault.param ?? null;
    this.headers = fault.headers ?? {};
  }
}

export const badRequest = (message: string): DemoFault =>
  new DemoFault({ status: 400, type: 'invalid_request_error', message });

export const notFound = (message: string): DemoFault =>
  new DemoFault({ status: 404, type: 'not_found_error', message });

/** The spec of a request: every client of Spec B sends this header, and no other does. */
export const specOf = (request: IncomingMessage): Spec =>
  request.headers['anthropic-version'] === undefined ? 'a' : 'b';

/** The body of a failure in the format of the spec. */
export const errorBody = (fault: DemoFault, spec: Spec, requestId: string): JsonObject =>
  spec === 'a'
    ? { error: { message: fault.message, type: fault.type, param: fault.param, code: fault.code } }
    : { type: 'error', error: { type: fault.type, message: fault.message }, request_id: requestId };
