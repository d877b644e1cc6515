import { createHmac } from 'node:crypto';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { makeSealedColumns } from '../../src/control-api/people/seal-secrets.ts';
import { type Alerting, makeAlerting } from '../../src/notify/alerting.ts';
import { DeliveryFailure, sendWebhook, type WebhookRules } from '../../src/notify/send-webhook.ts';
import { revokeKey } from '../../src/identity/key-terms.ts';
import { issueKey } from '../../src/identity/issue-key.ts';
import { newId } from '../../src/shared/ids.ts';
import { formatCredits, nanoPerCredit } from '../../src/shared/money.ts';
import { isPublicAddress } from '../../src/shared/public-address.ts';
import { silentLog } from '../../src/shared/log.ts';
import { makeSealer, Secret } from '../../src/shared/secret.ts';
import { makeCertificate } from '../fakes/make-certificate.ts';
import { makeShiftedClock } from '../fakes/shifted-clock.ts';
import { startSmtpServer } from '../fakes/smtp-server.ts';
import { sharedConsole, startConsole } from './start-console.ts';

const hour = 3_600_000;
const day = 24 * hour;

interface Received {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

const certificate = makeCertificate({ host: 'localhost', by: null, authority: true });
const received: Received[] = [];
let answer = 204;
let headers: Readonly<Record<string, string>> = {};
const hook = createServer({ key: certificate.key, cert: certificate.cert }, (request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    received.push({ headers: request.headers, body: Buffer.concat(chunks).toString() });
    response.writeHead(answer, headers).end('CANARY of the other side');
  });
});
let url = '';
beforeAll(async () => {
  await new Promise<void>((resolve) => hook.listen(0, '127.0.0.1', resolve));
  url = `https://localhost:${(hook.address() as AddressInfo).port}/hook`;
});
afterAll(() => void hook.close());

/** A round of the background work. */
const run = async ({ watch, deliver }: Alerting): Promise<void> => {
  await watch();
  await deliver();
};

const here: WebhookRules = { isAllowed: () => true, authorities: certificate.cert };
const secret = `whsec_${Buffer.from('a secret of twenty four b').toString('base64')}`;
const message = () => ({ url, secret, id: 'dlv_1', at: 1_700_000_000_000, body: '{"type":"alert.test"}' });

describe('a webhook', () => {
  it('is signed as Standard Webhooks describes', async () => {
    await sendWebhook(message(), here);
    const { headers: sent, body } = received.at(-1) ?? { headers: {}, body: '' };
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
    const signature = createHmac('sha256', key).update(`dlv_1.1700000000.${body}`).digest('base64');
    expect(sent).toMatchObject({
      'webhook-id': 'dlv_1',
      'webhook-timestamp': '1700000000',
      'webhook-signature': `v1,${signature}`,
    });
  });

  it('goes to no address inside unless the operator lists it', async () => {
    const before = received.length;
    const refused = sendWebhook(message(), { ...here, isAllowed: () => false });
    await expect(refused).rejects.toThrow(/not public/);
    for (const inside of [
      'https://127.0.0.1/',
      'https://[::1]/',
      'https://2130706433/',
      'https://0x7f.1/',
      'https://[::ffff:10.0.0.1]/',
    ]) {
      await expect(sendWebhook({ ...message(), url: inside }, { isAllowed: () => false })).rejects.toThrow(
        /not public/,
      );
    }
    expect(received).toHaveLength(before);
  });

  it('follows no redirect, and repeats nothing of the answer', async () => {
    answer = 302;
    headers = { location: 'https://127.0.0.1/secret' };
    const failure = await sendWebhook(message(), here).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(DeliveryFailure);
    expect(String(failure)).toMatch(/answered 302/);
    expect(String(failure)).not.toMatch(/CANARY|secret/);
    answer = 204;
    headers = {};
  });

  it('is not sent over plain http', async () => {
    await expect(sendWebhook({ ...message(), url: 'http://example.com/' }, here)).rejects.toThrow(/https/);
  });
});

describe('a public address', () => {
  it.each([
    ['8.8.8.8', true],
    ['2606:4700::1111', true],
    ['10.0.0.1', false],
    ['100.64.0.1', false],
    ['169.254.169.254', false],
    ['0.0.0.0', false],
    ['224.0.0.1', false],
    ['::', false],
    ['::ffff:8.8.8.8', true],
    ['::ffff:127.0.0.1', false],
    ['64:ff9b::a00:1', false],
    ['2002:a00:1::', false],
    ['fe80::1', false],
    ['fd00::1', false],
    ['example.com', false],
  ])('%s: %s', (address, isPublic) => expect(isPublicAddress(address)).toBe(isPublic));
});

describe('an alert', () => {
  const sealKey = 'k'.repeat(32);
  const gateway = sharedConsole({ sealKeys: [sealKey] });
  const { webhookSecrets } = makeSealedColumns(makeSealer([Buffer.from(sealKey)]));
  const clock = makeShiftedClock();
  const alerting = () => {
    const { store, metering } = gateway().services;
    const facts = {
      mail: () => null,
      webhooks: () => here,
      origin: () => 'https://models.example.com',
      log: silentLog,
    };
    return makeAlerting({ ...store, ...facts, metering, webhookSecrets, clock, newId });
  };
  const create = async (draft: object) => {
    const made = await gateway().ask('/workspaces/acme/alerts', { body: draft });
    return {
      status: made.status,
      body: (await made.json()) as { alert: { id: string }; secret: string; code?: string },
    };
  };
  const issue = async (name: string, expiresAt: number): Promise<string> => {
    const { keys } = gateway().services.store;
    const { record } = await issueKey({ workspaceId: 'acme', name, expiresAt }, { keys, clock, newId });
    return record.id;
  };
  const deliveries = async () => {
    const list = (await (await gateway().ask('/workspaces/acme/deliveries')).json()) as {
      data: { alert_id: string; state: string; attempts: number }[];
    };
    return list.data;
  };

  it('reports each threshold once, tries again, and shows the outcome', async () => {
    const { body } = await create({ limit: 'balance', thresholds: [5, 50], channel: 'webhook', target: url });
    expect(body.secret).toMatch(/^whsec_/);
    await (await gateway().chat()).arrayBuffer();
    const { posted, granted } = await gateway().services.metering.balance('acme');
    await run(alerting());
    expect(await deliveries()).toEqual([]);
    // A tenth of what is left of the credits is used: more than 5 %, less than 50 %.
    const amount = formatCredits(posted * 10n - granted);
    await gateway().ask('/workspaces/acme/credits/adjustments', { body: { amount, reason: 'a test' } });
    received.length = 0;
    answer = 500;
    await run(alerting());
    expect(await deliveries()).toMatchObject([{ state: 'waiting', attempts: 1 }]);
    answer = 204;
    await run(alerting());
    expect(received).toHaveLength(1);
    clock.shift(90_000);
    await run(alerting());
    expect(received).toHaveLength(2);
    expect(await deliveries()).toMatchObject([{ state: 'delivered', attempts: 2 }]);
    clock.shift(90_000);
    await run(alerting());
    expect(received).toHaveLength(2);
    expect(JSON.parse(received.at(-1)?.body ?? '{}')).toMatchObject({
      type: 'alert.threshold_reached',
      data: { workspace_id: 'acme', limit: 'balance', threshold: 5, url: 'https://models.example.com/console/' },
    });
  });

  it('counts credits that are left, however many were granted before, and again after each top-up', async () => {
    const path = '/workspaces/acme/credits';
    const balance = async () => {
      const { posted, granted } = await gateway().services.metering.balance('acme');
      return granted - posted;
    };
    const leave = async (credits: bigint) => {
      const amount = formatCredits(credits * nanoPerCredit - (await balance()));
      await gateway().ask(`${path}/adjustments`, { body: { amount, reason: 'a test', allow_negative: true } });
    };
    // Years of top-ups, all of them used: a share of them says nothing of what is left.
    await gateway().ask(`${path}/grants`, { body: { amount: '100000', kind: 'topup', reason: 'a test' } });
    await leave(500n);
    await create({ limit: 'balance_left', thresholds: [100, 20], channel: 'webhook', target: url });
    const sent = async (): Promise<unknown[]> => {
      received.length = 0;
      await run(alerting());
      const all = received.map(({ body }) => JSON.parse(body) as { readonly data: { readonly limit: string } });
      return all.flatMap(({ data }) => (data.limit === 'balance_left' ? [data] : []));
    };
    expect(await sent()).toEqual([]);
    await leave(100n);
    expect(await sent()).toMatchObject([{ threshold: 100, left: '100' }]);
    await leave(50n);
    expect(await sent()).toEqual([]);
    await leave(-1n);
    expect(await sent()).toMatchObject([{ threshold: 20, left: '-1' }]);
    await gateway().ask(`${path}/grants`, { body: { amount: '90', kind: 'topup', reason: 'a test' } });
    expect(await sent()).toMatchObject([{ threshold: 100, left: '89' }]);
    await gateway().ask(`${path}/grants`, { body: { amount: '900', reason: 'a test' } });
    expect(await sent()).toEqual([]);
  });

  it('is one of at most 100 in a workspace, also where many are made at once', async () => {
    const before = (await gateway().services.store.alerts.list('acme')).length;
    const draft = { limit: 'balance_left', thresholds: [1], channel: 'webhook', target: url };
    const some = (count: number) => Promise.all(Array.from({ length: count }, () => create(draft)));
    // One more may be added.
    const made = [...(await some(99 - before)), ...(await some(20))];
    expect(made.filter(({ status }) => status === 409)).toHaveLength(19);
    expect(await gateway().services.store.alerts.list('acme')).toHaveLength(100);
    for (const { status, body } of made)
      if (status === 201) await gateway().ask(`/workspaces/acme/alerts/${body.alert.id}`, { method: 'DELETE' });
  });

  it('names the keys that expire on one day once at each distance, the nearest alone', async () => {
    const then = clock.now() + 10 * day;
    const expiresAt = then - (then % day) + hour;
    await issue('ci', expiresAt + hour);
    await issue('bot', expiresAt);
    await create({ limit: 'keys_expiring', thresholds: [1, 7, 14], channel: 'webhook', target: url });
    const told = async (): Promise<unknown[]> => {
      received.length = 0;
      await run(alerting());
      return received
        .map(({ body }) => JSON.parse(body) as unknown)
        .filter((sent) => JSON.stringify(sent).includes('keys_exp'));
    };
    expect(await told()).toMatchObject([
      {
        type: 'alert.keys_expiring',
        data: { threshold: 14, expires_at: new Date(expiresAt).toISOString(), keys: [{ name: 'ci' }, { name: 'bot' }] },
      },
    ]);
    expect(await told()).toEqual([]);
    clock.shift(4 * day);
    expect(await told()).toMatchObject([{ data: { threshold: 7 } }]);
    clock.shift(7 * day);
    expect(await told()).toEqual([]);
  });

  it('sends no message about keys that were revoked in the meantime', async () => {
    const gone = await issue('gone', clock.now() + 10 * day);
    await create({ limit: 'keys_expiring', thresholds: [14], channel: 'webhook', target: url });
    answer = 500;
    await run(alerting());
    expect((await deliveries())[0]).toMatchObject({ state: 'waiting', attempts: 1 });
    answer = 204;
    received.length = 0;
    const { keys } = gateway().services.store;
    await revokeKey(gone, { keys, clock });
    clock.shift(90_000);
    await run(alerting());
    expect((await deliveries())[0]).toMatchObject({
      state: 'failed',
      attempts: 1,
      problem: expect.stringMatching(/^None of its keys expires/),
    });
    expect(received).toEqual([]);
  });

  it('sends nothing any more once it is switched off, also what it has tried before', async () => {
    await issue('soon', clock.now() + 10 * day);
    const { body } = await create({ limit: 'keys_expiring', thresholds: [14], channel: 'webhook', target: url });
    answer = 500;
    await run(alerting());
    const own = async () => (await deliveries()).filter(({ alert_id }) => alert_id === body.alert.id);
    expect(await own()).toMatchObject([{ state: 'waiting', attempts: 1 }]);
    answer = 204;
    received.length = 0;
    const path = `/workspaces/acme/alerts/${body.alert.id}`;
    expect((await gateway().ask(path, { method: 'PATCH', body: { enabled: false } })).status).toBe(200);
    clock.shift(90_000);
    await run(alerting());
    const off = { state: 'failed', attempts: 1, problem: 'The alert is off.' };
    expect(await own()).toMatchObject([off]);
    expect(received.filter((sent) => sent.body.includes(body.alert.id))).toEqual([]);
  });

  it('is refused where it could never be sent', async () => {
    const draft = { limit: 'balance', thresholds: [50], channel: 'webhook', target: url };
    const cases = [
      { ...draft, target: 'http://hooks.example.com/' },
      { ...draft, target: 'https://user:pass@hooks.example.com/' },
      { ...draft, channel: 'email', target: 'ops@example.com' },
      { ...draft, limit: 'key_day' },
      { ...draft, thresholds: [] },
      { ...draft, thresholds: [101] },
      { ...draft, limit: 'keys_expiring', thresholds: [101] },
    ];
    for (const each of cases) expect((await create(each)).status).toBe(400);
  });

  it('never shows its secret again', async () => {
    const { body } = await create({ limit: 'balance', thresholds: [99], channel: 'webhook', target: url });
    const text = await (await gateway().ask('/workspaces/acme/alerts')).text();
    expect(text).toContain(body.alert.id);
    expect(text).not.toContain(body.secret);
    expect(await (await gateway().ask('/audit')).text()).not.toContain(body.secret);
  });
});

describe('an alert by e-mail', () => {
  it('sends so many a day, however many days keys expire on; the rest waits', async () => {
    const mail = await startSmtpServer();
    const settings = { smtp: new Secret(`smtp://127.0.0.1:${mail.port}`), from: 'diglot@example.com' };
    const gateway = await startConsole({ mail: settings });
    onTestFinished(async () => {
      await gateway.close();
      await mail.close();
    });
    const { store, metering } = gateway.services;
    const clock = makeShiftedClock();
    const { webhookSecrets } = makeSealedColumns(makeSealer([Buffer.from('k'.repeat(32))]));
    const facts = { mail: () => settings, webhooks: () => here, origin: () => 'https://models.test', log: silentLog };
    const alerting = makeAlerting({ ...store, ...facts, metering, webhookSecrets, clock, newId });
    const draft = { limit: 'keys_expiring', thresholds: [90], channel: 'email', target: 'ops@example.com' };
    expect((await gateway.ask('/workspaces/acme/alerts', { body: draft })).status).toBe(201);
    for (let days = 1; days <= 60; days += 1) {
      const expiresAt = clock.now() + days * day + hour;
      await issueKey({ workspaceId: 'acme', name: 'evil.example', expiresAt }, { keys: store.keys, clock, newId });
    }
    for (let runs = 0; runs < 4; runs += 1) await run(alerting);
    expect(mail.taken).toHaveLength(50);
    expect(mail.taken.filter(({ data }) => data.includes('evil.example'))).toEqual([]);
    const { items } = await store.alerts.deliveries({ workspaceId: 'acme', limit: 100 });
    const rest = items.filter(({ state }) => state === 'waiting');
    expect(rest).toHaveLength(10);
    expect(rest[0]?.problem).toContain('their limit of 50 e-mails a day');
    clock.shift(day);
    for (let runs = 0; runs < 2; runs += 1) await run(alerting);
    expect(mail.taken.length).toBeGreaterThan(50);
  });
});
