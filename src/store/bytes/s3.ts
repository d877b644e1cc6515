import { createHash } from 'node:crypto';
import { request as requestHttp, type IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { AwsV4Signer } from 'aws4fetch';
import { emptyHash } from '../../catalog/credential.ts';
import type {
  ByteReader,
  ByteSpan,
  ByteStorage,
  ByteWriter,
  StoredEntry,
  OpenSpool,
  Spool,
} from '../../objects/byte-storage.ts';
import type { Secret } from '../../shared/secret.ts';
import { StoreError } from '../store.ts';
import { byteKey, nameInKey } from './folder.ts';

/** Whose bucket it is. */
export interface S3Credential {
  readonly id: string;
  readonly secret: Secret;
}

/** A request to the bucket. */
interface S3Request {
  readonly method: 'GET' | 'PUT' | 'DELETE';
  /** Empty for the bucket itself. */
  readonly key: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: {
    readonly length: number;
    /** Hexadecimal; signed, so that a body that is damaged on its way is refused there. */
    readonly sha256: string;
    readonly bytes: () => AsyncIterable<Uint8Array>;
  };
}

/** An answer whose body has not been read. */
type S3Exchange = (request: S3Request) => Promise<IncomingMessage>;

/** Milliseconds of silence after which an exchange is given up. */
const mostSilence = 15_000;

/** Speaks to one bucket, each request signed (AWS Signature Version 4). */
export function makeS3Exchange(
  address: S3Address,
  credential: S3Credential,
  silenceMilliseconds = mostSilence,
): S3Exchange {
  const { bucket, endpoint, region } = address;
  const send = endpoint.startsWith('https:') ? requestHttps : requestHttp;
  return async ({ method, key, query = {}, headers = {}, body }) => {
    const url = new URL(`${endpoint}/${bucket}${key === '' ? '' : `/${key}`}`);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    const signer = new AwsV4Signer({
      method,
      url: url.href,
      headers: { ...headers, 'x-amz-content-sha256': body?.sha256 ?? emptyHash },
      accessKeyId: credential.id,
      secretAccessKey: credential.secret.reveal(),
      service: 's3',
      region,
    });
    const signed = await signer.sign();
    const request = send(signed.url, {
      method,
      headers: {
        ...Object.fromEntries(new Headers(signed.headers)),
        ...(body && { 'content-length': String(body.length) }),
      },
      timeout: silenceMilliseconds,
    });
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
    request.once('response', resolve);
    request.once('error', reject);
    // Without an answer: such as where a proxy in between offers to switch protocols, which is no error to Node.
    request.once('close', () => reject(new Error('The bucket closed the connection without an answer.')));
    request.once('timeout', () => request.destroy(new Error('The bucket does not answer.')));
    if (body) pipeline(Readable.from(body.bytes(), { objectMode: false }), request).catch(reject);
    else request.end();
    return promise;
  };
}

/** A bucket and where it is. */
interface S3Address {
  readonly bucket: string;
  /** Without a trailing slash. */
  readonly endpoint: string;
  readonly region: string;
}

/**
 * Reads `s3://bucket?endpoint=https://…&region=…`. Without an endpoint it is the vendor's own for the region.
 *
 * @throws {StoreError} one line for people
 */
export function readS3Address(address: string): S3Address {
  const [, bucket, query = ''] = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])\/?(?:\?(.*))?$/.exec(address) ?? [];
  if (bucket === undefined) throw new StoreError(`storage.drive must be s3://bucket?endpoint=…&region=…: ${address}`);
  const parameters = new URLSearchParams(query);
  const unknown = [...parameters.keys()].find((name) => name !== 'endpoint' && name !== 'region');
  if (unknown !== undefined) throw new StoreError(`storage.drive has an unknown parameter: ${unknown}`);
  const region = parameters.get('region') ?? 'us-east-1';
  const endpoint = parameters.get('endpoint') ?? `https://s3.${region}.amazonaws.com`;
  if (!/^https?:\/\/[^/?#]+\/?$/.test(endpoint))
    throw new StoreError(`storage.drive has an endpoint that is no http or https address: ${endpoint}`);
  return { bucket, endpoint: endpoint.replace(/\/$/, ''), region };
}

const sliceBytes = 65_536;

/** Attempts at one request, and milliseconds before the second; each later one waits twice as long. */
const attempts = 3;
const firstWait = 200;
/** Milliseconds that a bucket may ask for with `Retry-After`: calls wait for it. */
const longestWait = 5_000;

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

/** What may go better with another attempt. S3 also reports a body that came too slowly as a 400. */
const mayPass = (status: number, code: string): boolean =>
  status >= 500 || status === 429 || status === 408 || code === 'RequestTimeout';

/** Milliseconds that the bucket asks for; 0 if it does not, or names a date. */
const askedWait = (answer: IncomingMessage | null): number =>
  1_000 * Number(/^\d{1,9}$/.exec(answer?.headers['retry-after'] ?? '')?.[0] ?? 0);

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
    const code = /<Code>(\w+)<\/Code>/.exec(said)?.[1] ?? '';
    if (attempt === attempts || !mayPass(status, code))
      throw new Error(`The bucket answered ${status} ${code} to ${request.method}.`);
    await wait(Math.max(firstWait * 2 ** (attempt - 1), Math.min(askedWait(answer), longestWait)));
  }
}

async function write(name: string, ask: Ask, { openSpool, exchange }: Parts): Promise<ByteWriter> {
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
      } catch (error) {
        // It may have stored them although its answer was lost. One attempt, because a call may wait for it.
        await exchange({ method: 'DELETE', key }).then(
          (answer) => answer.resume(),
          () => undefined,
        );
        throw error;
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
