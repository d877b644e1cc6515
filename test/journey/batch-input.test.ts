import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { nanoPerCredit } from '../../src/shared/money.ts';
import { objectOf } from '../../src/shared/json/json.ts';
import { Secret } from '../../src/shared/secret.ts';
import { makeModel, makeProduct, makeWorkspaceRow, testKey } from '../fakes/make-config.ts';
import { json } from '../fakes/script.ts';
import { playFileBatch, whole } from './batch-upstream.ts';
import { callWith } from './object-makers.ts';
import { startGateway, type TestGateway } from './start-gateway.ts';

const narrow = 'sk-test narrow';
const limited = 'sk-test limited';
const oneProduct = 'sk-test one product';

interface Line {
  readonly model: string;
  readonly max_tokens?: number;
  readonly text?: string;
}

/** A line of a file of requests. */
const lineOf = ({ text = 'x', ...body }: Line, index: number): string =>
  JSON.stringify({
    custom_id: `r${index}`,
    method: 'POST',
    url: '/v1/chat/completions',
    body: { ...body, messages: [{ role: 'user', content: text }] },
  });

const fileOf = (...lines: readonly Line[]): string => lines.map(lineOf).join('\n');

describe('a batch of a file', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    const rates = { input_tokens: 1_000_000_000n, output_tokens: 1_000_000_000_000n };
    const dear = { ...makeProduct('dear'), prices: [{ from: 0, rates }] };
    gateway = await startGateway({
      products: [makeProduct('test'), dear, { ...makeProduct('other', ['test-model']) }],
      models: [
        makeModel('test-model', ['up-a']),
        makeModel('dear-model', ['up-a'], { product: 'dear', maxOutputTokens: 1_000 }),
        makeModel('renamed', [], {
          targets: [{ provider: 'up-a', model: 'vendor-name', region: 'global', weight: 1 }],
        }),
        makeModel('elsewhere', ['up-b']),
        makeModel('talker', ['up-a'], { operations: ['chat'] }),
        makeModel('embedder', ['up-a'], { operations: ['embeddings'] }),
      ],
      bootstrap: {
        workspaces: [makeWorkspaceRow('acme', 100n * nanoPerCredit)],
        keys: [
          { workspace: 'acme', name: 'ci', secret: new Secret(testKey) },
          { workspace: 'acme', name: 'narrow', secret: new Secret(narrow) },
          { workspace: 'acme', name: 'limited', secret: new Secret(limited) },
          { workspace: 'acme', name: 'one product', secret: new Secret(oneProduct) },
        ],
      },
    });
    const { keys } = gateway.services.store;
    for (const key of keys.listKeys('acme')) {
      if (key.name === 'narrow') await keys.putKey({ ...key, scope: { ...key.scope, models: ['test-model'] } });
      if (key.name === 'one product') await keys.putKey({ ...key, scope: { ...key.scope, products: ['test'] } });
      if (key.name === 'limited') await keys.putKey({ ...key, limits: { ...key.limits, day: 20n * nanoPerCredit } });
    }
  });
  beforeEach(() => {
    gateway.upstream.forget();
    playFileBatch(gateway, null);
  });
  afterEach(async () => {
    const { store, metering, chargeBatch } = gateway.services;
    for (const batch of (await store.objects.unchargedBatches(null, 100)).data) await chargeBatch(batch);
    expect((await metering.balance('acme')).held).toBe(0n);
  });
  afterAll(() => gateway.close());

  let endpoint = '/v1/chat/completions';
  beforeEach(() => {
    endpoint = '/v1/chat/completions';
  });
  const create = async (text: string, key = testKey, headers: Readonly<Record<string, string>> = {}) => {
    const form = new FormData();
    form.append('file', new Blob([text]), 'in.jsonl');
    form.append('purpose', 'batch');
    const authorization = { authorization: `Bearer ${key}` };
    const file = await fetch(`${gateway.url}/v1/files`, { method: 'POST', body: form, headers: authorization });
    const { id: input_file_id } = (await file.json()) as { id: string };
    const body = { input_file_id, endpoint, completion_window: '24h' };
    const response = await callWith(gateway, key)('/v1/batches', { body, headers });
    return { status: response.status, text: await response.text() };
  };
  const sent = (): number => gateway.upstream.requests.filter(({ path }) => path.endsWith('/batches')).length;

  it('is refused when its lines can cost more than is left, with the figures', async () => {
    const line = { model: 'dear-model', max_tokens: 30 };
    expect((await create(fileOf(line, line, line))).status).toBe(200);
    const { status, text } = await create(fileOf(line, line, line, line));
    expect([status, sent()]).toEqual([403, 1]);
    expect(text).toMatch(
      /acme has 9\.\d+ credits left \(90\.\d+ more are set aside for calls under way and batches\), and .* up to 120\.\d+\./,
    );
    expect(JSON.parse(text)).toMatchObject({ error: { code: 'insufficient_credits' } });
  });

  it('is reckoned with the most that the model can put out where a line names no limit', async () => {
    const { status, text } = await create(fileOf({ model: 'dear-model' }));
    expect([status, text]).toEqual([403, expect.stringMatching(/up to 1,000\.\d+\./)]);
  });

  it('is reckoned with its size: no text has more tokens than bytes', async () => {
    const text = 'x'.repeat(100_000_000 / 1_000);
    const line = { model: 'dear-model', max_tokens: 1, text };
    expect((await create(fileOf(line))).status).toBe(403);
    expect((await create(fileOf({ ...line, text: text.slice(0, 90_000) }))).status).toBe(200);
  });

  it('is refused where a line would be refused as a call, and may be kept as a file', async () => {
    const plain = fileOf({ model: 'test-model' });
    const twice = plain.replace('"model"', '"model":"other","model"');
    const elsewhere = plain.replace('"model"', '"api_base":"http://x","model"');
    for (const [bad, word] of [
      [twice, 'body.model twice'],
      [elsewhere, 'api_base is not accepted'],
    ] as const) {
      const { status, text } = await create(`${plain}\n${bad}`);
      expect([status, JSON.parse(text)]).toMatchObject([400, { error: { param: 'input_file_id' } }]);
      expect(text).toContain(`Line 2 of the file cannot be run.`);
      expect(text).toContain(word);
    }
    expect(sent()).toBe(0);
  });

  it.each([
    ['/v1/embeddings', 'input_file_id', 'has requests for /v1/chat/completions, and the batch is for /v1/embeddings'],
    ['/v1/videos', 'endpoint', 'Batches for /v1/videos are not served'],
    ['/v1/files', 'endpoint', 'Batches for /v1/files are not served'],
  ])('is refused for an endpoint at which its lines could not be counted: %s', async (other, param, words) => {
    endpoint = other;
    const { status, text } = await create(fileOf({ model: 'test-model', max_tokens: 1 }));
    expect([status, JSON.parse(text)]).toMatchObject([400, { error: { param } }]);
    expect(text).toContain(words);
    expect(sent()).toBe(0);
  });

  it('is held to the limits of its key', async () => {
    const file = fileOf({ model: 'dear-model', max_tokens: 30 });
    const { status, text } = await create(file, limited);
    expect([status, text]).toEqual([403, expect.stringContaining('Daily limit of key limited reached')]);
    expect((await create(file)).status).toBe(200);
  });

  it.each([
    ['no JSON', '{"cut":'],
    ['no model', '{"body":{}}'],
    ['padded beyond what is read', `${fileOf({ model: 'dear-model' })}${' '.repeat(4_194_304)}`],
  ])('is refused, whatever the key, for a line whose model and cost are not known: %s', async (_, bad) => {
    const plain = fileOf({ model: 'test-model', max_tokens: 1 });
    for (const key of [testKey, narrow, oneProduct]) {
      for (const [file, number] of [
        [`${plain}\n${bad}`, 2],
        [bad, 1],
      ] as const) {
        const { status, text } = await create(file, key);
        expect([status, JSON.parse(text)]).toMatchObject([400, { error: { param: 'input_file_id' } }]);
        expect(text).toContain(`Line ${number} of the file cannot be run. It must be one JSON object of at most 4 MiB`);
      }
    }
    expect(sent()).toBe(0);
  });

  it('is refused where its file was not read here', async () => {
    const results = `${JSON.stringify({ custom_id: 'r0', response: { status_code: 400, body: {} } })}\n`;
    playFileBatch(gateway, whole(results));
    const { id } = JSON.parse((await create(fileOf({ model: 'test-model', max_tokens: 1 }))).text) as { id: string };
    const batch = (await (await gateway.call(`/v1/batches/${id}`)).json()) as { output_file_id: string };
    const body = { input_file_id: batch.output_file_id, endpoint: '/v1/chat/completions', completion_window: '24h' };
    const answer = await gateway.call('/v1/batches', { body });
    expect([answer.status, await answer.json()]).toMatchObject([
      400,
      {
        error: { param: 'input_file_id', message: expect.stringContaining('have not been read. Upload it') as string },
      },
    ]);
  });

  it('is refused where an earlier release read its file, and did not note what its lines are for', async () => {
    const { objects } = gateway.services.store;
    const form = new FormData();
    form.append('file', new Blob([fileOf({ model: 'test-model', max_tokens: 1 })]), 'in.jsonl');
    form.append('purpose', 'batch');
    const authorization = { authorization: `Bearer ${testKey}` };
    const uploaded = await fetch(`${gateway.url}/v1/files`, { method: 'POST', body: form, headers: authorization });
    const { id } = (await uploaded.json()) as { id: string };
    const file = await objects.find({ id, kind: 'file', spec: 'a', workspaceId: 'acme' });
    if (!file) throw new Error('The file is not stored.');
    await objects.change(file, ({ fields }) => {
      const { urls: _, ...input } = objectOf(fields['input']);
      return { fields: { ...fields, input } };
    });
    const body = { input_file_id: id, endpoint, completion_window: '24h' };
    const answer = await gateway.call('/v1/batches', { body });
    expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining('Upload it again')]);
  });

  it('never takes a sum that cannot be counted for nothing', async () => {
    const huge = { model: 'dear-model', max_tokens: Number.MAX_SAFE_INTEGER, n: Number.MAX_SAFE_INTEGER };
    expect((await create(fileOf(huge, huge))).status).toBe(403);
  });

  it.each([
    ['nothing-like-it', 404, 'input_file_id: There is no model nothing-like-it'],
    ['elsewhere', 404, 'is not served by the provider that stores the objects in this request'],
  ])('is refused for a model that cannot be called where the file is: %s', async (model, status, words) => {
    const answer = await create(fileOf({ model: 'test-model', max_tokens: 1 }, { model, max_tokens: 1 }));
    expect([answer.status, answer.text]).toEqual([status, expect.stringContaining(words)]);
    expect(JSON.parse(answer.text)).toMatchObject({ error: { param: 'input_file_id' } });
    expect(sent()).toBe(0);
  });

  it('asks of a model what its endpoint is for', async () => {
    expect((await create(fileOf({ model: 'talker', max_tokens: 1 }))).status).toBe(200);
    const { status, text } = await create(fileOf({ model: 'embedder' }));
    expect([status, text]).toEqual([404, expect.stringContaining('does not serve chat')]);
  });

  it('may call a model as its provider does', async () => {
    expect((await create(fileOf({ model: 'vendor-name', max_tokens: 1 }))).status).toBe(200);
  });

  it('is refused where it calls a model by a name that its provider does not know, with the name to write', async () => {
    const { status, text } = await create(fileOf({ model: 'renamed', max_tokens: 1 }));
    expect([status, JSON.parse(text)]).toMatchObject([404, { error: { param: 'input_file_id' } }]);
    expect(text).toContain('Write vendor-name in the file.');
    expect(sent()).toBe(0);
  });

  it('is for a key that is bound to models when every line names one of them', async () => {
    const line = { model: 'test-model', max_tokens: 1 };
    expect((await create(fileOf(line, line), narrow)).status).toBe(200);
    const tools = [{ type: 'image_generation', model: 'dear-model' }];
    const others = [
      { ...line, model: 'dear-model' },
      { ...line, tools },
    ];
    for (const file of others.map((each) => fileOf(line, each))) {
      const { status, text } = await create(file, narrow);
      expect([status, JSON.parse(text)]).toMatchObject([
        403,
        { error: { code: 'out_of_scope', param: 'input_file_id' } },
      ]);
    }
  });

  it('is charged on the Product that it was made with', async () => {
    const line = { model: 'test-model', max_tokens: 1 };
    const usage = { prompt_tokens: 7, completion_tokens: 3, total_tokens: 10 };
    const done = { custom_id: 'r0', response: { status_code: 200, body: { model: 'test-model', usage } } };
    playFileBatch(gateway, whole(JSON.stringify(done)));
    const headers = { 'x-product-sku': 'other' };
    const refused = await create(fileOf({ ...line, model: 'dear-model' }), testKey, headers);
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('does not contain')]);
    const { id } = JSON.parse((await create(fileOf(line), testKey, headers)).text) as { id: string };
    await gateway.call(`/v1/batches/${id}`);
    const { items } = await gateway.services.store.ledger.calls({ workspaceId: 'acme', limit: 100 });
    expect(items.filter(({ operation, charge }) => operation === 'createBatch' && charge > 0n)).toMatchObject([
      { productSku: 'other', model: 'test-model' },
    ]);
  });

  it('is charged though its file has been deleted meanwhile', async () => {
    const usage = { prompt_tokens: 7, completion_tokens: 3, total_tokens: 10 };
    const done = { custom_id: 'r0', response: { status_code: 200, body: { model: 'test-model', usage } } };
    playFileBatch(gateway, whole(JSON.stringify(done)));
    const { id } = JSON.parse((await create(fileOf({ model: 'test-model', max_tokens: 1 }))).text) as { id: string };
    const newest = (await (await gateway.call('/v1/files?limit=1')).json()) as { data: { id: string }[] };
    const removed = await gateway.call(`/v1/files/${newest.data[0]?.id}`, { method: 'DELETE' });
    expect(removed.status).toBe(200);
    const { posted } = await gateway.services.metering.balance('acme');
    await gateway.call(`/v1/batches/${id}`);
    expect((await gateway.services.metering.balance('acme')).posted).toBeGreaterThan(posted);
  });

  it('shows how long its results are, and keeps them until they are charged', async () => {
    const line = { model: 'test-model', max_tokens: 1 };
    playFileBatch(gateway, json({ error: {} }, { status: 500 }), { bytes: 4_321 });
    const { id } = JSON.parse((await create(fileOf(line))).text) as { id: string };
    const batch = (await (await gateway.call(`/v1/batches/${id}`)).json()) as { output_file_id: string };
    const list = await (await gateway.call('/v1/files?purpose=batch_output&limit=1')).json();
    expect(list).toMatchObject({ data: [{ id: batch.output_file_id, bytes: 4_321 }] });
    const remove = () => gateway.call(`/v1/files/${batch.output_file_id}`, { method: 'DELETE' });
    const refused = await remove();
    expect([refused.status, await refused.text()]).toEqual([503, expect.stringContaining('could not be charged yet')]);
    const refusedLine = { custom_id: 'r0', response: { status_code: 400, body: { error: { message: 'no' } } } };
    playFileBatch(gateway, whole(JSON.stringify(refusedLine)), { isSame: true });
    expect((await remove()).status).toBe(200);
    // A day later its place is forgotten.
    await gateway.services.store.objects.forgetDeleted(Date.now() + 1_000);
    expect(await (await gateway.call(`/v1/batches/${id}`)).json()).toMatchObject({
      output_file_id: batch.output_file_id,
    });
    expect(await (await gateway.call('/v1/files?purpose=batch_output&limit=1')).text()).not.toContain(`${id}_output`);
  });
});
