import { echo } from '../shared/echo.ts';
import { badForm } from './form-part-head.ts';
import { checkField, checkPart, checkRequired, isRead } from './form-rules.ts';
import { boundaryOf, splitForm, type FormPiece } from './form-splitter.ts';
import type { Upload } from './upload.ts';

/** Bytes of a form with what they are, so that whoever passes them on can change a field. */
export interface Segment {
  readonly bytes: Buffer;
  /** The field that these bytes belong to: its head, its value, the delimiter behind it. Null for what belongs to none. */
  readonly field: string | null;
  /** `value`: the whole text of a field that is read. `content`: a piece of a file, or of text that is not read. */
  readonly role: 'frame' | 'value' | 'content';
}

/** A form as it flows by: its bytes unchanged, its fields read in passing, every rule of its document enforced. */
export interface FormReader {
  readonly boundary: string;
  /** Text fields that may stand once and have been seen to their end, by name. */
  readonly fields: ReadonlyMap<string, string>;
  /** Names of the parts that have begun. */
  readonly seen: ReadonlySet<string>;
  /**
   * What the next bytes of the form hold; null at its end. Its last delimiter is handed out only when nothing is missing.
   *
   * @throws {GatewayError} `invalid_value` and what `Upload.read` throws
   */
  readonly next: () => Promise<readonly Segment[] | null>;
}

/** Told of a file's bytes as they pass. */
export interface FileWatch {
  readonly begin: () => void;
  readonly bytes: (bytes: Buffer) => void;
}

/** Bytes of all text fields together that are read. */
const mostText = 1_048_576;

const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Reads a form that is being uploaded. */
export function readForm(upload: Upload, watch: FileWatch): FormReader {
  const { rules } = upload;
  const boundary = boundaryOf(upload.contentType);
  const splitter = splitForm(boundary);
  const fields = new Map<string, string>();
  const seen = new Set<string>();
  let current: { readonly name: string; readonly isFile: boolean; readonly value: Buffer[] | null } | null = null;
  let closing: string | null = null;
  let textBytes = 0;

  const valueOf = (name: string, pieces: readonly Buffer[]): Buffer => {
    const bytes = Buffer.concat(pieces);
    let value: string;
    try {
      value = text.decode(bytes);
    } catch {
      throw badForm(`the field ${echo(name)} is no UTF-8`);
    }
    const rule = rules.fields.get(name);
    if (rule) checkField(name, value, rule);
    fields.set(name, value);
    return bytes;
  };

  const takeContent = (bytes: Buffer): readonly Segment[] => {
    if (current?.value) {
      textBytes += bytes.length;
      if (textBytes > mostText) throw badForm(`its text fields have more than ${mostText} bytes`);
      current.value.push(bytes);
      return [];
    }
    if (current?.isFile) watch.bytes(bytes);
    return [{ bytes, field: current?.name ?? null, role: 'content' }];
  };

  const closePart = (): readonly Segment[] => {
    const closed = current;
    current = null;
    closing = closed?.name ?? null;
    if (!closed?.value) return [];
    return [{ bytes: valueOf(closed.name, closed.value), field: closed.name, role: 'value' }];
  };

  const take = (piece: FormPiece): readonly Segment[] => {
    switch (piece.kind) {
      case 'part': {
        const { name, filename, contentType } = piece.head;
        const rule = rules.fields.get(name);
        const isFile = filename !== null || contentType === 'application/octet-stream';
        checkPart({ name, isFile }, rule, seen);
        seen.add(name);
        current = { name, isFile, value: isRead(rule) && !isFile ? [] : null };
        if (isFile) watch.begin();
        return [];
      }
      case 'content':
        return takeContent(piece.bytes);
      case 'close':
        return closePart();
      case 'end':
        checkRequired(rules, seen);
        return [];
      case 'frame': {
        const field = closing;
        closing = null;
        return [{ bytes: piece.bytes, field, role: 'frame' }];
      }
    }
  };

  /** A part's head stands before its name is known: the frame in front of `part` belongs to that part. */
  const claimHeads = (pieces: readonly FormPiece[]): readonly Segment[] =>
    pieces.flatMap((piece, index) => {
      const after = pieces[index + 1];
      const segments = take(piece);
      if (piece.kind !== 'frame' || after?.kind !== 'part') return segments;
      return segments.map((segment) => ({ ...segment, field: after.head.name }));
    });

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
