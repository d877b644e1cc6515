import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';

/** The most that a call may run through. It was 96 once. The load gate is the last that came. */
const most = 58;

describe('the files that one warmed call runs through', () => {
  it(`are at most ${most}`, async () => {
    const { stdout } = await promisify(execFile)(process.execPath, ['scripts/count-call-files.ts']);
    const counted = stdout.trim().split('\n');
    expect(counted.map((line) => line.slice(0, line.lastIndexOf(':')))).toEqual([
      'chat, JSON',
      'chat, stream',
      'messages, JSON',
      'messages, stream',
    ]);
    expect(counted.filter((line) => !(Number(line.slice(line.lastIndexOf(':') + 1)) <= most))).toEqual([]);
  }, 60_000);
});
