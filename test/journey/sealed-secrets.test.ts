import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stepOf, totpCode } from '../../src/identity/people/factors.ts';
import { silentLog } from '../../src/shared/log.ts';
import { makeConsoleClient, type ConsoleClient } from './console-client.ts';
import { startConsole, type ConsoleGateway } from './start-console.ts';

const [first, second, third] = ['a', 'b', 'c'].map((letter) => letter.repeat(32)) as [string, string, string];
const credentials = { email: 'ada@example.com', password: 'correct horse battery staple' };
const errors: object[] = [];
const log = { ...silentLog, error: (_: string, facts: object = {}) => void errors.push(facts) };

let folder = '';
let gateway: ConsoleGateway | undefined;
let totpSecret = '';
let webhookSecret = '';
/** The step of the last code, which lets in once. */
let step = 0;

/** A code that has not been used, of this step or the next: the gateway accepts both, and the one before. */
function freshCode(): string {
  step = Math.max(step + 1, stepOf(Date.now()));
  return totpCode(totpSecret, step);
}

/** The same database with other keys. */
async function restart(...sealKeys: readonly string[]): Promise<ConsoleGateway> {
  await gateway?.close();
  const storage = { database: `sqlite:${join(folder, 'diglot.db')}` };
  gateway = await startConsole({ storage, log, ...(sealKeys.length > 0 && { sealKeys }) });
  return gateway;
}

async function signIn(running: ConsoleGateway): Promise<ConsoleClient & { readonly status: number }> {
  const browser = makeConsoleClient(running);
  const { status } = await browser.send('POST', '/sessions', { ...credentials, totp: freshCode() });
  return { ...browser, status };
}

async function stored(running: ConsoleGateway): Promise<readonly [string, string]> {
  const { people, alerts } = running.services.store;
  const [person, [alert]] = [await people.findByEmail(credentials.email), await alerts.list('acme')];
  return [person?.totp?.secret ?? '', alert?.secret ?? ''];
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'diglot-sealed-'));
  const running = await restart(first);
  await running.ask('/people', { body: { email: credentials.email, name: 'Ada' } });
  const made = await running.ask('/login-links', { body: { email: credentials.email } });
  const { url } = (await made.json()) as { readonly url: string };
  const browser = makeConsoleClient(running);
  await browser.send('POST', '/sessions/link', { token: url.slice(url.indexOf('=') + 1) });
  await browser.send('PUT', '/person/password', { new_password: credentials.password });
  const totp = await browser.send('POST', '/person/totp');
  totpSecret = ((await totp.json()) as { readonly secret: string }).secret;
  const confirmed = await browser.send('POST', '/person/totp/confirm', { totp: freshCode() });
  expect(confirmed.status).toBe(200);
  const target = 'https://hooks.example.com/';
  const body = { limit: 'balance', thresholds: [50], channel: 'webhook', target };
  const alert = await running.ask('/workspaces/acme/alerts', { body });
  webhookSecret = ((await alert.json()) as { readonly secret: string }).secret;
});
afterAll(async () => {
  await gateway?.close();
  await rm(folder, { recursive: true, force: true });
});

describe('secrets that must be read again', () => {
  it('are sealed in the database, and sealed anew when another key comes first', async () => {
    const running = await restart(first);
    const before = await stored(running);
    for (const secret of before) expect(secret).toMatch(/^dg1\./);
    const rotated = await restart(second, first);
    const after = await stored(rotated);
    expect(after[0].slice(0, 12)).not.toBe(before[0].slice(0, 12));
    expect((await signIn(rotated)).status).toBe(201);
    // The old key is not needed any more.
    expect(await stored(await restart(second))).toEqual(after);
    await gateway?.close();
    gateway = undefined;
    const file = (await readFile(join(folder, 'diglot.db'))).toString('latin1');
    expect(file).toContain(credentials.email);
    for (const secret of [totpSecret, webhookSecret]) expect(file).not.toContain(secret);
  });

  it('do not open in another row', async () => {
    const running = await restart(second);
    const { people } = running.services.store;
    const ada = await people.findByEmail(credentials.email);
    const moved = { ...ada, id: 'per_eve', email: 'eve@example.com', version: 1 };
    const event = { at: 1, actor: 'test', action: 'test', object: 'x', diff: '{}', requestId: null };
    await people.add(moved as NonNullable<typeof ada>, event);
    const totp = totpCode(totpSecret, stepOf(Date.now()) + 1);
    const answer = await makeConsoleClient(running).send('POST', '/sessions', {
      ...credentials,
      email: moved.email,
      totp,
    });
    expect(answer.status).toBe(500);
  });

  it('of a second factor whose key is gone let no one in, and say why', async () => {
    errors.length = 0;
    const running = await restart(third);
    expect(errors).toEqual([{ people: 2, alerts: 1 }]);
    const answer = await makeConsoleClient(running).send('POST', '/sessions', { ...credentials, totp: '123456' });
    expect([answer.status, await answer.text()]).toEqual([500, expect.stringContaining('server.seal_keys')]);
    const bare = await makeConsoleClient(running).send('POST', '/sessions', credentials);
    expect(bare.status).toBe(401);
  });

  it('from before are sealed at the next start', async () => {
    const { people } = (await restart(second)).services.store;
    const ada = await people.findByEmail(credentials.email);
    if (!ada?.totp) throw new Error('Ada has no second factor.');
    await people.put({ ...ada, totp: { ...ada.totp, secret: totpSecret, lastStep: 0 } }, null);
    const running = await restart(second);
    expect((await stored(running))[0]).toMatch(/^dg1\./);
    step = 0;
    expect((await signIn(running)).status).toBe(201);
  });

  it('have a key of their own where none is configured, which only its user can read', async () => {
    const running = await restart();
    const file = join(running.dataFolder, 'seal-key');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect((await readFile(file, 'utf8')).trim().length).toBeGreaterThanOrEqual(43);
  });
});
