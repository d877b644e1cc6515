import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { makeModel } from '../../fakes/make-config.ts';
import { adminSecret, sharedConsole } from '../../journey/start-console.ts';
import { personOf } from '../../store/person-store.ts';
import { runWords, type Ended } from './make-context.ts';

describe('administration without the console', () => {
  const gateway = sharedConsole({
    models: [makeModel('test-model', ['up-a']), makeModel('other-model', ['up-a']), makeModel('gpt-5*', ['up-a'])],
  });
  const environment = { DIGLOT_ADMIN_KEY: adminSecret };
  const diglot = (...words: readonly string[]): Promise<Ended> =>
    runWords([...words, '--url', gateway().url], { environment });
  const chatWith = (key: string): Promise<Response> => gateway().chat({ authorization: `Bearer ${key}` });

  it('issues a key that works at once, its secret alone on standard output', async () => {
    const { code, out, err } = await diglot('keys', 'create', 'laptop', '--month', '5', '--expires', '90d');
    expect(code).toBe(0);
    expect(out).toMatch(/^sk-dg-[0-9A-Za-z]{38}\n$/);
    expect(err).toContain('Key laptop (key_');
    expect((await chatWith(out.trim())).status).toBe(200);
  });

  it('says that a revoked key may be accepted for a while where an instance does not refuse it yet', async () => {
    const { key } = JSON.parse((await diglot('keys', 'create', 'on-two', '--json')).out) as { readonly key: object };
    const revoked = { ...key, state: 'revoked', revoked_at: '2026-11-20T00:00:00Z', applied_on: '1/2' };
    const server = createServer((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(revoked));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const { out } = await runWords(['keys', 'revoke', 'key_1', '--url', url], { environment });
    server.close();
    expect(out).toMatch(
      / is revoked on 1\/2 instances\. An instance .* may accept it .* storage\.offline_seconds\.\n$/,
    );
  });

  it.each([
    ['keys create ci --workspace nowhere', '`npx diglot workspaces list`'],
    ['keys revoke key_none', '`npx diglot keys list`'],
    ['keys list --workspace nowhere', '`npx diglot workspaces list`'],
    ['workspaces create other --plan nothing', '`npx diglot plans list`'],
    ['members remove member_none --workspace acme', '`npx diglot members list --workspace acme`'],
    ['calls show call_none', '`npx diglot calls list --request-id <id>`'],
    ['keys create ci --models nothing*', 'Known: test-model, other-model'],
  ])('speaks of commands when %s fails, and of no request', async (line, command) => {
    const { code, err } = await diglot(...line.split(' '));
    expect(code).toBe(1);
    expect(err).toContain(command);
    expect(err).not.toMatch(/(GET|POST|PATCH|DELETE) \//);
  });

  it('shows what a model can do at each provider, by its own name or by that of its family', async () => {
    const { code, out, err } = await diglot('models', 'show', 'gpt-5-mini');
    expect([code, err]).toEqual([0, '']);
    expect(err).toBe('');
    expect(out).toMatch(/^Model +gpt-5\*\n/);
    expect(out).toContain('At up-a, region global, weight 1\n  Formats   responses, chat-completions\n');
    expect(out).toContain('effort minimal, low, medium, high');
    expect(err).toBe('');
    expect(out).toMatch(/Product +test\n/);
    expect((await diglot('models', 'list')).out).toContain('responses, chat-completions');
    const unknown = await diglot('models', 'show', 'nothing');
    expect([unknown.code, unknown.err]).toMatchObject([1, expect.stringContaining('`npx diglot models list`')]);
  });

  it('keeps a key to its scope', async () => {
    const { out } = await diglot('keys', 'create', 'narrow', '--models', 'other-*,other-model', '--operations', 'chat');
    const answer = await chatWith(out.trim());
    expect(answer.status).toBe(403);
  });

  it('changes of a key what is named, from its next call on, and lifts what is to be lifted', async () => {
    const made = await diglot('keys', 'create', 'changing', '--month', '500', '--operations', 'all', '--json');
    const { key, secret } = JSON.parse(made.out) as { readonly key: { readonly id: string }; readonly secret: string };
    const narrowed = await diglot('keys', 'update', key.id, '--models', 'other-*', '--day', '20', '--name', 'changed');
    expect(narrowed).toMatchObject({ code: 0, err: '' });
    expect(narrowed.out).toBe(
      `Key changed (${key.id}) of workspace acme, from its next call on:\n` +
        '  Models      other-*\n  Operations  all\n  Products    all\n  Regions     all\n  Networks    all\n' +
        '  On loss     as the model says\n' +
        '  Limits      20 a day, 500 a month, none in total\n  Expires     never\n',
    );
    expect((await chatWith(secret)).status).toBe(403);
    const dated = await diglot('keys', 'update', key.id, '--expires', '2096-12-31', '--json');
    expect(JSON.parse(dated.out)).toMatchObject({ expires_at: '2097-01-01T00:00:00.000Z' });
    const lifted = await diglot(
      'keys',
      'update',
      key.id,
      '--models',
      'all',
      '--month',
      'none',
      '--expires',
      'never',
      '--json',
    );
    expect(JSON.parse(lifted.out)).toMatchObject({
      scope: { models: null },
      limits: { day: '20', month: null },
      expires_at: null,
    });
    expect((await chatWith(secret)).status).toBe(200);
  });

  it('wants to know what is to change of a key, and passes on what is wrong with it', async () => {
    const unsaid = await diglot('keys', 'update', 'key_x');
    expect(unsaid).toMatchObject({ code: 1, err: expect.stringContaining('Name at least one change') as string });
    const { key } = JSON.parse((await diglot('keys', 'create', 'kept', '--json')).out) as { key: { id: string } };
    const wrong = await diglot('keys', 'update', key.id, '--models', 'tset-model');
    expect(wrong).toMatchObject({ code: 1, err: expect.stringContaining('Did you mean test-model?') as string });
  });

  it('lists keys without their secrets, and revokes one with the next call', async () => {
    const { out } = await diglot('keys', 'create', 'short-lived', '--json');
    const { key, secret } = JSON.parse(out) as { readonly key: { readonly id: string }; readonly secret: string };
    expect((await chatWith(secret)).status).toBe(200);
    const listed = await diglot('keys', 'list');
    expect(listed.out).toMatch(/^ID +WORKSPACE +NAME/);
    expect(listed.out).toContain('short-lived');
    expect(listed.out).not.toContain(secret);
    const revoked = await diglot('keys', 'revoke', key.id, '--reason', 'lost');
    expect(revoked).toMatchObject({ code: 0, out: expect.stringContaining('is revoked') as string });
    expect((await chatWith(secret)).status).toBe(401);
    expect((await diglot('keys', 'list', '--state', 'revoked')).out).toContain(key.id);
  });

  it('rotates a key: the old secret ends at once on request, else after the first use of the new one', async () => {
    const { out } = await diglot('keys', 'create', 'rotating', '--json');
    const { key, secret } = JSON.parse(out) as { readonly key: { readonly id: string }; readonly secret: string };
    const ended = await diglot('keys', 'rotate', key.id, '--grace', '0', '--now');
    expect(ended.err).toContain('Old secret: none.');
    expect((await chatWith(secret)).status).toBe(401);
    const rotated = await diglot('keys', 'rotate', key.id);
    expect(rotated.err).toContain('Old secret: waiting for first use of the new one.');
    expect((await diglot('keys', 'list')).out).toContain('waiting for first use of the new one');
    expect((await chatWith(ended.out.trim())).status).toBe(200);
    expect((await chatWith(rotated.out.trim())).status).toBe(200);
    expect((await chatWith(ended.out.trim())).status).toBe(200);
    expect((await diglot('keys', 'list')).out).toMatch(/OLD SECRET\n[^]*rotating [^]* ends at \d{4}-\d\d-\d\dT/);
  });

  it.each(['', ' ', 'a day', '1.5', '-1', '0x10'])(
    'refuses a grace of %j, which is no number of seconds',
    async (grace) => {
      const { out } = await diglot('keys', 'create', 'kept-as-it-is', '--json');
      const { key, secret } = JSON.parse(out) as { readonly key: { readonly id: string }; readonly secret: string };
      expect(await diglot('keys', 'rotate', key.id, '--now', `--grace=${grace}`)).toMatchObject({
        code: 1,
        out: '',
        err: expect.stringContaining(
          `--grace must be a whole number of seconds, for example 3600; you wrote "${grace}".`,
        ) as string,
      });
      expect((await chatWith(secret)).status).toBe(200);
    },
  );

  it.each([
    ['calls', 'list', 'calls, for example 20'],
    ['credits', 'ledger', 'entries, for example 100'],
  ])('refuses a limit that is no number: %s %s', async (command, action, words) => {
    const subject = command === 'credits' ? ['acme'] : [];
    for (const limit of ['', 'all', '1.5', '-1'])
      expect(await diglot(command, action, ...subject, `--limit=${limit}`)).toMatchObject({
        code: 1,
        err: `--limit must be a whole number of ${words}; you wrote "${limit}".\n`,
      });
    expect((await diglot(command, action, ...subject, '--limit=1')).code).toBe(0);
  });

  it('makes a workspace, and then wants to know whose key it is', async () => {
    const made = await diglot('workspaces', 'create', 'beta', '--name', 'Beta', '--time-zone', 'Europe/Berlin');
    expect(made.code).toBe(0);
    expect(made.out).toContain('diglot keys create ci --workspace beta');
    expect((await diglot('workspaces', 'list')).out).toMatch(/beta +Beta +none +Europe\/Berlin +active/);
    const unsaid = await diglot('keys', 'create', 'whose');
    expect(unsaid).toMatchObject({ code: 1, err: expect.stringContaining('--workspace <id>. There are: ') as string });
    expect((await diglot('keys', 'create', 'theirs', '--workspace', 'beta')).code).toBe(0);
  });

  it('searches keys, workspaces and members', async () => {
    await diglot('workspaces', 'create', 'searched', '--name', 'Needle works');
    await diglot('keys', 'create', 'Needle key', '--workspace', 'searched');
    await diglot('members', 'add', 'needle@example.com', '--workspace', 'searched');
    for (const words of [['keys'], ['workspaces'], ['members', '--workspace', 'searched']]) {
      const [command = '', ...more] = words;
      const found = await diglot(command, 'list', '--search', 'needle', ...more);
      expect(found).toMatchObject({ code: 0, out: expect.stringMatching(/^ID.*\n.*needle.*\n$/i) as string });
      const missed = await diglot(command, 'list', '--search', 'haystack', ...more);
      expect(missed).toEqual({ code: 0, out: `No ${command} match.\n`, err: '' });
    }
    const removed = await diglot('members', 'remove', 'NEEDLE@example.com', '--workspace', 'searched');
    expect(removed.out).toContain('needle@example.com is no longer a member');
  });

  it('takes no name or e-mail address with control characters, and prints none of those that are stored', async () => {
    const [email, name] = ['red\u009b31m@example.com', 'Red\u202e31m'];
    const add = (...words: readonly string[]) => diglot('members', 'add', ...words, '--workspace', 'acme');
    for (const words of [[email], ['red@example.com', '--name', name]])
      expect(await add(...words)).toMatchObject({ code: 1, err: expect.stringMatching(/printable/) as string });
    const { members, people } = gateway().services.store;
    const event = { at: 1, actor: 'admin', action: 'test', object: 'x', diff: '', requestId: null };
    const stored = {
      id: 'mem_red',
      workspaceId: 'acme',
      email,
      name,
      role: 'owner',
      createdAt: 1,
      version: 1,
    } as const;
    await members.add(stored, event);
    await people.add(personOf({ email, name, operator: true }), event);
    const removed = await diglot('members', 'remove', 'mem_red', '--workspace', 'acme');
    expect([removed.code, removed.err]).toEqual([1, expect.stringMatching(/^red\?31m@example\.com is the last owner/)]);
    expect((await diglot('members', 'update', 'mem_red', '--role', 'owner', '-w', 'acme')).out).toContain('Red?31m');
    expect((await diglot('login-link')).out).toContain('Signs red?31m@example.com in,');
    expect((await diglot('members\u009b31m')).err).toContain('There is no command members?31m.');
  });

  it('says that nothing was used', async () => {
    const { code, out } = await diglot('usage', '--from', '2020-01-01T00:00:00Z', '--to', '2020-01-02T00:00:00Z');
    expect([code, out]).toEqual([0, expect.stringMatching(/^From 2020-01-01.*: no calls\.\n$/)]);
  });

  it('passes on what the gateway says is wrong', async () => {
    const { code, err } = await diglot('keys', 'revoke', 'key_nowhere');
    expect(code).toBe(1);
    expect(err).toContain('key_nowhere');
  });

  it.each(['tomorrow', '2027-02-30T00:00:00Z', '2027-02-30', '31.12.2027'])(
    'refuses the expiry %s before anything is sent',
    async (moment) => {
      const { code, err } = await diglot('keys', 'create', 'x', '--expires', moment);
      expect(code).toBe(1);
      expect(err).toContain('90d');
    },
  );

  it('exits 4 with another key than the administrator’s', async () => {
    const words = ['keys', 'list', '--url', gateway().url];
    const { code, err } = await runWords(words, { environment: { DIGLOT_ADMIN_KEY: 'dg-admin-another-secret' } });
    expect(code).toBe(4);
    expect(err).toContain('administrator key');
  });

  it('says that a key was not copied whole, and neither sends nor prints it', async () => {
    const words = ['keys', 'list', '--url', gateway().url];
    const { code, err } = await runWords(words, { environment: { DIGLOT_ADMIN_KEY: 'dg-admin-0123456789\nX=1' } });
    expect([code, err]).toEqual([4, expect.stringMatching(/^DIGLOT_ADMIN_KEY holds no key: /)]);
    expect(err).not.toContain('dg-admin-0123456789');
  });
});
