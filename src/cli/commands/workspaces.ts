import { sameGateway } from '../client-settings.ts';
import type { CliContext, DefineCommand, ExitCode } from '../context.ts';
import { allOf, dataOf } from '../control-client.ts';
import { addControlOptions, given, printControl, type ControlOptions } from '../with-control.ts';
import { formatTable } from '../format-table.ts';

interface CreateOptions extends ControlOptions {
  readonly name?: string;
  readonly plan?: string;
  readonly timeZone?: string;
}

function create(id: string, options: CreateOptions, context: CliContext): Promise<ExitCode> {
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

const columns = [
  { title: 'ID' },
  { title: 'NAME' },
  { title: 'PLAN' },
  { title: 'ZONE' },
  { title: 'STATUS' },
] as const;

interface ListOptions extends ControlOptions {
  readonly search?: string;
}

const list = (options: ListOptions, context: CliContext): Promise<ExitCode> =>
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
      const rows = data.map(({ id, name, plan_id: plan, time_zone: zone, status }) => [
        id,
        name,
        plan ?? 'none',
        zone,
        status,
      ]);
      return formatTable(columns, rows);
    },
  );

/** `diglot workspaces create|list` */
export const defineWorkspaces: DefineCommand = (command, context, run) => {
  addControlOptions(command.command('create').description('create a workspace, which owns keys and pays for calls'))
    .argument('<id>', 'short id, which cannot be changed later')
    .option('--name <name>', 'display name; default: the id')
    .option('--plan <id>', 'plan of the catalogue')
    .option('--time-zone <zone>', 'IANA time zone of its days and months; default: UTC')
    .action(run((id: string, options: CreateOptions) => create(id, options, context)));
  addControlOptions(command.command('list').description('list workspaces'))
    .option('--search <text>', 'only workspaces that have this in name or id')
    .action(run((options: ListOptions) => list(options, context)));
};
