import type { IncomingMessage } from 'node:http';
import { win32 } from 'node:path';
import { boundaryOf, splitForm, type FormPiece } from '../pipeline/multipart/parts.ts';
import { badRequest } from './call.ts';
import { storeBytes, type StoredBytes } from './object-store.ts';

/** A file in a form. */
export interface FormFile {
  readonly field: string;
  readonly name: string;
  readonly type: string;
  /** The first 64 bytes, enough to identify a container format. */
  readonly head: Buffer;
  readonly length: number;
  /** Null unless the route stores uploads. */
  readonly bytes: StoredBytes | null;
}

/** A parsed form: text fields in order, by name without `[]`, and files. */
export interface Form {
  readonly fields: ReadonlyMap<string, readonly string[]>;
  readonly files: readonly FormFile[];
}

/** Most bytes of a text field. */
const longestText = 8_388_608;

/** Parses a form as it arrives. Stores the bytes of files only if `keep` is true. */
export async function readForm(request: IncomingMessage, keep: boolean): Promise<Form> {
  const fields = new Map<string, string[]>();
  const files: FormFile[] = [];
  const pieces = piecesOf(request);
  for (let next = await pieces.next(); !next.done; next = await pieces.next()) {
    if (next.value.kind !== 'part') continue;
    const { name, filename, contentType } = next.value.head;
    const field = name.replace(/\[\]$/, '');
    const [type = ''] = (contentType ?? 'text/plain').split(';');
    const content = contentOf(pieces);
    if (filename === null && type !== 'application/octet-stream') {
      fields.set(field, [...(fields.get(field) ?? []), await readText(content)]);
    } else {
      files.push(await readFile(content, { field, name: win32.basename(filename ?? ''), type: type.trim() }, keep));
    }
  }
  return { fields, files };
}

type Pieces = AsyncGenerator<FormPiece, void, undefined>;

async function* piecesOf(request: IncomingMessage): Pieces {
  const splitter = readable(() => splitForm(boundaryOf(request.headers['content-type'] ?? '')));
  // The connection is still needed for the answer if the form is invalid.
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    yield* readable(() => splitter.push(chunk as Buffer));
  }
  readable(splitter.finish);
}

function readable<Value>(read: () => Value): Value {
  try {
    return read();
  } catch {
    throw badRequest('Could not parse the multipart form.');
  }
}

/** The content of the current part. */
async function* contentOf(pieces: Pieces): AsyncGenerator<Buffer, void, undefined> {
  for (let next = await pieces.next(); !next.done && next.value.kind !== 'close'; next = await pieces.next()) {
    if (next.value.kind === 'content') yield next.value.bytes;
  }
}

async function readText(content: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const bytes of content) {
    length += bytes.length;
    if (length > longestText) throw badRequest('A field of the multipart form is too long.');
    chunks.push(bytes);
  }
  return Buffer.concat(chunks).toString('utf8');
}

type Label = Pick<FormFile, 'field' | 'name' | 'type'>;

async function readFile(content: AsyncIterable<Buffer>, label: Label, keep: boolean): Promise<FormFile> {
  let head = Buffer.alloc(0);
  let length = 0;
  async function* watched(): AsyncGenerator<Buffer> {
    for await (const bytes of content) {
      if (head.length < 64) head = Buffer.concat([head, bytes.subarray(0, 64 - head.length)]);
      length += bytes.length;
      yield bytes;
    }
  }
  const bytes = keep ? await storeBytes(watched()) : await drain(watched());
  return { ...label, head, length, bytes };
}

async function drain(source: AsyncIterable<Buffer>): Promise<null> {
  for await (const bytes of source) void bytes;
  return null;
}
