import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Secret } from '../../src/shared/secret.ts';
import { startS3Server, type S3Server } from '../fakes/s3-server.ts';
import { motoIsHere, startMoto, type ForeignBucket } from '../fakes/start-moto.ts';
import { makeHandClock } from '../fakes/hand-clock.ts';
import { bytes, head, json } from '../fakes/script.ts';
import { startGateway, type TestGateway } from './start-gateway.ts';

const picture = Buffer.concat([Buffer.from('\u0089PNG\r\n\u001a\n', 'latin1'), Buffer.alloc(9_000, 'pixel')]);
const drawn = { created: 1, data: [{ b64_json: picture.toString('base64') }] };
const ask = { model: 'test-model', prompt: 'a cat', response_format: 'url' };

describe('a drive in a bucket', () => {
  let bucket: S3Server;
  let gateway: TestGateway;
  beforeAll(async () => {
    bucket = await startS3Server();
    const { id, secret } = bucket.identity;
    gateway = await startGateway({
      metrics: true,
      storage: { drive: bucket.address, driveCredential: { id, secret: new Secret(secret) } },
    });
  });
  beforeEach(() => {
    gateway.upstream.forget();
    gateway.upstream.always(json(drawn));
  });
  afterAll(async () => {
    await gateway.close();
    await bucket.close();
  });

  it('keeps and serves what calls produce', async () => {
    const { data } = (await (await gateway.call('/v1/images/generations', { body: ask })).json()) as {
      data: { url: string }[];
    };
    const path = data[0]?.url.slice(gateway.url.length) ?? '';
    const whole = await gateway.call(path);
    expect(Buffer.from(await whole.arrayBuffer()).equals(picture)).toBe(true);
    const part = await gateway.call(path, { headers: { range: 'bytes=8-12' } });
    expect([part.status, await part.text()]).toEqual([206, 'pixel']);
    bucket.fail('internal error', 3);
    const away = await gateway.call(path);
    expect([away.status, await away.json()]).toMatchObject([503, { error: { code: 'overloaded' } }]);
    expect(Number(away.headers.get('retry-after'))).toBeGreaterThan(0);
    expect([...bucket.objects.values()].some((object) => object.bytes.equals(picture))).toBe(true);
  });

  it.each(['internal error', 'reset'] as const)('that is down costs no caller an image: %s', async (fault) => {
    const before = bucket.objects.size;
    bucket.fail(fault, 3);
    const response = await gateway.call('/v1/images/generations', { body: ask });
    const text = await response.text();
    expect([response.status, response.headers.get('x-diglot-drive-file')]).toEqual([200, null]);
    expect(JSON.parse(text)).toEqual(drawn);
    expect(text).not.toContain('CANARY');
    expect(bucket.objects.size).toBe(before);
  });

  const readiness = async () => (await gateway.call('/readyz')).json() as Promise<{ status: string; warning?: string }>;
  const failures = async (): Promise<string> => {
    const text = await (await fetch(gateway.app.metricsUrl ?? '')).text();
    return /^diglot_drive_failures_total (\d+)$/m.exec(text)?.[1] ?? '';
  };

  it('shows that it is down in the readiness and the metrics, until it works again', async () => {
    const before = Number(await failures());
    bucket.fail('internal error', 3);
    await (await gateway.call('/v1/images/generations', { body: ask })).text();
    expect(await readiness()).toMatchObject({
      status: 'ready',
      warning: expect.stringContaining('The drive ') as string,
    });
    expect(Number(await failures())).toBe(before + 1);
    await (await gateway.call('/v1/images/generations', { body: ask })).text();
    expect(await readiness()).toEqual({ status: 'ready' });
    expect(Number(await failures())).toBe(before + 1);
  });

  it('that lacks the bytes of a stored file is not the one of the instance that stored it', async () => {
    const answer = await gateway.call('/v1/images/generations', { body: ask });
    const { data } = (await answer.json()) as { data: { url: string }[] };
    const before = Number(await failures());
    bucket.objects.clear();
    const gone = await gateway.call(data[0]?.url.slice(gateway.url.length) ?? '');
    const { error } = (await gone.json()) as { error: { message: string } };
    expect([gone.status, error.message]).toEqual([404, expect.stringContaining('is not in the drive') as string]);
    expect((await readiness()).warning).toContain('storage.drive');
    expect(Number(await failures())).toBe(before + 1);
  });

  it('that is down for one image is not waited for with the others, which are not fetched either', async () => {
    const made = ['one', 'two', 'three'].map((name) => ({ url: `${gateway.upstream.url}/${name}.png` }));
    gateway.upstream.always(({ path }) =>
      path.endsWith('.png')
        ? [head(200, { 'content-type': 'image/png', 'content-length': String(picture.length) }), bytes(picture)]
        : json({ created: 1, data: made }),
    );
    bucket.fail('internal error', 3);
    const response = await gateway.call('/v1/images/generations', { body: { ...ask, n: 3 } });
    expect(await response.json()).toEqual({ created: 1, data: made });
    const asked = gateway.upstream.requests.map(({ path }) => path);
    expect(asked.filter((path) => path.endsWith('.png'))).toEqual(['/one.png']);
  });

  it('cuts off what it cannot read to its end', async () => {
    const headers = { 'x-drive-store': 'true' };
    const kept = await gateway.call('/v1/images/generations', {
      body: { ...ask, response_format: 'b64_json' },
      headers,
    });
    await kept.text();
    const path = `/v1/drive/files/${kept.headers.get('x-diglot-drive-file')}/content`;
    bucket.fail('cut in the middle', 1);
    await expect(gateway.call(path).then((response) => response.arrayBuffer())).rejects.toThrow();
    bucket.objects.clear();
    const gone = await gateway.call(path);
    expect([gone.status, await gone.json()]).toMatchObject([404, { error: { code: 'not_found' } }]);
  });
});

describe.skipIf(!motoIsHere)('a drive in a bucket of another make', () => {
  const clock = makeHandClock();
  let bucket: ForeignBucket;
  let gateway: TestGateway;
  beforeAll(async () => {
    bucket = await startMoto();
    const { id, secret } = bucket.identity;
    const driveCredential = { id, secret: new Secret(secret) };
    gateway = await startGateway({ clock, storage: { drive: bucket.address, driveCredential } });
  });
  beforeEach(() => {
    gateway.upstream.forget();
    gateway.upstream.always(json(drawn));
  });
  afterAll(async () => {
    await gateway.close();
    await bucket.close();
  });

  /** Without the marks by which processes know that the bucket is theirs alone. */
  const stored = async (): Promise<readonly string[]> =>
    (await bucket.keys()).filter((key) => !key.includes('_process-'));

  it('keeps, serves in whole and in part, and forgets when the time has come', async () => {
    const answer = (await (await gateway.call('/v1/images/generations', { body: ask })).json()) as {
      data: { url: string }[];
    };
    const path = answer.data[0]?.url.slice(gateway.url.length) ?? '';
    const whole = await gateway.call(path);
    expect(Buffer.from(await whole.arrayBuffer()).equals(picture)).toBe(true);
    const part = await gateway.call(path, { headers: { range: 'bytes=8-12' } });
    expect([part.status, await part.text()]).toEqual([206, 'pixel']);
    const alone = await gateway.call(path, { method: 'HEAD' });
    expect([alone.status, alone.headers.get('content-length')]).toEqual([200, String(picture.length)]);
    expect(await stored()).toEqual([expect.stringContaining(`_${path.split('/').at(-2)}`)]);
    clock.jump(259_200_000);
    expect((await gateway.call(path)).status).toBe(404);
    clock.move(300_000);
    await expect.poll(stored).toEqual([]);
  });

  it('keeps nothing of speech that broke off: no object, and no part of one', async () => {
    gateway.upstream.next([
      head(200, { 'content-type': 'audio/mpeg', 'content-length': '90000' }),
      bytes(Buffer.alloc(60_000)),
      { kind: 'fin' },
    ]);
    const body = { model: 'test-model', input: 'hi', voice: 'alloy' };
    const speech = await gateway.call('/v1/audio/speech', { body, headers: { 'x-drive-store': 'true' } });
    await expect(speech.arrayBuffer()).rejects.toThrow();
    const id = speech.headers.get('x-diglot-drive-file');
    expect((await gateway.call(`/v1/drive/files/${id}`)).status).toBe(404);
    expect([await stored(), await bucket.unfinished()]).toEqual([[], []]);
  });
});
