import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Secret } from '../../src/shared/secret.ts';
import { makeConfig, makeModel, makeProvider } from '../fakes/make-config.ts';
import { chatCall } from '../fakes/sample-calls.ts';
import { json } from '../fakes/script.ts';
import { startScriptedUpstream, type ScriptedUpstream } from '../fakes/scripted-upstream.ts';
import { startWith } from './start-gateway.ts';
import { adminSecret } from './start-console.ts';

const replaced = 'CANARY-key-that-was-set-1234';

describe('the key of a provider', () => {
  let folder = '';
  let upstream: ScriptedUpstream;
  let gateway: Awaited<ReturnType<typeof startWith>>;

  const start = async () => {
    const plain = makeProvider('up-a', 'a', upstream.url);
    const providers = [plain, { ...makeProvider('bare', 'a', upstream.url), credential: null }];
    const models = [makeModel('test-model', ['up-a'])];
    const storage = { database: `sqlite:${join(folder, 'diglot.db')}` };
    gateway = await startWith({
      ...makeConfig({ providers, models, storage, sealKeys: ['a'.repeat(32)] }),
      adminKey: new Secret(adminSecret),
    });
  };
  const send = (method: string, path: string, body?: object): Promise<Response> =>
    gateway.call(`/console/api${path}`, {
      method,
      headers: { authorization: `Bearer ${adminSecret}` },
      ...(body && { body }),
    });
  /** What the provider got with a call that is made now. */
  const sentKey = async (): Promise<string | undefined> => {
    await gateway.call('/v1/chat/completions', { body: { ...chatCall.request, model: 'test-model' } });
    return upstream.requests.at(-1)?.headers['authorization'];
  };
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'diglot-credentials-'));
    upstream = await startScriptedUpstream();
    upstream.always(() => json(chatCall.answer));
    await start();
  });
  afterAll(async () => {
    await gateway.close();
    await upstream.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('is replaced for the next call, is shown by its end alone, and stays after a restart and a new configuration', async () => {
    const configured = await sentKey();
    const answer = await send('PUT', '/providers/up-a/credential', { value: replaced });
    const shown = await answer.text();
    expect([answer.status, JSON.parse(shown)]).toMatchObject([
      200,
      { credential: '…1234', credential_source: 'console', credential_changed_at: expect.any(String) },
    ]);
    expect(await sentKey()).toBe(`Bearer ${replaced}`);
    expect(configured).not.toBe(`Bearer ${replaced}`);
    const audit = await (await send('GET', '/audit')).text();
    expect(audit).toContain('provider.credential');
    expect(audit).toContain('…1234');
    const list = await (await send('GET', '/providers')).text();
    for (const text of [shown, audit, list]) expect(text).not.toContain('CANARY-key');

    await gateway.close();
    const file = (await readFile(join(folder, 'diglot.db'))).toString('latin1');
    expect(file).toContain('provider.credential');
    expect(file).not.toContain('CANARY-key');
    await start();
    expect(await sentKey()).toBe(`Bearer ${replaced}`);
    const providers = [makeProvider('up-a', 'a', upstream.url)];
    await gateway.app.reload({ ...makeConfig({ providers }), adminKey: new Secret(adminSecret) });
    expect(await sentKey()).toBe(`Bearer ${replaced}`);

    const removed = await send('DELETE', '/providers/up-a/credential');
    expect(await removed.json()).toMatchObject({ credential_source: 'configuration', credential_changed_at: null });
    expect(await sentKey()).toBe(configured);
    expect((await send('DELETE', '/providers/up-a/credential')).status).toBe(200);
  });

  it('is removed although its provider has left the configuration', async () => {
    expect((await send('PUT', '/providers/up-a/credential', { value: replaced })).status).toBe(200);
    const withProvider = (id: string) =>
      gateway.app.reload({
        ...makeConfig({ providers: [makeProvider(id, 'a', upstream.url)], models: [makeModel('test-model', [id])] }),
        adminKey: new Secret(adminSecret),
      });
    await withProvider('other');
    expect((await send('DELETE', '/providers/up-a/credential')).status).toBe(204);
    expect((await send('DELETE', '/providers/up-a/credential')).status).toBe(404);
    await withProvider('up-a');
    expect(await sentKey()).not.toBe(`Bearer ${replaced}`);
  });

  it('must be one that a header carries, of a provider that takes one', async () => {
    const refused = async (id: string, value: string) => {
      const answer = await send('PUT', `/providers/${id}/credential`, { value });
      return [answer.status, ((await answer.json()) as { readonly code: string }).code];
    };
    for (const value of [
      'short',
      'two words of it',
      'line\r\nx: y-long',
      `sk-dg-${'a'.repeat(38)}`,
      'a'.repeat(4097),
    ]) {
      expect(await refused('up-a', value)).toEqual([400, 'invalid_value']);
    }
    expect(await refused('nothing', replaced)).toEqual([404, 'not_found']);
    await gateway.close();
    await start();
    expect(await refused('bare', replaced)).toEqual([409, 'conflict']);
  });
});
