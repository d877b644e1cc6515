import { PieceList } from '../../shared/collections.ts';
import { refuseFormField } from '../../wires/steering-members.ts';
import { echo } from '../../shared/text/echo.ts';
import { badForm, type PartHead } from './part-head.ts';
import { checkField, checkPart, checkRequired, isRead, type FormRules } from './rules.ts';
import { boundaryOf, splitForm, type FormPiece } from './splitter.ts';
import type { Upload } from '../call.ts';

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
  /** Names of the parts that have begun. */
  readonly seen: ReadonlySet<string>;
  /**
   * The next bytes of the form; null at its end. The last delimiter is returned only if no required field is missing.
   *
   * @throws {GatewayError} `invalid_value` and what `Upload.read` throws
   */
  readonly next: () => Promise<readonly Segment[] | null>;
}

/** Gets the bytes of the file that the document names as they pass. Files under other names are not watched. */
export interface FileWatch {
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
function makeTaker(rules: FormRules, watch: FileWatch) {
  const fields = new Map<string, string>();
  const seen = new Set<string>();
  let part: OpenPart | null = null;
  let closed: string | null = null;
  let textBytes = 0;

  const open = async ({ name, filename, contentType }: PartHead): Promise<void> => {
    const rule = rules.fields.get(name);
    if (rule === undefined) refuseFormField(name);
    const isFile = filename !== null || contentType === 'application/octet-stream';
    checkPart({ name, isFile }, rule, seen);
    seen.add(name);
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

  return { fields, seen, take };
}

/** Reads a form while it is uploaded. */
export function readForm(upload: Upload, watch: FileWatch): FormReader {
  const boundary = boundaryOf(upload.contentType);
  const splitter = splitForm(boundary);
  const { fields, seen, take } = makeTaker(upload.rules, watch);

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
    next: async () => {
      const chunk = await upload.read();
      if (chunk !== null) return claimHeads(splitter.push(chunk));
      splitter.finish();
      return null;
    },
  };
}
