import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { AwsClient } from 'aws4fetch';
import type { AwsIdentity } from './verify-aws-signature.ts';

/** A bucket that was not written here: moto's S3 server, which reads the protocol and checks signatures in its own way. */
export interface ForeignBucket {
  /** `s3://bucket?endpoint=…&region=…`. */
  readonly address: string;
  readonly identity: AwsIdentity;
  /** Keys that the bucket holds, by its own list. */
  readonly keys: () => Promise<readonly string[]>;
  /** What was begun in parts and never finished. */
  readonly unfinished: () => Promise<readonly string[]>;
  readonly close: () => Promise<void>;
}

/** Whether this machine has moto (`pip install 'moto[s3]' flask flask-cors`). CI always does. */
export const motoIsHere = process.env['CI'] === 'true' || spawnSync('moto_server', ['--help']).status === 0;

const bucket = 'kept-bytes';
const region = 'us-east-1';
const allowed = { Effect: 'Allow', Action: 's3:*', Resource: '*' };

/** Moto does not ask so many requests who they are: those that make its one user. */
const unsignedRequests = 3;

/** Starts moto as its own process, on a free port, with one user and one empty bucket; lists have two entries a page. */
export async function startMoto(): Promise<ForeignBucket> {
  const child = spawn('moto_server', ['-H', '127.0.0.1', '-p', '0'], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: {
      ...process.env,
      INITIAL_NO_AUTH_ACTION_COUNT: String(unsignedRequests),
      MOTO_S3_DEFAULT_MAX_KEYS: '2',
      PYTHONUNBUFFERED: '1',
    },
  });
  const ended = once(child, 'exit');
  const origin = await Promise.race([originOf(child.stderr), ended.then(() => null)]);
  if (origin === null) throw new Error('moto_server ended before it listened.');
  child.stderr.resume();
  const identity = await makeUser(origin);
  const client = new AwsClient({ accessKeyId: identity.id, secretAccessKey: identity.secret, region, service: 's3' });
  const ask = async (path: string, method = 'GET'): Promise<string> => {
    const answer = await client.fetch(`${origin}/${bucket}${path}`, { method });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`moto: ${answer.status} ${text}`);
    return text;
  };
  await ask('', 'PUT');
  return {
    address: `s3://${bucket}?endpoint=${origin}&region=${region}`,
    identity,
    keys: async () => keysIn(await ask('?list-type=2&max-keys=1000')),
    unfinished: async () => keysIn(await ask('?uploads')),
    close: async () => {
      child.kill();
      await ended;
    },
  };
}

const keysIn = (xml: string): readonly string[] => [...xml.matchAll(/<Key>([^<]*)</g)].map(([, key = '']) => key);

async function originOf(output: NodeJS.ReadableStream): Promise<string | null> {
  for await (const line of createInterface({ input: output })) {
    const origin = /Running on (http:\/\/[\d.:]+)/.exec(line)?.[1];
    if (origin !== undefined) return origin;
  }
  return null;
}

/** Makes a user who may do everything with buckets. */
async function makeUser(origin: string): Promise<AwsIdentity> {
  const nobody = new AwsClient({ accessKeyId: 'nobody', secretAccessKey: 'nobody', region, service: 'iam' });
  const ask = async (fields: Readonly<Record<string, string>>): Promise<string> => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const body = new URLSearchParams({ Version: '2010-05-08', UserName: 'diglot', ...fields }).toString();
    return (await nobody.fetch(`${origin}/`, { method: 'POST', headers, body })).text();
  };
  await ask({ Action: 'CreateUser' });
  const key = await ask({ Action: 'CreateAccessKey' });
  const PolicyDocument = JSON.stringify({ Version: '2012-10-17', Statement: [allowed] });
  await ask({ Action: 'PutUserPolicy', PolicyName: 'buckets', PolicyDocument });
  const [, id = ''] = /<AccessKeyId>([^<]+)</.exec(key) ?? [];
  const [, secret = ''] = /<SecretAccessKey>([^<]+)</.exec(key) ?? [];
  return { id, secret, region };
}
