import { expect, it, onTestFinished, vi } from 'vitest';
import { silentLog } from '../../../src/shared/log.ts';
import { openParentStore, openSharedDatabase } from '../../../src/store/sqlite/shared-database.ts';
import { makeLine } from '../../store/engine.ts';
import { makeHandClock } from '../../fakes/hand-clock.ts';
import { newFile } from './set-up-store.ts';

it('a database thread that fails leaves no worker without an answer, and says so to all', async () => {
  const clock = makeHandClock();
  const database = await openSharedDatabase(newFile(), { clock, log: silentLog });
  onTestFinished(database.close);
  const [one, worker] = makeLine();
  database.serve(one);
  const lost = vi.fn();
  const store = await openParentStore(worker, { clock, log: silentLog, lost });
  const [other, broken] = makeLine();
  database.serve(other);
  // A batch that no worker sends: the thread fails at it, before it comes to the next.
  const ends = await Promise.allSettled([
    broken.ask('store batch', { instanceId: 'inst_broken', batch: null }),
    store.ledger.account('acme'),
  ]);
  expect(ends).toMatchObject([
    { reason: { message: expect.stringContaining('The database thread failed') as string } },
    { reason: { code: 'overloaded' } },
  ]);
  await expect(store.ledger.account('acme')).rejects.toMatchObject({ code: 'overloaded' });
  await expect.poll(() => store.health().state).toBe('failed');
  await expect(broken.ask('store batch', { instanceId: 'inst_next', batch: null })).rejects.toThrow('thread failed');
  // Another worker would not be served either.
  expect(lost).not.toHaveBeenCalled();
});

it('a worker whose parent does not take its batches any more asks to be replaced', async () => {
  const clock = makeHandClock();
  const database = await openSharedDatabase(newFile(), { clock, log: silentLog });
  onTestFinished(database.close);
  const [parent, worker] = makeLine();
  database.serve(parent);
  const lost = vi.fn();
  const store = await openParentStore(worker, { clock, log: silentLog, lost });
  parent.handle('store batch', () => {
    throw new Error('No.');
  });
  await expect(store.ledger.account('acme')).rejects.toMatchObject({ code: 'overloaded' });
  expect(lost).toHaveBeenCalledOnce();
});
