import { addControlOptions, withControl, type ControlOptions } from '../with-control.ts';
import { dataOf } from '../control-client.ts';
import { exitCodes, type CliContext, type DefineCommand, type ExitCode } from '../context.ts';
import { formatTable } from '../format-table.ts';

const columns = [
  { title: 'PLAN' },
  { title: 'NAME' },
  { title: 'CREDITS A MONTH', align: 'right' },
  { title: 'PRODUCTS' },
] as const;

async function list(options: ControlOptions, context: CliContext): Promise<ExitCode> {
  const answer = await withControl(options, context, (client) => dataOf(client.GET('/plans')));
  const rows = answer.data.map((plan) => [
    plan.id,
    plan.name,
    plan.monthly_credits ?? 'no limit',
    plan.products.join(', '),
  ]);
  if (options.json) context.out(`${JSON.stringify(answer)}\n`);
  else context.out(rows.length === 0 ? 'The catalogue has no plans.\n' : formatTable(columns, rows));
  return exitCodes.done;
}

/** `diglot plans list` */
export const definePlans: DefineCommand = (command, context, run) => {
  addControlOptions(command.command('list').description('list the plans of the catalogue')).action(
    run((options: ControlOptions) => list(options, context)),
  );
};
