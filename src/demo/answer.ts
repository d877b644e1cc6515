import type { Readable } from 'node:stream';
import type { JsonObject } from '../shared/json/json.ts';
import type { Behaviour } from './behaviour.ts';

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
