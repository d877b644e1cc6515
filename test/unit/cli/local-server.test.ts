import { existsSync } from 'node:fs';
import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { writeServerFile } from '../../../src/cli/find-server.ts';
import { adminSecret, sharedConsole } from '../../journey/start-console.ts';
import { testKey } from '../../fakes/make-config.ts';
import { inFolder, runWords } from './make-context.ts';
import { serve } from './serve-words.ts';

const none = (folder: string) => ({ code: 1, err: expect.stringContaining(`No gateway runs on ${folder}`) as string });

describe('a gateway that runs on the data folder', () => {
  const gateway = sharedConsole();
  const inDataFolder = (action: (folder: string) => Promise<void>): Promise<void> =>
    inFolder({ 'admin-key': `${adminSecret}\n`, 'demo-key': `${testKey}\n` }, async (folder) => {
      await writeServerFile(folder, { url: gateway().url, pid: process.pid });
      await action(folder);
    });

  it('is found by every command', () =>
    inDataFolder(async (folder) => {
      const { out } = await runWords(['env', '--data', folder, '--json']);
      expect(JSON.parse(out)).toMatchObject({ OPENAI_BASE_URL: `${gateway().url}/v1`, OPENAI_API_KEY: testKey });
      expect((await runWords(['keys', 'list', '--data', folder])).code).toBe(0);
      expect((await runWords(['doctor', '--data', folder])).out).toContain(gateway().url);
    }));

  it('is administered with the key of the file that the environment names', () =>
    inFolder({ mounted: `${adminSecret}\n` }, async (folder) => {
      const environment = { DIGLOT_URL: gateway().url, DIGLOT_ADMIN_KEY_FILE: join(folder, 'mounted') };
      expect((await runWords(['keys', 'list', '--data', folder], { environment })).err).toBe('');
    }));

  it('refuses a second one', () =>
    inDataFolder(async (folder) => {
      const { code, err } = await runWords(['serve', '--data', folder]);
      expect(code).toBe(1);
      expect(err).toContain(`A gateway is already running on ${folder}: ${gateway().url}`);
    }));

  it('gives diglot try from its ledger what a stream was charged', () =>
    inDataFolder(async (folder) => {
      const words = ['try', '--data', folder, '--model', 'test-model', '--json'];
      const { out } = await runWords(words);
      const all = JSON.parse(out) as readonly { readonly note: string | null; readonly charge: string | null }[];
      expect(all.find(({ note }) => note === 'streamed')?.charge).toMatch(/^\d+(\.\d+)?$/);
    }));

  it('takes its word back when it stops, unless it is that of another one since, which may have the same process id', () =>
    inFolder({}, async (folder) => {
      const word = join(folder, 'server.json');
      const alone = await serve(['--data', folder]);
      expect(existsSync(word)).toBe(true);
      await alone.stop();
      expect(existsSync(word)).toBe(false);
      const replaced = await serve(['--data', folder]);
      await writeServerFile(folder, { url: gateway().url, pid: process.pid, run: 'run_of_another' });
      await replaced.stop();
      expect(await readFile(word, 'utf8')).toContain('run_of_another');
    }));

  it('is passed over when it has died or its word is garbage', () =>
    inDataFolder(async (folder) => {
      await writeServerFile(folder, { url: 'http://127.0.0.1:9', pid: 1 });
      expect(await runWords(['env', '--data', folder])).toMatchObject(none(folder));
      await writeFile(join(folder, 'server.json'), '{');
      expect(await runWords(['env', '--data', folder])).toMatchObject(none(folder));
    }));
});

describe('a copy of the data folder of a running gateway', () => {
  it('may be its own folder through another mount, so that every command asks which it is', () =>
    inFolder({}, async (folder) => {
      const [original, copy] = [join(folder, 'original'), join(folder, 'copy')];
      const gateway = await serve(['--data', original]);
      onTestFinished(async () => void (await gateway.stop()));
      await cp(original, copy, { recursive: true });
      const word = join(copy, 'server.json');
      for (const words of [['workspaces', 'create', 'beta'], ['serve'], ['env'], ['login-link'], ['demo', 'seed']]) {
        const { code, err } = await runWords([...words, '--data', copy]);
        expect([code, err], words.join(' ')).toEqual([
          1,
          expect.stringContaining(`If ${copy} is a copy, remove ${word}`),
        ]);
        expect(err).toContain(`--url ${gateway.url}`);
      }
      const { out } = await runWords(['doctor', '--data', copy]);
      expect(out).toMatch(new RegExp(`gateway.*remove ${word}`));
      const named = await runWords(['workspaces', 'list', '--data', copy, '--url', gateway.url]);
      expect([named.code, named.err]).toEqual([0, '']);
    }));

  it('has no gateway of its own once it names none: commands act on it, and one may be started on it', () =>
    inFolder({}, async (folder) => {
      const [original, copy] = [join(folder, 'original'), join(folder, 'copy')];
      const gateway = await serve(['--data', original]);
      onTestFinished(async () => void (await gateway.stop()));
      await cp(original, copy, { recursive: true });
      await rm(join(copy, 'server.json'));
      const made = await runWords(['workspaces', 'create', 'beta', '--data', copy]);
      expect([made.code, made.err]).toEqual([0, '']);
      const { out } = await runWords(['workspaces', 'list', '--data', original, '--json']);
      const { data } = JSON.parse(out) as { readonly data: readonly { readonly id: string }[] };
      expect(data.map(({ id }) => id)).toEqual(['demo']);
      const second = await serve(['--data', copy]);
      expect((await runWords(['env', '--data', copy])).out).toContain(second.url);
      expect((await second.stop()).code).toBe(0);
    }));

  it('is distinguished from one that has taken the place of the original', () =>
    inFolder({}, async (folder) => {
      const data = join(folder, 'data');
      const gateway = await serve(['--data', data]);
      onTestFinished(async () => void (await gateway.stop()));
      await writeServerFile(data, { url: gateway.url, pid: process.pid, run: 'run_of_another' });
      expect(await runWords(['env', '--data', data])).toMatchObject(none(data));
    }));
});
