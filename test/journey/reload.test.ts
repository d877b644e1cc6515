import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { Secret } from '../../src/shared/secret.ts';
import { openDatabaseLink } from '../fakes/database-link.ts';
import { makeConfig, makeModel, makeProvider, testKey } from '../fakes/make-config.ts';
import { hasPostgres, startPostgres, type PostgresServer } from '../fakes/postgres-server.ts';
import { startWith, type TestGateway } from './start-gateway.ts';

const providers = [makeProvider('up-a', 'a', 'http://127.0.0.1:1')];
const withModel = (id: string, changes: Partial<Parameters<typeof makeConfig>[0]> = {}) =>
  makeConfig({ providers, models: [makeModel(id, ['up-a'])], ...changes });

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
