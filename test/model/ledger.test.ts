import fc from 'fast-check';
import { describe, it } from 'vitest';
import { command, type Command } from './commands.ts';
import { perform } from './perform.ts';
import { settleDown, World } from './world.ts';

/** A command, and whether the ledger is read after it: until it is, calls may wait to be posted. */
interface Step {
  readonly next: Command;
  readonly looks: boolean;
}

const step: fc.Arbitrary<Step> = fc.record({ next: command, looks: fc.boolean() });
const grant: Step = { next: { kind: 'grant', amount: 5n * 10n ** 11n, twice: true }, looks: true };

async function live(steps: readonly Step[]): Promise<void> {
  const world = new World();
  await world.process.metering.start();
  let isFull = false;
  for (const { next, looks } of [grant, ...steps, { ...grant, looks: true }]) {
    await perform(world, next, isFull);
    await settleDown();
    if (next.kind === 'full') isFull = next.full;
    if (['crash', 'crash between statements', 'restart'].includes(next.kind)) isFull = false;
    if (!isFull && looks) await world.check();
  }
}

describe('the books, whatever happens in whatever order', () => {
  it('are what a plain model says they are', async () => {
    await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 60, size: 'max' }), live), {
      numRuns: 250,
    });
  }, 120_000);
});
