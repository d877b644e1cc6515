import type { ModelAbilities } from '../catalog/abilities.ts';
import type { UpstreamCode } from '../errors/upstream-codes.ts';
import type { RawObject } from '../shared/json/raw-json.ts';
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
  UpstreamWireId,
} from './translation/parts.ts';
import type { MemberTable } from './translation/field.ts';
import type { Given, OutputFormat, ReasoningRequest, Tool, ToolChoice } from './translation/settings.ts';
import type { StreamEvent } from './wire.ts';

/** One request, in no wire's words. */
export interface Turn {
  /** The wire that it was read from. */
  readonly wire: CallerWireId;
  readonly model: string;
  readonly stream: boolean;
  readonly messages: readonly TurnMessage[];
  readonly tools: readonly Tool[];
  readonly toolChoice: Given<ToolChoice> | null;
  /** False: at most one call in an answer. */
  readonly parallel: Given<boolean> | null;
  /** Tokens, reasoning included. */
  readonly limit: Given<number> | null;
  readonly temperature: Given<number> | null;
  readonly topP: Given<number> | null;
  readonly topK: Given<number> | null;
  readonly stop: Given<readonly string[]> | null;
  readonly format: Given<OutputFormat> | null;
  readonly verbosity: Given<string> | null;
  readonly reasoning: ReasoningRequest;
  /** An opaque name of the person behind the caller. */
  readonly endUser: Given<string> | null;
  readonly serviceTier: Given<string> | null;
  /** A mark for the whole conversation. */
  readonly cache: CacheMark | null;
  readonly extras: readonly Extra[];
}

/** Where a request goes. */
export interface TargetProfile {
  /** The model's name at the provider. */
  readonly model: string;
  readonly abilities: ModelAbilities;
  /** Output tokens that credit is held for where the request names no limit. Absent: however many. */
  readonly unstatedLimit?: number;
}

/** Totals of an answer. The kinds do not overlap, but for `reasoning`, which is in `output`. */
export interface TurnUsage {
  readonly input: number;
  readonly cached: number;
  readonly written: number;
  /** Of `written`, what is kept for an hour. */
  readonly writtenHour: number;
  readonly output: number;
  readonly reasoning: number;
  readonly searches: number;
}

export type StopReason = 'end' | 'sequence' | 'tool' | 'limit' | 'context' | 'refusal' | 'pause' | 'compaction';

/** A failure that an upstream reported, in no wire's words. */
export interface Fault {
  /** HTTP status; in a stream the one that belongs to the code. */
  readonly status: number;
  readonly code: UpstreamCode;
  /** Tidied, for the client. */
  readonly message: string;
  /** The field of the caller's own body that it names. */
  readonly path: string | null;
}

/** What a part of an answer is, before its first word. */
export type PartHead =
  /** `phase`: whether it is commentary or the final answer, where the wire says so. */
  | { readonly kind: 'text'; readonly phase?: string }
  | { readonly kind: 'refusal' }
  | { readonly kind: 'reasoning'; readonly form: ReasoningPart['form'] }
  | { readonly kind: 'call'; readonly id: string; readonly name: string; readonly isCustom?: boolean }
  | { readonly kind: 'search' | 'code'; readonly id: string }
  | { readonly kind: 'other'; readonly wire: UpstreamWireId; readonly name: string };

export type Mark =
  | Citation
  /** A citation of words that are over, which is only reported. */
  | { readonly type: 'late-citation' }
  | { readonly type: 'proof'; readonly proof: Proof }
  /** A proof that the gateway has sealed for the caller. */
  | { readonly type: 'seal'; readonly seal: string };

export type TurnEvent =
  | {
      readonly type: 'start';
      readonly upstreamId: string | null;
      readonly model: string | null;
      /** Epoch seconds. */
      readonly createdAt: number | null;
    }
  /** Parts are numbered 0, 1, 2 … over the whole answer; no number is used twice. */
  | { readonly type: 'open'; readonly part: number; readonly head: PartHead }
  /** Words, thoughts, or a piece of a call's JSON text. */
  | { readonly type: 'delta'; readonly part: number; readonly text: string }
  | { readonly type: 'mark'; readonly part: number; readonly mark: Mark }
  /** `whole`, where the wire repeats it, holds against the deltas. */
  | { readonly type: 'close'; readonly part: number; readonly whole: Part | null }
  /** Totals so far. An absent member is unknown, not zero; a later event wins member by member. */
  | { readonly type: 'usage'; readonly usage: Partial<TurnUsage> }
  /** How the answer was served, in the words of the OpenAI formats. A later one counts. */
  | { readonly type: 'tier'; readonly tier: string }
  /** The first one counts. */
  | {
      readonly type: 'stop';
      readonly reason: StopReason;
      readonly sequence: string | null;
      readonly explanation: string | null;
    }
  /** Nothing follows. */
  | { readonly type: 'fault'; readonly fault: Fault }
  | { readonly type: 'idle' }
  /** The wire's own end was seen. */
  | { readonly type: 'end' };

/** An event of one part. */
export type PartEvent = Extract<TurnEvent, { readonly part: number }>;

/** What the writer of an answer has to know beside the events. */
export interface AnswerFrame {
  /** The answer's id, in the form of the caller's wire. */
  readonly id: string;
  /** As the answer is to name it. */
  readonly model: string;
  /** Epoch seconds. */
  readonly createdAt: number;
  /** The caller's body: some wires repeat it in the answer. */
  readonly request: RawObject;
  /** False: the answer goes out as one body, and `push` gives nothing. */
  readonly stream: boolean;
}

/** One event for the caller. */
export interface OutEvent {
  readonly bytes: Buffer;
  /** JSON text of `data:`; null for a comment. `[DONE]` is no JSON. */
  readonly data: string | null;
  /** True for the one that waits for the charge. */
  readonly last: boolean;
  /** True for one that the caller did not ask for: what stores answers sees it, the caller does not. Absent: false. */
  readonly hidden?: boolean;
}

/** Writes one answer. */
export interface AnswerWriter {
  readonly push: (event: TurnEvent) => readonly OutEvent[];
  /** The same answer as one body, once all events were pushed. */
  readonly whole: () => Buffer;
  readonly losses: () => readonly Loss[];
}

/** Reads one stream. */
export interface EventReader {
  readonly push: (event: StreamEvent) => readonly TurnEvent[];
  /** What follows when the upstream's body ends. Without the wire's own end before it, that is a fault. */
  readonly finish: () => readonly TurnEvent[];
}

/** A wire format that upstreams speak, as translation needs it. All but what `openReader` returns is pure. */
export interface UpstreamTurns {
  /** @param target what the model there can do. The body asks for usage and encrypted reasoning where the wire has such members. */
  readonly writeRequest: (
    turn: Turn,
    target: TargetProfile,
  ) => { readonly body: Buffer; readonly losses: readonly Loss[] };
  /** The events of a whole answer; the last one is `end` or `fault`. */
  readonly readAnswer: (body: RawObject) => readonly TurnEvent[];
  readonly openReader: () => EventReader;
}

/** A wire format that callers speak, as translation needs it. All but what `openWriter` returns is pure. */
export interface CallerTurns {
  /** What becomes of members that have no place in the neutral form. */
  readonly memberTables: readonly MemberTable[];
  /** @throws {GatewayError} 400 naming the caller's own path */
  readonly readRequest: (body: RawObject) => Turn;
  readonly openWriter: (frame: AnswerFrame) => AnswerWriter;
}

/** A wire format that both callers and upstreams speak, as translation needs it. */
export type TurnWire = UpstreamTurns & CallerTurns;
