import {
  addControlOptions,
  type ControlOptions,
  formatTable,
  given,
  modelCell,
  printControl,
  readWhole,
  withControl,
} from '../with-control.ts';
import { setTimeout as wait } from 'node:timers/promises';
import type { paths } from '../../../generated/console/types.ts';
import { oneDay } from '../../shared/time/calendar.ts';
import { allOf, dataOf, type Answers, type ControlClient } from '../control-client.ts';
import { type CliContext, CliFailure, type DefineCommand, printable, printableLine } from '../context.ts';

/** As the server knows them; it refuses any other. */
type Outcome = Answers['Call']['outcome'] | 'unsuccessful';

interface ListOptions extends ControlOptions {
  readonly workspace?: string;
  readonly key?: string;
  readonly model?: string;
  readonly status?: string;
  readonly outcome?: Outcome;
  readonly from?: string;
  readonly to?: string;
  readonly requestId?: string;
  readonly limit?: string;
  readonly follow?: boolean;
}

const callColumns = ['STARTED', 'CALL', 'REQUEST ID', 'MODEL', '>STATUS', 'OUTCOME', '>CREDITS'] as const;

type Filter = NonNullable<paths['/calls']['get']['parameters']['query']>;

/** The newest calls that match, newest first; all are asked for at once, so that the server refuses too many. */
const readCalls = (client: ControlClient, filter: Filter, bounds: { readonly most: number; readonly size: number }) =>
  allOf((page) => client.GET('/calls', { params: { query: { ...filter, ...page } } }), bounds);

const pollMilliseconds = 2_000;
/** The most calls that one poll looks at. */
const boundsOfPoll = { most: 10_000, size: 1_000 };
/** Calls are listed by when they began, so a poll looks for this long before the one before it. The usual limit of a session. */
const longestCall = 3_600_000;

/** Calls that may have ended after `since` (epoch milliseconds), newest first. Those that took longer than `longestCall` are missed. */
async function recentCalls(client: ControlClient, { from, ...filter }: Filter, since: number) {
  const recent = since - longestCall;
  // A day begins in some zone.
  const begin = from !== undefined && Date.parse(from) + oneDay > recent ? from : new Date(recent).toISOString();
  const { data } = await readCalls(client, { ...filter, from: begin }, boundsOfPoll);
  return data;
}

interface Followed {
  readonly filter: Filter;
  readonly most: number;
  readonly options: ListOptions;
}

type Print = (calls: readonly Answers['Call'][]) => void;

type Polled = Pick<Followed, 'filter' | 'most'> & { readonly print: Print };

/** Prints each call once, from now on. A poll that fails is repeated, and why it failed is said once. */
async function pollCalls(client: ControlClient, { filter, most, print }: Polled, context: CliContext): Promise<never> {
  const { clock, err } = context;
  const stop = AbortSignal.any([context.stop, context.readerGone]);
  let since = clock.now();
  const recent = await recentCalls(client, filter, since);
  const { data } = await readCalls(client, filter, { most, size: most });
  print(data);
  let seen = new Set([...recent, ...data].map(({ id }) => id));
  let said = '';
  for (;;) {
    await wait(pollMilliseconds, undefined, { signal: stop });
    const now = clock.now();
    try {
      const calls = await recentCalls(client, filter, since);
      print(calls.filter(({ id }) => !seen.has(id)));
      seen = new Set(calls.map(({ id }) => id));
      since = now;
      said = '';
    } catch (error) {
      if (!(error instanceof CliFailure)) throw error;
      if (error.message !== said) err(`${printable(error.message)} Trying again until Ctrl-C.\n`);
      said = error.message;
    }
  }
}

/** Prints the latest calls, then each new one in a line of its own, until the user stops it or nothing reads them. */
async function follow({ filter, most, options }: Followed, context: CliContext): Promise<void> {
  const print: Print = (calls) => {
    for (const call of calls.toReversed())
      context.out(`${options.json ? JSON.stringify(call) : printableLine(cellsOf(call).join('  '))}\n`);
  };
  try {
    await withControl(options, context, (client) => pollCalls(client, { filter, most, print }, context));
  } catch (error) {
    if (!context.readerGone.aborted) throw error;
  }
}

async function list(options: ListOptions, context: CliContext): Promise<void> {
  const { workspace, key, model, status, outcome, from, to, requestId, limit = '20' } = options;
  const most = readWhole(limit, { flag: '--limit', unit: 'calls', example: 20 });
  const range = { from, to, request_id: requestId };
  const filter = given({ workspace_id: workspace, key_id: key, model, status, outcome, ...range });
  if (options.follow) return follow({ filter, most, options }, context);
  return printControl(
    { options, context },
    (client) => readCalls(client, filter, { most, size: most }),
    ({ data }) => (data.length === 0 ? 'No calls match.\n' : formatTable(callColumns, data.map(cellsOf))),
  );
}

const cellsOf = (call: Answers['Call']): readonly string[] => [
  call.started_at,
  call.id,
  call.request_id,
  modelCell(call.model),
  String(call.status),
  call.outcome,
  call.charge,
];

const lineColumns = ['UNIT', '>QUANTITY', '>CREDITS A UNIT', '>CREDITS'] as const;

const lossesText = ({ losses, more_losses: more }: Answers['Call']): string =>
  [...losses.map(({ kind, path }) => `${path} (${kind})`), ...(more === undefined ? [] : [`${more} more`])].join(', ');

function detailText({ call, lines, refunds, refundable }: Answers['CallDetail']): string {
  const rows = lines.map((line) => [line.unit_kind, String(line.quantity), line.unit_price, line.amount]);
  const facts: readonly (readonly [string, string])[] = [
    ['Call', `${call.id} (request ${call.request_id})`],
    ['When', `${call.started_at} to ${call.ended_at}`],
    ['What', `${call.operation}, ${modelCell(call.model)} at ${call.provider}, status ${call.status}, ${call.outcome}`],
    ['Usage by', call.usage_source],
    ['Price', `Product ${call.product_sku}, the list from ${call.price_from}`],
    ['Charge', `${call.charge} credits to workspace ${call.workspace_id}, key ${call.key_id}`],
    [
      'Refunded',
      refunds.length === 0 ? 'nothing' : `${refunds.map(({ amount }) => amount).join(' + ')}; left ${refundable}`,
    ],
    ...(call.flags.length === 0 ? [] : [['Flags', call.flags.join(', ')] as const]),
    ...(call.losses.length === 0 ? [] : [['Lost', lossesText(call)] as const]),
  ];
  return `${facts.map(([name, text]) => `${name.padEnd(10)}${text}\n`).join('')}\n${formatTable(lineColumns, rows)}`;
}

const show = (callId: string, options: ControlOptions, context: CliContext): Promise<void> =>
  printControl(
    { options, context },
    (client) => dataOf(client.GET('/calls/{call_id}', { params: { path: { call_id: callId } } })),
    detailText,
  );

interface RefusedOptions extends ControlOptions {
  readonly workspace?: string;
  readonly key?: string;
  readonly from?: string;
  readonly to?: string;
  readonly zone?: string;
}

async function refused(options: RefusedOptions, context: CliContext): Promise<void> {
  const { workspace, key, from, to, zone } = options;
  const query = {
    ...given({ workspace_id: workspace, key_id: key, from, to, zone }),
    group_by: ['workspace', 'key', 'code'] as ('workspace' | 'key' | 'code')[],
  };
  return printControl(
    { options, context },
    (client) => dataOf(client.GET('/usage/refused', { params: { query } })),
    refusedText,
  );
}

const refusedColumns = ['WORKSPACE', 'KEY', 'ERROR', '>CALLS', 'LAST'] as const;

function refusedText({ data, totals, from, to, zone }: Answers['RefusedCalls']): string {
  const range = `From ${from} to ${to}, days of ${zone}`;
  if (totals.calls === 0) return `${range}: no calls were refused.\n`;
  const most = data.toSorted((one, other) => other.calls - one.calls);
  const rows = most.map(({ workspace_id: workspace = '', key_id: id = '', key_name: name, ...row }) => [
    workspace,
    name ? `${name} (${id})` : id,
    row.code ?? '',
    String(row.calls),
    row.last_at,
  ]);
  const total = ['total', '', '', String(totals.calls), ''];
  const remedies = new Map(most.map(({ code = '', remedy = '' }) => [code, remedy]));
  const help = [...remedies].map(([code, remedy]) => `${code}: ${remedy}\n`).join('');
  return `${range}.\n${formatTable(refusedColumns, [...rows, total])}\n${help}`;
}

/** `diglot calls list|show|refused` */
export const defineCalls: DefineCommand = (command, context, run) => {
  addControlOptions(command.command('list').description('list calls, newest first'))
    .option('-w, --workspace <id>', 'only calls of this workspace')
    .option('--key <id>', 'only calls of this key')
    .option('--model <name>', 'only calls of this model')
    .option('--status <status>', 'only calls with this HTTP status or class, for example 4xx')
    .option(
      '--outcome <outcome>',
      'only calls with this outcome: completed, client_left, upstream_cut, timed_out, failed or recovered; ' +
        'unsuccessful: any but the first two',
    )
    .option('--from <when>', 'only calls that began then or later: a day (2026-11-01) or a timestamp')
    .option('--to <when>', 'only calls that began before: a day, which is not included, or a timestamp')
    .option('--request-id <id>', 'only the call with this request id')
    .option('--limit <number>', 'most calls to list; default: 20')
    .option('--follow', 'print new calls too, each in a line, until Ctrl-C; misses those that take over an hour')
    .action(run((options: ListOptions) => list(options, context)));
  addControlOptions(command.command('show').description('show usage × price = charge of one call'))
    .argument('<call>', 'id of the call')
    .action(run((callId: string, options: ControlOptions) => show(callId, options, context)));
  addControlOptions(
    command.command('refused').description('count the calls that were refused before they began, and say what to do'),
  )
    .option('-w, --workspace <id>', 'only calls of this workspace; its time zone is then the default')
    .option('--key <id>', 'only calls of this key')
    .option(
      '--from <when>',
      'start of the range: a day (2026-11-01) or a timestamp; default: the beginning of this month',
    )
    .option('--to <when>', 'end of the range, not included; default: now')
    .option('--zone <name>', 'IANA zone in which days begin; default: of the workspace, else UTC')
    .action(run((options: RefusedOptions) => refused(options, context)));
};
