import { execFileSync } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { inFolder, runWords } from './make-context.ts';

describe('diglot env', () => {
  it('prints the lines for both SDK families: with /v1 for Spec A, without for Spec B', async () => {
    expect(await runWords(['env'], { environment: { DIGLOT_API_KEY: 'sk-dg-own' } })).toEqual({
      code: 0,
      out: [
        'export OPENAI_BASE_URL=http://127.0.0.1:8585/v1',
        'export OPENAI_API_KEY=sk-dg-own',
        'export ANTHROPIC_BASE_URL=http://127.0.0.1:8585',
        'export ANTHROPIC_API_KEY=sk-dg-own',
        '',
      ].join('\n'),
      err: '',
    });
  });

  it.each(['env', 'try', 'whoami'])(
    '%s gives the demo key to nothing that listens where no gateway of the folder runs',
    (name) =>
      inFolder({ 'demo-key': 'sk-dg-demo\n' }, async (folder) => {
        let calls = 0;
        const other = createServer((_, answer) => {
          calls += 1;
          answer.end('{}');
        });
        await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
        const environment = { DIGLOT_PORT: String((other.address() as AddressInfo).port) };
        const { code, out, err } = await runWords([name, '--data', folder], { environment });
        other.close();
        expect([code, out, calls]).toEqual([1, '', 0]);
        expect(err).toContain(`No gateway runs on ${folder}`);
      }),
  );

  it('follows the configured address and the key of the environment', async () => {
    const environment = { DIGLOT_API_KEY: 'our key', DIGLOT_HOST: '0.0.0.0', DIGLOT_PORT: '9000' };
    const { out } = await runWords(['env', '--json'], { environment });
    expect(JSON.parse(out)).toEqual({
      OPENAI_BASE_URL: 'http://127.0.0.1:9000/v1',
      OPENAI_API_KEY: 'our key',
      ANTHROPIC_BASE_URL: 'http://127.0.0.1:9000',
      ANTHROPIC_API_KEY: 'our key',
    });
  });

  it('reads address and key from the files that the environment names, and says which cannot be read', () =>
    inFolder({ key: 'sk-dg-of-a-file\n', url: 'https://models.example\n' }, async (folder) => {
      const environment = { DIGLOT_API_KEY_FILE: `${folder}/key`, DIGLOT_URL_FILE: `${folder}/url` };
      const { out } = await runWords(['env', '--json'], { environment });
      expect(JSON.parse(out)).toMatchObject({
        OPENAI_BASE_URL: 'https://models.example/v1',
        OPENAI_API_KEY: 'sk-dg-of-a-file',
      });
      const wrong = { ...environment, DIGLOT_API_KEY_FILE: `${folder}/nowhere` };
      expect(await runWords(['env'], { environment: wrong })).toMatchObject({
        code: 2,
        err: expect.stringContaining(
          `DIGLOT_API_KEY_FILE  names a file that cannot be read: ${folder}/nowhere (ENOENT).`,
        ),
      });
    }));

  it('takes an address with or without /v1', async () => {
    const { out } = await runWords(['env', '--url', 'https://models.example/v1/'], {
      environment: { DIGLOT_API_KEY: 'k' },
    });
    expect(out).toContain('ANTHROPIC_BASE_URL=https://models.example\n');
    expect(out).toContain('OPENAI_BASE_URL=https://models.example/v1\n');
  });

  it('quotes a key so that a shell reads it back', async () => {
    const key = `it's "$HOME" \`x\``;
    const { out } = await runWords(['env', '--url', 'http://127.0.0.1:1'], { environment: { DIGLOT_API_KEY: key } });
    const read = execFileSync('sh', ['-c', `${out}printf %s "$OPENAI_API_KEY"`], { encoding: 'utf8' });
    expect(read).toBe(key);
  });

  it('says how to get a key when there is none', () =>
    inFolder({}, async (folder) => {
      const { code, err } = await runWords(['env', '--data', folder]);
      expect(code).toBe(1);
      expect(err).toContain('DIGLOT_API_KEY is not set');
    }));
});
