import type { Mutant } from './mutant.ts';

const model = ['test/model/ledger.test.ts'];
const store = 'src/store/sqlite';
const settlementJournal = ['test/unit/store/journal.test.ts'];

/** Mistakes in how the ledger is written. */
export const storeMutants: readonly Mutant[] = [
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
    find: 'if (known === null) {\n        addCall(totals, call, isShared);',
    replace: 'addCall(totals, call, isShared);\n      if (known === null) {',
    tests: model,
  },
  {
    name: 'recovery closes leases, and opens new ones, before it drains the journal',
    file: 'src/store/operations/opening.ts',
    find: '    const recovered = yield* drain(gone, now);\n',
    replace:
      '    yield* leases.closeOf(gone);\n    yield* leases.open();\n    const recovered = yield* drain(gone, now);\n',
    tests: settlementJournal,
  },
  {
    name: 'the reservation of a batch that has ended still pays: forgotten "state = open"',
    file: `${store}/settle-batch.ts`,
    find: " and state = 'open'`",
    replace: '`',
    tests: ['test/store/sqlite.test.ts'],
  },
  {
    name: 'the answer goes out before the commit',
    file: `${store}/query.ts`,
    find: "database.exec('commit');",
    replace: "setImmediate(() => database.isTransaction && database.exec('commit'));",
    tests: ['test/unit/store/batch-server.test.ts'],
  },
  {
    name: 'calls are posted, and leave the journal, one statement at a time',
    file: `${store}/journal.ts`,
    find: `    transaction(database, () => {
      settleBatch(written.flatMap(callsOf));
      for (const { seq } of written) remove.run(seq);
    });`,
    replace: `{
      for (const { seq } of written) remove.run(seq);
      settleBatch(written.flatMap(callsOf));
    };`,
    tests: model,
  },
  {
    name: 'a call that is posted already is written down again, and acknowledged at its new charge',
    file: `${store}/journal.ts`,
    find: ' && known.get(id) === undefined',
    replace: '',
    tests: settlementJournal,
  },
  {
    name: 'a call that waits to be posted is written down again, and acknowledged at its new charge',
    file: `${store}/journal.ts`,
    find: '!waiting.has(id) && ',
    replace: '',
    tests: settlementJournal,
  },
  {
    name: 'what an earlier process wrote down is paid from the lease of this one',
    file: `${store}/journal.ts`,
    find: 'readCalls(settlements, instance_id)',
    replace: 'readCalls(settlements, instance_id && instanceId)',
    tests: settlementJournal,
  },
  {
    name: 'the books are read without the calls that wait',
    file: `${store}/batch-server.ts`,
    find: 'const posted = attempt(settlementJournal.post);',
    replace: 'const posted = attempt(() => undefined);',
    tests: settlementJournal,
  },
  {
    name: 'a call that could not be written down is acknowledged',
    file: `${store}/batch-server.ts`,
    find: 'return written.ids.map(() => entered.failure);',
    replace: 'return written.ids.map(() => null);',
    tests: settlementJournal,
  },
  {
    name: 'no transaction around a batch',
    file: `${store}/batch-server.ts`,
    find: 'transaction(database, () => settleBatch(calls))',
    replace: 'settleBatch(calls)',
    tests: ['test/unit/store/batch-server.test.ts', ...settlementJournal, ...model],
  },
  {
    name: 'a call that was settled stays in the journal',
    file: `${store}/settle-batch.ts`,
    find: 'if (call.journalled) statements.forget.run(id);',
    replace: '',
    tests: model,
  },
  {
    name: 'a refund may exceed the charge',
    file: 'src/store/operations/accounts.ts',
    find: 'yield* checkRefund(entry);',
    replace: '',
    tests: model,
  },
  {
    name: 'a grant sent twice is granted twice',
    file: 'src/store/operations/accounts.ts',
    find: 'if (row) return',
    replace: 'if (row && row.amount === -1n) return',
    tests: ['test/store/sqlite.test.ts'],
  },
  {
    name: 'usage is not added to the buckets it was added to before',
    file: `${store}/settle-batch.ts`,
    find: 'charge = charge + excluded.charge,',
    replace: 'charge = excluded.charge,',
    tests: model,
  },
];
