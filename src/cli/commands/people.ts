import { findDataFolder } from '../../config/environment.ts';
import { type CliContext, CliFailure, type DefineCommand } from '../context.ts';
import { allOf, type Answers, type ControlClient, dataOf } from '../control-client.ts';
import { foldEmail } from '../../shared/text/names.ts';
import { findServer } from '../find-server.ts';
import {
  addControlOptions,
  type ControlOptions,
  formatTable,
  given,
  onlyWorkspace,
  pageText,
  printControl,
  readWhole,
} from '../with-control.ts';

interface MemberOptions extends ControlOptions {
  readonly workspace?: string;
}

interface ListOptions extends MemberOptions {
  readonly search?: string;
}

interface AddOptions extends MemberOptions {
  readonly name?: string;
  readonly role?: Answers['MemberRole'];
}

const inWorkspace = async (client: ControlClient, { workspace }: MemberOptions) => ({
  workspace_id: workspace ?? (await onlyWorkspace(client)),
});

const memberColumns = ['ID', 'E-MAIL', 'NAME', 'ROLE', 'ADDED'] as const;

type Path = Awaited<ReturnType<typeof inWorkspace>>;

/** @param search what their name or e-mail address has; absent: all members */
const membersOf = (client: ControlClient, path: Path, search?: string) =>
  allOf((page) => {
    const query = { ...page, ...given({ search }) };
    return client.GET('/workspaces/{workspace_id}/members', { params: { path, query } });
  });

const listMembers = (options: ListOptions, context: CliContext): Promise<void> =>
  printControl(
    { options, context },
    async (client) => {
      return membersOf(client, await inWorkspace(client, options), options.search);
    },
    ({ data }) => {
      if (data.length === 0 && options.search !== undefined) return 'No members match.\n';
      if (data.length === 0) return `No members. Add one: ${context.program} members add <email>.\n`;
      const rows = data.map(({ id, email, name, role, created_at: added }) => [id, email, name, role, added]);
      return formatTable(memberColumns, rows);
    },
  );

const memberText = ({ email, name, role, workspace_id: workspaceId, id }: Answers['Member']): string =>
  `${email}${name === email ? '' : `, ${name},`} is ${role} of workspace ${workspaceId} (${id}).\n`;

function addMember(email: string, options: AddOptions, context: CliContext): Promise<void> {
  const { name = email, role = 'viewer' } = options;
  const body = { email, name, role };
  const request = async (client: ControlClient) => {
    const path = await inWorkspace(client, options);
    return dataOf(client.POST('/workspaces/{workspace_id}/members', { params: { path }, body }));
  };
  return printControl({ options, context }, request, memberText);
}

/** Characters of the longest search that the control API takes. */
const longestSearch = 100;

/** The id of a member, given by id or e-mail address. */
async function memberId(client: ControlClient, path: Path, named: string): Promise<string> {
  if (!named.includes('@')) return named;
  const { data } = await membersOf(client, path, named.slice(0, longestSearch));
  const member = data.find(({ email }) => foldEmail(email) === foldEmail(named));
  if (member) return member.id;
  throw new CliFailure(
    `Workspace ${path.workspace_id} has no member ${named}. diglot members list -w ${path.workspace_id} shows all.`,
  );
}

/** The path of a member, given by id or e-mail address. */
async function memberPath(client: ControlClient, options: MemberOptions, named: string) {
  const path = await inWorkspace(client, options);
  return { ...path, member_id: await memberId(client, path, named) };
}

const removeMember = (named: string, options: MemberOptions, context: CliContext): Promise<void> =>
  printControl(
    { options, context },
    async (client) => {
      const path = await memberPath(client, options, named);
      return dataOf(client.DELETE('/workspaces/{workspace_id}/members/{member_id}', { params: { path } }));
    },
    (member) => `${member.email} is no longer a member of workspace ${member.workspace_id}.\n`,
  );

async function updateMember(named: string, options: AddOptions, context: CliContext): Promise<void> {
  const { name, role } = options;
  const body = given({ name, role });
  if (Object.keys(body).length === 0) throw new CliFailure('Name at least one change: --role <role> or --name <name>.');
  const request = async (client: ControlClient) => {
    const path = await memberPath(client, options, named);
    return dataOf(client.PATCH('/workspaces/{workspace_id}/members/{member_id}', { params: { path }, body }));
  };
  return printControl({ options, context }, request, memberText);
}

const workspaceFlag = ['-w, --workspace <id>', 'workspace; default: the only one'] as const;

/** `diglot members list|add|update|remove` */
export const defineMembers: DefineCommand = (command, context, run) => {
  addControlOptions(command.command('list').description('list the members of a workspace'))
    .option(...workspaceFlag)
    .option('--search <text>', 'only members that have this in name or e-mail address')
    .action(run((options: ListOptions) => listMembers(options, context)));
  addControlOptions(command.command('add').description('add a member to a workspace'))
    .argument('<email>', 'e-mail address, unique in the workspace')
    .option(...workspaceFlag)
    .option('--name <name>', 'display name; default: the address')
    .option('--role <role>', 'owner, admin, billing, developer or viewer; default: viewer')
    .action(run((email: string, options: AddOptions) => addMember(email, options, context)));
  addControlOptions(
    command
      .command('update')
      .description('change the role or the name of a member; a workspace keeps at least one owner'),
  )
    .argument('<member>', 'e-mail address, or id as members list shows it')
    .option(...workspaceFlag)
    .option('--role <role>', 'owner, admin, billing, developer or viewer')
    .option('--name <name>', 'display name')
    .action(run((named: string, options: AddOptions) => updateMember(named, options, context)));
  addControlOptions(command.command('remove').description('remove a member; the last owner cannot be removed'))
    .argument('<member>', 'e-mail address, or id as members list shows it')
    .option(...workspaceFlag)
    .action(run((named: string, options: MemberOptions) => removeMember(named, options, context)));
};

interface LinkOptions extends ControlOptions {
  readonly email?: string;
  readonly anywhere?: boolean;
}

async function makeLink(options: LinkOptions, context: CliContext): Promise<void> {
  const dataFolder = findDataFolder(options.data, context.environment);
  if ((await findServer({ url: options.url, dataFolder }, context)) === null) {
    throw new CliFailure('No gateway runs here, so a link would lead nowhere. Start it first: diglot serve.');
  }
  const body = { loopback_only: options.anywhere !== true, ...given({ email: options.email }) };
  return printControl(
    { options, context },
    (client) => dataOf(client.POST('/login-links', { body })),
    ({ url, person, expires_at: end, loopback_only: isLocal }) =>
      `${url}\nSigns ${person.email} in, once, ${isLocal ? 'on this machine' : 'from anywhere'}, until ${end}.\n`,
  );
}

/** `diglot login-link` */
export const defineLoginLink: DefineCommand = (command, context, run) => {
  addControlOptions(
    command
      .option('--email <address>', 'person to sign in; default: the first operator, added if there is none')
      .option('--anywhere', 'let it work from other machines too'),
  ).action(run((options: LinkOptions) => makeLink(options, context)));
};

interface AuditOptions extends ControlOptions {
  readonly subject?: string;
  readonly limit?: string;
  readonly after?: string;
}

const auditColumns = ['AT', 'WHO', 'ACTION', 'SUBJECT', 'WHAT'] as const;

const auditCells = (entry: Answers['AuditPage']['data'][number]): readonly string[] => [
  entry.at,
  entry.actor_name ?? entry.actor,
  entry.action,
  entry.subject,
  JSON.stringify(entry.diff),
];

async function listAudit(options: AuditOptions, context: CliContext): Promise<void> {
  const { subject, limit = '20', after } = options;
  const most = readWhole(limit, { flag: '--limit', unit: 'entries', example: 20 });
  const query = { ...given({ subject, after }), limit: most };
  return printControl(
    { options, context },
    (client) => dataOf(client.GET('/audit', { params: { query } })),
    ({ data, next }) => pageText(auditColumns, data.map(auditCells), next),
  );
}

/** `diglot audit` */
export const defineAudit: DefineCommand = (command, context, run) => {
  addControlOptions(
    command
      .option(
        '--subject <subject>',
        'only entries about this itself, for example workspace:acme, key:key_0Yx or member:mem_0Yx; ' +
          'those of a workspace leave out its keys, members and alerts',
      )
      .option('--limit <number>', 'most entries to list, newest first; default: 20')
      .option('--after <cursor>', 'continue after a page, with the cursor that it printed'),
  ).action(run((options: AuditOptions) => listAudit(options, context)));
};
