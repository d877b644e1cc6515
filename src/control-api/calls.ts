import { GatewayError } from '../errors/gateway-error.ts';
import { stepByRequest } from '../errors/next-steps.ts';
import type { KeyStore } from '../identity/stores.ts';
import type { CallRecord, ChargeLine, LedgerEntry } from '../metering/ledger-records.ts';
import type { CallQuery, Ledger } from '../metering/ledger.ts';
import { everyPage } from '../shared/collections.ts';
import { formatCredits, formatPico, type NanoCredits } from '../shared/money.ts';
import { echo } from '../shared/text/names.ts';
import { unitKinds } from '../shared/usage.ts';
import { readCallFilter, readPage, writePage } from './requests.ts';
import { entryWriter, externalId, postEntry, readPositiveCredits } from './credits.ts';
import { csvLine, exported, makeFocusFile, sendFile } from './reports/export-file.ts';
import { answer, type Answers, type ControlHandler, type ControlDeps } from './deps.ts';
import { writeInstant } from '../shared/time/calendar.ts';
import { noteChange } from './audit.ts';
import { keyNames } from './key-view.ts';

const listCalls: ControlHandler<'listCalls'> = (deps) => async (call) => {
  const page = await deps.ledger.calls({ ...readCallFilter(call.query, deps), ...readPage(call.query) });
  const write = callWriter(deps.keys);
  answer(call, 200, writePage(page, write) satisfies Answers['CallPage']);
};

const getCall: ControlHandler<'getCall'> =
  ({ ledger, keys, people }) =>
  async (call) => {
    const record = await findCall(ledger, call.params.call_id);
    const { entries, refundable } = await refundsOf(ledger, record);
    answer(call, 200, {
      call: callWriter(keys)(record),
      attempts: await attemptsOf(ledger, record),
      lines: record.lines.map(writeLine),
      refunds: entries.map(await entryWriter(people, entries)),
      refundable: formatCredits(refundable),
    } satisfies Answers['CallDetail']);
  };

const exportCalls: ControlHandler<'exportCalls'> = (deps) => async (call) => {
  const filter = readCallFilter(call.query, deps);
  const { format = 'calls' } = call.query;
  const { name, ...file } = fileOf(format, deps);
  const note = noteChange(deps, call, {
    action: 'calls.export',
    object: exported(call.query),
    diff: { ...call.query },
  });
  await deps.audit.append(note);
  await sendFile(call.reply, {
    name,
    lines: writeLines(deps.ledger, filter, file),
  });
};

interface CallFile {
  /** The first line, with its line break; empty for none. */
  readonly head: string;
  readonly line: (call: CallRecord) => string;
}

/** A file in a format, and its name. */
function fileOf(
  format: 'calls' | 'focus' | 'jsonl',
  { keys, catalog }: ControlDeps,
): CallFile & { readonly name: string } {
  if (format === 'jsonl') {
    const write = callWriter(keys);
    return { name: 'calls.jsonl', head: '', line: (call) => `${JSON.stringify(write(call))}\n` };
  }
  const table = format === 'focus' ? makeFocusFile({ keys, catalog: catalog() }) : { columns, cells };
  return { name: `${format}.csv`, head: csvLine(table.columns), line: (call) => csvLine(table.cells(call)) };
}

async function* writeLines(
  ledger: Ledger,
  filter: Omit<CallQuery, 'limit' | 'after'>,
  file: CallFile,
): AsyncIterable<string> {
  const pageAfter = (after?: string): ReturnType<Ledger['calls']> => ledger.calls({ ...filter, limit: 1000, after });
  if (file.head !== '') yield file.head;
  for (let page = await pageAfter(); ;) {
    // The database reads the next page while this one is written.
    const next = page.next === null ? null : pageAfter(page.next);
    // If the client leaves meanwhile, this page is dropped.
    next?.catch(() => undefined);
    let text = '';
    for (const record of page.items) text += file.line(record);
    yield text;
    if (next === null) return;
    page = await next;
  }
}

const columns = [
  ...['call_id', 'request_id', 'started_at', 'ended_at', 'workspace_id', 'key_id', 'model', 'product_sku', 'operation'],
  ...['provider', 'region', 'status', 'outcome', 'usage_source', 'price_from', 'first_byte_milliseconds'],
  ...unitKinds,
  ...['charge', 'flags', 'losses'],
];

function cells(call: CallRecord): readonly (string | number)[] {
  const quantities = new Map(call.lines.map((line) => [line.unitKind, line.quantity]));
  return [
    ...[call.id, call.requestId, writeInstant(call.startedAt), writeInstant(call.endedAt), call.workspaceId],
    ...[call.keyId, call.model, call.productSku, call.operation, call.provider, call.region, call.status],
    ...[call.outcome, call.usageSource, writeInstant(call.priceFrom), call.firstByteMilliseconds ?? ''],
    ...unitKinds.map((kind) => quantities.get(kind) ?? 0),
    ...[formatCredits(call.charge), call.flags, call.losses],
  ];
}

const refundCall: ControlHandler<'refundCall'> = (deps) => async (call) => {
  const record = await findCall(deps.ledger, call.params.call_id);
  const external = externalId(call.body, call);
  const amount =
    call.body.amount === undefined
      ? await everythingLeft(deps.ledger, record, external)
      : readPositiveCredits(call.body.amount, 'amount');
  await postEntry(deps, call, {
    workspaceId: record.workspaceId,
    kind: 'refund',
    amount,
    callId: record.id,
    reason: call.body.reason,
    externalId: external,
  });
};

/** The refundable amount; for a refund that is sent again, the amount of the first time. */
async function everythingLeft(ledger: Ledger, record: CallRecord, external: string | null): Promise<NanoCredits> {
  const { entries, refundable } = await refundsOf(ledger, record);
  const before = entries.find((entry) => entry.externalId === external);
  if (before) return before.amount;
  if (refundable > 0n) return refundable;
  throw new GatewayError(
    'conflict',
    `Call ${record.id} has nothing left to refund: its charge was ${formatCredits(record.charge)} credits.`,
  );
}

/** @throws {GatewayError} 404 `not_found` */
async function findCall(ledger: Ledger, id: string): Promise<CallRecord> {
  const call = await ledger.call(id);
  if (call) return call;
  throw new GatewayError(
    'not_found',
    `There is no call ${echo(id)}. ${stepByRequest('findCall')} finds it by the request id of its answer.`,
    { param: 'call_id' },
  );
}

/** Most attempts that are read. A request id may be chosen by the caller, and be that of many calls. */
const mostAttempts = 50;

const errorFlag = /^error:/;

/**
 * What was tried for the request of a call, in order: the calls of that request id that began with the same request. An attempt
 * begins when the one before it has failed.
 */
async function attemptsOf(ledger: Ledger, call: CallRecord): Promise<Answers['Attempt'][]> {
  const { requestId, workspaceId, startedAt, keyId, operation } = call;
  const ofRequest = { workspaceId, keyId, operation, requestId, from: startedAt, to: startedAt + 1 };
  const isPart = ({ flags, id }: CallRecord): boolean => flags.includes('side_work') || id.startsWith('late:');
  const alone = call.batchId !== null || isPart(call);
  const { items } = alone ? { items: [call] } : await ledger.calls({ ...ofRequest, limit: mostAttempts });
  const attempts = items.filter((each) => alone || !isPart(each)).toReversed();
  return attempts.map((each, index) => ({
    call_id: each.id,
    model: each.model,
    provider: each.provider,
    region: each.region,
    status: each.status,
    outcome: each.outcome,
    error:
      flagsOf(each)
        .find((flag) => errorFlag.test(flag))
        ?.replace(errorFlag, '') ?? null,
    started_at: writeInstant(attempts[index - 1]?.endedAt ?? each.startedAt),
    first_byte_milliseconds: each.firstByteMilliseconds,
    ended_at: writeInstant(each.endedAt),
  }));
}

const flagsOf = ({ flags }: CallRecord): string[] => (flags === '' ? [] : flags.split(','));

interface Refunds {
  /** Newest first. */
  readonly entries: readonly LedgerEntry[];
  /** The remaining charge. */
  readonly refundable: NanoCredits;
}

/** Reads the refunds of a call. */
async function refundsOf(ledger: Ledger, call: CallRecord): Promise<Refunds> {
  const entries: LedgerEntry[] = [];
  const query = { workspaceId: call.workspaceId, kind: 'refund', callId: call.id, limit: 1000 } as const;
  for await (const { items } of everyPage((after) => ledger.entries({ ...query, after }))) entries.push(...items);
  return { entries, refundable: entries.reduce((left, entry) => left - entry.amount, call.charge) };
}

/** Formats calls, each with the name that its key has now. */
function callWriter(keys: KeyStore): (call: CallRecord) => Answers['Call'] {
  const names = keyNames(keys);
  return (call) => ({
    object: 'call',
    id: call.id,
    request_id: call.requestId,
    workspace_id: call.workspaceId,
    key_id: call.keyId,
    key_name: names.get(call.keyId) ?? null,
    model: call.model,
    product_sku: call.productSku,
    operation: call.operation,
    provider: call.provider,
    region: call.region,
    status: call.status,
    outcome: call.outcome,
    usage_source: call.usageSource,
    hold: formatCredits(call.hold),
    charge: formatCredits(call.charge),
    price_from: writeInstant(call.priceFrom),
    started_at: writeInstant(call.startedAt),
    first_byte_milliseconds: call.firstByteMilliseconds,
    ended_at: writeInstant(call.endedAt),
    flags: flagsOf(call),
    ...writeLosses(call.losses),
  });
}

/** `dropped:user,approximated:tools[0],+3` as its parts. */
function writeLosses(text: string): Pick<Answers['Call'], 'losses' | 'more_losses'> {
  const words = text === '' ? [] : text.split(',');
  const more = words.find((word) => word.startsWith('+'));
  const losses = words
    .filter((word) => word !== more)
    .map((word) => {
      const [kind = '', path = ''] = word.split(':');
      return { kind: kind === 'approximated' ? ('approximated' as const) : ('dropped' as const), path };
    });
  return { losses, ...(more !== undefined && { more_losses: Number(more.slice(1)) }) };
}

const writeLine = (line: ChargeLine): Answers['ChargeLine'] => ({
  unit_kind: line.unitKind,
  quantity: line.quantity,
  unit_price: formatPico(line.unitPrice),
  amount: formatPico(line.amount),
});

export const callOperations = { listCalls, exportCalls, getCall, refundCall };
