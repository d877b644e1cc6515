import { sameGateway } from '../client-settings.ts';
import { exitCodes, type CliContext, type DefineCommand, type ExitCode } from '../context.ts';
import { dataOf } from '../control-client.ts';
import { addControlOptions, withControl, type ControlOptions } from '../with-control.ts';
import { formatTable } from '../format-table.ts';

interface CreateOptions extends ControlOptions {
  readonly name?: string;
  readonly plan?: string;
  readonly timeZone?: string;
}

async function create(id: string, options: CreateOptions, context: CliContext): Promise<ExitCode> {
  const { name = id, plan, timeZone } = options;
  const body = {
    id,
    name,
    ...(plan !== undefined && { plan_id: plan }),
    ...(timeZone !== undefined && { time_zone: timeZone }),
  };
  const workspace = await withControl(options, context, (client) => dataOf(client.POST('/workspaces', { body })));
  if (options.json) context.out(`${JSON.stringify(workspace)}\n`);
  else {
    const flags = sameGateway(options);
    context.out(`Workspace ${workspace.id}. It has no credits and no keys yet:\n`);
    context.out(
      `  ${context.program} credits grant ${workspace.id} 1000 --reason "first credits"${flags}\n  ${context.program} keys create ci --workspace ${workspace.id}${flags}\n`,
    );
  }
  return exitCodes.done;
}

const columns = [
  { title: 'ID' },
  { title: 'NAME' },
  { title: 'PLAN' },
  { title: 'ZONE' },
  { title: 'STATUS' },
] as const;

async function list(options: ControlOptions, context: CliContext): Promise<ExitCode> {
  const answer = await withControl(options, context, (client) => dataOf(client.GET('/workspaces')));
  const rows = answer.data.map(({ id, name, plan_id: plan, time_zone: zone, status }) => [
    id,
    name,
    plan ?? 'none',
    zone,
    status,
  ]);
  if (options.json) context.out(`${JSON.stringify(answer)}\n`);
  else
    context.out(
      rows.length === 0
        ? `No workspaces. Create one: ${context.program} workspaces create <id>.\n`
        : formatTable(columns, rows),
    );
  return exitCodes.done;
}

/** `diglot workspaces create|list` */
export const defineWorkspaces: DefineCommand = (command, context, run) => {
  addControlOptions(command.command('create').description('create a workspace, which owns keys and pays for calls'))
    .argument('<id>', 'short id, which cannot be changed later')
    .option('--name <name>', 'display name; default: the id')
    .option('--plan <id>', 'plan of the catalogue')
    .option('--time-zone <zone>', 'IANA time zone of its days and months; default: UTC')
    .action(run((id: string, options: CreateOptions) => create(id, options, context)));
  addControlOptions(command.command('list').description('list workspaces')).action(
    run((options: ControlOptions) => list(options, context)),
  );
};
