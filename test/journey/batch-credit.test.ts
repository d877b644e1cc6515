import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { formatCredits, nanoPerCredit } from '../../src/shared/money.ts';
import { makeBatchWatch } from '../../src/batches/watch-batches.ts';
import { Secret } from '../../src/shared/secret.ts';
import { silentLog } from '../../src/shared/log.ts';
import { makeConfig, makeModel, makeProduct, makeProvider, makeWorkspaceRow, testKey } from '../fakes/make-config.ts';
import { json, type Script } from '../fakes/script.ts';
import { startScriptedUpstream, type ScriptedUpstream } from '../fakes/scripted-upstream.ts';
import { makeShiftedClock } from '../fakes/shifted-clock.ts';
import {
  chargedOf,
  doneLine,
  expiredLine,
  gone,
  makeBatch,
  playBatch,
  playFileBatch,
  specB,
  whole,
} from './batch-upstream.ts';
import { adminSecret } from './start-console.ts';
import { startWith, type TestGateway } from './start-gateway.ts';

const line = { model: 'dear', max_tokens: 30, messages: [{ role: 'user', content: 'x' }] };
const days = 86_400_000;

/** The workspace has 100 credits; a file's batch may cost 30 and a bit, one of a message 5. */
describe('the credit for a batch', () => {
  const clock = makeShiftedClock();
  let upstream: ScriptedUpstream;
  let gateway: TestGateway;
  beforeAll(async () => {
    upstream = await startScriptedUpstream();
    const rates = { input_tokens: 1_000_000_000n, output_tokens: 1_000_000_000_000n };
    const config = makeConfig({
      providers: [makeProvider('up-a', 'a', upstream.url), makeProvider('up-b', 'b', upstream.url)],
      products: [{ ...makeProduct('test'), prices: [{ from: 0, rates }] }],
      models: [makeModel('dear', ['up-a', 'up-b'])],
      bootstrap: {
        workspaces: [makeWorkspaceRow('acme', 100n * nanoPerCredit)],
        keys: [{ workspace: 'acme', name: 'ci', secret: new Secret(testKey) }],
      },
    });
    gateway = { ...(await startWith({ ...config, adminKey: new Secret(adminSecret) }, { clock })), upstream };
  });
  beforeEach(() => {
    upstream.forget();
    playFileBatch(gateway, null);
  });
  afterEach(async () => expect(await balance()).toMatchObject({ held: '0' }));
  afterAll(async () => {
    await gateway.close();
    await upstream.close();
  });

  /** As the control API shows it. */
  const ask = async (path: string): Promise<unknown> =>
    (await gateway.call(`/console/api${path}`, { headers: { authorization: `Bearer ${adminSecret}` } })).json();
  const balance = () =>
    ask('/workspaces/acme/credits') as Promise<{ held: string; charged: string; available: string }>;
  const upload = async (): Promise<string> => {
    const form = new FormData();
    form.append('purpose', 'batch');
    form.append('file', new Blob([JSON.stringify({ custom_id: 'one', url: '/v1/chat/completions', body: line })]), 'x');
    const headers = { authorization: `Bearer ${gateway.key}` };
    const file = await fetch(`${gateway.url}/v1/files`, { method: 'POST', body: form, headers });
    return ((await file.json()) as { id: string }).id;
  };
  const create = async (input_file_id: string) => {
    const body = { input_file_id, endpoint: '/v1/chat/completions', completion_window: '24h' };
    const answer = await gateway.call('/v1/batches', { body });
    const text = await answer.text();
    return { status: answer.status, text, id: (JSON.parse(text) as { id?: string }).id ?? '' };
  };
  const look = () => makeBatchWatch({ ...gateway.services, ...gateway.services.store, clock, log: silentLog })();
  const makeOfB = () => makeBatch(gateway, ['dear']);

  it('is set aside when it is made: of twenty at once on credit for three, three are', async () => {
    const file = await upload();
    const answers = await Promise.all(Array.from({ length: 20 }, () => create(file)));
    const made = answers.filter(({ status }) => status === 200);
    expect([made.length, upstream.requests.filter(({ path }) => path.endsWith('/batches')).length]).toEqual([3, 3]);
    for (const { status, text } of answers.filter(({ status: each }) => each !== 200)) {
      expect([status, text]).toEqual([403, expect.stringMatching(/\(90\.\d+ more are set aside for .* and batches\)/)]);
    }
    const { ledger, objects } = gateway.services.store;
    const [one] = (await objects.unchargedBatches(null, 1)).data;
    expect((await ledger.reservation(one?.id ?? ''))?.amount).toBeGreaterThan(30_000_000_000n);
    expect(await balance()).toMatchObject({ held: expect.stringMatching(/^90\./) as string, charged: '0' });
    const body = { ...line, max_tokens: 20 };
    const call = await gateway.call('/v1/chat/completions', { body });
    expect([call.status, await call.text()]).toEqual([403, expect.stringContaining('and batches')]);
    const limits = await ask('/workspaces/acme/limits');
    expect(JSON.stringify(limits)).toContain('"held":"90.');
    for (const { id } of made) await gateway.call(`/v1/batches/${id}`);
  });

  const refused: readonly (readonly [string, Script, number])[] = [
    ['refuses it', json({ error: { message: 'no' } }, { status: 400 }), 400],
    ['is overloaded', json({ error: { message: 'no' } }, { status: 529 }), 529],
    ['answers with a redirect', json({}, { status: 307, headers: { location: '/x' } }), 502],
    ['answers with an error', json({ error: { message: 'no' } }), 502],
  ];
  it.each(refused)('is given back at once when the upstream %s', async (_what, script, status) => {
    const file = await upload();
    upstream.next(script);
    expect((await create(file)).status).toBe(status);
    expect((await balance()).held).toBe('0');
    upstream.next(script);
    await expect(makeOfB()).rejects.toThrow();
    expect((await balance()).held).toBe('0');
  });

  it('is set aside for each of two batches that the upstream calls by the same id, and given back for each', async () => {
    const file = await upload();
    const twin = json({ id: 'the-same-twice', object: 'batch', endpoint: '/v1/chat/completions' });
    upstream.next(twin);
    const first = await create(file);
    const { held } = await balance();
    upstream.next(twin);
    const second = await create(file);
    expect([second.status, second.id === first.id]).toEqual([200, false]);
    expect(Number((await balance()).held)).toBeCloseTo(2 * Number(held));
    upstream.always(json({ id: 'the-same-twice', object: 'batch', status: 'failed' }));
    await gateway.call(`/v1/batches/${first.id}`);
    expect(await balance()).toMatchObject({ held });
    await gateway.call(`/v1/batches/${second.id}`);
  });

  it('is given back when a batch ends without results', async () => {
    const { id } = await create(await upload());
    upstream.always(json({ id: 'x', object: 'batch', status: 'failed' }));
    await gateway.call(`/v1/batches/${id}`);
  });

  it('is given back when a batch is given up', async () => {
    await create(await upload());
    playBatch(gateway, whole(''), 'in_progress');
    await makeOfB();
    upstream.always(gone);
    await look();
    expect((await balance()).held).toMatch(/^35\./);
    clock.pass(33 * days);
    await look();
  });

  it('is given back when a batch has not ended after 32 days, although its record never expires', async () => {
    await create(await upload());
    playBatch(gateway, whole(''), 'in_progress');
    await makeOfB();
    const { objects } = gateway.services.store;
    for (const batch of (await objects.unchargedBatches(null, 10)).data)
      await objects.change(batch, () => ({ expiresAt: null }));
    upstream.always(json({ id: 'x', object: 'batch', status: 'in_progress', processing_status: 'in_progress' }));
    clock.pass(31 * days);
    await look();
    expect((await balance()).held).toMatch(/^35\./);
    clock.pass(2 * days);
    await look();
    expect(await balance()).toMatchObject({ held: '0', charged: '0' });
  });

  it('is given back when a batch is deleted that its provider has forgotten', async () => {
    playBatch(gateway, whole(''));
    const { id } = await makeOfB();
    upstream.always(gone);
    const remove = () => gateway.call(`/v1/messages/batches/${id}`, { method: 'DELETE', headers: specB });
    const early = await remove();
    expect([early.status, await early.text()]).toEqual([503, expect.stringContaining('It may in a moment')]);
    clock.shift(3_600_000);
    expect((await remove()).status).toBe(200);
  });

  it('becomes what its lines cost, and the rest is given back', async () => {
    const models = Array.from({ length: 8 }, () => 'dear');
    const others = models.slice(1).map((_, index) => expiredLine(`r${index}`));
    playBatch(gateway, whole([doneLine('a', 'dear'), ...others].join('\n')));
    const { id } = await makeBatch(gateway, models);
    expect((await balance()).held).toMatch(/^40\./);
    await gateway.call(`/v1/messages/batches/${id}`, { headers: specB });
    // 100 tokens in at 0.001 credits, 20 out at 1.
    expect(await balance()).toMatchObject({ held: '0', charged: '20.1', available: '79.9' });
    expect(await gateway.services.metering.reconcile()).toEqual([]);
  });

  const tokens = (input_tokens: number, output_tokens: number, more: object = {}): string =>
    JSON.stringify({ input_tokens, output_tokens, ...more });
  const adviceOf = (output_tokens: number): object => ({
    iterations: [{ type: 'advisor_message', model: 'dear', input_tokens: 10, output_tokens }],
  });
  /** Two billion tokens at a credit each are more than a charge can be. */
  const tooMany = 2_000_000_000;

  it.each([
    ['an output', tokens(10, tooMany), ['2.01 partial unbelieved:charge']],
    ['an input and an output', tokens(10 ** 12, tooMany), ['2 estimate unbelieved:charge']],
    [
      'the work of another model',
      tokens(10, 2, adviceOf(tooMany)),
      ['2.01 upstream ', expect.stringMatching(/^3\.\d+ upstream side_work,unbelieved:charge$/)],
    ],
  ])('is kept for the other lines if one reports %s that is not plausible', async (_, reported, charges) => {
    const lineOf = (id: string, usage: string): string =>
      `{"custom_id":"${id}","result":{"type":"succeeded","message":{"type":"message","model":"dear","content":[{"type":"text","text":"Hello there"}],"usage":${usage}}}}`;
    const others = ['r1', 'r2', 'r3'].map((id) => lineOf(id, tokens(10, 4)));
    playBatch(gateway, whole([lineOf('r0', reported), ...others].join('\n')));
    const batch = await makeBatch(gateway, ['dear', 'dear', 'dear', 'dear']);
    expect((await balance()).held).toMatch(/^20\./);
    await gateway.call(`/v1/messages/batches/${batch.id}`, { headers: specB });
    const found = (await chargedOf(gateway, batch)).map(({ charge, usageSource, flags }) =>
      [formatCredits(charge), usageSource, flags].join(' '),
    );
    const expected = [...charges, ...others.map(() => '4.01 upstream ')];
    expect(found.toSorted()).toEqual(expected);
  });
});
