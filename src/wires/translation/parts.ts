import type { WireId } from '../meter.ts';

/** The wire formats between which requests and answers can be translated in both directions. */
export type TurnWireId = Extract<WireId, 'chat-completions' | 'responses' | 'messages'>;

/** The formats that callers speak, among those that are translated. Nothing is translated into the last one. */
export type CallerWireId = TurnWireId | Extract<WireId, 'completions'>;

/** The wire formats into which requests can be translated. No caller speaks the last two. */
export type UpstreamWireId = TurnWireId | Extract<WireId, 'gemini' | 'converse'>;

/**
 * - `advisory`: the answer means the same without it.
 * - `approximated`: the target has something close.
 * - `meaning`: the answer would mean something else, or break a promise.
 */
export type LossKind = 'advisory' | 'approximated' | 'meaning';

/** Something that a translation could not carry, at the caller's own path. */
export interface Loss {
  /** Its name in `namedLosses`; `member`: its reader's table has it. Absent: the provider's kind or host reports it. */
  readonly key?: string;
  readonly path: string;
  readonly kind: LossKind;
  /** For people: what is lost, or what replaces it. */
  readonly note: string;
}

/** A member that some formats have under one name with one meaning, and others do not have. */
export interface Extra {
  /** The formats that have it. Their writers copy it; all others report its loss. */
  readonly wires: readonly WireId[];
  readonly name: string;
  readonly path: string;
  /** JSON text. */
  readonly raw: string;
  readonly loss: LossKind;
}

/** A mark that the conversation may be cached up to here. */
export interface CacheMark {
  readonly path: string;
  /** JSON text of the mark. */
  readonly raw: string;
  /** Whether it is in the form of Messages. */
  readonly isControl: boolean;
}

/** The members of every part and message. */
export interface Placed {
  readonly path: string;
  readonly cache?: CacheMark;
  readonly extras?: readonly Extra[];
}

export type MediaSource =
  | { readonly kind: 'data'; readonly mediaType: string; readonly data: string }
  | { readonly kind: 'url'; readonly url: string }
  /** An id of one vendor's file store. */
  | { readonly kind: 'file'; readonly id: string };

export interface TextPart extends Placed {
  readonly type: 'text';
  readonly text: string;
  readonly citations?: readonly Citation[];
}

export interface ImagePart extends Placed {
  readonly type: 'image';
  readonly source: MediaSource;
}

export interface DocumentPart extends Placed {
  readonly type: 'document';
  readonly source:
    | MediaSource
    | { readonly kind: 'text'; readonly text: string }
    | { readonly kind: 'parts'; readonly parts: readonly Part[] };
  /** File name or title. */
  readonly name: string | null;
}

interface AudioPart extends Placed {
  readonly type: 'audio';
  /** `wav`, `mp3`. */
  readonly format: string;
  /** Base64. */
  readonly data: string;
}

/** A call by the model of a tool of the caller. */
export interface CallPart extends Placed {
  readonly type: 'call';
  readonly id: string;
  readonly name: string;
  /** JSON text as the model wrote it; for a custom tool, its free text. */
  readonly input: string;
  readonly isCustom?: boolean;
}

/** The result of a tool of the caller. */
export interface ResultPart extends Placed {
  readonly type: 'result';
  readonly callId: string;
  readonly isError: boolean;
  readonly content: readonly Part[];
  /** True if the caller wrote the content as one string. */
  readonly isString: boolean;
}

/** Content that a vendor wants back unchanged, in the block or item that it came in. */
export interface Proof {
  /** The format of the block. */
  readonly wire: UpstreamWireId;
  /** JSON text of the whole block or item. */
  readonly raw: string;
}

/** The model's thoughts. */
export interface ReasoningPart extends Placed {
  readonly type: 'reasoning';
  /** One for each summary; none if all of it is encrypted. */
  readonly texts: readonly string[];
  /** `full`: the model's own words, as open models show them. */
  readonly form: 'summary' | 'full';
  readonly proof: Proof | null;
  /** A seal of the gateway that contains a proof. */
  readonly seal: string | null;
}

interface RefusalPart extends Placed {
  readonly type: 'refusal';
  readonly text: string;
}

/** A run of a provider's tool in an answer: call and result. */
export interface SearchPart extends Placed {
  readonly type: 'search';
  readonly id: string;
  readonly query: string | null;
  readonly sources: readonly { readonly url: string; readonly title: string | null }[];
  readonly failed: boolean;
  /** Whether the answer broke off before there was a result; absent: it did not. */
  readonly isCut?: boolean;
  readonly proof: Proof | null;
  readonly seal: string | null;
}

/** Code that the provider ran, in an answer: the program and its result. */
export interface CodePart extends Placed {
  readonly type: 'code';
  readonly id: string;
  /** The program; else a shell command, or JSON text of an edit of a file. */
  readonly code: string;
  readonly isProgram: boolean;
  /** Its output; null: unknown. */
  readonly output: string | null;
  /** Null: unknown. */
  readonly exitCode: number | null;
  /** Whether it could not be run. */
  readonly failed: boolean;
  /** Whether the answer broke off before there was a result; absent: it did not. */
  readonly isCut?: boolean;
  /** Whether it made files or images, which stay at the provider. */
  readonly hasFiles: boolean;
  readonly proof: Proof | null;
  readonly seal: string | null;
}

/** Content that only the vendor that made it accepts back. */
export type ProvenPart = ReasoningPart | SearchPart | CodePart;

/** A block or item that only one format has. */
interface OtherPart extends Placed {
  readonly type: 'other';
  readonly wire: TurnWireId;
  /** Its `type` in that format. */
  readonly kind: string;
  readonly raw: string;
}

export type Part =
  | TextPart
  | ImagePart
  | DocumentPart
  | AudioPart
  | CallPart
  | ResultPart
  | ReasoningPart
  | RefusalPart
  | SearchPart
  | CodePart
  | OtherPart;

export interface TurnMessage extends Placed {
  /** `system` and `developer` have the operator's authority anywhere. Results are in messages of the user. */
  readonly role: 'system' | 'developer' | 'user' | 'assistant';
  readonly parts: readonly Part[];
  /** True if the caller wrote the content as one string. */
  readonly isString: boolean;
}

/** A source of the answer's statements. */
export interface Citation {
  readonly type: 'citation';
  readonly url: string | null;
  readonly title: string | null;
  readonly quoted: string | null;
  /** The characters of the part that it belongs to; null: all of them so far. */
  readonly start: number | null;
  readonly end: number | null;
  /** An empty seal, in an answer for a caller: the gateway writes the citation. */
  readonly seal?: string;
}
