import { expect, it, onTestFinished, vi } from 'vitest';
import { silentLog } from '../../../src/shared/log.ts';
import type { Batch } from '../../../src/store/shared/batch-queue.ts';
import { openBatchLine, type LinePlace } from '../../../src/store/sqlite/batch-lines.ts';
import { openParentStore, openSharedDatabase } from '../../../src/store/sqlite/shared-database.ts';
import { makeLine } from '../../store/engine.ts';
import { makeHandClock } from '../../fakes/hand-clock.ts';
import { newFile } from './set-up-store.ts';

it('a database thread that fails leaves no worker without an answer, and says so to all', async () => {
  const clock = makeHandClock();
  const logged: unknown[] = [];
  const log = { ...silentLog, error: (...line: readonly unknown[]) => void logged.push(line) };
  const database = await openSharedDatabase(newFile(), { clock, log });
  onTestFinished(database.close);
  const [one, worker] = makeLine();
  database.serve(one);
  const lost = vi.fn();
  const store = await openParentStore(worker, { clock, log: silentLog, lost });
  const [other, broken] = makeLine();
  database.serve(other);
  const onEnd = vi.fn();
  const place = (await broken.ask('store place')) as LinePlace;
  const line = await openBatchLine({ place, instanceId: 'inst_broken', onAnswer: () => undefined, onEnd });
  // A batch that no worker sends: the thread fails at it, before it comes to the next.
  line.post({ now: 0, settle: null, requests: null } as unknown as Batch);
  await expect(store.ledger.account('acme')).rejects.toMatchObject({ code: 'overloaded' });
  await vi.waitFor(() => expect(onEnd).toHaveBeenCalledOnce());
  await expect(store.ledger.account('acme')).rejects.toMatchObject({ code: 'overloaded' });
  await expect.poll(() => store.health().state).toBe('failed');
  expect(await broken.ask('store lost')).toMatchObject({
    state: 'failed',
    message: 'The database thread failed; the log of the gateway says why. Restart to go on.',
  });
  expect(JSON.stringify(logged)).toContain('TypeError');
  // Another worker would not be served either.
  expect(lost).not.toHaveBeenCalled();
});

it('a worker whose parent does not take its batches any more asks to be replaced', async () => {
  const clock = makeHandClock();
  const database = await openSharedDatabase(newFile(), { clock, log: silentLog });
  const [parent, worker] = makeLine();
  database.serve(parent);
  const lost = vi.fn();
  const store = await openParentStore(worker, { clock, log: silentLog, lost });
  await store.ledger.account('acme');
  await database.close();
  await vi.waitFor(() => expect(lost).toHaveBeenCalledOnce());
  await expect(store.ledger.account('acme')).rejects.toMatchObject({ code: 'overloaded' });
});
