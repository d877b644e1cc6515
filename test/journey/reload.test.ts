import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { Product } from '../../src/catalog/catalog.ts';
import { Secret } from '../../src/shared/secret.ts';
import { unitKinds } from '../../src/shared/usage.ts';
import { openDatabaseLink } from '../fakes/database-link.ts';
import { makeConfig, makeModel, makeProduct, makeProvider, testKey } from '../fakes/make-config.ts';
import { hasPostgres, startPostgres, type PostgresServer } from '../fakes/postgres-server.ts';
import { json } from '../fakes/script.ts';
import { startScriptedUpstream } from '../fakes/scripted-upstream.ts';
import { chargedOf, doneLine, makeBatch, playAgain, playBatch, specB, whole } from './batch-upstream.ts';
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
    const { url } = gateway.upstream;
    const moved = [
      makeProvider('up-a', 'a', url),
      makeProvider('up-b', 'b', url),
      makeProvider('up-c', 'b', other.url),
    ];
    const products = ['test', 'dear'].map((sku, index) => withPrice(sku, 1_000n * (1n + 9n * BigInt(index))));
    const model = makeModel('test-model', ['up-c'], { product: 'dear' });
    await gateway.app.reload(makeConfig({ providers: moved, models: [model], products }));
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
