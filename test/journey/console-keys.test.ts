import { describe, expect, it } from 'vitest';
import { makeModel } from '../fakes/make-config.ts';
import { sharedConsole } from './start-console.ts';

describe('keys through the control API', () => {
  const gateway = sharedConsole({
    models: [makeModel('test-model', ['up-a']), makeModel('other-model', ['up-a']), makeModel('gpt-5*', ['up-a'])],
  });
  const issue = async (body: Readonly<Record<string, unknown>> = {}) => {
    const response = await gateway().ask('/keys', { body: { workspace_id: 'acme', name: 'laptop', ...body } });
    return { status: response.status, ...((await response.json()) as Issued) };
  };
  const send = async (method: string, path: string, body?: unknown) => {
    const response = await gateway().ask(path, { method, ...(body === undefined ? {} : { body }) });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };
  /** The status of one call of the data side with this secret. */
  const callWith = async (secret: string): Promise<number> => {
    const response = await gateway().chat({ authorization: `Bearer ${secret}` });
    await response.arrayBuffer();
    return response.status;
  };

  it('issues a key that calls at once, and shows its secret this one time', async () => {
    const { status, key, secret } = await issue();
    expect(status).toBe(201);
    expect(secret).toMatch(/^sk-dg-[0-9A-Za-z]{38}$/);
    expect(key).toMatchObject({
      state: 'active',
      display: `sk-dg-…${secret.slice(-4)}`,
      expires_at: null,
      last_used: null,
    });
    expect(await callWith(secret)).toBe(200);
    for (const path of ['/keys', `/keys/${key.id}`, '/audit', '/calls', '/usage?group_by=key']) {
      expect(await (await gateway().ask(path)).text()).not.toContain(secret.slice(6, 30));
    }
  });

  it('shows when a key was last used', async () => {
    const { key, secret } = await issue();
    await callWith(secret);
    const { body } = await send('GET', `/keys/${key.id}`);
    expect(body['last_used']).toMatchObject({ model: 'test-model', call_id: expect.stringMatching(/^call_/) });
  });

  it('narrows a key part by part, effective with the next call', async () => {
    const { key, secret } = await issue({ limits: { month: '500' } });
    expect(await callWith(secret)).toBe(200);
    const scoped = await send('PATCH', `/keys/${key.id}`, { scope: { models: ['other-*'] } });
    expect(scoped).toMatchObject({
      status: 200,
      body: { scope: { models: ['other-*'], networks: null }, limits: { month: '500' } },
    });
    expect(await callWith(secret)).toBe(403);
    const limited = await send('PATCH', `/keys/${key.id}`, { limits: { day: '0' }, scope: { models: null } });
    expect(limited.body['limits']).toEqual({ day: '0', month: '500', total: null });
    expect(await callWith(secret)).toBe(403);
    await send('PATCH', `/keys/${key.id}`, { limits: { day: null } });
    expect(await callWith(secret)).toBe(200);
  });

  it('revokes a key at once and for ever', async () => {
    const { key, secret } = await issue();
    const first = await send('POST', `/keys/${key.id}/revoke`, { reason: 'Found in a repository' });
    expect(first).toMatchObject({ status: 200, body: { state: 'revoked' } });
    expect(await callWith(secret)).toBe(401);
    const again = await send('POST', `/keys/${key.id}/revoke`, {});
    expect(again.body['revoked_at']).toBe(first.body['revoked_at']);
    expect(await send('PATCH', `/keys/${key.id}`, { name: 'x' })).toMatchObject({ status: 409 });
    expect(await send('POST', `/keys/${key.id}/rotate`, {})).toMatchObject({ status: 409 });
  });

  it('lists by workspace and by state', async () => {
    const { key } = await issue({ name: 'to revoke' });
    await send('POST', `/keys/${key.id}/revoke`, {});
    const { body } = await send('GET', '/keys?workspace_id=acme&state=revoked');
    const found = body['data'] as readonly { readonly id: string; readonly state: string }[];
    expect(found.map(({ id }) => id)).toContain(key.id);
    expect(new Set(found.map(({ state }) => state))).toEqual(new Set(['revoked']));
  });

  it('expires at the end of a day in the zone of its workspace', async () => {
    await send('PATCH', '/workspaces/acme', { time_zone: 'America/Los_Angeles' });
    try {
      const { key } = await issue({ expires_at: '2096-12-31' });
      expect(key.expires_at).toBe('2097-01-01T08:00:00.000Z');
      const changed = await send('PATCH', `/keys/${key.id}`, { expires_at: '2096-06-30' });
      expect(changed.body['expires_at']).toBe('2096-07-01T07:00:00.000Z');
      const listed = async (search: string) => {
        const { body } = await send('GET', `/keys?${search}`);
        return (body['data'] as readonly { readonly id: string }[]).some(({ id }) => id === key.id);
      };
      // Days of a workspace begin in its own zone, those of all workspaces in UTC.
      expect(await listed('workspace_id=acme&expires_before=2096-07-01')).toBe(false);
      expect(await listed('workspace_id=acme&expires_before=2096-07-02')).toBe(true);
      expect(await listed('workspace_id=acme&expires_before=2096-07-01T07:00:01Z')).toBe(true);
      expect(await listed('expires_before=2096-07-01')).toBe(false);
    } finally {
      await send('PATCH', '/workspaces/acme', { time_zone: 'UTC' });
    }
  });

  it.each([
    ['an unknown workspace', { workspace_id: 'nobody' }, 404],
    ['an expiry in the past', { expires_at: '2020-01-01T00:00:00Z' }, 400],
    ['a day in the past', { expires_at: '2020-01-01' }, 400],
    ['a day that does not exist', { expires_at: '2096-02-30' }, 400],
    ['a limit below nothing', { limits: { day: '-1' } }, 400],
    ['a network that is none', { scope: { networks: ['10.0.0.0/99'] } }, 400],
    ['an unknown operation family', { scope: { operations: ['chatting'] } }, 400],
    ['a field of its own making', { balance: '1000' }, 400],
  ])('refuses %s', async (_, body, status) => {
    expect(await issue(body)).toMatchObject({ status });
  });

  it.each([
    [
      'models',
      'test-modle',
      'There is no model test-modle. Did you mean test-model? Known: test-model, other-model, gpt-5*.',
    ],
    ['models', 'tset-*', 'No model matches tset-*. Did you mean test-*? Known: '],
    ['models', 'zzz', 'There is no model zzz. Known: '],
    ['products', 'tests', 'There is no Product tests. Did you mean test? Known: test.'],
    ['regions', 'euu', 'There is no region euu. Did you mean eu? Known: global, eu.'],
  ])('refuses a scope whose %s name what is not there: %s', async (part, entry, detail) => {
    const refused = {
      status: 400,
      code: 'invalid_value',
      param: `scope.${part}`,
      detail: expect.stringContaining(detail),
    };
    expect(await issue({ scope: { [part]: [entry] } })).toMatchObject(refused);
    const { key } = await issue();
    const changed = await send('PATCH', `/keys/${key.id}`, { scope: { [part]: [entry] } });
    expect({ status: changed.status, ...changed.body }).toMatchObject(refused);
  });

  it.each(['*', 'test-*', 'gpt-5-mini', 'gpt-5-*', 'gpt*'])(
    'takes a scope that the catalogue can serve: %s',
    async (entry) => {
      expect(await issue({ scope: { models: [entry] } })).toMatchObject({ status: 201 });
    },
  );

  it('leaves a key what its scope has already, also when the configuration has lost it', async () => {
    const { key } = await issue();
    const { keys } = gateway().services.store;
    const kept = keys.listKeys().find(({ id }) => id === key.id);
    if (kept) await keys.putKey({ ...kept, scope: { ...kept.scope, models: ['gone'], products: ['gone-too'] } });
    expect((await send('GET', `/keys/${key.id}`)).body['scope']).toMatchObject({ models: ['gone'] });
    expect(await send('PATCH', `/keys/${key.id}`, { name: 'renamed' })).toMatchObject({ status: 200 });
    const added = { scope: { models: ['gone', 'test-model'] } };
    expect(await send('PATCH', `/keys/${key.id}`, added)).toMatchObject({ status: 200, body: added });
    expect(await send('PATCH', `/keys/${key.id}`, { scope: { models: ['gon'] } })).toMatchObject({ status: 400 });
  });

  it('refuses a whole secret in a text that others read', async () => {
    const { key, secret } = await issue();
    const refused = (param: string) => ({
      status: 400,
      body: { code: 'invalid_value', param, detail: expect.stringContaining(`${param} must not contain an API key`) },
    });
    const named = { workspace_id: 'acme', name: `ci ${secret}.` };
    expect(await send('POST', '/keys', named)).toMatchObject(refused('name'));
    expect(await send('PATCH', `/keys/${key.id}`, { owner: secret })).toMatchObject(refused('owner'));
    expect(await send('PATCH', `/keys/${key.id}`, { scope: { models: [secret] } })).toMatchObject(
      refused('scope.models'),
    );
    const leaked = { reason: `${secret} was in a repository` };
    expect(await send('POST', `/keys/${key.id}/revoke`, leaked)).toMatchObject(refused('reason'));
    // What only looks like one is a text.
    const prefix = `all that begin with ${secret.slice(0, -1)}`;
    expect(await send('PATCH', `/keys/${key.id}`, { name: prefix })).toMatchObject({ status: 200 });
  });

  it('writes every change of a key into the audit log, secret-free and in order', async () => {
    const { key, secret } = await issue({ name: 'audited' });
    await send('PATCH', `/keys/${key.id}`, { name: 'renamed' });
    await send('POST', `/keys/${key.id}/rotate`, {});
    await send('POST', `/keys/${key.id}/revoke`, { reason: 'done' });
    const { body } = await send('GET', `/audit?subject=key:${key.id}`);
    const entries = body['data'] as readonly { action: string; diff: unknown; actor: string; request_id: string }[];
    expect(entries.map(({ action }) => action)).toEqual(['key.revoke', 'key.rotate', 'key.update', 'key.issue']);
    expect(entries[2]?.diff).toEqual({ name: { before: 'audited', after: 'renamed' } });
    expect(entries.every(({ actor, request_id: id }) => actor === 'admin' && id.startsWith('req_'))).toBe(true);
    expect(JSON.stringify(body)).not.toContain(secret);
    const differences = JSON.stringify(entries.map(({ diff }) => diff));
    expect(differences).not.toMatch(/[0-9a-f]{64}/);
  });
});

interface Issued {
  readonly key: { readonly id: string; readonly expires_at: string | null };
  readonly secret: string;
}
