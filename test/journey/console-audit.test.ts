import { describe, expect, it } from 'vitest';
import { operations } from '../../generated/console/operations.ts';
import { Secret } from '../../src/shared/secret.ts';
import { makeConfig, makeProvider, testKey } from '../fakes/make-config.ts';
import { adminSecret, sharedConsole } from './start-console.ts';

type Body = Readonly<Record<string, unknown>>;

interface Step {
  readonly id: keyof typeof operations;
  /** Below `/console/api`; `{name}` is filled with what an earlier step remembered. */
  readonly path: string;
  readonly body?: Body;
  /** What to remember of the answer: a name, and the members that lead to it. */
  readonly keep?: readonly [name: string, ...members: readonly string[]];
  readonly action: string;
  readonly subject: string;
}

const why = { reason: 'As agreed' };

/** Everything that changes something or lets data out, each as it is noted. */
const steps: readonly Step[] = [
  {
    id: 'createWorkspace',
    path: '/workspaces',
    body: { id: 'blue', name: 'Blue' },
    action: 'workspace.create',
    subject: 'workspace:blue',
  },
  {
    id: 'updateWorkspace',
    path: '/workspaces/blue',
    body: { plan_id: 'test' },
    action: 'workspace.update',
    subject: 'workspace:blue',
  },
  {
    id: 'addMember',
    path: '/workspaces/blue/members',
    body: { email: 'a@example.com', name: 'A', role: 'viewer' },
    keep: ['member', 'id'],
    action: 'member.add',
    subject: 'member:{member}',
  },
  {
    id: 'updateMember',
    path: '/workspaces/blue/members/{member}',
    body: { role: 'billing' },
    action: 'member.update',
    subject: 'member:{member}',
  },
  {
    id: 'removeMember',
    path: '/workspaces/blue/members/{member}',
    action: 'member.remove',
    subject: 'member:{member}',
  },
  {
    id: 'grantCredits',
    path: '/workspaces/blue/credits/grants',
    body: { amount: '5', ...why },
    action: 'credits.grant',
    subject: 'workspace:blue',
  },
  {
    id: 'adjustCredits',
    path: '/workspaces/blue/credits/adjustments',
    body: { amount: '-1', allow_negative: true, ...why },
    action: 'credits.adjust',
    subject: 'workspace:blue',
  },
  {
    id: 'unfreezeAccount',
    path: '/workspaces/acme/credits/unfreeze',
    body: why,
    action: 'account.unfreeze',
    subject: 'workspace:acme',
  },
  {
    id: 'releaseLostBatch',
    path: '/lost-batches/batch_lost/release',
    body: why,
    action: 'batch.release',
    subject: 'workspace:acme',
  },
  {
    id: 'refundCall',
    path: '/calls/{call}/refunds',
    body: why,
    action: 'credits.refund',
    subject: 'workspace:acme',
  },
  {
    id: 'issueKey',
    path: '/keys',
    body: { workspace_id: 'blue', name: 'ci' },
    keep: ['key', 'key', 'id'],
    action: 'key.issue',
    subject: 'key:{key}',
  },
  { id: 'updateKey', path: '/keys/{key}', body: { name: 'other' }, action: 'key.update', subject: 'key:{key}' },
  { id: 'rotateKey', path: '/keys/{key}/rotate', body: {}, action: 'key.rotate', subject: 'key:{key}' },
  { id: 'revokeKey', path: '/keys/{key}/revoke', body: {}, action: 'key.revoke', subject: 'key:{key}' },
  {
    id: 'createPerson',
    path: '/people',
    body: { email: 'p@example.com', name: 'P' },
    keep: ['person', 'id'],
    action: 'person.add',
    subject: 'person:{person}',
  },
  {
    id: 'createLoginLink',
    path: '/login-links',
    body: { email: 'p@example.com' },
    action: 'login_link.create',
    subject: 'person:{person}',
  },
  {
    id: 'changePerson',
    path: '/people/{person}',
    body: { disabled: true },
    action: 'person.update',
    subject: 'person:{person}',
  },
  {
    id: 'createAlert',
    path: '/workspaces/acme/alerts',
    body: { limit: 'balance', thresholds: [50], channel: 'webhook', target: 'https://127.0.0.1/hook' },
    keep: ['alert', 'alert', 'id'],
    action: 'alert.create',
    subject: 'alert:{alert}',
  },
  {
    id: 'updateAlert',
    path: '/workspaces/acme/alerts/{alert}',
    body: { thresholds: [50, 75] },
    action: 'alert.update',
    subject: 'alert:{alert}',
  },
  { id: 'testAlert', path: '/workspaces/acme/alerts/{alert}/test', action: 'alert.test', subject: 'alert:{alert}' },
  { id: 'removeAlert', path: '/workspaces/acme/alerts/{alert}', action: 'alert.remove', subject: 'alert:{alert}' },
  {
    id: 'exportStatement',
    path: '/workspaces/acme/statement/export',
    action: 'statement.export',
    subject: 'workspace:acme',
  },
  {
    id: 'setProviderCredential',
    path: '/providers/up-a/credential',
    body: { value: 'another-key-of-the-provider' },
    action: 'provider.credential',
    subject: 'provider:up-a',
  },
  {
    id: 'removeProviderCredential',
    path: '/providers/up-a/credential',
    action: 'provider.credential',
    subject: 'provider:up-a',
  },
  { id: 'exportCalls', path: '/calls/export?workspace_id=acme', action: 'calls.export', subject: 'workspace:acme' },
  { id: 'exportUsage', path: '/usage/export?group_by=model', action: 'usage.export', subject: 'workspaces' },
];

describe('the audit log', () => {
  const gateway = sharedConsole();
  const known = new Map<string, string>();
  const fill = (text: string): string => text.replaceAll(/\{(\w+)\}/g, (_, name: string) => known.get(name) ?? name);
  const newest = async () => {
    const response = await gateway().ask('/audit?limit=1');
    const { data } = (await response.json()) as { readonly data: readonly Entry[] };
    return data[0] ?? { seq: 0, action: '', subject: '', actor: '', request_id: '' };
  };

  it('knows every operation that changes something or lets data out', () => {
    // What persons do about themselves is in test/journey/sign-in.test.ts, what needs a server of mail in invitations.test.ts.
    const elsewhere: readonly string[] = ['inviteMember', 'invitePerson'];
    const telling = Object.values(operations)
      .filter(({ scope }) => scope !== 'person' && scope !== 'public')
      .filter(({ id, method }) => method !== 'get' || id.startsWith('export'))
      .filter(({ id }) => !elsewhere.includes(id));
    expect(steps.map(({ id }) => id).toSorted()).toEqual(telling.map(({ id }) => id).toSorted());
  });

  it('begins with what the configuration created, and no secret of it', async () => {
    const { data } = await gateway().control.GET('/audit', {});
    const rows = (data?.data ?? []).toReversed().map(({ actor, action, request_id: id }) => [actor, action, id]);
    expect(rows).toEqual([
      ...['credits.grant', 'workspace.create', 'key.issue'].map((action) => ['bootstrap', action, null]),
      ['configuration', 'prices.change', null],
    ]);
    expect(data?.data[1]?.diff).toEqual({ workspace_id: 'acme', name: 'ci', display: '…-key' });
    expect(JSON.stringify(data)).not.toContain(testKey);
  });

  it('has one row of each, with who did it and in which request', async () => {
    await (await gateway().chat()).arrayBuffer();
    const calls = await gateway().control.GET('/calls', {});
    known.set('call', calls.data?.data[0]?.id ?? '');
    const { ledger } = gateway().services.store;
    await ledger.freeze('acme', 'a test');
    await ledger.reserve({ batchId: 'batch_lost', workspaceId: 'acme', keyId: 'key_1', startedAt: 0, amount: 1n });
    for (const { id, path, body, keep, action, subject } of steps) {
      const before = await newest();
      const init = { method: operations[id].method.toUpperCase(), ...(body && { body }) };
      const response = await gateway().ask(fill(path), init);
      expect([id, response.ok]).toEqual([id, true]);
      const text = await response.text();
      if (keep)
        known.set(
          keep[0],
          keep.slice(1).reduce<unknown>((value, name) => (value as Body)[name], JSON.parse(text)) as string,
        );
      expect(await newest()).toMatchObject({
        seq: before.seq + 1,
        action,
        subject: fill(subject),
        actor: 'admin',
        request_id: response.headers.get('x-request-id'),
      });
    }
    expect(await (await gateway().ask('/ledger/verify')).json()).toMatchObject({ ok: true });
  });

  it('has no row of a change that changes nothing', async () => {
    await gateway().ask('/workspaces', { method: 'POST', body: { id: 'still', name: 'Still', plan_id: 'test' } });
    const issued = await gateway().ask('/keys', { method: 'POST', body: { workspace_id: 'still', name: 'ci' } });
    const { key } = (await issued.json()) as { readonly key: { readonly id: string } };
    const before = await newest();
    const same: readonly (readonly [string, Body])[] = [
      ['/workspaces/still', { name: 'Still', plan_id: 'test', time_zone: 'UTC', status: 'active' }],
      [`/keys/${key.id}`, { name: 'ci', expires_at: null, limits: { day: null }, scope: {} }],
    ];
    for (const [path, body] of same) {
      const response = await gateway().ask(path, { method: 'PATCH', body });
      expect([path, response.status]).toEqual([path, 200]);
    }
    expect(await newest()).toEqual(before);
    await gateway().ask('/workspaces/still', { method: 'PATCH', body: { status: 'suspended' } });
    const suspended = await newest();
    expect(suspended).toMatchObject({ seq: before.seq + 1, action: 'workspace.update' });
    await gateway().ask('/workspaces/still', { method: 'PATCH', body: { status: 'suspended' } });
    expect(await newest()).toEqual(suspended);
  });

  it('says which prices and plans a new configuration changed, once, and what they were', async () => {
    const { app, services } = gateway();
    const providers = [makeProvider('up-a', 'a', 'http://127.0.0.1:1')];
    const config = { ...makeConfig({ providers }), adminKey: new Secret(adminSecret) };
    const plans = [...config.catalog.plans.values()].map((plan) => ({ ...plan, monthlyCredits: 7n }));
    const next = { ...config, catalog: { ...config.catalog, plans: new Map(plans.map((plan) => [plan.id, plan])) } };
    await app.reload(next);
    await app.reload(next);
    const { items } = await services.store.audit.page({ objects: ['catalogue:prices'], limit: 9 });
    expect(items).toHaveLength(2);
    expect(JSON.parse(items[0]?.diff ?? '')).toEqual({
      'plan:test': {
        before: expect.objectContaining({ monthly_credits: null }) as unknown,
        after: expect.objectContaining({ monthly_credits: '0.000000007' }) as unknown,
      },
    });
    await app.reload(config);
  });

  it('is found by the id alone of whatever it is about', async () => {
    for (const { action, subject } of steps) {
      const bare = fill(subject).replace(/^[a-z]+:/, '');
      const { data } = await gateway().control.GET('/audit', { params: { query: { subject: bare, limit: 100 } } });
      expect(data?.data.map((entry) => entry.action)).toContain(action);
      expect(new Set(data?.data.map((entry) => entry.subject))).toEqual(new Set([fill(subject)]));
    }
    const { data } = await gateway().control.GET('/audit', { params: { query: { subject: 'prices' } } });
    expect(data?.data[0]).toMatchObject({ subject: 'catalogue:prices' });
  });

  it('says what was exported', async () => {
    await (await gateway().ask('/calls/export?workspace_id=acme&status=2xx')).text();
    const { data } = await gateway().control.GET('/audit', {
      params: { query: { subject: 'workspace:acme', limit: 1 } },
    });
    expect(data?.data[0]).toMatchObject({ action: 'calls.export', diff: { workspace_id: 'acme', status: '2xx' } });
  });
});

interface Entry {
  readonly seq: number;
  readonly action: string;
  readonly subject: string;
  readonly actor: string;
  readonly request_id: string | null;
}
