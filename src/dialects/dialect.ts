import type { Json } from '../shared/json.ts';
import type { Usage } from '../shared/usage.ts';

/** The wire formats, as `x-diglot.dialect` names them in the documents. */
export const dialectIds = [
  'openai-chat',
  'openai-completions',
  'openai-responses',
  'openai-embeddings',
  'openai-moderations',
  'openai-images',
  'openai-audio',
  'anthropic-messages',
  'anthropic-complete',
  'anthropic-count-tokens',
] as const;

export type DialectId = (typeof dialectIds)[number];

/** One event of a stream, decoded just enough to be understood. */
export interface StreamEvent {
  /** The `event:` field; null when there was none. */
  readonly name: string | null;
  /** The parsed `data:`; undefined when there was none, or it is a marker such as `[DONE]`. */
  readonly data: Json | undefined;
  /** The raw text of `data:`. */
  readonly text: string;
}

/** What an event means to the gateway. Everything is optional: most events mean nothing but their bytes. */
export interface EventMeaning {
  /** Totals so far: a later report replaces an earlier one, kind by kind. */
  readonly usage?: Usage;
  /** Text put out by this event, for the estimate of a stream that breaks before its usage. */
  readonly output?: string;
  /** `last`: nothing follows, hold it until the call is settled. `failed`: the upstream says that it broke. */
  readonly end?: 'last' | 'failed';
  /** True for an event that exists only because we asked for usage. */
  readonly onlyUsage?: boolean;
}

/** One wire format: what the gateway must understand of it. Answers it does not understand still go through. */
export interface Dialect {
  /** Members of a JSON answer's top level that `readUsage` wants; only these are parsed. */
  readonly usageMembers: readonly string[];
  /** Usage of a whole JSON answer from those members; null when the upstream reported none. */
  readonly readUsage: (members: Readonly<Record<string, Json>>) => Usage | null;
  /** What one stream event means. */
  readonly readEvent: (event: StreamEvent) => EventMeaning;
  /** The format's own error event, for a stream that breaks after its head went out. */
  readonly errorEvent: (message: string, type: string, requestId: string) => Uint8Array;
  /** Bytes that keep an idle stream alive without meaning anything to a client. */
  readonly keepalive: Uint8Array;
  /** True when a clean end without a `last` event is still a whole stream. */
  readonly endsWithoutMarker: boolean;
}
