import { describe, expect, it } from 'vitest';
import { newFolder } from '../unit/store/set-up-store.ts';
import { startWorkers, stopWorkers } from './start-workers.ts';

describe('the log of a gateway whose standard output is no terminal', () => {
  it.each(['1', '2'])('is one JSON object per line with %s processes, and the banner goes elsewhere', async (count) => {
    const running = await startWorkers(newFolder(), {}, ['--workers', count]);
    expect((await running.call()).status).toBe(200);
    expect(await stopWorkers(running)).toBe(0);
    const lines = running.logged().trimEnd().split('\n');
    const messages = lines.map((line) => (JSON.parse(line) as { readonly message: string }).message);
    expect(messages).toEqual(expect.arrayContaining([expect.stringMatching(/^Ready in/), 'call', 'Stopped.']));
    expect(running.printed()).toMatch(/Address +http[^]*Ready in/);
  });
});
