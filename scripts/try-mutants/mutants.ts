/** A mistake that somebody could make, as a change of one place in one file. */
export interface Mutant {
  /** What is wrong, in words. */
  readonly name: string;
  readonly file: string;
  /** Stands exactly once in the file. */
  readonly find: string;
  readonly replace: string;
  /** The tests of which at least one has to fail. */
  readonly tests: readonly string[];
}

const model = ['test/model/ledger.test.ts'];
const reservations = ['test/model/reservations.test.ts'];
const store = 'src/store/sqlite';

export const mutants: readonly Mutant[] = [
  {
    name: 'no "on conflict": a call that is sent again is an error, not a repetition',
    file: `${store}/settle-batch.ts`,
    find: ' on conflict (id) do nothing`',
    replace: '`',
    tests: model,
  },
  {
    name: 'a repetition is charged again',
    file: `${store}/settle-batch.ts`,
    find: 'if (known === null) addCall(totals, call);',
    replace: 'addCall(totals, call);',
    tests: model,
  },
  {
    name: 'recovery closes leases, and opens new ones, before it drains the journal',
    file: `${store}/opening-operations.ts`,
    find: 'const recovered = drain(now);\n        accounts.closeLeases();\n        begin.run(instanceId, now, now);\n        accounts.openLeases();',
    replace:
      'accounts.closeLeases();\n        begin.run(instanceId, now, now);\n        accounts.openLeases();\n        const recovered = drain(now);',
    tests: model,
  },
  {
    name: 'check, then act: the hold is counted a moment after the check',
    file: 'src/metering/admission.ts',
    find: 'account.held += amount;',
    replace: 'queueMicrotask(() => (account.held += amount));',
    tests: model,
  },
  {
    name: 'each line is rounded up',
    file: 'src/metering/rate.ts',
    find: 'total += line.amount;',
    replace: 'total += ((line.amount + 999n) / 1000n) * 1000n;',
    tests: ['test/unit/metering/rate.test.ts'],
  },
  {
    name: 'a closed lease still pays: forgotten "state = open"',
    file: `${store}/settle-batch.ts`,
    find: " and state = 'open'`",
    replace: '`',
    tests: ['test/unit/store/settle-batch.test.ts'],
  },
  {
    name: 'the answer goes out before the commit',
    file: `${store}/transaction.ts`,
    find: "database.exec('commit');",
    replace: "setImmediate(() => database.isTransaction && database.exec('commit'));",
    tests: ['test/unit/store/batch-server.test.ts'],
  },
  {
    name: 'no transaction around a batch',
    file: `${store}/batch-server.ts`,
    find: 'transaction(database, () => settleBatch(calls))',
    replace: 'settleBatch(calls)',
    tests: model,
  },
  {
    name: 'amounts in floating point',
    file: 'src/metering/rate.ts',
    find: 'total += line.amount;',
    replace: 'total = BigInt(Number(total) + Number(line.amount));',
    tests: ['test/unit/metering/rate.test.ts'],
  },
  {
    name: 'a charge counts in memory only once it is in the books',
    file: 'src/metering/admission.ts',
    find: 'giveBack(windows.account, amount, charge);',
    replace: 'giveBack(windows.account, amount, 0n); setTimeout(() => (windows.account.posted += charge), 5);',
    tests: model,
  },
  {
    name: 'a hold is never given back',
    file: 'src/metering/admission.ts',
    find: 'giveBack(windows.account, amount, charge);',
    replace: 'windows.account.posted += charge;',
    tests: model,
  },
  {
    name: 'an account that holds more than what is open is not noticed',
    file: 'src/metering/check-books.ts',
    find: ', ...compareHeld()]',
    replace: ']',
    tests: ['test/unit/metering/reservations.test.ts'],
  },
  {
    name: 'a batch is left out of what an account may hold',
    file: 'src/metering/make-metering.ts',
    find: 'setAside: [holds, reservations]',
    replace: 'setAside: [holds]',
    tests: ['test/unit/metering/reservations.test.ts'],
  },
  {
    name: 'a key’s hold is never given back',
    file: 'src/metering/admission.ts',
    find: 'giveBack(windows.day, amount, charge);',
    replace: 'windows.day.posted += charge;',
    tests: model,
  },
  {
    name: 'a call that was settled stays in the journal',
    file: `${store}/settle-batch.ts`,
    find: 'if (call.journalled) statements.forget.run(id);',
    replace: '',
    tests: model,
  },
  {
    name: 'running calls are never noted',
    file: 'src/metering/open-holds.ts',
    find: 'await ledger.journal(notes);',
    replace: 'void notes;',
    tests: model,
  },
  {
    name: 'what was refused by a full disk is forgotten',
    file: 'src/metering/ledger-writer.ts',
    find: 'if (late.push({ call, account }) === 1) schedule();',
    replace: '',
    tests: ['test/unit/metering/settle.test.ts'],
  },
  {
    name: 'a refund may exceed the charge',
    file: `${store}/entry-operations.ts`,
    find: 'checkRefund(entry);',
    replace: '',
    tests: model,
  },
  {
    name: 'a grant sent twice is granted twice',
    file: `${store}/entry-operations.ts`,
    find: 'if (row) {',
    replace: 'if (row && row.amount === -1n) {',
    tests: ['test/unit/store/entries.test.ts'],
  },
  {
    name: 'a new window starts with what the last one spent',
    file: 'src/metering/account-book.ts',
    find: 'list.find(({ start }) => start === span.start)',
    replace: 'list[0]',
    tests: ['test/unit/metering/admission.test.ts'],
  },
  {
    name: 'a workspace that moves to another zone keeps counting its old days',
    file: 'src/metering/move-zone.ts',
    find: 'windows.forget();',
    replace: '',
    tests: ['test/unit/metering/move-zone.test.ts'],
  },
  {
    name: 'calls under way count in the windows of the zone that a workspace has left',
    file: 'src/metering/move-zone.ts',
    find: 'holds.rebind(move.workspaceId, windows.of);',
    replace: '',
    tests: ['test/unit/metering/move-zone.test.ts'],
  },
  {
    name: 'what is on its way to the ledger is forgotten when a zone changes',
    file: 'src/metering/move-zone.ts',
    find: 'known > written ? known - written : 0n',
    replace: 'known < 0n ? known : 0n',
    tests: ['test/unit/metering/move-zone.test.ts'],
  },
  {
    name: 'what a batch may cost is checked, and set aside a moment later',
    file: 'src/metering/admission.ts',
    find: 'return setAside({ amount, windows });',
    replace: 'queueMicrotask(() => setAside({ amount, windows })); return { amount, windows };',
    tests: reservations,
  },
  {
    name: 'what a batch is charged is counted beside what is set aside for it',
    file: 'src/metering/reservations.ts',
    find: 'giveBack(reservation, amount);',
    replace: '',
    tests: reservations,
  },
  {
    name: 'a line whose results are read again gives credit back again',
    file: 'src/metering/batch-metering.ts',
    find: 'unwritten.delete(callId);\n      return {',
    replace: 'reservations.draw(batchId, known.charge);\n      return {',
    tests: reservations,
  },
  {
    name: 'the rest of what was set aside for a batch is never given back',
    file: 'src/metering/reservations.ts',
    find: 'if (reservation) end(reservation);',
    replace: '',
    tests: reservations,
  },
  {
    name: 'what was set aside for a batch that the upstream refused is never given back',
    file: 'src/gateway/spec-a/create-batch.ts',
    find: 'reservation.release();',
    replace: '',
    tests: ['test/journey/batch-credit.test.ts'],
  },
  {
    name: 'a restart forgets what was set aside for batches',
    file: 'src/start-batch-watch.ts',
    find: 'await restoreReservations(rooms);',
    replace: '',
    tests: ['test/journey/batch-restart.test.ts'],
  },
  {
    name: 'what is set aside for batches counts in the windows of the zone that a workspace has left',
    file: 'src/metering/move-zone.ts',
    find: 'reservations.rebind(move.workspaceId);',
    replace: '',
    tests: ['test/unit/metering/reservations.test.ts'],
  },
  {
    name: 'charges of old batches push today out of memory',
    file: 'src/metering/account-book.ts',
    find: 'if (list.length >= countersKept) forgetOne(list);',
    replace: 'if (list.length >= countersKept) list.shift();',
    tests: ['test/unit/metering/reservations.test.ts'],
  },
  {
    name: 'usage is not added to the buckets it was added to before',
    file: `${store}/settle-batch.ts`,
    find: 'charge = charge + excluded.charge,',
    replace: 'charge = excluded.charge,',
    tests: model,
  },
  {
    name: 'the price of the moment of settling',
    file: 'src/metering/settled-call.ts',
    find: 'rate(usageOf(route, end), route.price, route.product.free)',
    replace: 'rate(usageOf(route, end), route.product.prices.at(-1) ?? route.price, route.product.free)',
    tests: model,
  },
  {
    name: 'a failed call is charged what the upstream counted',
    file: 'src/metering/policy.ts',
    find: "failed: { upstream: 'nothing',",
    replace: "failed: { upstream: 'usage',",
    tests: model,
  },
  {
    name: 'a broken call is free',
    file: 'src/metering/policy.ts',
    find: 'client_left: delivered,',
    replace: "client_left: { upstream: 'usage', partial: 'nothing', estimate: 'nothing', none: 'nothing' },",
    tests: model,
  },
  {
    name: 'freezing is not seen by the running process',
    file: 'src/metering/account-book.ts',
    find: 'known.frozenReason = record.frozenReason;',
    replace: '',
    tests: model,
  },
  {
    name: 'stopping does not wait for what is on its way',
    file: 'src/metering/make-metering.ts',
    find: 'await writer.finish();',
    replace: '',
    tests: ['test/unit/metering/settle.test.ts'],
  },
];
