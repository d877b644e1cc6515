import { addControlOptions, withControl, type ControlOptions } from '../with-control.ts';
import { dataOf } from '../control-client.ts';
import { exitCodes, type CliContext, type DefineCommand, type ExitCode } from '../context.ts';
import { formatTable } from '../format-table.ts';

interface LimitsOptions extends ControlOptions {
  readonly key?: string;
}

const columns = [
  { title: 'LIMIT' },
  { title: 'OF' },
  { title: 'CREDITS', align: 'right' },
  { title: 'USED', align: 'right' },
  { title: 'HELD', align: 'right' },
  { title: 'LEFT', align: 'right' },
  { title: 'RESETS' },
] as const;

async function limits(workspaceId: string, options: LimitsOptions, context: CliContext): Promise<ExitCode> {
  const query = options.key === undefined ? {} : { key_id: options.key };
  const answer = await withControl(options, context, (client) =>
    dataOf(client.GET('/workspaces/{workspace_id}/limits', { params: { path: { workspace_id: workspaceId }, query } })),
  );
  const rows = answer.data.map((limit) => [
    limit.name,
    `${limit.subject} ${limit.subject_name ?? limit.subject_id}`,
    limit.limit,
    limit.used,
    limit.held,
    limit.left,
    limit.resets_at ?? 'never',
  ]);
  if (options.json) context.out(`${JSON.stringify(answer)}\n`);
  else {
    context.out(rows.length === 0 ? 'No limits.\n' : formatTable(columns, rows));
    if (answer.missing_plan_id !== null) context.out(planIsGone(answer.missing_plan_id));
  }
  return exitCodes.done;
}

const planIsGone = (planId: string): string =>
  `\nThe plan ${planId} is no longer in the catalogue, so all calls are refused. Restore it, or give the workspace another plan.\n`;

/** `diglot limits WORKSPACE` */
export const defineLimits: DefineCommand = (command, context, run) => {
  addControlOptions(command)
    .argument('<workspace>', 'id of the workspace')
    .option('--key <id>', 'only the limits of this key')
    .action(run((workspaceId: string, options: LimitsOptions) => limits(workspaceId, options, context)));
};
