import { GatewayError } from '../../errors/gateway-error.ts';
import { PieceList } from '../../shared/collections.ts';
import { echo } from '../../shared/text/names.ts';
import { refuseFormField } from '../../wires/steering-members.ts';
import { badForm, boundaryOf, type FormPiece, type PartHead, splitForm } from './parts.ts';

/** A body that is not held in memory: each read asks for more, and nothing is read ahead. */
export interface Upload {
  /** The request's `Content-Type`, with the boundary. */
  readonly contentType: string;
  /** Bytes as announced; null if the client sends chunks without a length. */
  readonly length: number | null;
  /** The most bytes that it may have. */
  readonly limit: number;
  /** What the document says about the form's fields. */
  readonly rules: FormRules;
  /**
   * The next bytes; null at the end. One reader at a time.
   *
   * @throws {GatewayError} `request_too_large` with the first byte over the limit; `timeout` when they come too slowly;
   *   `malformed_request` when the client stops in the middle
   */
  readonly read: () => Promise<Buffer | null>;
  /**
   * Says that what is read is sent on from now on. Until then it is held, so it must come as fast on average as a body that is held
   * in memory.
   */
  readonly flow: () => void;
  /**
   * Waits until a long text in it may be read, in turn with other long bodies. Read it in the same turn of the event loop.
   *
   * @param size bytes of the text
   */
  readonly turn: (size: number) => Promise<void>;
}

/** Bytes of a form and what they are, so that a field can be changed in passing. */
export interface Segment {
  readonly bytes: Buffer;
  /** The field that these bytes belong to: its head, its value, the delimiter after it. Null if they belong to none. */
  readonly field: string | null;
  /** `value`: the whole text of a field that is read. `content`: a piece of a file, or of text that is not read. */
  readonly role: 'frame' | 'value' | 'content';
}

/** A form as it streams through: its bytes unchanged, its fields read in passing, every rule of its document enforced. */
interface FormReader {
  readonly boundary: string;
  /** Text fields that may occur once and have been read completely, by name. */
  readonly fields: ReadonlyMap<string, string>;
  /** How many parts have begun, by name. */
  readonly seen: ReadonlyMap<string, number>;
  /** How many files have begun, under any names. */
  readonly files: () => number;
  /**
   * The next bytes of the form; null at its end. The last delimiter is returned only if no required field is missing.
   *
   * @throws {GatewayError} `invalid_value` and what `Upload.read` throws
   */
  readonly next: () => Promise<readonly Segment[] | null>;
}

/** Gets the bytes of the file that the document names as they pass. Files under other names are not watched. */
export interface UploadWatch {
  /** @param fields the text fields that have come before it */
  readonly begin: (fields: FormReader['fields']) => void | Promise<void>;
  /** Nothing more is read before a promise resolves. */
  readonly bytes: (bytes: Buffer) => void | Promise<void>;
}

/** The most bytes of all text fields together that are read. */
const mostText = 1_048_576;

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The text of a field. @throws {GatewayError} `invalid_value` if it is not UTF-8 */
function textOf(name: string, bytes: Buffer): string {
  try {
    return decoder.decode(bytes);
  } catch {
    throw badForm(`the field ${echo(name)} is no UTF-8`);
  }
}

/** The part that is being read. */
interface OpenPart {
  readonly name: string;
  readonly isWatched: boolean;
  /** The text so far; null if it is not read. */
  readonly text: PieceList | null;
}

/** Takes the pieces of a form one after another, and identifies each. */
function makeTaker(rules: FormRules, watch: UploadWatch) {
  const fields = new Map<string, string>();
  const seen = new Map<string, number>();
  let part: OpenPart | null = null;
  let closed: string | null = null;
  let textBytes = 0;
  let files = 0;

  const open = async ({ name, filename, contentType }: PartHead): Promise<void> => {
    const rule = rules.fields.get(name);
    if (rule === undefined) refuseFormField(name);
    const isFile = filename !== null || contentType === 'application/octet-stream';
    const count = (seen.get(name) ?? 0) + 1;
    checkPart({ name, isFile, count }, rule);
    seen.set(name, count);
    if (isFile) files += 1;
    const isWatched = rule?.kind === 'file';
    part = { name, isWatched, text: isRead(rule) && !isFile ? new PieceList() : null };
    if (isWatched) await watch.begin(fields);
  };

  const content = async (bytes: Buffer): Promise<readonly Segment[]> => {
    if (part?.isWatched) await watch.bytes(bytes);
    if (!part?.text) return [{ bytes, field: part?.name ?? null, role: 'content' }];
    textBytes += bytes.length;
    if (textBytes > mostText) throw badForm(`its text fields have more than ${mostText} bytes`);
    part.text.add(bytes);
    return [];
  };

  const close = (): readonly Segment[] => {
    const ended = part;
    part = null;
    closed = ended?.name ?? null;
    if (!ended?.text) return [];
    const { name } = ended;
    const bytes = ended.text.join();
    const value = textOf(name, bytes);
    const rule = rules.fields.get(name);
    if (rule) checkField(name, value, rule);
    fields.set(name, value);
    return [{ bytes, field: name, role: 'value' }];
  };

  const frame = (bytes: Buffer): readonly Segment[] => {
    const field = closed;
    closed = null;
    return [{ bytes, field, role: 'frame' }];
  };

  const take = async (piece: FormPiece): Promise<readonly Segment[]> => {
    if (piece.kind === 'frame') return frame(piece.bytes);
    if (piece.kind === 'content') return content(piece.bytes);
    if (piece.kind === 'close') return close();
    if (piece.kind === 'part') await open(piece.head);
    else checkRequired(rules, seen);
    return [];
  };

  return { fields, seen, files: () => files, take };
}

/** Reads a form while it is uploaded. */
export function readForm(upload: Upload, watch: UploadWatch): FormReader {
  const boundary = boundaryOf(upload.contentType);
  const splitter = splitForm(boundary);
  const { fields, seen, files, take } = makeTaker(upload.rules, watch);

  /** The head of a part precedes its name: the frame before `part` belongs to that part. */
  const claimHeads = async (pieces: readonly FormPiece[]): Promise<readonly Segment[]> => {
    const claimed: Segment[] = [];
    for (const [index, piece] of pieces.entries()) {
      const after = pieces[index + 1];
      const segments = await take(piece);
      if (piece.kind !== 'frame' || after?.kind !== 'part') claimed.push(...segments);
      else claimed.push(...segments.map((segment) => ({ ...segment, field: after.head.name })));
    }
    return claimed;
  };

  return {
    boundary,
    fields,
    seen,
    files,
    next: async () => {
      const chunk = await upload.read();
      if (chunk !== null) return claimHeads(splitter.push(chunk));
      splitter.finish();
      return null;
    },
  };
}

/** What a document says about one field of a form. */
export interface FieldRule {
  readonly kind: 'text' | 'number' | 'integer' | 'boolean' | 'file';
  readonly minimum: number | null;
  readonly maximum: number | null;
  /** The allowed values; null: any. */
  readonly allowed: readonly string[] | null;
  /** How often the field may occur. */
  readonly most: number;
}

/** What a document says about one form. Fields that it does not name are allowed and pass. */
export interface FormRules {
  readonly fields: ReadonlyMap<string, FieldRule>;
  readonly required: readonly string[];
}

/** True for a field whose value the gateway reads: text that may occur once. */
export const isRead = (rule: FieldRule | undefined): boolean =>
  rule !== undefined && rule.kind !== 'file' && rule.most === 1;

const wrong = (name: string, must: string): GatewayError =>
  new GatewayError('invalid_value', `${echo(name)} ${must}.`, { param: echo(name) });

/** Digits as JSON writes them, since the vendors' own programs send these. */
const decimal = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

type NumberRule = Pick<FieldRule, 'kind' | 'minimum' | 'maximum'>;

function rangeOf({ kind, minimum, maximum }: NumberRule): string {
  const type = kind === 'integer' ? 'an integer' : 'a number';
  if (minimum !== null && maximum !== null) return `${type} from ${minimum} to ${maximum}`;
  if (minimum !== null) return `${type} of at least ${minimum}`;
  return maximum === null ? type : `${type} of at most ${maximum}`;
}

function isInRange(value: string, { kind, minimum, maximum }: NumberRule): boolean {
  const number = decimal.test(value) ? Number(value) : Number.NaN;
  const isKind = kind === 'integer' ? Number.isSafeInteger(number) : Number.isFinite(number);
  return isKind && number >= (minimum ?? -Infinity) && number <= (maximum ?? Infinity);
}

/**
 * Validates a field's text. Everything in a form is text, so numbers and booleans are read from it.
 *
 * @throws {GatewayError} `invalid_value` naming the field
 */
function checkField(name: string, value: string, rule: FieldRule): void {
  const sent = `; you sent ${JSON.stringify(echo(value))}`;
  if (rule.allowed !== null && !rule.allowed.includes(value))
    throw wrong(name, `must be one of ${rule.allowed.join(', ')}${sent}`);
  if (rule.kind === 'boolean' && value !== 'true' && value !== 'false')
    throw wrong(name, `must be true or false${sent}`);
  if ((rule.kind === 'number' || rule.kind === 'integer') && !isInRange(value, rule))
    throw wrong(name, `must be ${rangeOf(rule)}${sent}`);
}

/** @throws {GatewayError} `invalid_value` for a required field that the form does not have */
function checkRequired({ required }: FormRules, seen: FormReader['seen']): void {
  const missing = required.find((name) => !seen.has(name));
  if (missing !== undefined) throw wrong(missing, 'is required. Send it as a field of the form');
}

interface BegunPart {
  readonly name: string;
  readonly isFile: boolean;
  /** The parts with its name so far. */
  readonly count: number;
}

/** @throws {GatewayError} `invalid_value` for a file in place of text, text in place of a file, or a field sent too often */
function checkPart({ name, isFile, count }: BegunPart, rule: FieldRule | undefined): void {
  if (rule === undefined) return;
  if (rule.kind === 'file' && !isFile) throw wrong(name, 'must be a file: send it with a filename');
  if (rule.kind !== 'file' && isFile) throw wrong(name, 'must be text, not a file: send it without a filename');
  if (count <= rule.most) return;
  throw wrong(
    name,
    rule.most === 1 ? 'appears twice in the form. Send it once' : `may appear ${rule.most} times at most`,
  );
}
