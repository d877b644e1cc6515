import type { UsageQuery } from '../metering/ledger-queries.ts';
import type { KeyStore } from '../identity/key-store.ts';
import type { Ledger } from '../metering/ledger.ts';
import { formatCredits } from '../shared/money.ts';
import { unitKinds } from '../shared/usage.ts';
import type { ConsoleHandler } from './console-handler.ts';
import { csvLine } from './csv-line.ts';
import { exported } from './exported.ts';
import { noteChange } from './note-change.ts';
import { readUsageQuery } from './read-usage-query.ts';
import { sendCsv } from './send-csv.ts';
import { keyNames, rowLabels } from './write-usage.ts';

/** `GET /usage/export` */
export const exportUsage: ConsoleHandler<'exportUsage'> = (rooms) => async (call) => {
  const query = readUsageQuery(call.query, rooms);
  const note = noteChange(rooms, call, {
    action: 'usage.export',
    object: exported(call.query),
    diff: { ...call.query },
  });
  await rooms.audit.append(note);
  await sendCsv(call.reply, { name: 'usage.csv', lines: writeLines(query, rooms) });
};

async function* writeLines(query: UsageQuery, rooms: { ledger: Ledger; keys: KeyStore }): AsyncIterable<string> {
  const names = keyNames(rooms.keys);
  const sample = { bucketStart: query.from, group: {}, calls: 0, usage: {}, charge: 0n };
  yield csvLine([...Object.keys(rowLabels(sample, query, names)), 'calls', ...unitKinds, 'charge']);
  for await (const row of rooms.ledger.usage(query)) {
    const units = unitKinds.map((kind) => row.usage[kind] ?? 0);
    yield csvLine([...Object.values(rowLabels(row, query, names)), row.calls, ...units, formatCredits(row.charge)]);
  }
}
