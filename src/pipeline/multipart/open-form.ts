import { Readable } from 'node:stream';
import type { OpenSpool, Spool } from '../../objects/byte-storage.ts';
import type { HeldMemory } from '../call.ts';
import { type UploadWatch, readForm, type Segment, type Upload } from './reader.ts';
import { joinPieces } from '../../shared/collections.ts';
import { badForm } from './parts.ts';

/** New text for fields, by name; null removes the field. A field that the form lacks is added. */
export type FormEdits = Readonly<Record<string, string | null>>;

/** A form of which enough is known for its call to begin. */
export interface OpenForm {
  /** Text fields seen so far; all of them when `whole`. */
  readonly fields: ReadonlyMap<string, string>;
  /** Files that have begun; all of them when `whole`. */
  readonly files: number;
  /** True when the form has been read to its end: then its body can be requested again. */
  readonly whole: boolean;
  /**
   * The form's own bytes, apart from the edits. What has not arrived yet is streamed.
   *
   * @throws if a form that is not whole is requested a second time, or would lose or gain a field
   */
  readonly body: (edits: FormEdits) => Readable;
  /** Bytes of that body; null if they cannot be known before its end. */
  readonly length: (edits: FormEdits) => number | null;
  /** Deletes the spooled bytes. */
  readonly close: () => Promise<void>;
}

/** What must be known before a call can begin. */
export interface FormNeeds {
  /** Names of fields; `all`: the whole form. */
  readonly needs: readonly string[] | 'all';
  readonly openSpool: OpenSpool;
  readonly watch: UploadWatch;
  /** Counts what waits in memory. */
  readonly memory: Pick<HeldMemory, 'take'>;
}

/** Bytes of files that may wait in memory; more are spooled to disk. */
const smallForm = 65_536;

/** Bytes of part heads and text that may wait in memory. */
const mostFrames = 4_194_304;

/** Bytes of memory that a segment takes besides its own. */
const segmentBytes = 256;

/** Bytes of memory for each byte of a field that is read: a copy, and its text at two bytes a character. */
const valueFactor = 3;

const sliceBytes = 65_536;
const carriageReturn = 0x0d;

/** A segment that waits in the spool. */
interface Spooled {
  readonly position: number;
  readonly length: number;
  readonly field: string | null;
}

type Kept = Segment | Spooled;

const sizeOf = (kept: Kept): number => ('bytes' in kept ? kept.bytes.length : kept.length);

/**
 * Reads a form until its call can begin. If the required fields come first, nothing is spooled; what must wait because a required
 * field comes after a file waits in a spool.
 *
 * @throws {GatewayError} `invalid_value`; `overloaded` if there is no space for what must wait; and what `Upload.read` throws
 */
export async function openForm(upload: Upload, { needs, watch, ...place }: FormNeeds): Promise<OpenForm> {
  const reader = readForm(upload, watch);
  const waiting = makeWaiting(place);
  let whole = false;
  const isKnown = (): boolean => needs !== 'all' && !waiting.isLong() && needs.every((name) => reader.fields.has(name));

  try {
    while (!whole && !isKnown()) {
      const segments = await reader.next();
      if (segments === null) whole = true;
      else if (isKnown()) waiting.kept.push(...segments);
      else for (const segment of segments) await waiting.keep(segment);
    }
    await waiting.flush();
    upload.flow();
  } catch (error) {
    await waiting.spool()?.close();
    throw error;
  }
  return assemble({ upload, reader, kept: waiting.kept, spool: waiting.spool(), whole });
}

/** The bytes that wait until a call can begin: a few in memory, the rest in a spool. */
function makeWaiting({ openSpool, memory }: Pick<FormNeeds, 'openSpool' | 'memory'>) {
  const kept: Kept[] = [];
  let spool: Spool | null = null;
  let contentBytes = 0;
  let frameBytes = 0;
  /** Content of one field that goes to the spool in one write. */
  let batch: Buffer[] = [];
  let batchBytes = 0;
  let field: string | null = null;

  const flush = async (): Promise<void> => {
    if (batchBytes === 0) return;
    const bytes = Buffer.concat(batch, batchBytes);
    batch = [];
    batchBytes = 0;
    spool ??= await openSpool();
    kept.push({ position: await spool.write(bytes), length: bytes.length, field });
  };
  const isLong = (): boolean => contentBytes > smallForm;
  /** Keeps a copy: a piece of a chunk would keep the whole chunk in memory. */
  const hold = ({ bytes, field: name, role }: Segment): void => {
    memory.take(segmentBytes + bytes.length * (role === 'value' ? valueFactor : 1));
    kept.push({ bytes: joinPieces([bytes]), field: name, role });
  };
  const keep = async (segment: Segment): Promise<void> => {
    const size = segment.bytes.length;
    if (segment.role !== 'content') {
      frameBytes += size;
      if (frameBytes > mostFrames) throw badForm('its fields are too many to be held');
      await flush();
      hold(segment);
      return;
    }
    contentBytes += size;
    if (!isLong()) return hold(segment);
    if (segment.field !== field) await flush();
    ({ field } = segment);
    batch.push(segment.bytes);
    batchBytes += size;
    if (batchBytes >= sliceBytes) await flush();
  };
  return { kept, keep, flush, isLong, spool: () => spool };
}

interface Parts {
  readonly upload: Upload;
  readonly reader: ReturnType<typeof readForm>;
  readonly kept: readonly Kept[];
  readonly spool: Spool | null;
  readonly whole: boolean;
}

function assemble({ upload, reader, kept, spool, whole }: Parts): OpenForm {
  let taken = false;

  const added = (edits: FormEdits): Buffer => {
    const names = Object.keys(edits).filter((name) => edits[name] !== null && !reader.seen.has(name));
    const parts = names.map((name) => partOf(reader.boundary, name, edits[name] ?? '')).join('\r\n');
    const [opening] = kept;
    // A form may begin with the line break of its first delimiter, or without it.
    const lineBreak = opening && 'bytes' in opening && opening.bytes[0] === carriageReturn ? '' : '\r\n';
    return Buffer.from(names.length === 0 ? '' : parts + lineBreak);
  };

  const body = (edits: FormEdits): Readable => {
    if (taken && !whole) throw new Error('A form that flows can be sent once.');
    taken = true;
    const first = whole ? added(edits) : Buffer.alloc(0);
    const live = whole ? null : reader.next;
    return pullStream(makeSource({ first, kept, spool, edits, live }));
  };

  const length = (edits: FormEdits): number | null => {
    if (whole) return added(edits).length + kept.reduce((sum, one) => sum + editedSize(one, edits), 0);
    if (upload.length === null || Object.keys(edits).some((name) => !reader.fields.has(name))) return null;
    return kept.reduce((sum, one) => sum + editedSize(one, edits) - sizeOf(one), upload.length);
  };

  return { fields: reader.fields, files: reader.files(), whole, body, length, close: async () => spool?.close() };
}

interface Source {
  /** Bytes that go before everything else. */
  readonly first: Buffer;
  readonly kept: readonly Kept[];
  readonly spool: Spool | null;
  readonly edits: FormEdits;
  /** What is still to come; null if nothing is. */
  readonly live: (() => Promise<readonly Segment[] | null>) | null;
}

function makeSource({ first, kept, spool, edits, live }: Source): () => Promise<Buffer | null> {
  const pieces = drain();
  async function* drain(): AsyncGenerator<Buffer, void, undefined> {
    yield first;
    for (const one of kept) {
      if ('bytes' in one) yield edited(one, edits);
      else if (spool !== null && edits[one.field ?? ''] !== null) yield* spooled(spool, one);
    }
    for (let segments = await live?.(); segments; segments = await live?.()) {
      yield Buffer.concat(segments.map((segment) => edited(segment, edits)));
    }
  }
  return async () => {
    const { value, done } = await pieces.next();
    return done === true ? null : value;
  };
}

async function* spooled(spool: Spool, { position, length }: Spooled): AsyncGenerator<Buffer, void, undefined> {
  for (let at = 0; at < length; at += sliceBytes) {
    yield await spool.read(position + at, Math.min(sliceBytes, length - at));
  }
}

const nothing = Buffer.alloc(0);

function edited({ bytes, field, role }: Segment, edits: FormEdits): Buffer {
  const edit = field === null ? undefined : edits[field];
  if (edit === undefined) return bytes;
  if (edit === null) return nothing;
  return role === 'value' ? Buffer.from(edit) : bytes;
}

function editedSize(kept: Kept, edits: FormEdits): number {
  if ('bytes' in kept) return edited(kept, edits).length;
  return kept.field !== null && edits[kept.field] === null ? 0 : kept.length;
}

/** A part added by the gateway; a line break and the form's first delimiter follow it. */
const partOf = (boundary: string, name: string, value: string): string =>
  `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}`;

/**
 * A stream over a source that is read only as fast as the stream is.
 *
 * @param next the next bytes; null at the end; its rejection destroys the stream
 */
function pullStream(next: () => Promise<Uint8Array | null>): Readable {
  let reading = false;
  const pull = async (stream: Readable): Promise<void> => {
    if (reading) return;
    reading = true;
    try {
      for (;;) {
        const bytes = await next();
        if (stream.destroyed) return;
        if (bytes !== null && bytes.length === 0) continue;
        if (!stream.push(bytes) || bytes === null) return;
      }
    } catch (error) {
      stream.destroy(error instanceof Error ? error : new Error(String(error)));
    } finally {
      reading = false;
    }
  };
  const stream = new Readable({
    highWaterMark: 65_536,
    read() {
      void pull(this);
    },
  });
  // The error reaches the readers. Without a reader it must not end the process.
  return stream.on('error', () => undefined);
}
