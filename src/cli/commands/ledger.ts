import { dataOf, fetchPatiently, type Answers } from '../control-client.ts';
import { type CliContext, type DefineCommand, type ExitCode, exitCodes } from '../context.ts';
import { addControlOptions, type ControlOptions, formatTable, printControl, withControl } from '../with-control.ts';

async function verify(options: ControlOptions, context: CliContext): Promise<ExitCode> {
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
  ).action(run((options: ControlOptions) => verify(options, context)));
};

const lostColumns = [
  { title: 'BATCH' },
  { title: 'STATE' },
  { title: 'WORKSPACE' },
  { title: 'KEY' },
  { title: 'SINCE' },
  { title: 'CREDITS', align: 'right' },
] as const;

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

function release(batchId: string, options: ReleaseOptions, context: CliContext): Promise<ExitCode> {
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
  ).action(run((batchId: string, options: ReleaseOptions) => release(batchId, options, context)));
};
