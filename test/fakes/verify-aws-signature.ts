import { createHash, createHmac } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** Whose requests are let through. */
export interface AwsIdentity {
  readonly id: string;
  readonly secret: string;
  readonly region: string;
  /** Default: s3, the only one whose paths are encoded once. */
  readonly service?: string;
}

const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();
const sha256 = (bytes: string | Buffer): string => createHash('sha256').update(bytes).digest('hex');

const encode = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);

/**
 * Checks a request as the vendor's service does (Signature Version 4, section "Create a signed request"), worked out from
 * what came over the wire and without the code that signed it.
 *
 * @returns null when it is in order, else the error code
 */
export function verifyAwsSignature(
  request: Pick<IncomingMessage, 'headers' | 'url' | 'method'>,
  body: Buffer,
  identity: AwsIdentity,
): string | null {
  const wanted = identity.service ?? 's3';
  const { authorization = '' } = request.headers;
  const [, id, day, region, service, signed = '', signature] =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/([^/]+)\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      authorization,
    ) ?? [];
  if (day === undefined) return 'AccessDenied';
  if (id !== identity.id) return 'InvalidAccessKeyId';
  if (region !== identity.region || service !== wanted) return 'AuthorizationHeaderMalformed';
  const names = signed.split(';');
  const must = ['host', 'x-amz-date', ...(wanted === 's3' ? ['x-amz-content-sha256'] : [])];
  if (!must.every((name) => names.includes(name))) return 'AccessDenied';
  const payload = String(request.headers['x-amz-content-sha256'] ?? sha256(body));
  if (payload !== 'UNSIGNED-PAYLOAD' && payload !== sha256(body)) return 'XAmzContentSHA256Mismatch';
  const url = new URL(request.url ?? '/', 'http://x');
  const query = [...url.searchParams]
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .toSorted()
    .join('&');
  const path = url.pathname
    .split('/')
    .map((part) => encode(wanted === 's3' ? decodeURIComponent(part) : part))
    .join('/');
  const headers = names.map((name) => `${name}:${String(request.headers[name]).trim()}\n`).join('');
  const canonical = [request.method, path, query, headers, signed, payload].join('\n');
  const moment = String(request.headers['x-amz-date']);
  const toSign = ['AWS4-HMAC-SHA256', moment, `${day}/${region}/${wanted}/aws4_request`, sha256(canonical)].join('\n');
  const key = hmac(hmac(hmac(hmac(`AWS4${identity.secret}`, day), region), wanted), 'aws4_request');
  return hmac(key, toSign).toString('hex') === signature ? null : 'SignatureDoesNotMatch';
}
