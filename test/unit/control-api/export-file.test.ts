import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { csvLine, sendFile } from '../../../src/control-api/reports/export-file.ts';
import { makeRecordingReply } from '../../fakes/recording-reply.ts';

describe('a line of CSV', () => {
  it.each(['=1+1', '+1', '-1', '@sum', '\tx', '\rx', '\nx', '＝1', '＋1', '－1', '＠x'])('defuses %j', (text) => {
    expect(csvLine([text]).replace(/^"/, '')).toMatch(/^'/);
  });

  it.each([
    ['x;=WEBDIENST(A1);', "x;'=WEBDIENST(A1);"],
    ['x;＝1', "x;'＝1"],
    ['a\t@sum', "a\t'@sum"],
    ['a\r\n-1', '"a\r\n\'-1"'],
    ['x; =1', "x;' =1"],
    ['x;"=1&', '"x;\'""=1&"'],
    ['-1;+1', "'-1;'+1"],
  ])('defuses what another program takes for a cell of its own in %j', (text, cell) => {
    expect(csvLine([text])).toBe(`${cell}\r\n`);
  });

  it('leaves a semicolon as it is where no formula follows', () => {
    const text = 'Mozilla/5.0 (X11; Linux) a;b-c; 1-2';
    expect(csvLine([text])).toBe(`${text}\r\n`);
  });

  it('quotes what would end a cell, and doubles quotes', () => {
    expect(csvLine(['a,b', 'say "x"', 'two\r\nlines', 'plain', ''])).toBe(
      '"a,b","say ""x""","two\r\nlines",plain,\r\n',
    );
  });

  it('leaves numbers and amounts as they are', () => {
    expect(csvLine([1, 2n, '0.000000019', 'gpt-5-mini'])).toBe('1,2,0.000000019,gpt-5-mini\r\n');
  });
});

describe('a CSV file on its way', () => {
  async function* lines(count: number, failAt = Infinity): AsyncGenerator<string> {
    for (let index = 0; index < count; index++) {
      await Promise.resolve();
      if (index === failAt) throw new Error('the database is gone');
      made = index;
      yield csvLine([index, 'x'.repeat(100)]);
    }
  }
  let made = 0;

  it('arrives whole, in pieces', async () => {
    const reply = makeRecordingReply();
    await sendFile(reply, { name: 'usage.csv', lines: lines(2_000) });
    expect(reply.text().split('\r\n')).toHaveLength(2_001);
    expect(reply.pieces()).toBeGreaterThan(3);
    expect(reply.ended()).toBe('cleanly');
  });

  it('is made no faster than it is read', async () => {
    const reply = makeRecordingReply({ full: true });
    const sending = sendFile(reply, { name: 'usage.csv', lines: lines(2_000) });
    for (let turn = 0; turn < 50; turn++) await nextTurn();
    expect(made).toBeLessThan(400);
    const reading = setInterval(reply.readOn, 0);
    await sending;
    clearInterval(reading);
    expect(reply.ended()).toBe('cleanly');
  });

  it('is an ordinary error where it fails before the first piece', async () => {
    const reply = makeRecordingReply();
    await expect(sendFile(reply, { name: 'usage.csv', lines: lines(10, 5) })).rejects.toThrow('gone');
    expect([reply.started(), reply.ended()]).toEqual([false, null]);
  });

  it('is cut where it fails later, so that it cannot be mistaken for a whole one', async () => {
    const reply = makeRecordingReply();
    await expect(sendFile(reply, { name: 'usage.csv', lines: lines(2_000, 1_900) })).rejects.toThrow('gone');
    expect(reply.ended()).toBe('cut');
  });

  it('stops when its reader has left', async () => {
    const reply = makeRecordingReply({ full: true });
    const sending = sendFile(reply, { name: 'usage.csv', lines: lines(2_000) });
    for (let turn = 0; turn < 50; turn++) await nextTurn();
    reply.leave();
    await sending;
    expect(made).toBeLessThan(400);
  });
});
