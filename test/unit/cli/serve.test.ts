import { mkdir, readdir, readFile, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { CliContext } from '../../../src/cli/context.ts';
import { silentLog, usualLevels, type LogLevels } from '../../../src/shared/log.ts';
import { goodEnvironment, goodFile } from '../config/load-text.ts';
import { inFolder, runWords } from './make-context.ts';
import { serve } from './serve-words.ts';

const models = async (url: string, key: string): Promise<readonly string[]> => {
  const answer = await fetch(`${url}/v1/models`, { headers: { authorization: `Bearer ${key}` } });
  const { data } = (await answer.json()) as { readonly data: readonly { readonly id: string }[] };
  return data.map(({ id }) => id);
};

/** A file whose provider does not answer. */
const localFile = goodFile.replace('https://api.openai.com/v1', 'http://127.0.0.1:9/v1');

/** Makes a call that fails, and is in the ledger nevertheless. */
const call = async (url: string): Promise<number> => {
  const body = JSON.stringify({ model: 'gpt-5-mini', messages: [{ role: 'user', content: 'Hi' }] });
  const headers = { authorization: 'Bearer a secret of the gateway', 'content-type': 'application/json' };
  return (await fetch(`${url}/v1/chat/completions`, { method: 'POST', headers, body })).status;
};

describe('diglot serve', () => {
  it('starts with nothing configured, says so in 15 lines, and leaves its secrets to its user alone', () =>
    inFolder({}, async (folder) => {
      const serving = await serve(['--data', folder]);
      const lines = serving.printed().trimEnd().split('\n');
      expect(lines.length).toBeLessThanOrEqual(16);
      expect(lines.at(-1)).toBe('Ready in 0.7 s.');
      const key = (await readFile(join(folder, 'demo-key'), 'utf8')).trim();
      expect(await models(serving.url, key)).toContain('demo');
      for (const name of ['demo-key', 'admin-key']) expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600);
      expect(serving.printed()).not.toContain(key);
      expect((await serving.stop()).code).toBe(0);
      await expect(stat(join(folder, 'server.json'))).rejects.toThrow('ENOENT');
    }));

  it('keeps the same keys at the next start', () =>
    inFolder({}, async (folder) => {
      const secrets = async (): Promise<readonly string[]> => [
        await readFile(join(folder, 'demo-key'), 'utf8'),
        await readFile(join(folder, 'admin-key'), 'utf8'),
      ];
      const first = await serve(['--data', folder]);
      expect(first.printed()).toContain('Admin key');
      await first.stop();
      const before = await secrets();
      const second = await serve(['--data', folder]);
      expect(second.printed()).not.toContain('Admin key');
      expect(await secrets()).toEqual(before);
      await second.stop();
    }));

  it('follows a changed file without a restart, and keeps running on a bad one', () =>
    inFolder({ 'diglot.yaml': goodFile }, async (folder) => {
      const file = join(folder, 'diglot.yaml');
      const { url, stop } = await serve(['--data', folder, '--config', file], goodEnvironment);
      const key = 'a secret of the gateway';
      expect(await models(url, key)).toEqual(['gpt-5-mini']);
      const bad = goodFile.replace('provider: openai,', 'provider: nobody,').replace('id: gpt-5-mini', 'id: bad');
      await writeFile(file, bad);
      await new Promise((resolve) => setTimeout(resolve, 600));
      expect(await models(url, key)).toEqual(['gpt-5-mini']);
      await writeFile(file, goodFile.replace('id: gpt-5-mini', 'id: gpt-6'));
      await expect.poll(() => models(url, key)).toEqual(['gpt-6']);
      await stop();
    }));

  it('refuses a change that gives the secret of a key to another workspace, with its line', () =>
    inFolder({ 'diglot.yaml': goodFile }, async (folder) => {
      const file = join(folder, 'diglot.yaml');
      const words = ['--data', folder, '--config', file];
      const problems: string[] = [];
      const log = {
        ...silentLog,
        error: (message: string, fields = {}) => void problems.push(`${message} ${JSON.stringify(fields)}`),
      };
      const { stop } = await serve(words, goodEnvironment, { openLog: () => Promise.resolve(log) });
      const moved = goodFile
        .replace('workspaces: [', 'workspaces: [{ id: globex, credits: "5" }, ')
        .replace('keys: [{ workspace: acme', 'keys: [{ workspace: globex');
      await writeFile(file, moved);
      await expect.poll(() => problems.join('\n')).toContain('bootstrap.keys[0].secret');
      expect(problems[0]).toMatch(/diglot\.yaml:\d+:\d+ /);
      await stop();
      const run = runWords(['serve', '--port', '0', ...words], { environment: goodEnvironment });
      expect(await run).toMatchObject({
        code: 2,
        err: expect.stringContaining('already used by another workspace') as string,
      });
    }));

  it('refuses at a start, too, a price that was changed since it began, and says so on the way', () =>
    inFolder({ 'diglot.yaml': localFile }, async (folder) => {
      const file = join(folder, 'diglot.yaml');
      const words = ['--data', folder, '--config', file];
      const run = (name: string) => runWords([name, ...words], { environment: goodEnvironment });
      expect((await run('check')).out).toContain('not compared with those in force: no gateway runs on');
      const first = await serve(words, goodEnvironment);
      expect((await run('check')).out).not.toContain('not compared');
      await writeFile(file, localFile.replace('"2.00"', '"1.00"'));
      const why = `${file}:15:9  products[0].prices[0] — has begun and cannot change`;
      const checked = await run('check');
      expect([checked.code, checked.out]).toEqual([2, expect.stringContaining(why)]);
      const warning = async () => ((await (await fetch(`${first.url}/readyz`)).json()) as { warning?: string }).warning;
      await expect.poll(warning).toContain('The changed configuration has a problem');
      const doctor = await run('doctor');
      expect([doctor.code, doctor.out]).toEqual([1, expect.stringMatching(/^bad +gateway .*has a problem, so the/m)]);
      await writeFile(file, localFile.replace('plan: team, ', ''));
      await expect.poll(warning).toBeUndefined();
      expect((await run('doctor')).code).toBe(0);
      expect(await call(first.url)).toBe(502);
      await first.stop();
      await writeFile(file, localFile.replace('"2.00"', '"1.00"'));
      const refused = await runWords(['serve', '--port', '0', ...words], {
        environment: { ...goodEnvironment, DIGLOT_METRICS_PORT: '0' },
      });
      expect([refused.code, refused.err]).toEqual([2, expect.stringContaining(why)]);
      const later = `${localFile.slice(0, localFile.indexOf('plans:'))}      - from: 2999-01-01T00:00:00Z
        input_tokens: { credits: "1", per: 1000000 }
        output_tokens: { credits: "1", per: 1000000 }
${localFile.slice(localFile.indexOf('plans:'))}`;
      await writeFile(file, later);
      await (await serve(words, goodEnvironment)).stop();
      await writeFile(file, localFile.replaceAll('chat-small', 'chat-new').replace('"2.00"', '"1.00"'));
      await (await serve(words, goodEnvironment)).stop();
    }));

  it('starts with another price that no call was billed at', () =>
    inFolder({ 'diglot.yaml': localFile }, async (folder) => {
      const file = join(folder, 'diglot.yaml');
      const words = ['--data', folder, '--config', file];
      await (await serve(words, goodEnvironment)).stop();
      await writeFile(file, localFile.replace('"2.00"', '"1.00"'));
      const second = await serve(words, goodEnvironment);
      expect(await call(second.url)).toBe(502);
      await second.stop();
      const row = `      - from: ${new Date().toISOString()}
        input_tokens: { credits: "1", per: 1000000 }
        output_tokens: { credits: "1", per: 1000000 }
`;
      await writeFile(file, localFile.replace('"2.00"', '"1.00"').replace('plans:', `${row}plans:`));
      await (await serve(words, goodEnvironment)).stop();
    }));

  it('reads secrets in files again at SIGHUP, though the configuration has not changed', () =>
    inFolder({ secret: 'the first secret' }, async (folder) => {
      const file = join(folder, 'diglot.yaml');
      await writeFile(
        file,
        goodFile.replace('secret: "a secret of the gateway"', `secret: "\${file:${join(folder, 'secret')}}"`),
      );
      let hangUp = (): void => undefined;
      const onHangup = (action: () => void): void => void (hangUp = action);
      const words = ['--data', folder, '--config', file];
      const { url, stop } = await serve(words, goodEnvironment, { onHangup });
      expect(await models(url, 'the first secret')).toEqual(['gpt-5-mini']);
      await writeFile(join(folder, 'secret'), 'the second secret');
      hangUp();
      await expect.poll(() => models(url, 'the second secret').catch(() => [])).toEqual(['gpt-5-mini']);
      await stop();
    }));

  it('logs by the levels of the file, from the moment that it changes', () =>
    inFolder({ 'diglot.yaml': `${goodFile}log: { level: warn }\n` }, async (folder) => {
      const file = join(folder, 'diglot.yaml');
      let levels = (): LogLevels => usualLevels;
      const openLog: CliContext['openLog'] = (asked) => {
        levels = asked;
        return Promise.resolve(silentLog);
      };
      const { stop } = await serve(['--data', folder, '--config', file], goodEnvironment, { openLog });
      expect(levels()).toEqual({ level: 'warn', levels: {} });
      await writeFile(file, `${goodFile}log: { levels: { upstream: debug } }\n`);
      await expect.poll(levels).toEqual({ level: 'info', levels: { upstream: 'debug' } });
      await stop();
    }));

  it('refuses a port that is taken, in words', () =>
    inFolder({}, async (folder) => {
      const { url, stop } = await serve(['--data', join(folder, 'one')]);
      const words = ['serve', '--data', join(folder, 'two'), '--port', new URL(url).port];
      const { code, err } = await runWords(words, { environment: { DIGLOT_METRICS_PORT: '0' } });
      expect(code).toBe(1);
      expect(err).toMatch(/^Port \d+ on 127\.0\.0\.1 is already in use\./);
      await stop();
    }));
});

describe('diglot serve where it cannot start', () => {
  it.each(['admin-key', 'demo-key', 'server.json'])('says in one line that %s is no file', (name) =>
    inFolder({}, async (folder) => {
      await mkdir(join(folder, name));
      const { code, err } = await runWords(['serve', '--port', '0', '--metrics-port', '0', '--data', folder]);
      expect([code, err.trim().split('\n')]).toEqual([1, [expect.stringMatching(/^EISDIR.* name another folder/)]]);
      // Whatever had been opened by then is closed: the folder is free for the next start.
      await rmdir(join(folder, name));
      const serving = await serve(['--data', folder]);
      expect((await serving.stop()).code).toBe(0);
    }),
  );

  it('says in one line that the data folder is a file', () =>
    inFolder({ plain: '' }, async (folder) => {
      const data = join(folder, 'plain');
      const { code, err } = await runWords(['serve', '--data', data]);
      expect(code).toBe(1);
      expect(err).toBe(
        `The data folder cannot be used: ${data} is a file, not a folder. Name another one with --data or DIGLOT_DATA.\n`,
      );
    }));

  it('refuses a kept administrator key that could be guessed, as it does one in a variable', () =>
    inFolder({ 'admin-key': 'short\n' }, async (folder) => {
      const { code, err } = await runWords(['serve', '--data', folder, '--port', '0']);
      expect(code).toBe(2);
      expect(err).toContain(
        `${join(folder, 'admin-key')}  must have at least 16 characters, because it gives full access.`,
      );
      expect(err).not.toContain('short');
    }));

  it.each([
    ['in a file system that takes no folders', '/proc/diglot/drive'],
    ['that takes no folders itself', '/proc'],
    ['under a file', '/dev/null/drive'],
  ])('says in one line that the drive is %s', (_, drive) =>
    inFolder({}, async (folder) => {
      const words = ['serve', '--data', folder, '--port', '0'];
      const environment = { DIGLOT_METRICS_PORT: '0', DIGLOT_DRIVE: `file:${drive}` };
      const { code, out, err } = await runWords(words, { environment });
      expect({ code, out }).toEqual({ code: 1, out: '' });
      expect(err).toMatch(/^storage\.drive cannot be used: \/[^\n]+\. Name a folder [^\n]+\n$/);
    }),
  );

  it('says in one line that a host is no address', () =>
    inFolder({}, async (folder) => {
      const words = ['serve', '--data', folder, '--host', '256.1.1.1', '--port', '0'];
      const { code, err } = await runWords(words, { environment: { DIGLOT_METRICS_PORT: '0' } });
      expect(code).toBe(1);
      expect(err).toMatch(/^256\.1\.1\.1 is not an address and cannot be resolved \(\w+\)\. [^\n]+--host[^\n]+\n$/);
    }));
});

describe('a data folder whose ledger was lost', () => {
  it.each(['serve', 'keys list'])('is refused by diglot %s, in one line', (line) =>
    inFolder({ 'admin-key': 'dg-admin-0123456789abcdef\n', 'diglot.db': '' }, async (folder) => {
      const { code, out, err } = await runWords([...line.split(' '), '--data', folder], {
        environment: { DIGLOT_PORT: '0', DIGLOT_METRICS_PORT: '0' },
      });
      expect({ code, out }).toEqual({ code: 1, out: '' });
      expect(err).toMatch(/^\S+diglot\.db is empty \(0 bytes\): the ledger that was there is gone\. [^\n]+\n$/);
    }),
  );
});

describe('administration when no gateway runs', () => {
  it('starts one for the moment of the command, and says where it made a new ledger', () =>
    inFolder({}, async (folder) => {
      const made = await runWords(['workspaces', 'create', 'beta', '--data', folder]);
      expect(made).toMatchObject({
        code: 0,
        err: `There was no ledger at ${join(folder, 'diglot.db')}, so a new one was created. If you expected one, name the folder of the server with --data.\n`,
      });
      const { out } = await runWords(['workspaces', 'list', '--data', folder, '--json']);
      const { data } = JSON.parse(out) as { readonly data: readonly { readonly id: string }[] };
      expect(data.map(({ id }) => id)).toEqual(['beta']);
    }));

  it('creates nothing that was not asked for, and says that it does not know the configuration', () =>
    inFolder({ 'diglot.yaml': goodFile }, async (folder) => {
      const data = join(folder, 'data');
      const file = join(folder, 'diglot.yaml');
      await (await serve(['--data', data, '--config', file], goodEnvironment)).stop();
      const before = await readdir(data);
      const { out, err } = await runWords(['workspaces', 'list', '--data', data, '--json']);
      expect(err).toMatch(/^There is no diglot\.yaml in this folder, [^\n]+--config\.\n$/);
      expect((JSON.parse(out) as { data: { id: string }[] }).data.map(({ id }) => id)).toEqual(['acme']);
      expect(await readdir(data)).toEqual(before);
      const named = ['workspaces', 'list', '--data', data, '--config', file];
      expect((await runWords(named, { environment: goodEnvironment })).err).toBe('');
      await rm(join(data, 'admin-key'));
      expect((await runWords(named, { environment: goodEnvironment })).code).toBe(0);
      await expect(stat(join(data, 'admin-key'))).rejects.toThrow('ENOENT');
    }));

  it('refuses a data folder that is not there, and makes none', () =>
    inFolder({}, async (folder) => {
      const data = join(folder, 'mistyped');
      const { code, out, err } = await runWords([
        'credits',
        'grant',
        'demo',
        '5',
        '--reason',
        'Welcome',
        '--data',
        data,
      ]);
      expect({ code, out }).toEqual({ code: 1, out: '' });
      expect(err).toBe(
        `There is no data folder at ${data}. Name the folder of the server with --data, or start one there: npx diglot serve --data ${data}.\n`,
      );
      await expect(stat(data)).rejects.toThrow('ENOENT');
    }));
});
