import { createHash } from 'node:crypto';
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ByteReader, ByteStorage } from '../../../src/objects/byte-storage.ts';
import { Secret } from '../../../src/shared/secret.ts';
import { openFolderStorage } from '../../../src/store/bytes/folder.ts';
import { makeS3Exchange, makeS3Storage, readS3Address } from '../../../src/store/bytes/s3.ts';
import { makeSpools } from '../../../src/store/bytes/spool.ts';
import { startS3Server, type S3Server } from '../../fakes/s3-server.ts';
import { motoIsHere, startMoto, type ForeignBucket } from '../../fakes/start-moto.ts';
import type { AwsIdentity } from '../../fakes/verify-aws-signature.ts';

const folder = await mkdtemp(join(tmpdir(), 'diglot-bytes-'));
const bucket: S3Server = await startS3Server();
const foreign: ForeignBucket | null = motoIsHere ? await startMoto() : null;

/** The storage over a bucket; milliseconds of silence are borne. */
const over = (address: string, { id, secret }: AwsIdentity, borne: number): ByteStorage =>
  makeS3Storage({
    exchange: makeS3Exchange(readS3Address(address), { id, secret: new Secret(secret) }, borne),
    openSpool: makeSpools(join(folder, 'spool')),
    wait: async (milliseconds) => void waits.push(milliseconds),
  });
/** The milliseconds that were waited before another attempt. */
const waits: number[] = [];
const s3 = over(bucket.address, bucket.identity, 15_000);
const silence = 300;
/** For tests of silence alone: on a busy machine any answer may come later. */
const impatient = over(bucket.address, bucket.identity, silence);
const overForeign = ({ address, identity }: ForeignBucket): ByteStorage => over(address, identity, 10_000);

afterAll(async () => {
  await bucket.close();
  await foreign?.close();
  await rm(folder, { recursive: true });
});

const storages: readonly (readonly [string, () => Promise<ByteStorage>])[] = [
  ['a folder', () => openFolderStorage(join(folder, 'drive'))],
  ['a bucket', () => Promise.resolve(s3)],
  ...(foreign ? ([['a bucket of another make', () => Promise.resolve(overForeign(foreign))]] as const) : []),
];

const put = async (storage: ByteStorage, name: string, pieces: readonly (string | Buffer)[]) => {
  const writer = await storage.write(name);
  for (const piece of pieces) await writer.write(Buffer.from(piece));
  return writer.finish();
};

async function drain(reader: ByteReader | null): Promise<string | null> {
  if (!reader) return null;
  let text = '';
  for (let bytes = await reader.read(); bytes; bytes = await reader.read()) text += bytes.toString('latin1');
  await reader.close();
  return text;
}

const keys = async (storage: ByteStorage): Promise<readonly string[]> => {
  const found: string[] = [];
  for await (const { key } of storage.list()) found.push(key);
  return found.toSorted();
};

describe.each(storages)('bytes in %s', (_, open) => {
  let storage: ByteStorage;
  beforeAll(async () => {
    storage = await open();
  });

  it('have their content and their name in their key', async () => {
    const stored = await put(storage, 'drive_a', ['hello ', 'world']);
    const sha256 = 'b94d27b9934d3e08a52e52d7da7dabfac484efe37a5380ee9088f7ace2efcde9';
    expect(stored).toEqual({ key: `b9/${sha256}.drive_a`, length: 11, sha256 });
    expect(await put(storage, 'drive_b', ['hello world'])).toMatchObject({ key: `b9/${sha256}.drive_b` });
    expect(await keys(storage)).toEqual([`b9/${sha256}.drive_a`, `b9/${sha256}.drive_b`]);
  });

  it('are read whole and in part', async () => {
    const large = Buffer.alloc(300_000, 'abcdefghij');
    const { key, length } = await put(storage, 'drive_large', [large.subarray(0, 7), large.subarray(7)]);
    expect(length).toBe(300_000);
    expect(await drain(await storage.read(key, { first: 0, last: length - 1 }))).toBe(large.toString());
    expect(await drain(await storage.read(key, { first: 131_070, last: 131_079 }))).toBe('abcdefghij');
    expect(await drain(await storage.read(key, { first: length - 1, last: length - 1 }))).toBe('j');
  });

  it('are not seen before they are whole, nor when they are given up', async () => {
    const before = await keys(storage);
    const writer = await storage.write('drive_never');
    await writer.write(Buffer.from('half'));
    expect(await keys(storage)).toEqual(before);
    await writer.abort();
    expect(await keys(storage)).toEqual(before);
  });

  it('are gone when they are deleted, once and again', async () => {
    const { key } = await put(storage, 'drive_gone', ['x']);
    await storage.delete(key);
    await storage.delete(key);
    expect(await storage.read(key, { first: 0, last: 0 })).toBeNull();
    expect((await keys(storage)).filter((each) => each.includes('drive_gone'))).toEqual([]);
  });

  it('are listed with the moment of their writing, however many they are', async () => {
    for (let index = 0; index < 5; index += 1) await put(storage, `drive_many${index}`, [`${index}`]);
    const found: number[] = [];
    for await (const { name, writtenAt } of storage.list()) if (name.startsWith('drive_many')) found.push(writtenAt);
    expect(found).toHaveLength(5);
    for (const at of found) expect(Math.abs(at - Date.now())).toBeLessThan(60_000);
  });
});

describe('a folder', () => {
  it.each(['at its start', 'when it is listed'])(
    'forgets %s what was not finished for a day, and looks past what is not its own',
    async (when) => {
      const place = join(folder, `crashed ${when}`);
      const first = await openFolderStorage(place);
      const writer = await first.write('drive_half');
      await writer.write(Buffer.from('half'));
      await writeFile(join(place, 'notes.txt'), 'another’s');
      const unfinished = async () => readdir(join(place, 'unfinished'));
      const [half = ''] = await unfinished();
      const longAgo = Date.now() / 1_000 - 86_500;
      await utimes(join(place, 'unfinished', half), longAgo, longAgo);
      expect(await keys(when === 'at its start' ? await openFolderStorage(place) : first)).toEqual([]);
      expect(await readdir(place)).toEqual(['notes.txt', 'unfinished']);
      expect(await unfinished()).toEqual([]);
      await writer.abort();
    },
  );

  it('keeps what a process writes while another one starts on it, such as a worker that is replaced', async () => {
    const place = join(folder, 'workers');
    const writer = await (await openFolderStorage(place)).write('drive_whole');
    await writer.write(Buffer.from('who'));
    const other = await openFolderStorage(place);
    await writer.write(Buffer.from('le'));
    const { key } = await writer.finish();
    expect(await drain(await other.read(key, { first: 0, last: 4 }))).toBe('whole');
  });

  it('lets a reader finish that began before the bytes were deleted', async () => {
    const storage = await openFolderStorage(join(folder, 'drive'));
    const { key } = await put(storage, 'drive_read', [Buffer.alloc(200_000, 1)]);
    const reader = await storage.read(key, { first: 0, last: 199_999 });
    await reader?.read();
    await storage.delete(key);
    expect((await drain(reader))?.length).toBe(200_000 - 65_536);
  });

  it('says nothing when there is nothing yet', async () => {
    expect(await keys(await openFolderStorage(join(folder, 'absent')))).toEqual([]);
  });
});

describe('a bucket', () => {
  it.each([
    'internal error',
    'slow down',
    'too many requests',
    'request timeout',
    'body timeout',
    'silence',
    'reset',
    'another protocol',
  ] as const)('that fails is asked again: %s', async (fault) => {
    bucket.fail(fault, 2);
    const storage = fault === 'silence' ? impatient : s3;
    const { key } = await put(storage, 'drive_again', [fault]);
    bucket.fail(fault, 2);
    expect(await drain(await storage.read(key, { first: 0, last: 0 }))).toBe(fault.slice(0, 1));
  });

  it.each([
    ['slow down', [200, 400]],
    ['too many requests', [3_000, 3_000]],
    ['too many requests for an hour', [5_000, 5_000]],
  ] as const)(
    'that says when to come back is asked again then, and after five seconds at most: %s',
    async (fault, expected) => {
      waits.length = 0;
      bucket.fail(fault, 2);
      await put(s3, 'drive_later', [fault]);
      expect(waits).toEqual(expected);
    },
  );

  it('that refuses a request is not asked again', async () => {
    bucket.fail('bad request', 1);
    await expect(put(s3, 'drive_refused', ['x'])).rejects.toThrow(/answered 400 InvalidRequest to PUT/);
    expect(bucket.requests.filter((each) => /^PUT .*drive_refused/.test(each))).toHaveLength(1);
  });

  it('that goes on failing keeps nothing, and says so without the bucket’s words', async () => {
    bucket.fail('internal error', 3);
    const failed = put(s3, 'drive_failed', ['x']);
    await expect(failed).rejects.toThrow(/answered 500 InternalError to PUT/);
    await expect(failed).rejects.not.toThrow(/CANARY/);
    expect((await keys(s3)).filter((key) => key.includes('drive_failed'))).toEqual([]);
    expect(await readdir(join(folder, 'spool'))).toEqual([]);
  });

  it('whose answer to a PUT is lost keeps nothing of it, although it has stored it', async () => {
    const { id, secret } = bucket.identity;
    const exchange = makeS3Exchange(readS3Address(bucket.address), { id, secret: new Secret(secret) });
    const storage = makeS3Storage({
      exchange: async (request) => {
        const answer = await exchange(request);
        if (request.method !== 'PUT') return answer;
        answer.resume();
        throw new Error('lost');
      },
      openSpool: makeSpools(join(folder, 'spool')),
      wait: async () => undefined,
    });
    await expect(put(storage, 'drive_lost', ['x'])).rejects.toThrow('lost');
    expect((await keys(s3)).filter((key) => key.includes('drive_lost'))).toEqual([]);
  });

  it('is not given up while nothing is read from it, because a client is slow', async () => {
    const { key } = await put(s3, 'drive_slow', [Buffer.alloc(4_000_000)]);
    const reader = await impatient.read(key, { first: 0, last: 3_999_999 });
    const first = await reader?.read();
    await wait(2 * silence);
    expect((await drain(reader))?.length).toBe(4_000_000 - (first?.length ?? 0));
  });

  it('that answers another range than the one that was asked for gives nothing', async () => {
    const { key } = await put(s3, 'drive_range', ['0123456789']);
    bucket.fail('another range', 1);
    await expect(s3.read(key, { first: 2, last: 4 })).rejects.toThrow('does not answer ranges');
    expect(await drain(await s3.read(key, { first: 2, last: 4 }))).toBe('234');
  });

  it('that cuts an answer off is no end of the bytes', async () => {
    const { key } = await put(s3, 'drive_cut', [Buffer.alloc(100_000)]);
    bucket.fail('cut in the middle', 1);
    await expect(s3.read(key, { first: 0, last: 99_999 }).then(drain)).rejects.toThrow();
  });

  it.each([bucket, ...(foreign ? [foreign] : [])])(
    'refuses another secret: $address',
    async ({ address, identity }) => {
      const storage = over(address, { ...identity, secret: 'another' }, 10_000);
      await expect(put(storage, 'drive_x', ['x'])).rejects.toThrow(/403 SignatureDoesNotMatch/);
    },
  );

  it.each(foreign ? [foreign] : [])('of another make keeps nothing of a PUT that breaks off', async (there) => {
    const { address, identity } = there;
    const credential = { id: identity.id, secret: new Secret(identity.secret) };
    const before = await there.keys();
    const broken = async function* (): AsyncGenerator<Buffer> {
      yield Buffer.alloc(100_000);
      await Promise.reject(new Error('the disk is gone'));
    };
    const whole = Buffer.alloc(200_000);
    const sha256 = createHash('sha256').update(whole).digest('hex');
    const exchange = makeS3Exchange(readS3Address(address), credential, 5_000);
    const body = { length: whole.length, sha256, bytes: broken };
    await expect(exchange({ method: 'PUT', key: `00/${sha256}.drive_half`, body })).rejects.toThrow();
    expect(await there.keys()).toEqual(before);
    expect(await there.unfinished()).toEqual([]);
  });

  it.each([
    ['s3://bucket', { bucket: 'bucket', endpoint: 'https://s3.us-east-1.amazonaws.com', region: 'us-east-1' }],
    [
      's3://bucket?region=eu-west-1',
      { bucket: 'bucket', endpoint: 'https://s3.eu-west-1.amazonaws.com', region: 'eu-west-1' },
    ],
    ['s3://a.b?endpoint=http://h:9/&region=r', { bucket: 'a.b', endpoint: 'http://h:9', region: 'r' }],
  ])('is named by its address: %s', (address, read) => {
    expect(readS3Address(address)).toEqual(read);
  });

  it.each(['s3://', 's3://X', 's3://bucket?endpoint=nowhere', 's3://bucket?endpiont=https://x', 's3://bucket/path'])(
    'is refused by an address that is none: %s',
    (address) => {
      expect(() => readS3Address(address)).toThrow(/storage.drive/);
    },
  );
});
