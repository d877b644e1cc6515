import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { verifyAwsSignature, type AwsIdentity } from './verify-aws-signature.ts';

/** What goes wrong with the next requests. */
type S3Fault = keyof typeof refusals | 'silence' | 'reset' | 'another protocol' | 'cut in the middle' | 'another range';

/** Faults that are an answer: its status and code, and the seconds in `Retry-After`. */
const refusals = {
  'internal error': [500, 'InternalError'],
  'slow down': [503, 'SlowDown'],
  'too many requests': [429, 'TooManyRequests', '3'],
  'too many requests for an hour': [429, 'TooManyRequests', '3600'],
  'request timeout': [408, 'RequestTimeout'],
  'body timeout': [400, 'RequestTimeout'],
  'bad request': [400, 'InvalidRequest', '1'],
} as const satisfies Record<string, Refusal>;

type Refusal = readonly [status: number, code: string, retryAfter?: string];

const isRefusal = (fault: S3Fault | undefined): fault is keyof typeof refusals =>
  fault !== undefined && Object.hasOwn(refusals, fault);

/** A bucket that speaks the S3 protocol and believes no signature that it has not worked out itself. */
export interface S3Server {
  /** `s3://bucket?endpoint=…&region=…`. */
  readonly address: string;
  readonly identity: AwsIdentity;
  /** What is in the bucket, by key. */
  readonly objects: Map<string, { readonly bytes: Buffer; readonly at: number }>;
  /** Method and key of what was asked. */
  readonly requests: readonly string[];
  /** The next so many requests meet with this. */
  readonly fail: (fault: S3Fault, times: number) => void;
  readonly close: () => Promise<void>;
}

const bucket = 'kept-bytes';

const switching = 'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n';

/** Entries of one page of a list. */
const pageSize = 2;

export async function startS3Server(): Promise<S3Server> {
  const identity: AwsIdentity = { id: 'AKIATESTTEST', secret: 'CANARY-bucket-secret', region: 'eu-central-9' };
  const objects = new Map<string, { readonly bytes: Buffer; readonly at: number }>();
  const requests: string[] = [];
  let faults: S3Fault[] = [];

  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '/', 'http://x');
    const key = url.pathname.slice(bucket.length + 2);
    requests.push(`${request.method} ${key}`);
    const fault = faults.shift();
    if (fault === 'silence') return;
    if (fault === 'reset') return void request.socket.resetAndDestroy();
    if (fault === 'another protocol') return void request.socket.end(switching);
    const body = await buffer(request);
    if (isRefusal(fault)) return refuse(response, refusals[fault]);
    const wrong = verifyAwsSignature(request, body, identity);
    if (wrong !== null) return refuse(response, [403, wrong]);
    if (!url.pathname.startsWith(`/${bucket}`)) return refuse(response, [404, 'NoSuchBucket']);
    if (key === '') return list(response, url.searchParams, objects);
    if (request.method === 'PUT') {
      if (request.headers['content-length'] === undefined) return refuse(response, [411, 'MissingContentLength']);
      objects.set(key, { bytes: body, at: Date.now() });
      return void response.writeHead(200).end();
    }
    if (request.method === 'DELETE') {
      objects.delete(key);
      return void response.writeHead(204).end();
    }
    const found = objects.get(key);
    if (!found) return refuse(response, [404, 'NoSuchKey']);
    const range = fault === 'another range' ? 'bytes=0-1' : request.headers.range;
    return send(response, found.bytes, { range, cut: fault === 'cut in the middle' });
  };

  const server = createServer((request, response) => void serve(request, response).catch(() => response.destroy()));
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    address: `s3://${bucket}?endpoint=${endpoint}&region=${identity.region}`,
    identity,
    objects,
    requests,
    fail: (fault, times) => {
      faults = Array.from({ length: times }, () => fault);
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}

function refuse(response: ServerResponse, [status, code, retryAfter]: Refusal): void {
  const headers = { 'content-type': 'application/xml', ...(retryAfter !== undefined && { 'retry-after': retryAfter }) };
  response.writeHead(status, headers);
  response.end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>CANARY-bucket-words</Message></Error>`);
}

function send(
  response: ServerResponse,
  bytes: Buffer,
  { range, cut }: { readonly range: string | undefined; readonly cut: boolean },
): void {
  const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(range ?? '') ?? [];
  const part = first === undefined ? bytes : bytes.subarray(Number(first), Number(last) + 1);
  response.writeHead(first === undefined ? 200 : 206, {
    'content-length': String(part.length),
    ...(first !== undefined && { 'content-range': `bytes ${first}-${last}/${bytes.length}` }),
  });
  if (!cut) return void response.end(part);
  response.write(part.subarray(0, part.length / 2), () => response.destroy());
}

function list(response: ServerResponse, query: URLSearchParams, objects: S3Server['objects']): void {
  const after = query.get('continuation-token') ?? '';
  const keys = [...objects.keys()].toSorted().filter((key) => key > after);
  const page = keys.slice(0, pageSize);
  const entries = page.map((key) => {
    const at = new Date(objects.get(key)?.at ?? 0).toISOString();
    return `<Contents><Key>${key}</Key><LastModified>${at}</LastModified><Size>1</Size></Contents>`;
  });
  const more = keys.length > pageSize;
  const next = more ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : '';
  response.writeHead(200, { 'content-type': 'application/xml' });
  response.end(
    `<?xml version="1.0"?><ListBucketResult><IsTruncated>${more}</IsTruncated>${next}${entries.join('')}</ListBucketResult>`,
  );
}
