import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';

/**
 * The most files that a call may run through. They average 190 lines: fewer files would be longer, or hold two concepts. A stream
 * needs four more than a JSON answer: events are split, read, and recognised by their templates.
 */
const most: Readonly<Record<string, number>> = {
  'chat, JSON': 51,
  'chat, stream': 55,
  'messages, JSON': 51,
  'messages, stream': 55,
};

describe('the files that one warmed call runs through', () => {
  it('are at most so many', async () => {
    const { stdout } = await promisify(execFile)(process.execPath, ['scripts/count-call-files.ts']);
    const counted = stdout
      .trim()
      .split('\n')
      .map((line) => line.split(': '));
    expect(counted.map(([name]) => name)).toEqual(Object.keys(most));
    expect(counted.filter(([name = '', files]) => !(Number(files) <= (most[name] ?? 0)))).toEqual([]);
  }, 60_000);
});
