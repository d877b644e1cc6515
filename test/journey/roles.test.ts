import { beforeAll, describe, expect, it } from 'vitest';
import { operations, type OperationId } from '../../generated/console/operations.ts';
import type { AccessRole, ControlOperation } from '../../generated/operation-facts.ts';
import type { MemberRole } from '../../src/identity/stores.ts';
import { makeConsoleClient, type ConsoleClient } from './console-client.ts';
import { sharedConsole } from './start-console.ts';

const plan = { id: 'test', name: 'Test', products: ['*'], monthlyCredits: null, holdFactorPermille: 1_000 };
const monthly = { ...plan, id: 'monthly', name: 'Monthly', monthlyCredits: 10n ** 12n };
const gateway = sharedConsole({ plans: [plan, monthly] });
const roles = ['owner', 'admin', 'billing', 'developer', 'viewer'] as const satisfies readonly MemberRole[];

/**
 * Who asks: a member of acme in each role, a member of another workspace, a person who is a member of none, the operator, the
 * administrator key, and a caller who is not signed in.
 */
type Asker = AccessRole | 'outsider' | 'stranger' | 'program' | 'anonymous';
const askers: readonly Asker[] = [...roles, 'operator', 'outsider', 'stranger', 'program', 'anonymous'];

const browsers = new Map<Asker, ConsoleClient>();
const emailOf = (asker: Asker): string =>
  (({ outsider: 's', operator: 'op' }) as Partial<Record<Asker, string>>)[asker] ?? asker;
let keyId = '';
let callId = '';

/** A session without the ceremony: the store is asked, and the cookie made. */
async function signIn(email: string, draft: object = {}): Promise<ConsoleClient> {
  const { ask } = gateway();
  await ask('/people', { body: { email, name: email, ...draft } });
  return signInAgain(email);
}

async function signInAgain(email: string): Promise<ConsoleClient> {
  const { ask } = gateway();
  const { url } = (await (await ask('/login-links', { body: { email } })).json()) as { readonly url: string };
  const browser = makeConsoleClient(gateway());
  await browser.send('POST', '/sessions/link', { token: url.slice(url.indexOf('=') + 1) });
  return browser;
}

beforeAll(async () => {
  const { ask, chat } = gateway();
  await ask('/workspaces', { body: { id: 'elsewhere', name: 'Elsewhere' } });
  for (const role of roles) {
    const email = `${role}@example.com`;
    await ask('/workspaces/acme/members', { body: { email, name: role, role } });
    browsers.set(role, await signIn(email));
  }
  await ask('/workspaces/elsewhere/members', { body: { email: 's@example.com', name: 'S', role: 'owner' } });
  browsers.set('outsider', await signIn('s@example.com'));
  browsers.set('stranger', await signIn('stranger@example.com'));
  browsers.set('operator', await signIn('op@example.com', { operator: true }));
  browsers.set('anonymous', makeConsoleClient(gateway()));
  await chat();
  const keys = (await (await ask('/keys?workspace_id=acme')).json()) as {
    readonly data: readonly { readonly id: string }[];
  };
  const calls = (await (await ask('/calls')).json()) as { readonly data: readonly { readonly id: string }[] };
  keyId = keys.data[0]?.id ?? '';
  callId = calls.data[0]?.id ?? '';
});

/** Bodies that the contract lets through and that change nothing for any sender: what they name does not exist. */
const bodies: Partial<Record<OperationId, object>> = {
  createWorkspace: { name: 'New', plan_id: 'absent' },
  updateWorkspace: { time_zone: 'Nowhere/Land' },
  addMember: { email: 'viewer@example.com', name: 'Again', role: 'viewer' },
  updateMember: { name: 'Nobody' },
  grantCredits: { amount: '0', reason: 'matrix' },
  adjustCredits: { amount: '0', reason: 'matrix' },
  unfreezeAccount: { reason: 'matrix' },
  releaseLostBatch: { reason: 'matrix' },
  issueKey: { workspace_id: 'acme', name: 'matrix', scope: { models: ['absent-model'] } },
  updateKey: { scope: { models: ['absent-model'] } },
  rotateKey: { grace_seconds: 60 },
  revokeKey: {},
  refundCall: { amount: '0', reason: 'matrix' },
  signIn: { email: 'nobody@example.com', password: 'x' },
  signInByLink: { token: 'x' },
  signInByPasskey: {
    challenge_id: 'x',
    credential: { id: 'x', rawId: 'x', type: 'public-key', response: {}, clientExtensionResults: {} },
  },
  createPerson: { email: 'op@example.com', name: 'Again' },
  changePerson: { name: 'Nobody' },
  updatePerson: { name: 'Me' },
  setPassword: { new_password: 'password' },
  confirmTotp: { totp: '000000' },
  removeTotp: { totp: '000000' },
  addPasskey: {
    challenge_id: 'x',
    name: 'x',
    credential: { id: 'x', rawId: 'x', type: 'public-key', response: {}, clientExtensionResults: {} },
  },
  createLoginLink: { email: 'absent@example.com' },
  createAlert: { limit: 'key_day', thresholds: [50], channel: 'email', target: 'a@example.com' },
  updateAlert: { enabled: true },
};

/** Operations that end what they are about: each time it is asked, there is another key, or another session. */
const endings: readonly OperationId[] = ['rotateKey', 'revokeKey', 'signOut'];

async function issueKey(): Promise<string> {
  const issued = await gateway().ask('/keys', { body: { workspace_id: 'acme', name: 'for the matrix' } });
  return ((await issued.json()) as { readonly key: { readonly id: string } }).key.id;
}

function pathOf({ id, path, method }: ControlOperation, key = keyId): string {
  const filled = path
    .replace('{workspace_id}', 'acme')
    .replace('{key_id}', key)
    .replace('{call_id}', callId)
    .replace(/\{[^}]*\}/, 'absent');
  const namesWorkspace = path.includes('{workspace_id}') || bodies[id as OperationId] !== undefined;
  const asks = operations[id as OperationId].scope === 'workspace' && method === 'get' && !namesWorkspace;
  return asks ? `${filled}?workspace_id=acme` : filled;
}

/** What the door says of a role, from the document alone. */
function expected(operation: ControlOperation, asker: Asker): 'in' | 401 | 403 | 404 {
  const { roles: allowed, scope } = operation;
  if (scope === 'public') return 'in';
  if (asker === 'anonymous') return 401;
  if (asker === 'program') return scope === 'person' ? 403 : expected(operation, 'operator');
  if (scope === 'signed_in' || scope === 'person') return 'in';
  if (scope === 'server') return asker === 'operator' ? 'in' : 403;
  if (asker === 'stranger') return 403;
  if (scope === 'any_workspace') return 'in';
  // The outsider owns another workspace: what is of acme does not exist for them.
  if (asker === 'outsider') return allowed.includes('owner') ? 404 : 403;
  return allowed.includes(asker) ? 'in' : 403;
}

interface Question {
  readonly asker: Asker;
  readonly browser: ConsoleClient | undefined;
  readonly body: object | undefined;
}

const ask = async (method: string, path: string, { asker, browser, body }: Question): Promise<Response | undefined> =>
  asker === 'program'
    ? gateway().ask(path, { method, ...(body && { body }), headers: { 'sec-fetch-site': 'same-origin' } })
    : browser?.send(method, path, body);

const refusals = new Set(['forbidden', 'cross_site']);

async function found(operation: ControlOperation, asker: Asker): Promise<'in' | 401 | 403 | 404> {
  const id = operation.id as OperationId;
  const ends = endings.includes(id);
  const path = pathOf(operation, ends && operation.path.includes('{key_id}') ? await issueKey() : keyId);
  const browser =
    asker === 'anonymous' || asker === 'program' || id !== 'signOut'
      ? browsers.get(asker)
      : await signInAgain(`${emailOf(asker)}@example.com`);
  const answer = await ask(operation.method.toUpperCase(), path, { asker, browser, body: bodies[id] });
  const text = (await answer?.text()) ?? '';
  const { code = '', detail = '' } = text.startsWith('{')
    ? (JSON.parse(text) as { code?: string; detail?: string })
    : {};
  if (answer?.status === 401 && code !== 'sign_in_failed') return 401;
  if (answer?.status === 403 && refusals.has(code)) return 403;
  if (answer?.status === 404 && detail.includes('that you may see')) return 404;
  if (answer === undefined || answer.status >= 500) throw new Error(`${operation.id}: ${answer?.status} ${text}`);
  return 'in';
}

describe('every operation of the control API', () => {
  const rows: readonly ControlOperation[] = Object.values(operations);

  it.each(rows.map((row) => [row.id, row] as const))(
    '%s lets in whom its document names, and no one else',
    async (_, row) => {
      const actual: Partial<Record<Asker, unknown>> = {};
      const wanted: Partial<Record<Asker, unknown>> = {};
      for (const asker of askers) {
        actual[asker] = await found(row, asker);
        wanted[asker] = expected(row, asker);
      }
      expect(actual).toEqual(wanted);
    },
  );
});

describe('a role', () => {
  const as = (asker: Asker): ConsoleClient => browsers.get(asker) ?? makeConsoleClient(gateway());
  const alerts = '/workspaces/acme/alerts';

  it('sees its own workspaces', async () => {
    const list = async (asker: Asker) =>
      ((await (await as(asker).send('GET', '/workspaces')).json()) as { data: { id: string }[] }).data.map(
        ({ id }) => id,
      );
    expect(await list('viewer')).toEqual(['acme']);
    expect(await list('outsider')).toEqual(['elsewhere']);
    expect(await list('operator')).toEqual(['acme', 'elsewhere']);
  });

  it('asks for one workspace, unless it is the operator', async () => {
    for (const path of ['/keys', '/calls', '/usage', '/calls/export', '/usage/export']) {
      expect((await as('owner').send('GET', path)).status).toBe(400);
      expect((await as('operator').send('GET', path)).status).toBe(200);
    }
  });

  it('finds no key of another workspace under its own', async () => {
    const path = `/usage?workspace_id=elsewhere&key_id=${keyId}`;
    expect((await as('outsider').send('GET', path)).status).toBe(404);
    expect((await as('outsider').send('GET', `/keys/${keyId}`)).status).toBe(404);
    expect((await as('outsider').send('GET', `/calls/${callId}`)).status).toBe(404);
  });

  it('of an admin does not reach owners', async () => {
    const owner = { email: 'second@example.com', name: 'Second', role: 'owner' };
    expect((await as('admin').send('POST', '/workspaces/acme/members', owner)).status).toBe(403);
    const members = (await (await as('admin').send('GET', '/workspaces/acme/members')).json()) as {
      data: { id: string; role: string }[];
    };
    const idOf = (role: string) => members.data.find((member) => member.role === role)?.id ?? '';
    const change = (asker: Asker, role: string, to: string) =>
      as(asker).send('PATCH', `/workspaces/acme/members/${idOf(role)}`, { role: to });
    expect((await change('admin', 'owner', 'viewer')).status).toBe(403);
    expect((await change('admin', 'admin', 'owner')).status).toBe(403);
    expect((await as('admin').send('DELETE', `/workspaces/acme/members/${idOf('owner')}`)).status).toBe(403);
  });

  it('of an owner does not change what the operator sells', async () => {
    expect((await as('owner').send('PATCH', '/workspaces/acme', { status: 'active' })).status).toBe(403);
    expect((await as('owner').send('PATCH', '/workspaces/acme', { plan_id: null })).status).toBe(403);
    expect((await as('owner').send('PATCH', '/workspaces/acme', { name: 'Acme' })).status).toBe(200);
    // The months of a plan begin by the zone: moving to and fro at their turn would make two of one.
    const move = async (time_zone: string) =>
      (await as('owner').send('PATCH', '/workspaces/acme', { time_zone })).status;
    expect(await move('Pacific/Kiritimati')).toBe(200);
    await as('operator').send('PATCH', '/workspaces/acme', { plan_id: 'monthly', time_zone: 'UTC' });
    expect([await move('Pacific/Kiritimati'), await move('UTC'), await move('Nowhere/Land')]).toEqual([403, 200, 400]);
    await as('operator').send('PATCH', '/workspaces/acme', { plan_id: 'test' });
  });

  it('that may not change alerts sees of a webhook only whose it is', async () => {
    const target = 'https://hooks.example.com/CANARY-path';
    await as('owner').send('POST', alerts, { limit: 'balance', thresholds: [99], channel: 'webhook', target });
    const targets = async (asker: Asker) => {
      const list = (await (await as(asker).send('GET', alerts)).json()) as { data: { target: string }[] };
      return list.data.map((alert) => alert.target);
    };
    for (const asker of ['owner', 'admin', 'billing', 'operator'] as const)
      expect(await targets(asker), asker).toContain(target);
    for (const asker of ['developer', 'viewer'] as const) {
      expect(await targets(asker), asker).toContain('https://hooks.example.com/…');
      expect(await targets(asker), asker).not.toContain(target);
    }
  });

  it('makes at most 50 alerts within a day, also where they are removed again', async () => {
    const draft = { limit: 'balance', thresholds: [99], channel: 'webhook', target: 'https://hooks.example.com/' };
    const create = (asker: Asker) => as(asker).send('POST', alerts, draft);
    let made = await create('owner');
    for (let count = 0; made.status === 201 && count < 60; count += 1) {
      const { alert } = (await made.json()) as { readonly alert: { readonly id: string } };
      await as('owner').send('DELETE', `${alerts}/${alert.id}`);
      made = await create('owner');
    }
    expect([made.status, await made.json()]).toMatchObject([
      403,
      {
        code: 'mail_limit_reached',
        detail: expect.stringContaining('has reached its limit of 50 alerts or changes of their thresholds a day'),
      },
    ]);
    const ofOperator = await create('operator');
    expect(ofOperator.status).toBe(201);
    const { alert } = (await ofOperator.json()) as { readonly alert: { readonly id: string } };
    const change = (asker: Asker, body: object) => as(asker).send('PATCH', `${alerts}/${alert.id}`, body);
    // A new threshold sends a message of its own, as a new alert does.
    expect((await change('owner', { thresholds: [50] })).status).toBe(403);
    expect((await change('owner', { thresholds: [99], enabled: false })).status).toBe(200);
    expect((await change('operator', { thresholds: [50] })).status).toBe(200);
  });

  it('is in the audit log with the person', async () => {
    await as('owner').send('POST', '/keys', { workspace_id: 'acme', name: 'noted' });
    const audit = (await (await as('operator').send('GET', '/audit?limit=1')).json()) as { data: object[] };
    expect(audit.data[0]).toMatchObject({
      action: 'key.issue',
      actor: expect.stringMatching(/^per_/),
      actor_name: 'owner@example.com',
    });
  });
});

describe('the ledger', () => {
  it('names the person who booked an entry to those who read it', async () => {
    const read = async (path: string) => {
      const response = await browsers.get('billing')?.send('GET', `/workspaces/acme/${path}`);
      return (await response?.json()) as { readonly data: readonly object[] };
    };
    const grant = { amount: '1', reason: 'By hand' };
    const booker = await signIn('booker@example.com', { operator: true });
    const booked = await booker.send('POST', '/workspaces/acme/credits/grants', grant);
    const by = { actor: expect.stringMatching(/^per_/) as string, actor_name: 'booker@example.com', reason: 'By hand' };
    expect(await booked.json()).toMatchObject({ entry: by });
    expect((await read('ledger')).data[0]).toMatchObject(by);
    expect((await read('statement')).data).toContainEqual(expect.objectContaining(by));
    const seeded = (await read('ledger')).data.at(-1);
    expect(seeded).toMatchObject({ actor: 'bootstrap', actor_name: null });
  });
});
