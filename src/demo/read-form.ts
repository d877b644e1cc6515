import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { Busboy } from '@fastify/busboy';
import { badRequest } from './fault.ts';
import { keepBytes, type KeptBytes } from './object-store.ts';

/** A file that came in a form. */
export interface FormFile {
  readonly field: string;
  readonly name: string;
  readonly type: string;
  /** The first 64 bytes, enough to know a container by. */
  readonly head: Buffer;
  readonly length: number;
  /** Null unless the route keeps uploads. */
  readonly bytes: KeptBytes | null;
}

/** A multipart body: text fields in order, by name without `[]`, and files. */
export interface Form {
  readonly fields: ReadonlyMap<string, readonly string[]>;
  readonly files: readonly FormFile[];
}

/** Reads a multipart body as it comes; a file's bytes are kept only when `keep` says so. */
export async function readForm(request: IncomingMessage, keep: boolean): Promise<Form> {
  const contentType = request.headers['content-type'] ?? '';
  const fields = new Map<string, string[]>();
  const files: Promise<FormFile>[] = [];
  await new Promise<void>((resolve, reject) => {
    const parser = new Busboy({ headers: { 'content-type': contentType }, limits: { fieldSize: 8_388_608 } });
    parser.on('field', (name, value) => {
      const plain = name.replace(/\[\]$/, '');
      fields.set(plain, [...(fields.get(plain) ?? []), value]);
    });
    parser.on('file', (...[field, stream, name, , type]) => {
      const file = readFile(stream, { field: field.replace(/\[\]$/, ''), name, type }, keep);
      file.catch(reject);
      files.push(file);
    });
    parser.on('finish', resolve);
    parser.on('error', () => reject(badRequest('Could not parse the multipart form.')));
    request.on('close', () => request.complete || reject(new Error('The client left.')));
    request.pipe(parser);
  });
  return { fields, files: await Promise.all(files) };
}

type Label = Pick<FormFile, 'field' | 'name' | 'type'>;

async function readFile(stream: Readable, label: Label, keep: boolean): Promise<FormFile> {
  let head = Buffer.alloc(0);
  let length = 0;
  async function* watched(): AsyncGenerator<Buffer> {
    for await (const chunk of stream) {
      const bytes: Buffer = chunk;
      if (head.length < 64) head = Buffer.concat([head, bytes.subarray(0, 64 - head.length)]);
      length += bytes.length;
      yield bytes;
    }
  }
  const bytes = keep ? await keepBytes(watched()) : await drain(watched());
  return { ...label, head, length, bytes };
}

async function drain(source: AsyncIterable<Buffer>): Promise<null> {
  for await (const bytes of source) void bytes;
  return null;
}
