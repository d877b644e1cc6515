import fc from 'fast-check';
import { describe, it } from 'vitest';
import { command, type Command } from './commands.ts';
import { perform } from './perform.ts';
import { settleDown, World } from './world.ts';

async function live(commands: readonly Command[]): Promise<void> {
  const world = new World();
  await world.process.metering.start();
  let isFull = false;
  for (const next of [{ kind: 'grant', amount: 5n * 10n ** 11n, twice: true } as const, ...commands]) {
    await perform(world, next, isFull);
    await settleDown();
    if (next.kind === 'full') isFull = next.full;
    if (['crash', 'crash between statements', 'restart'].includes(next.kind)) isFull = false;
    if (!isFull) await world.check();
  }
}

describe('the books, whatever happens in whatever order', () => {
  it('are what a plain model says they are', async () => {
    await fc.assert(fc.asyncProperty(fc.array(command, { minLength: 1, maxLength: 60, size: 'max' }), live), {
      numRuns: 250,
    });
  }, 120_000);
});
