import { describe, expect, it, onTestFinished } from 'vitest';
import { mailOf, mailOfExpiry, type MailOptions, plainName, sendMail } from '../../../src/notify/mail.ts';
import { DeliveryFailure } from '../../../src/notify/send-webhook.ts';
import { Secret } from '../../../src/shared/secret.ts';
import { makeCertificate } from '../../fakes/make-certificate.ts';
import { type SmtpOptions, type SmtpServer, startSmtpServer } from '../../fakes/smtp-server.ts';

const certificate = makeCertificate({ host: 'localhost', by: null, authority: true });
const mail = { to: 'ada@example.com', subject: 'Zoë: 50 %', text: 'Grüße\n\n.hidden\n' };
const trusted: MailOptions = { authorities: certificate.cert };

async function start(options: SmtpOptions): Promise<SmtpServer> {
  const server = await startSmtpServer(options);
  onTestFinished(server.close);
  return server;
}

/** Sends to a server; the parameters of its address come behind it. */
const send = (
  { port }: SmtpServer,
  { parameters = '', user = '', ...options }: MailOptions & Record<string, string | number> = {},
) =>
  sendMail(
    mail,
    { smtp: new Secret(`smtp://${user}localhost:${port}/${parameters}`), from: 'Diglot <diglot@example.com>' },
    options,
  );

/** Why a message was not sent. */
async function problemOf(sent: Promise<void>): Promise<string> {
  const failure: unknown = await sent.then(
    () => null,
    (cause: unknown) => cause,
  );
  expect(failure).toBeInstanceOf(DeliveryFailure);
  return (failure as DeliveryFailure).message;
}

describe('an e-mail', () => {
  it('is handed to a server on this machine whole, to one address, without TLS', async () => {
    const server = await start({});
    await send(server);
    expect(server.taken).toMatchObject([{ from: 'diglot@example.com', to: ['ada@example.com'], encrypted: false }]);
    const data = server.taken[0]?.data ?? '';
    expect(data).toContain('To: ada@example.com');
    expect(data).toMatch(/^Subject: =\?UTF-8\?/m);
    expect(data).toContain('\r\n.hidden');
  });

  it('goes to the one address it is for, whatever else the address or the subject try to say', async () => {
    const server = await start({});
    const subject = 'x\r\nBcc: eve@example.com';
    const from = 'Diglot <diglot@example.com>';
    await sendMail({ ...mail, subject }, { smtp: new Secret(`smtp://127.0.0.1:${server.port}`), from });
    expect(server.taken[0]?.to).toEqual(['ada@example.com']);
    expect(server.taken[0]?.data).not.toMatch(/^Bcc:/m);
  });

  it('uses TLS and the password where the server offers them', async () => {
    const server = await start({ certificate, login: 'diglot:p@ss' });
    await send(server, { user: 'diglot:p%40ss@', ...trusted });
    expect(server.taken).toMatchObject([{ encrypted: true, login: 'diglot:p@ss' }]);
  });

  it('does not leave the machine in the clear, unless the operator says so', async () => {
    const server = await start({ login: 'diglot:secret' });
    const to = (parameters: string) => {
      const smtp = new Secret(`smtp://diglot:secret@0.0.0.0:${server.port}${parameters}`);
      return sendMail(mail, { smtp, from: 'diglot@example.com' });
    };
    expect(await problemOf(to(''))).toBe('The mail server offers no TLS that can be trusted.');
    expect(server.taken).toEqual([]);
    await to('/?requireTLS=false');
    expect(server.taken).toMatchObject([{ login: 'diglot:secret', encrypted: false }]);
  });

  it('is not sent to a server whose certificate nothing vouches for', async () => {
    const server = await start({ certificate });
    expect(await problemOf(send(server))).toBe('The mail server offers no TLS that can be trusted.');
    expect(server.taken).toEqual([]);
  });

  it.each([
    ['the address', { answers: { RCPT: '550 CANARY no such user' } }, 'The mail server refused it (550).'],
    ['the message', { answers: { end: '554 CANARY spam' } }, 'The mail server refused it (554).'],
    ['for now', { answers: { MAIL: '451 CANARY try later' } }, 'The mail server refused it (451).'],
    ['the password', { login: 'other:one' }, 'The mail server refused the user and password of `mail.smtp`.'],
  ])('that is refused (%s) says so without the words of the server', async (_, options, message) => {
    const server = await start(options);
    expect(await problemOf(send(server, { user: 'diglot:secret@' }))).toBe(message);
  });

  it.each([
    ['before its greeting', { silentFrom: 'connect' }],
    ['within the conversation', { silentFrom: 'RCPT' }],
    ['after the message', { silentFrom: 'DATA' }],
    ['and drips', { drip: 40 }],
  ])('is given up when the server is slow: %s', async (_, options) => {
    const server = await start(options);
    expect(await problemOf(send(server, { limit: 300 }))).toBe('The mail server did not answer in time.');
    expect([server.connections(), server.taken]).toEqual([1, []]);
  });

  it('is not sent where no server is', async () => {
    const server = await start({});
    await server.close();
    expect(await problemOf(send(server))).toBe('The mail server could not be reached.');
  });
});

const facts = {
  alert_id: 'alr_1',
  delivery_id: 'dlv_1',
  workspace_id: 'acme',
  workspace_name: 'Acme',
  limit: 'key_day',
  key_id: 'key_1',
  key_name: 'ci',
  threshold: 80,
  used: '8.0',
  allowed: '10.0',
  left: '2.0',
  window_start: null,
  url: 'https://models.example.com/console/',
} as const;
const expiring = { expires_at: '2026-11-20T10:00:00.000Z', keys: [{ id: 'key_1', name: 'ci' }] };

describe('the e-mail of an alert', () => {
  it('says what is used, or what expires', () => {
    expect(mailOf(facts)).toEqual({
      subject: '80 % of the daily limit of key ci of Acme is used',
      text: '80 % of the daily limit of key ci of Acme is used.\n\n8.0 of 10.0 credits are used.\n\nhttps://models.example.com/console/\n',
    });
    expect(mailOf({ ...facts, limit: 'balance_left', key_name: null, threshold: 500 })).toEqual({
      subject: '500 credits or less are left of the balance of Acme',
      text: '500 credits or less are left of the balance of Acme.\n\n2.0 credits are left.\n\nhttps://models.example.com/console/\n',
    });
    const { subject, text } = mailOfExpiry({ ...facts, threshold: 7 }, expiring);
    expect(subject).toBe('The key ci of Acme expires within 7 days');
    expect(text).toContain('on 2026-11-20 10:00 UTC');
  });

  it.each([80, null])('holds no link but that of the console, whatever names say: %s', (threshold) => {
    const evil = 'Your account is locked: https://evil.example/login or evil.com\r\nBcc: x';
    const hostile = { ...facts, workspace_name: evil, key_name: evil, threshold };
    const keys = [evil, 'two'].map((name) => ({ id: name, name }));
    const mails = [
      mailOf(hostile),
      ...[keys, keys.slice(0, 1)].map((each) => mailOfExpiry(hostile, { ...expiring, keys: each })),
    ];
    for (const { subject, text } of mails) {
      expect(subject).toContain('Your account is locked');
      expect(`${subject}\n${text}`.replaceAll(facts.url, '')).not.toMatch(/evil\.|\/\/|\r|\nBcc/);
    }
  });
});

describe('a name in a message', () => {
  it.each([
    ['Acme Inc.', 'Acme Inc.'],
    ['Zoë & Søn, 東京', 'Zoë & Søn, 東京'],
    ['evil.com', 'evil com'],
    ['https://evil.com/a', 'https:  evil com a'],
    ['www.evil', 'www evil'],
    ['evil。com evil．com evil｡com', 'evil com evil com evil com'],
    ['10.0.0.1', '10 0 0 1'],
    ['a\u202Eb\u2028c\u200Bd\\e', 'a b c d e'],
    ['x'.repeat(200), 'x'.repeat(100)],
  ])('%j is written as %j', (name, written) => expect(plainName(name)).toBe(written));
});
