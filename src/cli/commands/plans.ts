import { addControlOptions, printControl, type ControlOptions } from '../with-control.ts';
import { dataOf, type Answers } from '../control-client.ts';
import type { DefineCommand } from '../context.ts';
import { formatTable } from '../format-table.ts';

const columns = [
  { title: 'PLAN' },
  { title: 'NAME' },
  { title: 'CREDITS A MONTH', align: 'right' },
  { title: 'PRODUCTS' },
] as const;

const listText = ({ data }: Answers['PlanList']): string =>
  data.length === 0
    ? 'The catalogue has no plans.\n'
    : formatTable(
        columns,
        data.map((plan) => [plan.id, plan.name, plan.monthly_credits ?? 'no limit', plan.products.join(', ')]),
      );

/** `diglot plans list` */
export const definePlans: DefineCommand = (command, context, run) => {
  addControlOptions(command.command('list').description('list the plans of the catalogue')).action(
    run((options: ControlOptions) =>
      printControl({ options, context }, (client) => dataOf(client.GET('/plans')), listText),
    ),
  );
};
