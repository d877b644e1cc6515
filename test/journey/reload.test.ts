import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { Product } from '../../src/catalog/catalog.ts';
import { Secret } from '../../src/shared/secret.ts';
import { unitKinds } from '../../src/shared/usage.ts';
import { openDatabaseLink } from '../fakes/database-link.ts';
import { makeConfig, makeModel, makeProduct, makeProvider, testKey } from '../fakes/make-config.ts';
import { hasPostgres, startPostgres, type PostgresServer } from '../fakes/postgres-server.ts';
import { json } from '../fakes/script.ts';
import { startScriptedUpstream } from '../fakes/scripted-upstream.ts';
import { chargedOf, doneLine, makeBatch, playAgain, playBatch, playFileBatch, specB, whole } from './batch-upstream.ts';
import { startGateway, startWith, type TestGateway } from './start-gateway.ts';

const providers = [makeProvider('up-a', 'a', 'http://127.0.0.1:1')];
const withModel = (id: string, changes: Partial<Parameters<typeof makeConfig>[0]> = {}) =>
  makeConfig({ providers, models: [makeModel(id, ['up-a'])], ...changes });

const withPrice = (sku: string, rate: bigint): Product => ({
  ...makeProduct(sku),
  prices: [{ from: 0, rates: Object.fromEntries(unitKinds.map((kind) => [kind, rate])) }],
});

const models = async ({ call }: Pick<TestGateway, 'call'>): Promise<readonly string[]> => {
  const { data } = (await (await call('/v1/models')).json()) as { readonly data: readonly { readonly id: string }[] };
  return data.map(({ id }) => id);
};

/** The model goes to another provider, and has a Product that costs ten times as much. */
async function moveModel({ app, upstream: { url } }: TestGateway, otherUrl: string): Promise<void> {
  const kept = [makeProvider('up-a', 'a', url), makeProvider('up-b', 'b', url)];
  const all = [...kept, makeProvider('up-c', 'b', otherUrl), makeProvider('up-d', 'a', otherUrl)];
  const products = [withPrice('test', 1_000n), withPrice('dear', 10_000n)];
  const model = makeModel('test-model', ['up-c', 'up-d'], { product: 'dear' });
  await app.reload(makeConfig({ providers: all, models: [model], products }));
}

describe('a new configuration', () => {
  it('changes nothing where a part of it cannot be had', async () => {
    const gateway = await startWith(withModel('before'));
    onTestFinished(gateway.close);
    const { bootstrap } = withModel('before');
    const [acme] = bootstrap.workspaces;
    if (acme === undefined) throw new Error('There is no workspace.');
    const taken = {
      workspaces: [...bootstrap.workspaces, { ...acme, id: 'globex' }],
      keys: [...bootstrap.keys, { workspace: 'globex', name: 'ci', secret: new Secret(testKey) }],
    };
    await expect(gateway.app.reload(withModel('after', { bootstrap: taken }))).rejects.toThrow(/another workspace/);
    expect(await models(gateway)).toEqual(['before']);
    await gateway.app.reload(withModel('after'));
    expect(await models(gateway)).toEqual(['after']);
  });

  it('leaves a running batch its provider, its Product and its price', async () => {
    const gateway = await startGateway();
    onTestFinished(gateway.close);
    const other = await startScriptedUpstream();
    onTestFinished(other.close);
    playBatch(gateway, whole(doneLine('a')), 'in_progress');
    const batch = await makeBatch(gateway);
    await moveModel(gateway, other.url);
    playAgain(gateway, whole(doneLine('a')));
    const read = await gateway.call(`/v1/messages/batches/${batch.id}`, { headers: specB });
    expect([read.status, other.requests]).toEqual([200, []]);
    const [line] = await chargedOf(gateway, batch);
    expect([line?.provider, line?.productSku, line?.charge]).toEqual(['up-b', 'test', 121n]);
    // What is made now goes where the new configuration says.
    other.always(() => json({ id: 'up-9', type: 'message_batch', processing_status: 'in_progress' }));
    await makeBatch(gateway);
    expect(other.requests).toHaveLength(1);
  });

  it.each(['named by the request', 'known to the batch by its line'])(
    'leaves the other models of a running batch the Product of a live call, %s',
    async (way) => {
      const modelsAt = (product: string) => [
        makeModel('test-model', ['up-a', 'up-b']),
        makeModel('adviser', ['up-b'], { product }),
      ];
      const products = [withPrice('test', 1_000n), withPrice('dear', 10_000n), withPrice('dearest', 100_000n)];
      const gateway = await startGateway({ models: modelsAt('dear'), products });
      onTestFinished(gateway.close);
      const iterations = [
        { type: 'message', input_tokens: 100, output_tokens: 20 },
        { type: 'advisor_message', model: 'adviser-20260101', input_tokens: 7, output_tokens: 1 },
      ];
      const usage = { input_tokens: 100, output_tokens: 20, iterations };
      const message = { type: 'message', role: 'assistant', model: 'test-model', content: [], usage };
      const asked = { model: 'test-model', max_tokens: 500, messages: [{ role: 'user', content: 'x' }] };
      gateway.upstream.next(json({ id: 'msg_1', ...message }));
      await (await gateway.call('/v1/messages', { body: asked, headers: specB })).text();
      const calls = async () =>
        (await gateway.services.store.ledger.calls({ workspaceId: 'acme', limit: 100 })).items
          .filter(({ productSku }) => productSku !== 'unbilled')
          .map(({ model, productSku, charge, flags }) => ({ model, productSku, charge, flags }))
          .toSorted((one, other) => (one.model < other.model ? -1 : 1));
      const live = await calls();
      expect(live).toMatchObject([
        { model: 'adviser', productSku: 'dear', charge: 80n, flags: 'side_work' },
        { model: 'test-model', productSku: 'test', charge: 121n },
      ]);
      const line = JSON.stringify({ custom_id: 'a', result: { type: 'succeeded', message } });
      playBatch(gateway, whole(line), 'in_progress');
      const tools = [{ type: 'advisor_20260301', name: 'advisor', model: 'adviser' }];
      const requests = [
        { custom_id: 'a', params: { ...asked, ...(way.startsWith('named') && { tools }) } },
        ...(way.startsWith('known') ? [{ custom_id: 'b', params: { ...asked, model: 'adviser' } }] : []),
      ];
      const made = await gateway.call('/v1/messages/batches', { body: { requests }, headers: specB });
      const { id } = (await made.json()) as { readonly id: string };
      const here = [makeProvider('up-a', 'a', gateway.upstream.url), makeProvider('up-b', 'b', gateway.upstream.url)];
      await gateway.app.reload(makeConfig({ providers: here, models: modelsAt('dearest'), products }));
      playAgain(gateway, whole(line));
      expect((await gateway.call(`/v1/messages/batches/${id}`, { headers: specB })).status).toBe(200);
      expect(await calls()).toEqual(live.flatMap((each) => [each, each]));
    },
  );

  it('leaves a running batch of a file its Product, too', async () => {
    const gateway = await startGateway();
    onTestFinished(gateway.close);
    const usage = { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 };
    const body = { object: 'chat.completion', model: 'test-model', choices: [], usage };
    playFileBatch(gateway, whole(JSON.stringify({ custom_id: 'a', response: { status_code: 200, body } })));
    const form = new FormData();
    form.append('purpose', 'batch');
    const line = { custom_id: 'a', method: 'POST', url: '/v1/chat/completions', body: { model: 'test-model' } };
    form.append('file', new Blob([JSON.stringify(line)]), 'in.jsonl');
    const headers = { authorization: `Bearer ${testKey}` };
    const file = await fetch(`${gateway.url}/v1/files`, { method: 'POST', body: form, headers });
    const { id: input_file_id } = (await file.json()) as { readonly id: string };
    const wish = { input_file_id, endpoint: '/v1/chat/completions', completion_window: '24h' };
    const made = await gateway.call('/v1/batches', { body: wish });
    const { id } = (await made.json()) as { readonly id: string };
    await moveModel(gateway, 'http://127.0.0.1:1');
    expect((await gateway.call(`/v1/batches/${id}`)).status).toBe(200);
    const [done] = await chargedOf(gateway, { id, requestId: made.headers.get('x-request-id') ?? '' });
    expect([done?.provider, done?.productSku, done?.charge]).toEqual(['up-a', 'test', 121n]);
  });
});

describe.skipIf(!hasPostgres)('a new configuration while the database is away', () => {
  let server: PostgresServer;
  beforeAll(async () => (server = await startPostgres()), 60_000);
  afterAll(() => server.stop());

  it('is in force, and no warning says that it is not', async () => {
    const { url, drop } = await server.create();
    onTestFinished(drop);
    const link = await openDatabaseLink(url);
    onTestFinished(link.close);
    const shared = { storage: { database: link.url }, sealKeys: ['s'.repeat(32)] };
    const gateway = await startWith(withModel('before', shared));
    onTestFinished(gateway.close);
    link.cut();
    await gateway.app.reload(withModel('after', shared));
    expect(await models(gateway)).toEqual(['after']);
    link.mend();
  });
});
