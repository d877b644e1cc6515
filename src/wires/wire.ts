import type { Json } from '../shared/json/json.ts';
import type { ReasoningPlace, Usage } from '../shared/usage.ts';

/** The wire formats, as `x-diglot.wire` names them in the documents. */
export const wireIds = [
  'chat-completions',
  'completions',
  'responses',
  'embeddings',
  'moderations',
  'images',
  'audio',
  'messages',
  'text-completions',
  'count-tokens',
  'gemini',
  'converse',
] as const;

export type WireId = (typeof wireIds)[number];

/** One event of a stream, decoded just enough to be understood. */
export interface StreamEvent {
  /** The `event:` field; null if there was none. */
  readonly name: string | null;
  /** The text of `data:`. */
  readonly text: string;
  /** The same, parsed; undefined when it is a marker and no JSON, such as `[DONE]`. */
  readonly data: Json | undefined;
}

/** Usage of a side run, such as a compaction or an advisor's, that the answer's totals do not include. */
export interface SideUsage {
  /** As the upstream names it; null: the answer's own model. */
  readonly model: string | null;
  readonly usage: Usage;
  /** Raised for the call in which it was used. Absent: none. */
  readonly flag?: string;
}

/** What an event means to the gateway. Everything is optional: most events are only passed on. */
export interface EventMeaning {
  /** Totals so far: a later report replaces an earlier one, kind by kind. */
  readonly usage?: Usage;
  /** True if `usage` was reported before any output, and so does not include it. */
  readonly isForetold?: boolean;
  /** True if more output follows that `usage` does not have. */
  readonly isInterim?: boolean;
  /** Usage besides the totals so far; a later report replaces an earlier one. */
  readonly side?: readonly SideUsage[];
  /** True if a count was reported that is not plausible, whatever is in `usage`. */
  readonly isUnbelieved?: boolean;
  /** True if the counts contradict each other and the catalogue does not say how this host counts. */
  readonly isUnclear?: boolean;
  /** Units that this event alone stands for, added to those of earlier ones; where totals have them too, the larger count holds. */
  readonly adds?: Usage;
  /** Text put out by this event, for the estimate of a stream that breaks before its usage. */
  readonly output?: string;
  /** The same of output that is no text, such as sound: what it is about. It may have fractions. */
  readonly guess?: Usage;
  /**
   * `last`: nothing follows, hold it until the call is settled. `failed`: the upstream reports a failure, or sends
   * something that is not an event of this format.
   */
  readonly end?: 'last' | 'failed';
  /**
   * Answers that this event completes, by their index; null for one that has none. Once every answer that the request
   * asked for is complete, the stream may end without `last`.
   */
  readonly completes?: readonly (number | null)[];
  /** The message of a failure, where the format has a place for it. */
  readonly message?: string;
  /** True for a failure in the format's own shape: every client of the format throws when it reads it. */
  readonly isNative?: boolean;
  /** True for an event that exists only because the gateway requested usage. */
  readonly onlyUsage?: boolean;
}

/** What was read of a JSON answer in passing. */
export interface AnswerParts {
  /** Its top level, parsed; of an answer too long to be held, only what `usageMembers` and `outputMembers` name. */
  readonly members: Readonly<Record<string, Json | undefined>>;
  /** Length of `data`, where the answer has such a list. */
  readonly dataLength: number;
}

/** How a stream that broke is reported, once its head has gone out. */
export interface StreamFailure {
  readonly message: string;
  /** `error.type` in the wire format's own words. */
  readonly type: string;
  readonly code: string;
  readonly requestId: string;
  /** Id of the answer that the stream was; null if it has no id of the gateway. */
  readonly answerId: string | null;
  /** Number of the next event, for formats that count. */
  readonly sequence: number;
}

/** What answers and events of one wire format mean for the bill. What it does not understand still goes through. */
export interface AnswerMeter {
  /** Members of which the top level of a JSON answer has at least one. Without any, it is not an answer of this format. */
  readonly answerMembers: readonly string[];
  /** True for a whole JSON answer of this format. Absent: one of `answerMembers` is enough. */
  readonly isAnswer?: (answer: Pick<AnswerParts, 'members'>) => boolean;
  /** True if an answer may be neither JSON nor events: sound, or plain text. */
  readonly hasBytes?: boolean;
  /** Members of a JSON answer's top level that `readUsage` wants. */
  readonly usageMembers: readonly string[];
  /**
   * Usage of a whole JSON answer; null if the upstream should have reported some and did not.
   *
   * @param reasoning where the host counts reasoning; null: unknown
   */
  readonly readUsage: (answer: AnswerParts, reasoning?: ReasoningPlace | null) => Usage | null;
  /** What a whole JSON answer reports besides its totals. Absent: the format has no such report. */
  readonly readSide?: (answer: AnswerParts) => readonly SideUsage[];
  /** Members of a JSON answer's top level that `readOutput` wants. */
  readonly outputMembers: readonly string[];
  /** Text that a whole JSON answer puts out, for an estimate: the same that its stream would have put out. */
  readonly readOutput: (answer: Pick<AnswerParts, 'members'>) => string;
  /** True if a whole JSON answer says about itself that it failed, as a stream would with `failed`. Absent: none ever does. */
  readonly hasFailed?: (answer: Pick<AnswerParts, 'members'>) => boolean;
  /** What one stream event means. @param reasoning as for `readUsage` */
  readonly readEvent: (event: StreamEvent, reasoning?: ReasoningPlace | null) => EventMeaning;
}
