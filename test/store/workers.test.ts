import { describe } from 'vitest';
import { newWorkersEngine } from './engine.ts';
import { ports } from './ports.ts';
import { describeLateCalls } from './late-calls.ts';
import { describeRaces } from './races.ts';
import { describeSharedCredit } from './shared-credit.ts';

/** Workers whose parent owns the database keep the ports, and whatever two of them do at once. */
describe('an embedded database that workers share', () => {
  for (const describePort of [...ports, describeLateCalls, describeRaces, describeSharedCredit])
    describePort(newWorkersEngine);
});
