import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';

describe('kill -9 under load', () => {
  it('loses, doubles and overspends nothing; the long run is scripts/crash-test.ts', () => {
    const { stdout, status } = spawnSync(process.execPath, ['scripts/crash-test.ts', '--kills', '6', '--seed', '5'], {
      encoding: 'utf8',
    });
    expect(stdout).toMatch(
      /kills 6 {2}calls \d+ {2}acknowledged [1-9].+ lost 0 {2}doubled 0 {2}changed 0 {2}overspent 0/,
    );
    expect(stdout).toContain('"ok":true');
    expect(status).toBe(0);
  }, 180_000);
});
