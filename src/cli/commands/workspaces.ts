import { CliFailure, type CliContext, type DefineCommand } from '../context.ts';
import { allOf, type Answers, dataOf } from '../control-client.ts';
import { sameGateway } from '../find-server.ts';
import { addControlOptions, type ControlOptions, formatTable, given, printControl } from '../with-control.ts';

interface CreateOptions extends ControlOptions {
  readonly name?: string;
  readonly plan?: string;
  readonly timeZone?: string;
}

function createWorkspace(id: string, options: CreateOptions, context: CliContext): Promise<void> {
  const { name = id, plan, timeZone } = options;
  const body = { id, name, ...given({ plan_id: plan, time_zone: timeZone }) };
  const { program } = context;
  const flags = sameGateway(options);
  return printControl(
    { options, context },
    (client) => dataOf(client.POST('/workspaces', { body })),
    (workspace) =>
      `Workspace ${workspace.id}. It has no credits and no keys yet:\n` +
      `  ${program} credits grant ${workspace.id} 1000 --reason "first credits"${flags}\n` +
      `  ${program} keys create ci --workspace ${workspace.id}${flags}\n`,
  );
}

const workspaceColumns = ['ID', 'NAME', 'PLAN', 'ZONE', 'STATUS'] as const;

const cellsOf = ({ id, name, plan_id: plan, time_zone: zone, status }: Answers['Workspace']): readonly string[] => [
  id,
  name,
  plan ?? 'none',
  zone,
  status,
];

interface ListOptions extends ControlOptions {
  readonly search?: string;
}

const listWorkspaces = (options: ListOptions, context: CliContext): Promise<void> =>
  printControl(
    { options, context },
    (client) =>
      allOf((page) => {
        const query = { ...page, ...given({ search: options.search }) };
        return client.GET('/workspaces', { params: { query } });
      }),
    ({ data }) => {
      if (data.length === 0 && options.search !== undefined) return 'No workspaces match.\n';
      if (data.length === 0) return `No workspaces. Create one: ${context.program} workspaces create <id>.\n`;
      return formatTable(workspaceColumns, data.map(cellsOf));
    },
  );

interface UpdateOptions extends CreateOptions {
  readonly suspend?: boolean;
  readonly resume?: boolean;
}

async function updateWorkspace(id: string, options: UpdateOptions, context: CliContext): Promise<void> {
  const { name, plan, timeZone, suspend, resume } = options;
  const status = suspend ? ('suspended' as const) : resume ? ('active' as const) : undefined;
  const body = given({ name, plan_id: plan === 'none' ? null : plan, time_zone: timeZone, status });
  if (suspend && resume) throw new CliFailure('--suspend and --resume exclude one another.');
  if (Object.keys(body).length === 0)
    throw new CliFailure('Name what to change: --name, --plan, --time-zone, --suspend or --resume.');
  const params = { path: { workspace_id: id } };
  return printControl(
    { options, context },
    (client) => dataOf(client.PATCH('/workspaces/{workspace_id}', { params, body })),
    (workspace) => formatTable(workspaceColumns, [cellsOf(workspace)]),
  );
}

/** `diglot workspaces create|list|update` */
export const defineWorkspaces: DefineCommand = (command, context, run) => {
  addControlOptions(command.command('create').description('create a workspace, which owns keys and pays for calls'))
    .argument('<id>', 'short id, which cannot be changed later')
    .option('--name <name>', 'display name; default: the id')
    .option('--plan <id>', 'plan of the catalogue')
    .option('--time-zone <zone>', 'IANA time zone of its days and months; default: UTC')
    .action(run((id: string, options: CreateOptions) => createWorkspace(id, options, context)));
  addControlOptions(command.command('list').description('list workspaces'))
    .option('--search <text>', 'only workspaces that have this in name or id')
    .action(run((options: ListOptions) => listWorkspaces(options, context)));
  addControlOptions(command.command('update').description('change a workspace from the next call on'))
    .argument('<id>', 'id of the workspace')
    .option('--name <name>', 'display name')
    .option('--plan <id>', 'plan of the catalogue, or none')
    .option('--time-zone <zone>', 'IANA time zone of its days and months')
    .option('--suspend', 'refuse its calls')
    .option('--resume', 'accept its calls again')
    .action(run((id: string, options: UpdateOptions) => updateWorkspace(id, options, context)));
};

interface LimitsOptions extends ControlOptions {
  readonly key?: string;
}

const limitColumns = ['LIMIT', 'OF', '>CREDITS', '>USED', '>HELD', '>LEFT', 'RESETS'] as const;

function listLimits(workspaceId: string, options: LimitsOptions, context: CliContext): Promise<void> {
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
  const table = rows.length === 0 ? 'No limits.\n' : formatTable(limitColumns, rows);
  return planId === null ? table : table + planIsGone(planId);
}

const planIsGone = (planId: string): string =>
  `\nThe plan ${planId} is no longer in the catalogue, so all calls are refused. Restore it, or give the workspace another plan.\n`;

/** `diglot limits WORKSPACE` */
export const defineLimits: DefineCommand = (command, context, run) => {
  addControlOptions(command)
    .argument('<workspace>', 'id of the workspace')
    .option('--key <id>', 'only the limits of this key')
    .action(run((workspaceId: string, options: LimitsOptions) => listLimits(workspaceId, options, context)));
};
