import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import type {
  ByteReader,
  ByteSpan,
  ByteStorage,
  ByteWriter,
  StoredEntry,
  OpenSpool,
  Spool,
} from '../../objects/byte-storage.ts';
import { byteKey, nameInKey } from './folder.ts';
import type { S3Exchange, S3Request } from './s3-exchange.ts';

const sliceBytes = 65_536;

/** Attempts at one request, and milliseconds before the second; each later one waits twice as long. */
const attempts = 3;
const firstWait = 200;

interface Parts {
  readonly exchange: S3Exchange;
  /** Bytes wait here until their length and hash are known, which a bucket wants first. */
  readonly openSpool: OpenSpool;
  readonly wait: (milliseconds: number) => Promise<void>;
}

/** Bytes in a bucket that speaks the S3 protocol. A PUT is visible completely or not at all. */
export function makeS3Storage(parts: Parts): ByteStorage {
  const ask = (request: S3Request): Promise<IncomingMessage> => askBucket(request, parts);
  return {
    // A failing bucket shows in each request anyway.
    trouble: () => null,
    write: (name) => write(name, ask, parts),
    read: (key, span) => read(key, span, ask),
    delete: async (key) => {
      const answer = await ask({ method: 'DELETE', key });
      answer.resume();
    },
    list: () => list(ask),
  };
}

type Ask = (request: S3Request) => Promise<IncomingMessage>;

/** Repeats a request until the bucket's answer would not change with another attempt. @throws if there is none */
async function askBucket(request: S3Request, { exchange, wait }: Parts): Promise<IncomingMessage> {
  for (let attempt = 1; ; attempt += 1) {
    const answer = await exchange(request).catch((error: unknown) => {
      if (attempt === attempts) throw error;
      return null;
    });
    const status = answer?.statusCode ?? 503;
    if (answer && (status < 300 || status === 404)) return answer;
    const said = answer ? await text(answer).catch(() => '') : '';
    if (attempt === attempts || status < 500) {
      const code = /<Code>(\w+)<\/Code>/.exec(said)?.[1] ?? '';
      throw new Error(`The bucket answered ${status} ${code} to ${request.method}.`);
    }
    await wait(firstWait * 2 ** (attempt - 1));
  }
}

async function write(name: string, ask: Ask, { openSpool }: Parts): Promise<ByteWriter> {
  const spool = await openSpool();
  const hash = createHash('sha256');
  let length = 0;
  return {
    write: async (bytes) => {
      hash.update(bytes);
      length += bytes.length;
      await spool.write(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length));
    },
    finish: async () => {
      const sha256 = hash.digest('hex');
      const key = byteKey(sha256, name);
      try {
        const answer = await ask({ method: 'PUT', key, body: { length, sha256, bytes: () => sliced(spool, length) } });
        answer.resume();
        if (answer.statusCode !== 200) throw new Error(`The bucket answered ${answer.statusCode} to PUT.`);
      } finally {
        await spool.close();
      }
      return { key, length, sha256 };
    },
    abort: () => spool.close(),
  };
}

async function* sliced(spool: Spool, length: number): AsyncGenerator<Buffer, void, undefined> {
  for (let at = 0; at < length; at += sliceBytes) yield await spool.read(at, Math.min(sliceBytes, length - at));
}

async function read(key: string, { first, last }: ByteSpan, ask: Ask): Promise<ByteReader | null> {
  const answer = await ask({ method: 'GET', key, headers: { range: `bytes=${first}-${last}` } });
  if (answer.statusCode === 404) {
    answer.resume();
    return null;
  }
  // A bucket that does not know ranges would send more than was asked for, or other bytes.
  const [, begins = first] = /^bytes (\d+)-/.exec(answer.headers['content-range'] ?? '') ?? [];
  if (Number(answer.statusCode === 206 ? begins : 0) !== first) {
    answer.destroy();
    throw new Error('The bucket does not answer ranges.');
  }
  const source = answer[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  let missing = last + 1 - first;
  // The bucket is silent while nothing is read, which is not its fault: the reader may have a slow client.
  const { socket } = answer;
  const silence = socket.timeout ?? 0;
  return {
    read: async () => {
      if (missing === 0) return null;
      socket.setTimeout(silence);
      const { value, done } = await source.next();
      socket.setTimeout(0);
      if (done) throw new Error('The stored bytes are shorter than their record says.');
      const bytes = value.subarray(0, missing);
      missing -= bytes.length;
      return bytes;
    },
    close: async () => {
      answer.destroy();
      await Promise.resolve();
    },
  };
}

const member = (xml: string, name: string): string => new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1] ?? '';

async function* list(ask: Ask): AsyncGenerator<StoredEntry, void, undefined> {
  for (let token = ''; ;) {
    const query = { 'list-type': '2', ...(token !== '' && { 'continuation-token': token }) };
    const answer = await ask({ method: 'GET', key: '', query });
    const page = await text(answer);
    for (const [, entry = ''] of page.matchAll(/<Contents>(.*?)<\/Contents>/gs)) {
      const key = member(entry, 'Key');
      const name = nameInKey(key);
      if (name !== null) yield { key, name, writtenAt: Date.parse(member(entry, 'LastModified')) };
    }
    token = member(page, 'NextContinuationToken').replaceAll('&amp;', '&');
    if (member(page, 'IsTruncated') !== 'true' || token === '') return;
  }
}
