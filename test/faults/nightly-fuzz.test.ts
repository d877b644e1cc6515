import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { makeHunt } from '../../scripts/fuzz/hunt.ts';
import { claim, type Target } from '../../scripts/fuzz/target.ts';

describe('strange bytes', () => {
  it('are borne by every piece that reads them; the long run is scripts/nightly-fuzz.ts', () => {
    const { stdout, status } = spawnSync(process.execPath, ['scripts/nightly-fuzz.ts', '7', '--seed', '1'], {
      encoding: 'utf8',
    });
    expect(stdout).toMatch(/\nexecutions [1-9]\d{3,} {2}findings 0 {2}seed 1\n$/);
    expect(status).toBe(0);
  });

  const target = (run: (text: string) => void): Target => ({
    name: 'planted',
    longest: 1_000,
    seeds: ['some text'],
    words: ['key'],
    run: (input) => {
      run(input.toString('latin1'));
      return String(input.length);
    },
  });

  it.each<[string, Target]>([
    ['an exception', target((text) => claim(!/key.*key/.test(text), 'Two keys.'))],
    [
      'what takes too long',
      target((text) => {
        const end = performance.now() + (text.includes('keykey') ? 60 : 0);
        while (performance.now() < end);
      }),
    ],
  ])('that harm a piece are found and shortened: %s', (_what, planted) => {
    const hunt = makeHunt(planted, 1);
    hunt.run(500);
    const [found, ...others] = [...hunt.findings.values()].map(({ input }) => input.toString());
    expect(others).toEqual([]);
    expect(found).toMatch(/^.{0,6}key.{0,3}key.{0,6}$/s);
  });
});
