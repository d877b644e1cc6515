import type { Readable } from 'node:stream';
import type { JsonObject } from '../shared/json.ts';
import type { Manner } from './manner.ts';

/** One server-sent event. */
export interface Frame {
  readonly event: string | null;
  readonly data: string;
}

/** What a route of the demo answers: a value, so that routes are pure and one place does the sending. */
export type Answer =
  | { readonly kind: 'json'; readonly body: JsonObject; readonly manner: Manner }
  | { readonly kind: 'events'; readonly frames: readonly Frame[]; readonly manner: Manner }
  | { readonly kind: 'bytes'; readonly type: string; readonly chunks: readonly Uint8Array[]; readonly manner: Manner }
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

export const json = (body: JsonObject, manner: Manner): Answer => ({ kind: 'json', body, manner });
export const events = (frames: readonly Frame[], manner: Manner): Answer => ({ kind: 'events', frames, manner });
