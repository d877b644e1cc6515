import { GatewayError } from '../errors/gateway-error.ts';
import { stepByRequest } from '../errors/operator-steps.ts';
import type { UsageQuery, UsageRow } from '../metering/ledger-queries.ts';
import type { Ledger } from '../metering/ledger.ts';
import { answer } from './answer.ts';
import type { Answers, ConsoleHandler } from './console-handler.ts';
import { writeInstant } from './instant.ts';
import { readUsageQuery } from './read-usage-query.ts';
import { keyNames, rowLabels, sumUsage, writeTotals } from './write-usage.ts';

/** More rows than a page can show: the export has no limit. */
const mostRows = 10_000;

/** `GET /usage` */
export const queryUsage: ConsoleHandler<'queryUsage'> = (rooms) => async (call) => {
  const query = readUsageQuery(call.query, rooms);
  const rows = await readRows(rooms.ledger, query);
  const names = keyNames(rooms.keys);
  answer(call, 200, {
    object: 'usage',
    from: writeInstant(query.from),
    to: writeInstant(query.to),
    zone: query.timeZone,
    group_by: [...query.groupBy],
    bucket: query.bucket,
    data: rows.map((row) => ({ ...rowLabels(row, query, names), ...writeTotals(row) })),
    totals: writeTotals(sumUsage(rows)),
  } satisfies Answers['Usage']);
};

async function readRows(ledger: Ledger, query: UsageQuery): Promise<readonly UsageRow[]> {
  const rows: UsageRow[] = [];
  for await (const row of ledger.usage(query)) {
    rows.push(row);
    if (rows.length > mostRows) {
      throw new GatewayError(
        'invalid_value',
        `This query has more than ${mostRows} rows. Ask for a longer bucket, fewer groups or a shorter range, or use ${stepByRequest('exportUsage')}.`,
        { param: 'bucket' },
      );
    }
  }
  return rows;
}
