import { request as requestHttp, type IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AwsV4Signer } from 'aws4fetch';
import type { Secret } from '../../shared/secret.ts';
import { StoreError } from '../store.ts';

/** Whose bucket it is. */
export interface S3Credential {
  readonly id: string;
  readonly secret: Secret;
}

/** A request to the bucket. */
export interface S3Request {
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
export type S3Exchange = (request: S3Request) => Promise<IncomingMessage>;

/** Milliseconds of silence after which an exchange is given up. */
const silence = 15_000;

/** SHA-256 of nothing: what a request without a body is signed with. */
const emptyHash = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

/** Speaks to one bucket, each request signed (AWS Signature Version 4). */
export function makeS3Exchange(
  address: S3Address,
  credential: S3Credential,
  silenceMilliseconds = silence,
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
