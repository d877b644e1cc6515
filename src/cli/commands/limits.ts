import { addControlOptions, printControl, type ControlOptions } from '../with-control.ts';
import { allOf, type Answers } from '../control-client.ts';
import type { CliContext, DefineCommand, ExitCode } from '../context.ts';
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

function limits(workspaceId: string, options: LimitsOptions, context: CliContext): Promise<ExitCode> {
  const path = { workspace_id: workspaceId };
  const ofKey = options.key === undefined ? {} : { key_id: [options.key] };
  return printControl(
    { options, context },
    async (client) => {
      let planId = null as string | null;
      const all = await allOf(async (query) => {
        const params = { path, query: { ...query, ...ofKey } };
        const answered = await client.GET('/workspaces/{workspace_id}/limits', { params });
        planId = answered.data?.missing_plan_id ?? null;
        return answered;
      });
      return { ...all, missing_plan_id: planId };
    },
    limitsText,
  );
}

interface Listed {
  readonly data: readonly Answers['LimitState'][];
  readonly missing_plan_id: string | null;
}

function limitsText({ data, missing_plan_id: planId }: Listed): string {
  const rows = data.map((limit) => [
    limit.name,
    `${limit.subject} ${limit.subject_name ?? limit.subject_id}`,
    limit.limit,
    limit.used,
    limit.held,
    limit.left,
    limit.resets_at ?? 'never',
  ]);
  const table = rows.length === 0 ? 'No limits.\n' : formatTable(columns, rows);
  return planId === null ? table : table + planIsGone(planId);
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
