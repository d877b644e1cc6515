import { describe } from 'vitest';
import { newSharedEngine } from './engine.ts';
import { ports } from './ports.ts';
import { describeLateCalls } from './late-calls.ts';
import { describeRaces } from './races.ts';
import { describeSharedCredit } from './shared-credit.ts';

/** An engine for several instances keeps the ports, and whatever two of them do at once. */
describe('the memory that instances share', () => {
  for (const describePort of [...ports, describeLateCalls, describeRaces, describeSharedCredit])
    describePort(newSharedEngine);
});
