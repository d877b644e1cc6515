import type { Command } from 'commander';
import {
  addControlOptions,
  type ControlOptions,
  pageText,
  printControl,
  readWhole,
  withControl,
} from '../with-control.ts';
import { dataOf, type Answers, type ControlClient } from '../control-client.ts';
import { inCredits } from '../../shared/money.ts';
import { type CliContext, CliFailure, type DefineCommand, type Run } from '../context.ts';

interface PostOptions extends ControlOptions {
  readonly reason: string;
  readonly externalId?: string;
  readonly paid?: boolean;
}

interface AdjustOptions extends PostOptions {
  readonly allowNegative?: boolean;
}

interface LedgerOptions extends ControlOptions {
  readonly kind?: Answers['LedgerEntryKind'];
  readonly limit?: string;
  readonly after?: string;
}

type Post = (client: ControlClient) => Promise<Answers['BookedEntry']>;

/** Posts an entry, prints the new balance, and warns if no credits are left. */
async function postEntry(options: PostOptions, context: CliContext, post: Post): Promise<void> {
  const posted = await withControl(options, context, post);
  const { entry, created, balance } = posted;
  context.out(
    options.json
      ? `${JSON.stringify(posted)}\n`
      : `${created ? 'Posted' : 'Already posted'}: ${entry.kind} of ${inCredits(entry.amount)} (${entry.id}).\n${balanceText(balance)}`,
  );
  context.err(exhaustedText(balance));
}

/** Warns the operator, because callers notice only when their next call is refused. */
const exhaustedText = ({ workspace_id: id, available }: Answers['Balance']): string =>
  available === '0' || available.startsWith('-')
    ? `Warning: ${id} has ${inCredits(available)} available. Calls that cost credits are refused until it has more than 0: diglot credits grant ${id} <credits> --reason <text>.\n`
    : '';

/** Removes a leading plus, which the control API does not accept. */
const amountOf = (text: string): string => text.replace(/^\+(?=\d)/, '');

/** The amount of a grant. @throws {CliFailure} for a negative one */
function addedOf(text: string): string {
  if (!text.startsWith('-')) return amountOf(text);
  throw new CliFailure(
    `A grant must be more than 0; you wrote ${text}. To subtract credits, use diglot credits adjust.`,
  );
}

const sent = ({ reason, externalId }: PostOptions) => ({
  reason,
  ...(externalId !== undefined && { external_id: externalId }),
});

const balanceText = ({
  workspace_id: id,
  granted,
  charged,
  held,
  available,
  frozen_reason: frozen,
}: Answers['Balance']) =>
  `${id}: ${available} credits available (granted ${granted}, charged ${charged}, held ${held}).\n` +
  (frozen === null ? '' : `Frozen: ${frozen}\n`);

function showBalance(workspaceId: string, options: ControlOptions, context: CliContext): Promise<void> {
  const params = { path: { workspace_id: workspaceId } };
  return printControl(
    { options, context },
    (client) => dataOf(client.GET('/workspaces/{workspace_id}/credits', { params })),
    balanceText,
  );
}

const entryColumns = ['WHEN', 'KIND', '>CREDITS', 'BY', 'REASON', 'EXTERNAL ID'] as const;

const entryCells = (entry: Answers['LedgerPage']['data'][number]): readonly string[] => [
  entry.created_at,
  entry.kind,
  entry.amount,
  entry.actor_name ?? entry.actor,
  entry.call_id === null ? entry.reason : `${entry.reason} (${entry.call_id})`,
  entry.external_id,
];

async function listEntries(workspaceId: string, options: LedgerOptions, context: CliContext): Promise<void> {
  const { kind, limit = '100', after } = options;
  const query = {
    ...(kind && { kind }),
    ...(after && { after }),
    limit: readWhole(limit, { flag: '--limit', unit: 'entries', example: 100 }),
  };
  const params = { path: { workspace_id: workspaceId }, query };
  return printControl(
    { options, context },
    (client) => dataOf(client.GET('/workspaces/{workspace_id}/ledger', { params })),
    ({ data, next }) => pageText(entryColumns, data.map(entryCells), next),
  );
}

function unfreeze(workspaceId: string, options: PostOptions, context: CliContext): Promise<void> {
  const params = { path: { workspace_id: workspaceId } };
  const body = { reason: options.reason };
  return printControl(
    { options, context },
    (client) => dataOf(client.POST('/workspaces/{workspace_id}/credits/unfreeze', { params, body })),
    balanceText,
  );
}

const addReason = (command: Command): Command =>
  command.requiredOption('--reason <text>', 'why; stored in the ledger or the audit log');

const addPostOptions = (command: Command): Command =>
  addControlOptions(addReason(command)).option(
    '--external-id <id>',
    'your own id of this entry: an id is posted only once',
  );

function definePosting(command: Command, context: CliContext, run: Run): void {
  addPostOptions(command.command('grant').description('add credits to a workspace'))
    .argument('<workspace>', 'id of the workspace')
    .argument('<credits>', 'more than 0, for example 1000 or 12.5')
    .option('--paid', 'the credits were paid for (posts a topup instead of a grant)')
    .action(
      run((workspaceId: string, credits: string, options: PostOptions) =>
        postEntry(options, context, (client) =>
          dataOf(
            client.POST('/workspaces/{workspace_id}/credits/grants', {
              params: { path: { workspace_id: workspaceId } },
              body: { ...sent(options), amount: addedOf(credits), kind: options.paid ? 'topup' : 'grant' },
            }),
          ),
        ),
      ),
    );
  addPostOptions(command.command('adjust').description('correct the balance of a workspace, up or down'))
    .argument('<workspace>', 'id of the workspace')
    .argument('<credits>', 'credits to add, for example 5 or +5, or to remove, for example -12.5')
    .option('--allow-negative', 'allow the balance to go below 0')
    .action(
      run((workspaceId: string, credits: string, options: AdjustOptions) =>
        postEntry(options, context, (client) =>
          dataOf(
            client.POST('/workspaces/{workspace_id}/credits/adjustments', {
              params: { path: { workspace_id: workspaceId } },
              body: {
                ...sent(options),
                amount: amountOf(credits),
                ...(options.allowNegative && { allow_negative: true }),
              },
            }),
          ),
        ),
      ),
    );
  addPostOptions(command.command('refund').description('refund the charge of a call, or a part of it'))
    .argument('<call>', 'id of the call')
    .argument('[credits]', 'default: the whole remaining charge')
    .action(
      run((callId: string, credits: string | undefined, options: PostOptions) =>
        postEntry(options, context, (client) =>
          dataOf(
            client.POST('/calls/{call_id}/refunds', {
              params: { path: { call_id: callId } },
              body: { ...sent(options), ...(credits !== undefined && { amount: amountOf(credits) }) },
            }),
          ),
        ),
      ),
    );
}

/** `diglot credits grant|adjust|refund|balance|ledger|unfreeze` */
export const defineCredits: DefineCommand = (command, context, run) => {
  definePosting(command, context, run);
  addControlOptions(command.command('balance').description('show the balance of a workspace'))
    .argument('<workspace>', 'id of the workspace')
    .action(run((workspaceId: string, options: ControlOptions) => showBalance(workspaceId, options, context)));
  addControlOptions(command.command('ledger').description('list grants, refunds and adjustments, newest first'))
    .argument('<workspace>', 'id of the workspace')
    .option('--kind <kind>', 'grant, topup, refund, adjust or expire')
    .option('--limit <number>', 'most entries to list; default: 100')
    .option('--after <cursor>', 'continue after the previous page')
    .action(run((workspaceId: string, options: LedgerOptions) => listEntries(workspaceId, options, context)));
  addControlOptions(addReason(command.command('unfreeze').description('allow calls of a frozen account again')))
    .argument('<workspace>', 'id of the workspace')
    .action(run((workspaceId: string, options: PostOptions) => unfreeze(workspaceId, options, context)));
};
