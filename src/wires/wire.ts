import type { JsonObject } from '../shared/json/json.ts';
import type { Cuts } from '../shared/json/skim.ts';
import type { Measure, UnitKind, Usage } from '../shared/usage.ts';
import type { DearerOption } from './steering-members.ts';
import type { CallerTurns, UpstreamTurns } from './turn.ts';
import type { AnswerMeter, StreamFailure, WireId } from './meter.ts';

/** One wire format: what the gateway must understand of requests, answers and failures in it. */
export interface Wire {
  readonly id: WireId | 'none';
  /** Reads what a request asks for, for routing and for the hold. */
  readonly facts: ReadFacts;
  /** The unit kinds of its calls, besides requests. */
  readonly units: readonly UnitKind[];
  readonly meter: AnswerMeter;
  /** The lowest output limit that its upstreams accept, in tokens: a translation raises a lower one. Absent: 1. */
  readonly leastLimit?: number;
  /** True if a model may exceed a request's output limit, because not all upstreams count thoughts towards it. */
  readonly mayExceedLimit?: boolean;
  /** The path of its calls below a base address, for calls that are translated into it. */
  readonly path?: string;
  /** Writes a failure in the format's own shape: the event or events for a stream that breaks after its head went out. */
  readonly writeFault: (failure: StreamFailure) => Buffer;
  /** Bytes that keep an idle stream alive without meaning anything to a client. */
  readonly keepalive: Buffer;
  /**
   * Translates requests and answers to another format and back. Without the caller's half, only upstreams speak the format; without the
   * upstream's half, only callers do. Absent: the format is never translated.
   */
  readonly turn?: Partial<UpstreamTurns> & Partial<CallerTurns>;
}

/** Every wire format, by its id; `none` for operations that have no format of their own. */
export type Wires = Readonly<Record<WireId | 'none', Wire>>;

/** What routing and metering need to know about a request. */
export interface RequestFacts {
  /** Null if the body names none. */
  readonly model: string | null;
  /** Other models that the body names, each once. */
  readonly referenced: readonly string[];
  /** Those of which one may answer in place of its own. Absent: none. */
  readonly alternatives?: readonly string[];
  /** The largest limits that entries of `fallbacks` set for themselves. Absent: none. */
  readonly ofFallbacks?: { readonly output: number; readonly budget: number };
  /** Options that cost more than the price of the model. Absent: none. */
  readonly dearer?: readonly DearerOption[];
  /** For a streamed form: what is known so far. */
  readonly stream: boolean;
  /** Whether the client itself asked for the usage chunk of a chat stream. */
  readonly usageChunk: boolean;
  /** Upper bounds, before the model's own limits are known; `output` is null if the request names no limit. */
  readonly bound: { readonly input: number; readonly output: number | null; readonly answers: number };
  /** What a conversation, or an edit of images, contains besides text; absent, or null, if all input is the text of the body. */
  readonly contents?: Contents | null;
  /** The most units other than tokens that are known before the call, for the hold. */
  readonly units: Usage;
  /** The most that is charged in place of those units if the Product prices neither them nor tokens. Absent: nothing. */
  readonly instead?: Usage;
  /**
   * What the gateway itself saw of the call's use, known once it is over; absent if only its texts show it.
   *
   * @param written output tokens, as reported or counted in the text of the answer
   */
  readonly measure?: (written: number) => Measure;
  /** Whether the answer may be plain text or subtitles. Absent: it may not. */
  readonly mayBeText?: boolean;
  /** The parsed body, or the part of a form that prompts have. Not an accessor: V8 keeps each one's body until a full collection. */
  readonly body: () => JsonObject;
  /** What was cut out of the body. Absent: nothing. */
  readonly cuts?: Cuts;
}

/** The contents of a request whose cost does not follow from its bytes. */
export interface Contents {
  /** Bytes of the body that are images or documents, not text. */
  readonly media: number;
  /** Bytes of documents alone, without videos. */
  readonly documentMedia: number;
  readonly images: number;
  /** Documents, and content that the request only names: each can fill everything that the model reads. */
  readonly documents: number;
  /** Tools that the provider describes to the model in its own words. */
  readonly ownTools: number;
  /** How often the provider may use its own tools, as stated; each use begins another round over the whole input. */
  readonly uses: number;
  /** Whether the provider runs a tool whose uses the request does not limit. */
  readonly usesAreOpen: boolean;
  /** The names of models that draw for a tool of the provider. Their tokens are not in the model's. Absent: none. */
  readonly draws?: readonly string[];
  /** The names of other models that work besides the one that answers: advisors, those of plugins. Absent: none. */
  readonly helpers?: readonly string[];
  /** How often each of them may work: the sum over what names it, with `unstatedUses` where that states no number. A name that is absent may work at each use of a tool. */
  readonly helperUses?: Readonly<Record<string, number>>;
  /** Advisors, without tools of their own, whose uses the request does not limit. Absent: none. */
  readonly openHelpers?: number;
  /** Output tokens that the request allows in addition to its limit, such as a budget for thinking. */
  readonly budget: number;
  /** Whether the model may exceed the request's output limit, by thoughts or by a summary of earlier turns. */
  readonly mayExceed: boolean;
  /** Whether an output limit of 0 is kept. Absent: it counts as none. */
  readonly keepsZero?: boolean;
}

/** Reads the facts of a request from its parsed body and its length as sent, in bytes. */
export type ReadFacts = (body: JsonObject, bytes: number) => RequestFacts;
