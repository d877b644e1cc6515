import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Ledger } from '../../../src/metering/ledger.ts';
import { lossAccount } from '../../../src/shared/ids.ts';
import { callerOf, credits, draftOf, ended, entryOf, setUpMetering } from './set-up-metering.ts';

function newDatabase(): string {
  const folder = mkdtempSync(join(tmpdir(), 'diglot-recovery-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return `sqlite:${join(folder, 'test.db')}`;
}

const estimate = { input_tokens: 10, output_tokens: 20 };

describe('a call that the gateway did not live to finish', () => {
  it('is charged what the journal has; the rest of its hold is the operator’s loss, at most', async () => {
    const database = newDatabase();
    const before = await setUpMetering({ database });
    const draft = draftOf(callerOf(), { estimate });
    const hold = before.metering.admit(draft);
    hold.progress({ input_tokens: 10, output_tokens: 5 }, 'partial');
    before.clock.move(5000);
    await before.die();

    const { ledger, metering } = await setUpMetering({ database, granted: 0 });
    expect(await ledger.call(draft.callId)).toMatchObject({
      outcome: 'recovered',
      usageSource: 'partial',
      charge: credits(20),
      hold: credits(50),
    });
    expect(metering.balance('acme')).toMatchObject({ posted: credits(20), held: 0n });
    const { items } = await ledger.entries({ workspaceId: lossAccount, limit: 10 });
    expect(items).toMatchObject([{ kind: 'adjust', amount: -credits(30), externalId: `loss:${draft.callId}` }]);
    expect(await metering.reconcile()).toEqual([]);
    expect(await ledger.verify()).toEqual([]);
  });

  it('is in the books also when it had put out nothing yet', async () => {
    const database = newDatabase();
    const before = await setUpMetering({ database });
    const draft = draftOf(callerOf(), { estimate });
    before.metering.admit(draft);
    before.clock.move(5000);
    await before.die();
    const { ledger } = await setUpMetering({ database, granted: 0 });
    expect(await ledger.call(draft.callId)).toMatchObject({ outcome: 'recovered', usageSource: 'none', charge: 0n });
  });

  it('is settled also where an administrator has used the external id of its loss before those were the gateway’s own', async () => {
    const database = newDatabase();
    const before = await setUpMetering({ database });
    const draft = draftOf(callerOf(), { estimate });
    before.metering.admit(draft);
    before.clock.move(5000);
    await before.ledger.post(entryOf(credits(1), { externalId: `loss:${draft.callId}` }));
    await before.die();
    const { ledger } = await setUpMetering({ database, granted: 0 });
    expect(await ledger.call(draft.callId)).toMatchObject({ outcome: 'recovered' });
    expect(await ledger.verify()).toEqual([]);
  });

  it('is noted once the disk has space again, though it has come no further since', async () => {
    let isFull = true;
    const around = (ledger: Ledger): Ledger => ({
      ...ledger,
      journal: (notes) => (isFull ? Promise.reject(new Error('full')) : ledger.journal(notes)),
    });
    const database = newDatabase();
    const before = await setUpMetering({ database, around });
    const draft = draftOf(callerOf(), { estimate });
    before.metering.admit(draft).progress({ input_tokens: 10, output_tokens: 5 }, 'partial');
    before.clock.move(5000);
    // The failure has to arrive before the next sweep is set.
    await setImmediate();
    isFull = false;
    before.clock.move(5000);
    await before.die();
    const { ledger } = await setUpMetering({ database, granted: 0 });
    expect(await ledger.call(draft.callId)).toMatchObject({ outcome: 'recovered', charge: credits(20) });
  });

  it('is noted at once when a long stream has put out 64 KB', async () => {
    const database = newDatabase();
    const before = await setUpMetering({ database, granted: 1_000_000 });
    const draft = draftOf(callerOf(), { estimate: { output_tokens: 20_000 } });
    const hold = before.metering.admit(draft);
    hold.progress({ output_tokens: 16_383 }, 'estimate');
    hold.progress({ output_tokens: 16_384 }, 'estimate');
    hold.progress({ output_tokens: 16_385 }, 'estimate');
    await before.die();
    const { ledger } = await setUpMetering({ database, granted: 0 });
    expect((await ledger.call(draft.callId))?.lines).toMatchObject([{ quantity: 16_384 }]);
  });

  it('is settled by its own process when that lives, and only once', async () => {
    const database = newDatabase();
    const before = await setUpMetering({ database });
    const draft = draftOf(callerOf(), { estimate });
    const hold = before.metering.admit(draft);
    hold.progress({ input_tokens: 10 }, 'partial');
    before.clock.move(5000);
    await hold.settle(ended({ input_tokens: 10, output_tokens: 10 }));
    hold.progress({ input_tokens: 11 }, 'partial');
    before.clock.move(5000);
    await before.die();
    const { ledger, metering } = await setUpMetering({ database, granted: 0 });
    expect(await ledger.call(draft.callId)).toMatchObject({ outcome: 'completed', charge: credits(30) });
    expect(metering.balance('acme').posted).toBe(credits(30));
    expect((await ledger.entries({ workspaceId: lossAccount, limit: 10 })).items).toEqual([]);
  });

  it('is left to the next process by one that stops in order', async () => {
    const database = newDatabase();
    const before = await setUpMetering({ database });
    const draft = draftOf(callerOf(), { estimate });
    before.metering.admit(draft).progress({ input_tokens: 3 }, 'partial');
    await before.end();
    const { ledger } = await setUpMetering({ database, granted: 0 });
    expect(await ledger.call(draft.callId)).toMatchObject({ outcome: 'recovered', charge: credits(3) });
  });
});

describe('a new process', () => {
  it('goes on with what keys and plans have spent in this day and month', async () => {
    const database = newDatabase();
    const before = await setUpMetering({ database });
    const caller = callerOf({ limits: { day: credits(5), month: credits(7), total: credits(9) } });
    await before.metering.admit(draftOf(caller)).settle(ended({ input_tokens: 4 }));
    await before.end();
    const { metering } = await setUpMetering({ database, granted: 0 });
    expect(metering.limits(caller).map(({ subject, window, used }) => [subject, window, used])).toEqual([
      ['key', 'day', credits(4)],
      ['key', 'month', credits(4)],
      ['key', 'total', credits(4)],
      ['plan', 'month', credits(4)],
    ]);
    expect(() => metering.admit(draftOf(caller, { estimate: { input_tokens: 2 } }))).toThrow('Daily limit of key ci');
  });

  it('that starts with a clock set back finds the window again when the clock is put right', async () => {
    const database = newDatabase();
    const before = await setUpMetering({ database });
    const caller = callerOf({ limits: { day: credits(1), month: null, total: null } });
    const startedAt = before.clock.now() + 86_400_000;
    await before.metering.admit(draftOf(caller, { startedAt })).settle(ended({ input_tokens: 1 }));
    await before.end();
    const { metering } = await setUpMetering({ database, granted: 0 });
    expect(() => metering.admit(draftOf(caller, { startedAt }))).toThrow('Daily limit of key ci reached');
  });
});
