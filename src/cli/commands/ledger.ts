import type { paths } from '../../../generated/console/types.ts';
import { type CliContext, CliFailure, type DefineCommand, type ExitCode, exitCodes } from '../context.ts';
import { type Answers, type ControlClient, dataOf, fetchPatiently } from '../control-client.ts';
import {
  addControlOptions,
  type ControlOptions,
  formatTable,
  given,
  modelCell,
  printControl,
  withControl,
} from '../with-control.ts';

type UsageQuery = NonNullable<paths['/usage']['get']['parameters']['query']>;

interface UsageOptions extends ControlOptions {
  readonly workspace?: string;
  readonly key?: string;
  readonly model?: string;
  readonly product?: string;
  readonly operation?: string;
  readonly status?: string;
  readonly from?: string;
  readonly to?: string;
  readonly zone?: string;
  readonly by?: string;
  readonly bucket?: string;
  readonly csv?: boolean;
}

/** Builds the query from the given flags only. The server has the defaults and validates the values. */
const queryOf = (options: UsageOptions): UsageQuery =>
  given({
    workspace_id: options.workspace,
    key_id: options.key,
    model: options.model,
    product_sku: options.product,
    operation: options.operation,
    status: options.status,
    from: options.from,
    to: options.to,
    zone: options.zone,
    bucket: options.bucket,
    group_by: options.by?.split(',').map((name) => name.trim()),
  }) as UsageQuery;

async function printCsv(client: ControlClient, query: UsageQuery, context: CliContext): Promise<void> {
  const { data, error, response } = await client.GET('/usage/export', { params: { query }, parseAs: 'stream' });
  if (!data) {
    await dataOf(Promise.resolve({ error, response }));
    return;
  }
  const decoder = new TextDecoder();
  try {
    for await (const piece of data as unknown as AsyncIterable<Uint8Array>) {
      context.out(decoder.decode(piece, { stream: true }));
    }
  } catch (cause) {
    throw new CliFailure(`The export was interrupted, so the output is incomplete. ${String(cause)}`);
  }
}

const groupColumns = [
  'bucket_start',
  'workspace_id',
  'key_name',
  'model',
  'product_sku',
  'operation',
  'status',
] as const;

function printTable(usage: Answers['Usage'], context: CliContext): void {
  const { data, totals, from, to, zone } = usage;
  if (totals.calls === 0) return context.out(`From ${from} to ${to}, days of ${zone}: no calls.\n`);
  const shown = groupColumns.filter((label) => data.some((row) => row[label] !== undefined));
  const kinds = Object.keys(totals.units);
  const heading = (name: string): string => name.toUpperCase().replaceAll('_', ' ');
  const columns = [...shown.map(heading), ...['calls', ...kinds, 'credits'].map((name) => `>${heading(name)}`)];
  const figures = ({ calls, units, charge }: Answers['UsageTotals']): readonly string[] => [
    String(calls),
    ...kinds.map((kind) => String(units[kind] ?? 0)),
    charge,
  ];
  const bearers = Map.groupBy(new Map(data.map(({ key_id: id, key_name: name }) => [id, name])), ([, name]) => name);
  const cells: Partial<Record<(typeof groupColumns)[number], (row: Answers['UsageRow']) => string>> = {
    model: ({ model }) => modelCell(model ?? ''),
    // Several keys may have one name.
    key_name: ({ key_id: id, key_name: name = '' }) =>
      (bearers.get(name) ?? []).length > 1 ? `${name} (${id})` : name,
  };
  const cell = (row: Answers['UsageRow'], label: (typeof groupColumns)[number]): string =>
    cells[label]?.(row) ?? row[label] ?? '';
  const rows = data.map((row) => [...shown.map((label) => cell(row, label)), ...figures(row)]);
  const total = [...shown.map((_, index) => (index === 0 ? 'total' : '')), ...figures(totals)];
  context.out(
    `From ${from} to ${to}, days of ${zone}.\n${formatTable(columns, [...rows, ...(shown.length > 0 ? [total] : [])])}`,
  );
}

async function showUsage(options: UsageOptions, context: CliContext): Promise<void> {
  const query = queryOf(options);
  await withControl(options, context, async (client) => {
    if (options.csv) return printCsv(client, query, context);
    const answer = await dataOf(client.GET('/usage', { params: { query } }));
    if (options.json) context.out(`${JSON.stringify(answer)}\n`);
    else printTable(answer, context);
  });
}

/** `diglot usage` */
export const defineUsage: DefineCommand = (command, context, run) => {
  addControlOptions(command)
    .option('-w, --workspace <id>', 'only this workspace; its time zone is then the default')
    .option('--key <id>', 'only this key')
    .option('--model <name>', 'only this model')
    .option('--product <sku>', 'only this Product')
    .option('--operation <id>', 'only this operation, for example createChatCompletion')
    .option('--status <status>', 'only this HTTP status or class, for example 200 or 4xx')
    .option(
      '--from <when>',
      'start of the range: a day (2026-11-01) or a timestamp; default: the beginning of this month',
    )
    .option('--to <when>', 'end of the range, not included; default: now')
    .option('--zone <name>', 'IANA zone in which hours, days and months begin; default: of the workspace, else UTC')
    .option(
      '--by <names>',
      'group by workspace, key, model, product, operation or status; separate several with commas',
    )
    .option('--bucket <length>', 'quarter_hour, hour, day, month or all; default: all')
    .option('--csv', 'print CSV, without a row limit')
    .action(run((options: UsageOptions) => showUsage(options, context)));
};

async function verifyLedger(options: ControlOptions, context: CliContext): Promise<ExitCode> {
  const answer = await withControl(options, context, (client) =>
    dataOf(client.GET('/ledger/verify', { fetch: fetchPatiently })),
  );
  const { ok, disagreements } = answer;
  const [first] = disagreements;
  if (options.json) context.out(`${JSON.stringify(answer)}\n`);
  else if (first === undefined) context.out('Every row agrees.\n');
  else {
    const more = disagreements.length - 1;
    context.out(
      `First row that disagrees: ${first.row}\n${first.message}\n${more > 0 ? `${more} more (--json lists them).\n` : ''}`,
    );
  }
  return ok ? exitCodes.done : exitCodes.failed;
}

/** `diglot ledger verify`: exit code 1 when a row disagrees. */
export const defineLedger: DefineCommand = (command, context, run) => {
  addControlOptions(
    command
      .command('verify')
      .description('recompute every charge, balance, bucket and audit entry; name the first row that disagrees'),
  ).action(run((options: ControlOptions) => verifyLedger(options, context)));
};

const lostColumns = ['BATCH', 'STATE', 'WORKSPACE', 'KEY', 'SINCE', '>CREDITS'] as const;

const lostText = ({ data }: Answers['LostBatchList']): string => {
  const rows = data.map((batch) => [
    batch.id,
    batch.state ?? 'lost',
    batch.workspace_id,
    batch.key_id,
    batch.created_at,
    batch.reserved,
  ]);
  return rows.length === 0 ? 'No batch is lost or overdue.\n' : formatTable(lostColumns, rows);
};

interface ReleaseOptions extends ControlOptions {
  readonly reason: string;
}

function releaseBatch(batchId: string, options: ReleaseOptions, context: CliContext): Promise<void> {
  const params = { path: { batch_id: batchId } };
  const body = { reason: options.reason };
  return printControl(
    { options, context },
    (client) => dataOf(client.POST('/lost-batches/{batch_id}/release', { params, body })),
    ({ workspace_id: id, available, held }) => `Released. ${id}: ${available} credits available (held ${held}).\n`,
  );
}

/** `diglot batches`: credit that is reserved for batches whose answers were lost, or that are overdue. */
export const defineBatches: DefineCommand = (command, context, run) => {
  addControlOptions(
    command
      .command('lost')
      .description(
        "list batches whose provider's answer was lost, or whose day is over, and the credit reserved for them",
      ),
  ).action(
    run((options: ControlOptions) =>
      printControl({ options, context }, (client) => dataOf(client.GET('/lost-batches')), lostText),
    ),
  );
  addControlOptions(
    command
      .command('release')
      .description('give the credit of a lost or overdue batch back; its work is not charged')
      .argument('<batch>', 'id of the batch, as listed')
      .requiredOption('--reason <text>', 'why; stored in the audit log'),
  ).action(run((batchId: string, options: ReleaseOptions) => releaseBatch(batchId, options, context)));
};
