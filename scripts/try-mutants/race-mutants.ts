import type { Mutant } from './mutant.ts';

const tests = ['test/store/instances.test.ts'];
const lateSettlement = 'src/store/sqlite/settle-batch.ts';
const leases = 'src/store/operations/leases.ts';

const of = (race: number, name: string, mutant: Omit<Mutant, 'name' | 'tests'>): Mutant => ({
  name: `race ${race}: ${name}`,
  tests,
  ...mutant,
});

/** Mistakes that only matter with several instances, by the races of the decision on them. */
export const raceMutants: readonly Mutant[] = [
  of(1, 'a call is refused though credit lies idle elsewhere', {
    file: 'src/metering/leases.ts',
    find: 'if (subjects.size > 0) await this.#ledger.recall([...subjects.values()]);',
    replace: '',
  }),
  of(1, 'what another instance has leased is leased again', {
    file: leases,
    find: 'return granted - posted - given;',
    replace: 'return granted - posted;',
  }),
  of(1, 'a limit that another instance has leased is leased again', {
    file: leases,
    find: 'return limit - (used.get(nameOf(wish)) ?? 0n) - (row?.leased ?? 0n);',
    replace: 'return limit - (used.get(nameOf(wish)) ?? 0n);',
  }),
  of(1, 'admission goes by the balance, not by the lease', {
    file: 'src/metering/admission.ts',
    find: 'return isLowered(share, whole) ? 0n : least(left, leftOf(share, held, now));',
    replace: 'return left;',
  }),
  of(2, 'every instance sets the credit of a batch aside', {
    file: 'src/store/operations/reservations.ts',
    find: 'on conflict do nothing',
    replace: 'on conflict do update set granted = granted + excluded.granted',
  }),
  of(2, 'a line is charged beside the reservation of its batch', {
    file: 'src/store/sqlite/settle-batch.ts',
    find: 'draw(statements.reserved.get(batchId), charge)',
    replace: '0n',
  }),
  of(3, 'an instance that is cut off counts as gone at once', {
    file: 'src/store/operations/opening.ts',
    find: 'instanceId, now - recoveryGrace)',
    replace: 'instanceId, now)',
  }),
  of(3, 'what a recovered call really cost is forgotten', {
    file: 'src/store/shared/open-call.ts',
    find: "known.outcome === 'recovered' && call",
    replace: "known.outcome !== 'recovered' && call",
  }),
  of(3, 'what was booked as lost with a call stays lost though the call is settled', {
    file: lateSettlement,
    find: '      regain(call);\n',
    replace: '',
  }),
  of(3, 'a loss is taken back with each repetition', {
    file: lateSettlement,
    find: 'if (changes === 1) grant.run(lossAccount',
    replace: 'if (changes <= 1) grant.run(lossAccount',
  }),
  of(3, 'what a recovered call was charged too much is kept', {
    file: lateSettlement,
    find: '      giveBack(call, recovered);\n',
    replace: '',
  }),
  of(3, 'what it was charged too much is given back with each repetition', {
    file: lateSettlement,
    find: 'if (changes === 1) grant.run(workspaceId',
    replace: 'if (changes <= 1) grant.run(workspaceId',
  }),
  of(5, 'a lease has no end for who holds it', {
    file: 'src/metering/limit-windows.ts',
    find: 'now < until ? granted - spent - held : 0n',
    replace: 'granted - spent - held',
  }),
  of(5, 'a lease is used until the ledger closes it', {
    file: 'src/metering/limit-windows.ts',
    find: 'const usedPermille = 800;',
    replace: 'const usedPermille = 1000;',
  }),
  of(5, 'the lease of an instance that is gone stays', {
    file: leases,
    find: 'yield* closeLeases(engine, { which: ended, value: now, others });',
    replace: '',
  }),
  of(6, 'the feed leaves out a change', {
    file: 'src/store/operations/keys.ts',
    find: 'change.epoch > $1 order by',
    replace: 'change.epoch > $1 + 1 order by',
  }),
  of(6, 'a revoked key is let in by the other instances', {
    file: 'src/store/shared/assemble-store.ts',
    find: 'known === undefined || known.version < record.version || stale.has(known);',
    replace: 'known === undefined;',
  }),
  of(7, 'an edit undoes what another instance changed of the key', {
    file: 'src/store/operations/keys.ts',
    find: 'where id = $1 and version = $17',
    replace: 'where id = $1 and (version = $17 or true)',
  }),
  of(7, 'a change undoes what another instance changed of the object', {
    file: 'src/store/operations/object-writes.ts',
    find: 'where id = $1 and version = $5 and',
    replace: 'where id = $1 and (version = $5 or true) and',
  }),
  of(7, 'the last owner may go', {
    file: 'src/store/operations/people.ts',
    find: "if (role !== 'owner') return;",
    replace: 'if (role.length > 0) return;',
  }),
  of(8, 'a call that two instances settle counts twice', {
    file: 'src/store/sqlite/settle-batch.ts',
    find: 'if (known === null) {',
    replace: 'if (known === null || isShared) {',
  }),
  of(9, 'leases on the windows of the old zone are forgotten', {
    file: leases,
    find: 'and (window_end is null or window_end > $3) and (cast($4 as bigint) is null or window_start < $4)',
    replace: 'and window_start = $3 and $4 is $4',
  }),
  of(9, 'calls that run do not count in the windows of the new zone', {
    file: 'src/metering/leases.ts',
    find: 'wishOf(leased, leased.counter.held, 0n)',
    replace: 'wishOf(leased, 0n, 0n)',
  }),
  of(10, 'every instance checks the books', {
    file: 'src/store/operations/opening.ts',
    find: '))?.id === instanceId',
    replace: '))?.id !== null',
  }),
  of(11, 'two instances charge a batch at once', {
    file: 'src/store/operations/object-writes.ts',
    find: 'where $6 = 0 or claim',
    replace: 'where $6 is $6 or claim',
  }),
  of(11, 'an instance marks a batch that it has lost', {
    file: 'src/store/operations/object-writes.ts',
    find: 'if ((yield* one(claimed, id, fence)) === undefined) return false;',
    replace: '',
  }),
  of(12, 'a workspace is made twice', {
    file: 'src/store/operations/keys.ts',
    find: 'workspaceTable.insert,',
    replace: "workspaceTable.insert.replace('insert', 'insert or replace'),",
  }),
];
