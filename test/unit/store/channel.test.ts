import { fork } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { lineTo, makeChannel } from '../../../src/store/shared/hub.ts';
import { makeLine } from '../../store/engine.ts';
import { newFolder } from './set-up-store.ts';

/** Another process with a channel, which answers `length` with the length of what it is given, and `echo` with that itself. */
function startOther() {
  const file = join(newFolder(), 'other.ts');
  const channel = join(import.meta.dirname, '../../../src/store/shared/hub.ts');
  const code = `import { lineTo, makeChannel } from ${JSON.stringify(channel)};
    const channel = makeChannel(lineTo(process));
    channel.handle('length', ({ text }) => text.length);
    channel.handle('echo', (given) => given);`;
  writeFileSync(file, code);
  const child = fork(file, { serialization: 'advanced', execArgv: [] });
  onTestFinished(() => void child.kill('SIGKILL'));
  return { child, channel: makeChannel(lineTo(child)) };
}

describe('a channel to another process', () => {
  it('takes messages that wait behind others, in both directions', async () => {
    const { channel } = startOther();
    const text = 'x'.repeat(4_194_304);
    const lengths = await Promise.all(Array.from({ length: 8 }, () => channel.ask('length', { text })));
    expect(lengths).toEqual(Array.from({ length: 8 }, () => text.length));
    expect(await channel.ask('echo', { text })).toEqual({ text });
  });

  it('refuses what cannot be sent, and goes on', async () => {
    const { channel } = startOther();
    await expect(channel.ask('echo', () => 1)).rejects.toThrow('could not be cloned');
    expect(await channel.ask('echo', 2n)).toBe(2n);
  });

  it('refuses questions once the other process is gone', async () => {
    const { child, channel } = startOther();
    expect(await channel.ask('echo', 1)).toBe(1);
    const gone = new Promise((resolve) => child.once('disconnect', resolve));
    child.kill('SIGKILL');
    await gone;
    await expect(channel.ask('echo', 1)).rejects.toThrow('The other process is gone.');
  });

  it('keeps a thousand questions at most for a process that answers none', async () => {
    const [one, other] = makeLine();
    const answer = Promise.withResolvers<number>();
    other.handle('slow', () => answer.promise);
    const asked = Array.from({ length: 1_000 }, () => one.ask('slow'));
    await expect(one.ask('slow')).rejects.toThrow('The other process does not answer.');
    answer.resolve(1);
    expect(new Set(await Promise.all(asked))).toEqual(new Set([1]));
    expect(await one.ask('slow')).toBe(1);
  });
});
