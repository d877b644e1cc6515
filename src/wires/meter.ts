import type { Json, JsonObject } from '../shared/json/json.ts';
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
  /** The same, parsed; undefined for a marker that is not JSON, such as `[DONE]`. */
  readonly data: Json | undefined;
}

/** Usage of a side run, such as a compaction or an advisor's, that the answer's totals do not include. */
export interface SideUsage {
  /** As the upstream names it; null: the answer's own model. */
  readonly model: string | null;
  readonly usage: Usage;
  /** A flag for the call in which it was used. Absent: none. */
  readonly flag?: string;
}

/** What an event means to the gateway. Everything is optional: most events are only passed on. */
export interface EventMeaning {
  /** Totals so far, which replace those of earlier events. */
  readonly usage?: Usage;
  /** True if token kinds that `usage` leaves out stay as they were. Absent: there are no such tokens. */
  readonly isUpdate?: boolean;
  /** True if `usage` was reported before any output, and so does not include it. */
  readonly isForetold?: boolean;
  /** True if more output follows that `usage` does not include. */
  readonly isInterim?: boolean;
  /** Usage besides the totals so far; a later report replaces an earlier one. */
  readonly side?: readonly SideUsage[];
  /** True if a count was reported that is not plausible, whatever is in `usage`. */
  readonly isUnbelieved?: boolean;
  /** True if the counts contradict each other and the catalogue does not say how this host counts. */
  readonly isUnclear?: boolean;
  /** Units that this event alone stands for, added to those of earlier events. If totals have them too, the larger count applies. */
  readonly adds?: Usage;
  /** Output text of this event, for the estimate if a stream breaks before its usage. */
  readonly output?: string;
  /** True if `output` repeats that of earlier events, if there was any. */
  readonly isWholeOutput?: boolean;
  /**
   * A guess for output that is not text, such as audio. It may have fractions. Units of its kinds that are added later replace as much
   * of it.
   */
  readonly guess?: Usage;
  /** True if several events may make the same guess of one thing: all of them count once, until units replace it. */
  readonly isRepeatedGuess?: boolean;
  /** A guess like that, which only totals replace. */
  readonly lastingGuess?: Usage;
  /**
   * `last`: nothing follows, hold it until the call is settled. `failed`: the upstream reports a failure, or sends
   * something that is not an event of this format.
   */
  readonly end?: 'last' | 'failed';
  /**
   * Answers that this event completes, by their index; null for one that has none. Once every requested answer is complete, the stream
   * may end without `last`.
   */
  readonly completes?: readonly (number | null)[];
  /** The message of a failure, if the format has a place for it. */
  readonly message?: string;
  /** True for a failure in the format's own shape: every client of the format throws when it reads it. */
  readonly isNative?: boolean;
  /** True for a failure after which the format has no further event. */
  readonly isFinal?: boolean;
  /** True for an event that exists only because the gateway requested usage. */
  readonly onlyUsage?: boolean;
}

/** The parts of a JSON answer that were read in passing. */
export interface AnswerParts {
  /** The top level, parsed; for an answer too long to be held, only the members in `usageMembers` and `outputMembers`. */
  readonly members: Readonly<Record<string, Json | undefined>>;
  /** Length of the list `data`, if the answer has one. */
  readonly dataLength: number;
}

/** How to report that a stream broke after its head had gone out. */
export interface StreamFailure {
  readonly message: string;
  /** `error.type` in the wire format's own words. */
  readonly type: string;
  readonly code: string;
  readonly requestId: string;
  /** Id of the answer in the stream; null if it has no id of the gateway. */
  readonly answerId: string | null;
  /** Number of the next event, for formats that number them. */
  readonly sequence: number;
}

/** How answers and events of one wire format are billed. What it does not understand passes anyway. */
export interface AnswerMeter {
  /** Members of a JSON answer's top level. Without any of them, it is not an answer of this format. */
  readonly answerMembers: readonly string[];
  /** True for a whole JSON answer of this format. Absent: one of `answerMembers` is enough. */
  readonly isAnswer?: (answer: Pick<AnswerParts, 'members'>) => boolean;
  /** True if an answer may be neither JSON nor events: audio, or plain text. */
  readonly hasBytes?: boolean;
  /** Members of a JSON answer's top level that `readUsage` reads. */
  readonly usageMembers: readonly string[];
  /**
   * Usage of a whole JSON answer; null if the upstream should have reported some and did not.
   *
   * @param reasoning where the host counts reasoning; null: unknown
   */
  readonly readUsage: (answer: AnswerParts, reasoning?: ReasoningPlace | null) => Usage | null;
  /**
   * Output other than text of a whole JSON answer that counts none. Absent: the format has no such output.
   *
   * @param request its body, as far as it is known
   */
  readonly readGuess?: (answer: AnswerParts, request: JsonObject) => Usage;
  /** What a whole JSON answer reports in addition to its totals. Absent: the format has no such report. */
  readonly readSide?: (answer: AnswerParts) => readonly SideUsage[];
  /** Members of a JSON answer's top level that `readOutput` reads. */
  readonly outputMembers: readonly string[];
  /** The output text of a whole JSON answer, for an estimate: the same that its stream would have had. */
  readonly readOutput: (answer: Pick<AnswerParts, 'members'>) => string;
  /** True if a whole JSON answer says that it failed, as a stream would with `failed`. Absent: none ever does. */
  readonly hasFailed?: (answer: Pick<AnswerParts, 'members'>) => boolean;
  /** What one stream event means. @param reasoning as for `readUsage` */
  readonly readEvent: (event: StreamEvent, reasoning?: ReasoningPlace | null) => EventMeaning;
}
