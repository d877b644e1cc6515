import { describe, expect, it } from 'vitest';
import { hashCatalog, watchCatalogs, type InstanceRecord } from '../../../src/metering/instances.ts';
import { silentLog, type Log } from '../../../src/shared/log.ts';
import { makeHandClock } from '../../fakes/hand-clock.ts';
import { makeConfig, makeModel, makeProvider } from '../../fakes/make-config.ts';

const catalogWith = (model: string, secret = 'http://one') =>
  makeConfig({ providers: [makeProvider('one', 'a', secret)], models: [makeModel(model, ['one'])] }).catalog;

async function setUp() {
  const clock = makeHandClock();
  const warnings: string[] = [];
  const log: Log = { ...silentLog, warn: (message) => warnings.push(message) };
  const notes: string[] = [];
  let others: readonly (string | null)[] = [];
  const record = (id: string, catalogHash: string | null, isThis: boolean): InstanceRecord => ({
    id,
    startedAt: 1,
    heartbeatAt: 2,
    catalogHash,
    isThis,
  });
  const watch = watchCatalogs({
    instances: {
      note: async (hash) => void notes.push(hash),
      live: async () => [
        record('inst_this', notes.at(-1) ?? null, true),
        ...others.map((hash, index) => record(`inst_${index}`, hash, false)),
      ],
      deployment: () => Promise.resolve('d1'),
    },
    clock,
    log,
  });
  const pass = async (seconds: number): Promise<void> => {
    for (let passed = 0; passed < seconds; passed += 15) {
      clock.move(15_000);
      for (let turn = 0; turn < 4; turn += 1) await new Promise(setImmediate);
    }
  };
  return { watch, warnings, notes, pass, see: (hashes: readonly (string | null)[]) => (others = hashes) };
}

describe('the catalogues of several instances', () => {
  it('have one hash when they route and rate in the same way, whatever their secrets', () => {
    const [one, other] = [catalogWith('m'), catalogWith('m')];
    expect(hashCatalog(one)).toBe(hashCatalog(other));
    expect(hashCatalog(one)).toMatch(/^[0-9a-f]{16}$/);
    expect(hashCatalog(catalogWith('n'))).not.toBe(hashCatalog(one));
  });

  it('13: may differ for a minute, as while a new one is handed out; then the operator is warned, once', async () => {
    const { watch, warnings, pass, see } = await setUp();
    await watch.note(catalogWith('m'));
    const same = hashCatalog(catalogWith('m'));
    see([same, 'another', null]);
    await pass(60);
    expect(watch.difference()).toBeNull();
    await pass(45);
    expect(watch.difference()).toContain('1 of 4 instances have a different catalogue');
    expect(warnings).toHaveLength(1);
    see([same, same, null]);
    await pass(15);
    expect(watch.difference()).toBeNull();
    await watch.stop();
  });

  it('are noted once more where the row of this instance has been written anew', async () => {
    const { watch, notes, pass } = await setUp();
    await watch.note(catalogWith('m'));
    const own = hashCatalog(catalogWith('m'));
    notes.length = 0;
    await pass(45);
    expect(notes).toEqual([own]);
    await watch.stop();
  });

  it('are noted later where the database could not take them', async () => {
    const { watch, notes, pass } = await setUp();
    await watch.note(catalogWith('m'));
    const own = hashCatalog(catalogWith('n'));
    const note = watch.note(catalogWith('n'));
    notes.pop();
    await note;
    await pass(45);
    expect(notes.slice(1)).toEqual([own]);
    await watch.stop();
  });
});
