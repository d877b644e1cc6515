import type { Command } from 'commander';
import { type CliContext, CliFailure, type DefineCommand, type Run } from '../context.ts';
import { allOf, dataOf, type Answers, type ControlClient } from '../control-client.ts';
import {
  addControlOptions,
  type ControlOptions,
  formatTable,
  given,
  onlyWorkspace,
  printControl,
  readWhole,
} from '../with-control.ts';
import { addKeyTermOptions, readKeyTerms, type KeyTermOptions } from './key-terms.ts';

interface CreateOptions extends ControlOptions, KeyTermOptions {
  readonly workspace?: string;
}

interface ListOptions extends ControlOptions {
  readonly workspace?: string;
  readonly state?: Answers['KeyState'] | 'ended';
  readonly search?: string;
}

interface RevokeOptions extends ControlOptions {
  readonly reason?: string;
}

interface RotateOptions extends ControlOptions {
  readonly grace?: string;
  readonly now?: boolean;
}

/** Prints only the secret to standard output, so that it can be piped; everything else goes to standard error. */
const secretText = ({ key, secret }: Answers['IssuedKey']) => ({
  before: `Key ${key.name} (${key.id}) of workspace ${key.workspace_id}. The secret is shown only once: store it now.\n`,
  out: `${secret}\n`,
});

async function create(name: string, options: CreateOptions, context: CliContext): Promise<void> {
  const terms = readKeyTerms(options, context.clock.now());
  const request = async (client: ControlClient) => {
    const workspaceId = options.workspace ?? (await onlyWorkspace(client));
    return dataOf(client.POST('/keys', { body: { workspace_id: workspaceId, name, ...terms } }));
  };
  return printControl({ options, context }, request, secretText);
}

const columns = ['ID', 'WORKSPACE', 'NAME', 'KEY', 'STATE', 'EXPIRES', 'LAST USED', 'OLD SECRET'] as const;

/** The state of the secret that the last rotation replaced. */
function describeReplaced({ replaced_secret_state: state, replaced_secret_until: until }: Answers['Key']): string {
  if (state === 'waiting_for_first_use') return 'waiting for first use of the new one';
  return until === null ? 'none' : `ends at ${until}`;
}

function listKeys(options: ListOptions, context: CliContext): Promise<void> {
  const { workspace, state, search } = options;
  const query = { ...given({ workspace_id: workspace, search }), ...(state && { state }) };
  const isNarrowed = state !== undefined || search !== undefined;
  return printControl(
    { options, context },
    (client) => allOf((page) => client.GET('/keys', { params: { query: { ...query, ...page } } })),
    ({ data }) =>
      data.length > 0
        ? formatTable(columns, data.map(cellsOf))
        : isNarrowed
          ? 'No keys match.\n'
          : `No keys. Create one: ${context.program} keys create <name>.\n`,
  );
}

const cellsOf = (key: Answers['Key']): readonly string[] => [
  key.id,
  key.workspace_id,
  key.name,
  key.display,
  key.state,
  key.expires_at ?? 'never',
  key.last_used?.at ?? 'never',
  describeReplaced(key),
];

function revoke(id: string, options: RevokeOptions, context: CliContext): Promise<void> {
  const { reason } = options;
  const body = reason === undefined ? {} : { reason };
  return printControl(
    { options, context },
    (client) => dataOf(client.POST('/keys/{key_id}/revoke', { params: { path: { key_id: id } }, body })),
    ({ name, display, applied_on: reach }) => {
      const [reached, instances] = reach.split('/');
      const where = reach === '1/1' ? '' : ` on ${reach} instances`;
      const next =
        reached === instances
          ? 'Its next call gets 401.'
          : 'An instance that the database does not reach may accept it for at most storage.offline_seconds.';
      return `Key ${name} (${display}) is revoked${where}. ${next}\n`;
    },
  );
}

async function rotate(id: string, options: RotateOptions, context: CliContext): Promise<void> {
  const { grace } = options;
  const seconds =
    grace === undefined ? undefined : readWhole(grace, { flag: '--grace', unit: 'seconds', example: 3_600 });
  const body = { ...given({ grace_seconds: seconds }), ...(options.now && { grace_begins: 'now' as const }) };
  return printControl(
    { options, context },
    (client) => dataOf(client.POST('/keys/{key_id}/rotate', { params: { path: { key_id: id } }, body })),
    (issued) => ({ ...secretText(issued), after: `Old secret: ${describeReplaced(issued.key)}.\n` }),
  );
}

interface UpdateOptions extends ControlOptions, KeyTermOptions {
  readonly name?: string;
}

async function update(id: string, options: UpdateOptions, context: CliContext): Promise<void> {
  const { name } = options;
  const body = { ...given({ name }), ...readKeyTerms(options, context.clock.now()) };
  if (Object.keys(body).length === 0) {
    throw new CliFailure(
      'Name at least one change, for example --models gpt-5* or --month 500. diglot keys update --help lists all.',
    );
  }
  const params = { path: { key_id: id } };
  return printControl(
    { options, context },
    (client) => dataOf(client.PATCH('/keys/{key_id}', { params, body })),
    termsText,
  );
}

const listText = (names: readonly string[] | null | undefined): string => {
  if (names == null) return 'all';
  return names.length === 0 ? 'none' : names.join(', ');
};

/** The terms of the key, in force from its next call on. */
function termsText({
  name,
  id,
  workspace_id: workspaceId,
  scope,
  limits,
  expires_at: expires,
}: Answers['Key']): string {
  const facts: readonly (readonly [string, string])[] = [
    ['Models', listText(scope.models)],
    ['Operations', listText(scope.operations)],
    ['Products', listText(scope.products)],
    ['Regions', listText(scope.regions)],
    ['Networks', listText(scope.networks)],
    ['On loss', scope.on_loss ?? 'as the model says'],
    ['Limits', `${limits.day ?? 'none'} a day, ${limits.month ?? 'none'} a month, ${limits.total ?? 'none'} in total`],
    ['Expires', expires ?? 'never'],
  ];
  const lines = facts.map(([title, text]) => `  ${title.padEnd(12)}${text}\n`);
  return `Key ${name} (${id}) of workspace ${workspaceId}, from its next call on:\n${lines.join('')}`;
}

function defineCreate(command: Command, context: CliContext, run: Run): void {
  const defined = addControlOptions(
    command.command('create').description('create a key; its secret is shown only once'),
  );
  addKeyTermOptions(defined, (lifted) => `default: ${lifted}`)
    .argument('<name>', 'display name, for example ci')
    .option('-w, --workspace <id>', 'workspace of the key; default: the only one')
    .action(run((name: string, options: CreateOptions) => create(name, options, context)));
}

function defineUpdate(command: Command, context: CliContext, run: Run): void {
  const defined = addControlOptions(
    command.command('update').description("change a key's name, scope, limits or expiry; everything else stays"),
  );
  addKeyTermOptions(defined.option('--name <name>', 'display name'), (lifted) => `"${lifted}" removes the restriction`)
    .argument('<id>', 'id of the key, as keys list shows it')
    .action(run((id: string, options: UpdateOptions) => update(id, options, context)));
}

/** `diglot keys create|list|update|rotate|revoke` */
export const defineKeys: DefineCommand = (command, context, run) => {
  defineCreate(command, context, run);
  addControlOptions(command.command('list').description('list keys without their secrets, newest first'))
    .option('-w, --workspace <id>', 'only keys of this workspace')
    .option('--state <state>', 'active, expired, revoked, or ended for both of these')
    .option('--search <text>', 'only keys that have this in name, owner, id or visible part')
    .action(run((options: ListOptions) => listKeys(options, context)));
  defineUpdate(command, context, run);
  addControlOptions(command.command('rotate').description('give a key a new secret; its id, scope and limits stay'))
    .argument('<id>', 'id of the key, as keys list shows it')
    .option('--grace <seconds>', 'how long the old secret works after the first use of the new one; default: 86400')
    .option('--now', 'start the grace period now; with --grace 0 the old secret stops working at once')
    .action(run((id: string, options: RotateOptions) => rotate(id, options, context)));
  addControlOptions(command.command('revoke').description('end a key at once; this cannot be undone'))
    .argument('<id>', 'id of the key, as keys list shows it')
    .option('--reason <text>', 'why; stored in the audit log')
    .action(run((id: string, options: RevokeOptions) => revoke(id, options, context)));
};
