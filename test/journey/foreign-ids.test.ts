import { beforeAll, describe, expect, it } from 'vitest';
import { operations, type OperationId } from '../../generated/console/operations.ts';
import { makeConsoleClient, type ConsoleClient } from './console-client.ts';
import { sharedConsole } from './start-console.ts';

const gateway = sharedConsole({});

interface Listed {
  readonly data: readonly { readonly id: string }[];
}

/** The owner of `elsewhere`, who has no role in `acme`. */
let outsider: ConsoleClient;

/** Ids of `acme` and its owner, by the name of the parameter; what is missing here is no workspace's. */
const foreign: Record<string, string> = { workspace_id: 'acme' };

async function signIn(email: string): Promise<ConsoleClient> {
  await gateway().ask('/people', { body: { email, name: email } });
  const answer = await gateway().ask('/login-links', { body: { email } });
  const { url } = (await answer.json()) as { readonly url: string };
  const browser = makeConsoleClient(gateway());
  await browser.send('POST', '/sessions/link', { token: url.slice(url.indexOf('=') + 1) });
  return browser;
}

beforeAll(async () => {
  const { ask, chat } = gateway();
  await ask('/workspaces', { body: { id: 'elsewhere', name: 'Elsewhere' } });
  for (const id of ['acme', 'elsewhere'])
    await ask(`/workspaces/${id}/members`, { body: { email: `${id}@example.com`, name: id, role: 'owner' } });
  const insider = await signIn('acme@example.com');
  outsider = await signIn('elsewhere@example.com');
  await chat();
  const alert = { limit: 'balance', thresholds: [99], channel: 'webhook', target: 'https://hooks.example.com/' };
  await insider.send('POST', '/workspaces/acme/alerts', alert);
  const lists = {
    key_id: '/keys?workspace_id=acme',
    call_id: '/calls?workspace_id=acme',
    member_id: '/workspaces/acme/members',
    alert_id: '/workspaces/acme/alerts',
    session_id: '/sessions',
  };
  for (const [name, path] of Object.entries(lists)) {
    const { data } = (await (await insider.send('GET', path)).json()) as Listed;
    foreign[name] = data[0]?.id ?? '';
  }
});

/** An id of the same form that nothing has, one letter away for short ones. */
const unknownFor = (id: string): string => (id.length < 8 ? `${id.slice(0, -1)}x` : `${id.slice(0, -8)}zzzzzzzz`);

/** Bodies of operations that need one. */
const bodies: Partial<Record<OperationId, object>> = {
  updateWorkspace: { name: 'New' },
  addMember: { email: 'x@example.com', name: 'X', role: 'viewer' },
  updateMember: { name: 'New' },
  createAlert: { limit: 'balance', thresholds: [50], channel: 'email', target: 'a@example.com' },
  updateAlert: { enabled: true },
  updateKey: { name: 'New' },
  rotateKey: { grace_seconds: 60 },
  grantCredits: { amount: '1', reason: 'x' },
  adjustCredits: { amount: '1', reason: 'x' },
  unfreezeAccount: { reason: 'x' },
  refundCall: { amount: '1', reason: 'x' },
  releaseLostBatch: { reason: 'x' },
  changePerson: { name: 'New' },
  setProviderCredential: { value: 'x' },
};

interface Row {
  readonly title: string;
  readonly method: string;
  readonly path: string;
  /** `{…}` stands for the id in question, here and in the path. */
  readonly body?: object | undefined;
  readonly name: string;
}

/** Every parameter in the path of every operation; the other ones are of the outsider's own workspace. */
const inPaths: readonly Row[] = Object.values(operations).flatMap(({ id, method, path }) =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    title: `${id}: ${name}`,
    method: method.toUpperCase(),
    path: path.replaceAll(/\{(\w+)\}/g, (whole, each: string) =>
      each === name ? whole : each === 'workspace_id' ? 'elsewhere' : 'absent',
    ),
    body: bodies[id],
    name,
  })),
);

const own = 'workspace_id=elsewhere';
const alertOfKey = { limit: 'key_day', thresholds: [50], channel: 'email', target: 'a@example.com' };

/** What queries and bodies name. */
const elsewhere: readonly (readonly [method: string, path: string, name: string, body?: object])[] = [
  ...['/keys', '/calls', '/calls/export', '/usage', '/usage/export', '/usage/refused'].map(
    (path) => ['GET', `${path}?workspace_id={workspace_id}`, 'workspace_id'] as const,
  ),
  ...['/calls', '/calls/export', '/usage', '/usage/export', '/usage/refused'].map(
    (path) => ['GET', `${path}?${own}&key_id={key_id}`, 'key_id'] as const,
  ),
  ['GET', '/workspaces/elsewhere/limits?key_id={key_id}', 'key_id'],
  ['GET', '/workspaces/elsewhere/deliveries?alert_id={alert_id}', 'alert_id'],
  ['GET', '/workspaces?after={workspace_id}', 'workspace_id'],
  ['GET', '/workspaces?after=9999999999999.{workspace_id}', 'workspace_id'],
  ['GET', `/keys?${own}&after=9999999999999.{key_id}`, 'key_id'],
  ['GET', `/calls?${own}&after={call_id}`, 'call_id'],
  ['GET', '/workspaces/elsewhere/limits?after=9999999999999.{key_id}', 'key_id'],
  ['GET', '/workspaces/elsewhere/members?after=9999999999999.{member_id}', 'member_id'],
  ['GET', '/workspaces/elsewhere/ledger?after={call_id}', 'call_id'],
  ['GET', '/workspaces/elsewhere/deliveries?after={alert_id}', 'alert_id'],
  ['POST', '/keys', 'workspace_id', { workspace_id: '{workspace_id}', name: 'x' }],
  ['POST', `/keys?${own}`, 'workspace_id', { workspace_id: '{workspace_id}', name: 'x' }],
  ['POST', '/workspaces/elsewhere/alerts', 'key_id', { ...alertOfKey, key_id: '{key_id}' }],
];

const rows: readonly Row[] = [
  ...inPaths,
  ...elsewhere.map(([method, path, name, body]) => ({ title: `${method} ${path}`, method, path, body, name })),
];

async function answerOf({ method, path, body, name }: Row, id: string): Promise<unknown> {
  const filled = body && (JSON.parse(JSON.stringify(body).replaceAll(`{${name}}`, id)) as object);
  const answer = await outsider.send(method, path.replaceAll(`{${name}}`, id), filled);
  const requestId = answer.headers.get('x-request-id') ?? '';
  const text = await answer.text();
  return { status: answer.status, text: text.replaceAll(requestId, 'req').replaceAll(id, '{id}') };
}

describe('an id of a workspace in which the caller has no role', () => {
  it('is known for every kind', () => {
    for (const name of ['key_id', 'call_id', 'member_id', 'alert_id', 'session_id'])
      expect(foreign[name], name).toMatch(/./);
  });

  it.each(rows.map((row) => [row.title, row] as const))('is answered like an unknown one: %s', async (_, row) => {
    const id = foreign[row.name] ?? 'unknown-to-all';
    const answer = await answerOf(row, id);
    expect(answer).toEqual(await answerOf(row, unknownFor(id)));
    expect(JSON.stringify(answer)).not.toMatch(/"status":5/);
  });
});
