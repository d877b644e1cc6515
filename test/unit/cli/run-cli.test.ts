import { describe, expect, it } from 'vitest';
import { runWords } from './make-context.ts';

describe('the command line', () => {
  it('tells its version', async () => {
    expect(await runWords(['--version'])).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^\d+\.\d+\.\d+/) as string,
    });
  });

  it('tells its commands', async () => {
    const { code, out } = await runWords(['--help']);
    expect(code).toBe(0);
    for (const name of ['serve', 'try', 'env', 'check', 'doctor']) expect(out).toContain(`\n  ${name}`);
  });

  it('tells the options of a command both ways', async () => {
    const long = await runWords(['help', 'check']);
    expect(long.out).toContain('--json');
    expect((await runWords(['check', '--help'])).out).toBe(long.out);
  });

  it('suggests the command that was meant', async () => {
    expect(await runWords(['chekc'])).toEqual({
      code: 1,
      out: '',
      err: 'There is no command chekc. Did you mean check?\n',
    });
  });

  it('suggests the option that was meant', async () => {
    const { code, err } = await runWords(['check', '--jsno']);
    expect(code).toBe(1);
    expect(err).toContain('Did you mean --json?');
  });

  it('refuses several processes on the embedded database', async () => {
    const { code, err } = await runWords(['serve', '--workers', '2']);
    expect(code).toBe(2);
    expect(err).toContain('one writer');
  });

  it('starts nothing with a configuration that has problems', async () => {
    const { code, err } = await runWords(['env'], { environment: { DIGLOT_API_KEY: 'k', DIGLOT_PORT: 'x' } });
    expect(code).toBe(2);
    expect(err).toContain('environment DIGLOT_PORT');
  });
});
