import { AwsV4Signer } from 'aws4fetch';
import type { AwsSigningKey } from './token.ts';
import type { Leaving, SentHeaders } from '../upstream.ts';

/** A request to sign, and where it is signed for. */
interface Signing {
  readonly request: Leaving;
  readonly region: string;
  readonly service: string;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** Derived keys, one for each day, region and service. */
const derived = new WeakMap<AwsSigningKey, Map<string, ArrayBuffer>>();
const mostDerived = 4;

function cacheOf(key: AwsSigningKey): Map<string, ArrayBuffer> {
  const known = derived.get(key) ?? new Map<string, ArrayBuffer>();
  if (known.size > mostDerived) known.clear();
  derived.set(key, known);
  return known;
}

/** The headers that sign a request (AWS Signature Version 4). A body that flows is not part of the signature. */
export async function signAws(key: AwsSigningKey, { request, region, service, now }: Signing): Promise<SentHeaders> {
  const signer = new AwsV4Signer({
    method: request.method,
    url: request.url,
    headers: { ...request.headers, 'x-amz-content-sha256': request.bodyHash() ?? 'UNSIGNED-PAYLOAD' },
    accessKeyId: key.accessKeyId,
    secretAccessKey: key.secretAccessKey.reveal(),
    ...(key.sessionToken !== null && { sessionToken: key.sessionToken.reveal() }),
    service,
    region,
    datetime: new Date(now).toISOString().replace(/[:-]|\.\d{3}/g, ''),
    cache: cacheOf(key),
  });
  const { headers } = await signer.sign();
  const names = ['authorization', 'x-amz-date', 'x-amz-content-sha256', 'x-amz-security-token'];
  const signed = new Headers(headers);
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = signed.get(name);
      return value === null ? [] : [[name, value]];
    }),
  );
}
