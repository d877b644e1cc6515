import type { CallQuery } from '../metering/ledger-queries.ts';
import type { CallRecord } from '../metering/ledger-records.ts';
import type { Ledger } from '../metering/ledger.ts';
import { formatCredits } from '../shared/money.ts';
import { unitKinds } from '../shared/usage.ts';
import type { ConsoleHandler } from './console-handler.ts';
import { csvLine } from './csv-line.ts';
import { writeInstant } from './instant.ts';
import { exported } from './exported.ts';
import { noteChange } from './note-change.ts';
import { readCallFilter } from './read-call-filter.ts';
import { sendCsv } from './send-csv.ts';

/** `GET /calls/export` */
export const exportCalls: ConsoleHandler<'exportCalls'> = (rooms) => async (call) => {
  const filter = readCallFilter(call.query, rooms);
  const note = noteChange(rooms, call, {
    action: 'calls.export',
    object: exported(call.query),
    diff: { ...call.query },
  });
  await rooms.audit.append(note);
  await sendCsv(call.reply, { name: 'calls.csv', lines: writeLines(rooms.ledger, filter) });
};

async function* writeLines(ledger: Ledger, filter: Omit<CallQuery, 'limit' | 'after'>): AsyncIterable<string> {
  yield csvLine(columns);
  let after: string | null = null;
  do {
    const page = await ledger.calls({ ...filter, limit: 1000, ...(after !== null && { after }) });
    for (const record of page.items) yield csvLine(cells(record));
    after = page.next;
  } while (after !== null);
}

const columns = [
  ...['call_id', 'request_id', 'started_at', 'ended_at', 'workspace_id', 'key_id', 'model', 'product_sku', 'operation'],
  ...['provider', 'region', 'status', 'outcome', 'usage_source', 'price_from', 'first_byte_milliseconds'],
  ...unitKinds,
  ...['charge', 'flags'],
];

function cells(call: CallRecord): readonly (string | number)[] {
  const quantities = new Map(call.lines.map((line) => [line.unitKind, line.quantity]));
  return [
    ...[call.id, call.requestId, writeInstant(call.startedAt), writeInstant(call.endedAt), call.workspaceId],
    ...[call.keyId, call.model, call.productSku, call.operation, call.provider, call.region, call.status],
    ...[call.outcome, call.usageSource, writeInstant(call.priceFrom), call.firstByteMilliseconds ?? ''],
    ...unitKinds.map((kind) => quantities.get(kind) ?? 0),
    ...[formatCredits(call.charge), call.flags],
  ];
}
