import type { ModelAbilities } from '../catalog/abilities.ts';
import { type Json, objectOf, stringOf } from '../shared/json/json.ts';
import type { RawObject } from '../shared/json/raw-json.ts';
import type { ReasoningPlace } from '../shared/usage.ts';
import type { MemberTable } from './translation/field.ts';
import type {
  CacheMark,
  CallerWireId,
  Citation,
  Extra,
  Loss,
  Part,
  Proof,
  ReasoningPart,
  TurnMessage,
} from './translation/parts.ts';
import type { Given, OutputFormat, ReasoningRequest, Tool, ToolChoice } from './translation/settings.ts';
import type { StreamEvent } from './meter.ts';

/** A request, independent of any wire format. */
export interface Turn {
  /** The wire format that it was read from. */
  readonly wire: CallerWireId;
  readonly stream: boolean;
  readonly messages: readonly TurnMessage[];
  readonly tools: readonly Tool[];
  readonly toolChoice: Given<ToolChoice> | null;
  /** False: at most one call in an answer. */
  readonly parallel: Given<boolean> | null;
  /** Whether the caller's form of tools, the deprecated `functions`, can hold one call in an answer. Absent: any number. */
  readonly hasOneCall?: boolean;
  /** Tokens, reasoning included. */
  readonly limit: Given<number> | null;
  readonly temperature: Given<number> | null;
  readonly topP: Given<number> | null;
  readonly topK: Given<number> | null;
  readonly stop: Given<readonly string[]> | null;
  readonly format: Given<OutputFormat> | null;
  readonly verbosity: Given<string> | null;
  readonly reasoning: ReasoningRequest;
  /** An opaque name of the end user. */
  readonly endUser: Given<string> | null;
  readonly serviceTier: Given<string> | null;
  /** An identifier of the whole conversation. */
  readonly cache: CacheMark | null;
  readonly extras: readonly Extra[];
}

/** The destination of a request. */
export interface TargetProfile {
  /** The model's name at the provider. */
  readonly model: string;
  readonly abilities: ModelAbilities;
  /** Output tokens that credit is held for if the request names no limit. Absent: unlimited. */
  readonly unstatedLimit?: number;
}

/** Totals of an answer. The kinds do not overlap, except that `output` includes `reasoning`. */
export interface TurnUsage {
  readonly input: number;
  readonly cached: number;
  readonly written: number;
  /** The part of `written` that is kept for an hour. */
  readonly writtenHour: number;
  readonly output: number;
  readonly reasoning: number;
  readonly searches: number;
}

export type StopReason = 'end' | 'sequence' | 'tool' | 'limit' | 'context' | 'refusal' | 'pause' | 'compaction';

/** What is known of a part of an answer before its first delta. */
export type PartHead =
  /** `phase`: whether it is commentary or the final answer, if the wire format says so. */
  | { readonly kind: 'text'; readonly phase?: string }
  | { readonly kind: 'refusal' }
  | { readonly kind: 'reasoning'; readonly form: ReasoningPart['form'] }
  | { readonly kind: 'call'; readonly id: string; readonly name: string; readonly isCustom?: boolean }
  | { readonly kind: 'search' | 'code'; readonly id: string }
  | { readonly kind: 'other'; readonly name: string };

type Mark =
  | Citation
  /** A citation of words that are over, which is only reported. */
  | { readonly type: 'late-citation' }
  | { readonly type: 'proof'; readonly proof: Proof }
  /** A proof that the gateway has sealed for the caller. */
  | { readonly type: 'seal'; readonly seal: string };

export type TurnEvent =
  | { readonly type: 'start' }
  /** Parts are numbered 0, 1, 2 … over the whole answer, and no number is used twice. */
  | { readonly type: 'open'; readonly part: number; readonly head: PartHead }
  /** Text, thoughts, or a piece of a call's JSON. */
  | { readonly type: 'delta'; readonly part: number; readonly text: string }
  | { readonly type: 'mark'; readonly part: number; readonly mark: Mark }
  /** `whole` takes precedence over the deltas, if the wire format repeats it. */
  | { readonly type: 'close'; readonly part: number; readonly whole: Part | null }
  /** Totals so far. An absent member is unknown, not zero; later events replace earlier ones, member by member. */
  | { readonly type: 'usage'; readonly usage: Partial<TurnUsage> }
  /** How the answer was served, in the terms of the OpenAI formats. The last one applies. */
  | { readonly type: 'tier'; readonly tier: string }
  /** The first one applies. */
  | {
      readonly type: 'stop';
      readonly reason: StopReason;
      readonly sequence: string | null;
      readonly explanation: string | null;
    }
  /** Nothing follows. `message` is the upstream's own. */
  | { readonly type: 'fault'; readonly message: string }
  | { readonly type: 'idle' }
  /** The wire format's own end was seen. */
  | { readonly type: 'end' };

export type PartEvent = Extract<TurnEvent, { readonly part: number }>;

/** What the writer of an answer needs besides the events. */
export interface AnswerFrame {
  /** The answer's id, in the form of the caller's wire. */
  readonly id: string;
  /** The model's name in the answer. */
  readonly model: string;
  /** Epoch seconds. */
  readonly createdAt: number;
  /** The caller's body, which some wire formats repeat in the answer. */
  readonly request: RawObject;
  /** False: the answer goes out as one body, and `push` returns nothing. */
  readonly stream: boolean;
}

/** One event for the caller. */
export interface OutEvent {
  readonly bytes: Buffer;
  /** JSON text of `data:`; null for a comment. `[DONE]` is not JSON. */
  readonly data: string | null;
  /** True for the event that waits for the charge. */
  readonly last: boolean;
  /** True for an event that the caller did not ask for: hooks that store answers see it, the caller does not. Absent: false. */
  readonly hidden?: boolean;
}

export interface AnswerWriter {
  readonly push: (event: TurnEvent) => readonly OutEvent[];
  /** The same answer as one body, after all events have been pushed. */
  readonly whole: () => Buffer;
  readonly losses: () => readonly Loss[];
}

export interface EventReader {
  readonly push: (event: StreamEvent) => readonly TurnEvent[];
  /** Called at the end of the upstream's body. If the wire format's own end is missing, it returns a fault. */
  readonly finish: () => readonly TurnEvent[];
}

/** A wire format that upstreams speak, for translation. Everything but the result of `openReader` is pure. */
export interface UpstreamTurns {
  /** @param target what the model there can do. The body requests usage and encrypted reasoning if the wire format can. */
  readonly writeRequest: (
    turn: Turn,
    target: TargetProfile,
  ) => { readonly body: Buffer; readonly losses: readonly Loss[] };
  /** The events of a whole answer; the last one is `end` or `fault`. @param reasoning how the upstream counts it */
  readonly readAnswer: (body: RawObject, reasoning?: ReasoningPlace | null) => readonly TurnEvent[];
  readonly openReader: (reasoning?: ReasoningPlace | null) => EventReader;
}

/** A wire format that callers speak, for translation. Everything but the result of `openWriter` is pure. */
export interface CallerTurns {
  /** What becomes of members that have no place in the neutral form. */
  readonly memberTables: readonly MemberTable[];
  /** @throws {GatewayError} 400 naming the caller's own path */
  readonly readRequest: (body: RawObject) => Turn;
  readonly openWriter: (frame: AnswerFrame) => AnswerWriter;
}

const messageOf = (error: Json | undefined): string | null =>
  stringOf(error) ?? stringOf(objectOf(error)['message']) ?? null;

/** A failure reported within an answer. */
export function faultOf(report: Json | undefined): TurnEvent {
  const { error, response, message } = objectOf(report);
  const words = messageOf(error) ?? messageOf(objectOf(response)['error']) ?? stringOf(message);
  return { type: 'fault', message: words ?? 'The upstream failed.' };
}

/** An answer that stopped without its format's own end. */
export const cutOff: TurnEvent = { type: 'fault', message: 'The upstream ended its answer in the middle.' };

/** An answer that its model did not complete. @param reason in the upstream's own word */
export const modelFailed = (reason: string): TurnEvent => ({ type: 'fault', message: `The model failed: ${reason}.` });

/** Closes a part. @param proof what its vendor wants back; null: nothing */
export function closePart(part: number, proof: Proof | null, whole: Part | null = null): readonly TurnEvent[] {
  const close: TurnEvent = { type: 'close', part, whole };
  return proof === null ? [close] : [{ type: 'mark', part, mark: { type: 'proof', proof } }, close];
}

/** A citation, without what its format does not say of it. */
export const citation = (known: Pick<Citation, 'url' | 'title'> & Partial<Citation>): Citation => ({
  type: 'citation',
  quoted: null,
  start: null,
  end: null,
  ...known,
});
