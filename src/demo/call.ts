import type { Readable } from 'node:stream';
import type { Spec } from '../catalog/catalog.ts';
import type { Json, JsonObject } from '../shared/json/json.ts';
import type { Behaviour } from './behaviour.ts';
import type { Form } from './read-form.ts';
import type { DemoObjects } from './object-store.ts';

/** A request as the routes of the demo see it. */
export interface Call {
  readonly spec: Spec;
  /** What stood in the path's `{}`, decoded; empty where the route has none. */
  readonly id: string;
  readonly query: URLSearchParams;
  /** The JSON body; of a multipart one its text fields. */
  readonly body: JsonObject;
  /** The multipart body; null for JSON and for none. */
  readonly form: Form | null;
  /** Where this server is reached, for links in answers. */
  readonly origin: string;
  /** Epoch milliseconds. */
  readonly now: number;
  readonly newId: (prefix: string) => string;
  /** What earlier calls left here. */
  readonly objects: DemoObjects;
  /** Answers another JSON request, as batches need it. Rejects with a `DemoFault`. */
  readonly again: (path: string, body: JsonObject) => Promise<JsonObject>;
}

/** One operation of the demo. */
export interface DemoRoute {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** `{}` stands for one segment. */
  readonly path: string;
  /** Absent: both specs. */
  readonly spec?: Spec;
  /** True where the bytes of uploaded files must be kept. */
  readonly keep?: true;
  readonly answer: (call: Call) => Answer | Promise<Answer>;
}

/** Epoch seconds, as Spec A writes times. */
export const seconds = (milliseconds: number): number => Math.floor(milliseconds / 1_000);

/** When something made now goes, as Spec A says it; nothing where no lifetime in seconds was sent. */
export function expiryAfter({ now }: Pick<Call, 'now'>, lifetime: Json | undefined): { readonly expires_at?: number } {
  return Number(lifetime) > 0 ? { expires_at: seconds(now) + Number(lifetime) } : {};
}

/** RFC 3339, as Spec B writes times. */
export const rfc3339 = (milliseconds: number): string => new Date(milliseconds).toISOString();

/** One server-sent event. */
export interface Frame {
  readonly event: string | null;
  readonly data: string;
}

/** What a route of the demo answers: a value, so that routes are pure and one place does the sending. */
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

/** An event as Spec B and the Responses API write it: the name again as `type` in the data. */
export const namedFrame = (event: string, fields: JsonObject): Frame => ({
  event,
  data: JSON.stringify({ type: event, ...fields }),
});

/** An event as chat completions write it: data without a name. */
export const plainFrame = (fields: JsonObject): Frame => ({ event: null, data: JSON.stringify(fields) });

/** How chat completions and completions say that nothing follows. */
export const doneFrame: Frame = { event: null, data: '[DONE]' };

export const json = (body: JsonObject, behaviour: Behaviour): Answer => ({ kind: 'json', body, behaviour });
export const events = (frames: readonly Frame[], behaviour: Behaviour): Answer => ({
  kind: 'events',
  frames,
  behaviour,
});
