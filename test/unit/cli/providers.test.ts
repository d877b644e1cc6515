import { chmod, readdir, readFile, stat, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { profileIds } from '../../../src/catalog/profiles.ts';
import { goodEnvironment, goodFile } from '../config/load-text.ts';
import { inFolder, runWords } from './make-context.ts';

const environment = { ...goodEnvironment, GROQ_API_KEY: 'gsk_0123456789' };

describe('diglot providers', () => {
  it('adds a host to a file, keeps all else in it, and the file is good', () =>
    inFolder({ 'diglot.yaml': `# Our catalogue.\n${goodFile}` }, async (folder) => {
      const file = join(folder, 'diglot.yaml');
      const { code, out } = await runWords(['providers', 'add', 'groq', '--config', file], { environment });
      expect([code, out]).toEqual([
        0,
        `${file}: added provider groq (Groq, https://api.groq.com/openai/v1).\nAdd its models under models:, each with { provider: groq, model: NAME }, then run diglot check.\n`,
      ]);
      const text = await readFile(file, 'utf8');
      expect(text).toContain('# Our catalogue.');
      expect(text).toContain('${GROQ_API_KEY}');
      expect((await runWords(['check', file], { environment })).code).toBe(0);
      const { out: listed } = await runWords(['providers', 'list', '--config', file], { environment });
      expect(listed).toMatch(/^groq +openai +Groq +https:\/\/api\.groq\.com\/openai\/v1$/m);
      const { out: json } = await runWords(['providers', 'list', '--config', file, '--json'], { environment });
      expect(JSON.parse(json)).toEqual({
        object: 'list',
        data: [
          { id: 'openai', spec: 'a', kind: 'openai', host: null, base_url: 'https://api.openai.com/v1' },
          { id: 'groq', spec: 'a', kind: 'openai', host: 'Groq', base_url: 'https://api.groq.com/openai/v1' },
        ],
      });
    }));

  it.each(profileIds)('begins a file with %s, and the file is good', (name) =>
    inFolder({}, async (folder) => {
      const file = join(folder, 'diglot.yaml');
      const added = await runWords(['providers', 'add', name, '-c', file, '--id', 'host']);
      expect(added.code).toBe(0);
      const [, key] = /^Set (\w+) in/m.exec(added.out) ?? [];
      const { code, out } = await runWords(['check', file], { environment: key === undefined ? {} : { [key]: 'k' } });
      expect([code, out]).toEqual([0, expect.stringMatching(/1 provider, .*No problems\.\n$/)]);
      expect(out).not.toContain('base_url');
    }),
  );

  it('refuses what it does not know, what is there already, and a file that it cannot read', () =>
    inFolder({ 'diglot.yaml': goodFile, 'broken.yaml': 'providers: [' }, async (folder) => {
      const file = join(folder, 'diglot.yaml');
      const failing = async (...words: readonly string[]): Promise<string> => {
        const { code, err } = await runWords(['providers', 'add', ...words], { environment });
        expect(code).toBe(1);
        return err;
      };
      expect(await failing('gorq', '-c', file)).toContain('There is no profile gorq. Did you mean groq?');
      expect(await failing('grok', '-c', file)).toContain('There is no profile grok. Did you mean xai?');
      expect(await failing('anthropic', '-c', file)).toBe(
        "Anthropic needs no profile: set ANTHROPIC_API_KEY in the server's environment if the file has no providers, or write a row under providers:.\n",
      );
      expect(await failing('bedrock', '-c', file)).toContain('write a row under providers: with kind: bedrock.');
      expect(await failing('groq', '-c', file, '--id', 'openai')).toContain('has a provider openai already');
      expect(await failing('groq', '-c', join(folder, 'broken.yaml'))).toContain('cannot be read');
      expect(await readFile(file, 'utf8')).toBe(goodFile);
    }));

  it('refuses a row that would not be valid, and writes nothing', () =>
    inFolder({}, async (folder) => {
      const file = join(folder, 'diglot.yaml');
      const refused = async (...words: readonly string[]): Promise<string> => {
        const { code, err } = await runWords(['providers', 'add', 'groq', '-c', file, ...words], { environment });
        expect([code, await readdir(folder)]).toEqual([1, []]);
        return err;
      };
      expect(await refused('--id', 'bad id!')).toContain('--id must be');
      expect(await refused('--base-url', 'http://api.example.com/v1')).toContain('--base-url must begin with https');
      expect(await refused('--base-url', 'hello')).toContain('--base-url must be an https address');
    }));

  it('keeps line ends, a byte order mark, mode and links of the file, and leaves nothing beside it', () =>
    inFolder({ 'real.yaml': `\uFEFF${goodFile.replaceAll('\n', '\r\n')}` }, async (folder) => {
      const [file, real] = [join(folder, 'diglot.yaml'), join(folder, 'real.yaml')];
      await chmod(real, 0o640);
      await symlink(real, file);
      expect((await runWords(['providers', 'add', 'groq', '-c', file], { environment })).code).toBe(0);
      const text = await readFile(real, 'utf8');
      expect([text.startsWith('\uFEFFproviders:\r\n'), /[^\r]\n/.test(text)]).toEqual([true, false]);
      expect((await stat(real)).mode & 0o777).toBe(0o640);
      expect(await readdir(folder)).toEqual(['diglot.yaml', 'real.yaml']);
      expect((await runWords(['check', file], { environment })).code).toBe(0);
    }));

  it('adds to JSON as JSON', () =>
    inFolder(
      { 'diglot.json': JSON.stringify({ providers: [{ id: 'x', spec: 'a', base_url: 'demo:' }] }) },
      async (folder) => {
        const file = join(folder, 'diglot.json');
        expect((await runWords(['providers', 'add', 'groq', '-c', file], { environment })).code).toBe(0);
        expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ providers: [{ id: 'x' }, { id: 'groq' }] });
      },
    ));

  it('says that the defaults are gone when the file had neither providers nor models', () =>
    inFolder({}, async (folder) => {
      const add = (name: string) =>
        runWords(['providers', 'add', name, '-c', join(folder, 'diglot.yaml')], { environment });
      expect((await add('groq')).out).toContain('has no models yet, so a gateway that follows it serves none');
      expect((await add('xai')).out).toContain('has no models yet');
    }));

  it.each([
    'regions: &rows [{ id: mine }]\nproviders: *rows\n',
    'mail: *nothing\n',
    'providers: *nothing\n',
    'providers: hello\n',
    'providers: [null]\n',
    'providers: {}\n',
    '- providers\n',
  ])('leaves a file alone that is not in order: %j', (text) =>
    inFolder({ 'diglot.yaml': text }, async (folder) => {
      const file = join(folder, 'diglot.yaml');
      const { code, err } = await runWords(['providers', 'add', 'groq', '-c', file]);
      expect([code, err]).toEqual([
        1,
        expect.stringContaining(text.includes('&rows') ? 'repeats other rows' : 'cannot be read'),
      ]);
      expect(await readFile(file, 'utf8')).toBe(text);
    }),
  );
});
