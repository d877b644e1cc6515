import { describe, expect, it } from 'vitest';
import { lossAccount } from '../../../src/shared/ids.ts';
import type { OwnLeases } from '../../../src/store/operations/leases.ts';
import { makeOpeningOperations } from '../../../src/store/operations/opening.ts';
import { toText } from '../../../src/store/shared/open-call.ts';
import { run, type EngineFacts, type Steps } from '../../../src/store/shared/repository.ts';
import { callOf } from './set-up-store.ts';

/** The most calls of one read. */
const page = 200;
function* nothing(): Steps<void> {
  yield* run('nothing');
}
const lines = ({ length }: { readonly length: number }) =>
  Array.from({ length }, (_, index) => `call_${String(index).padStart(6, '0')}`);

/** A dead instance left so many open calls of `acme`, and one of `free` after these. */
function makeRecovery(count: number, isFree: (workspaceId: string) => boolean) {
  const open = [...lines({ length: count }).map((id) => callOf({ id })), callOf({ id: 'last', workspaceId: 'free' })];
  const settled: string[] = [];
  let reads = 0;
  const engine = {
    ...{ lock: 'for update', skipLocked: 'for update skip locked' },
    ...{ isOneOf: (column: string) => column, rowsOf: () => ({ sql: 'the ids', values: [] }) },
  } as unknown as EngineFacts;
  const leases = { leaseFree: nothing, closeOf: nothing } as unknown as OwnLeases;
  const settle = function* (calls: readonly { readonly id: string }[]): Steps<void> {
    yield* nothing();
    settled.push(...calls.map(({ id }) => id));
  };
  const facts = { instanceId: 'inst_one', isShared: true, settle, beat: nothing };
  const operations = makeOpeningOperations(engine, facts, leases);
  const answer = (sql: string, values: readonly unknown[]): unknown => {
    if (sql.startsWith('select id from instance')) return [{ id: 'gone' }];
    if (sql.startsWith('select workspace_id'))
      return [lossAccount, 'acme', 'free'].filter(isFree).map((id) => ({ workspace_id: id }));
    if (!sql.startsWith('select call_id')) return sql.startsWith('select') ? [] : 0;
    reads += 1;
    const after = String(values[1]);
    const rest = open.filter(({ id }) => id > after && !settled.includes(id));
    return rest.slice(0, page).map((call) => ({
      ...{ call_id: call.id, instance_id: 'gone' },
      settlement: toText({ ...call, instanceId: 'gone' }),
    }));
  };
  /** One heartbeat. @returns how often it read calls */
  const beat = (): number => {
    reads = 0;
    const steps = operations.recover(1);
    for (let step = steps.next(); step.done !== true;) step = steps.next(answer(step.value.sql, step.value.values));
    return reads;
  };
  return { beat, settled };
}

describe('the recovery of calls of a dead instance', () => {
  it('reads few of those of a locked account at once, and comes to the others all the same', () => {
    const { beat, settled } = makeRecovery(7 * page, (id) => id !== 'acme');
    expect(beat()).toBe(5);
    expect(settled).toEqual([]);
    expect(beat()).toBe(3);
    expect(settled).toEqual(['last']);
  });

  it('begins again with the first once it has come to the end', () => {
    const locked = new Set(['acme', 'free']);
    const { beat, settled } = makeRecovery(2 * page, (id) => !locked.has(id));
    expect(beat()).toBe(3);
    locked.clear();
    beat();
    expect(settled[0]).toBe('call_000000');
  });

  it('ends at once while the account of losses is locked', () => {
    const { beat, settled } = makeRecovery(3 * page, (id) => id !== lossAccount);
    expect(beat()).toBe(1);
    expect(settled).toEqual([]);
  });
});
