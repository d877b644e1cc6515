import type { Requests } from '../../../generated/console/operations.ts';
import { GatewayError } from '../../errors/gateway-error.ts';
import type { LedgerEntry } from '../../metering/ledger-records.ts';
import type { Ledger } from '../../metering/ledger.ts';
import { everyPage } from '../../shared/collections.ts';
import { formatCredits, type NanoCredits } from '../../shared/money.ts';
import { oneDay, spanOf, writeInstant } from '../../shared/time/calendar.ts';
import { csvLine, exported, sendFile } from './export-file.ts';
import { answer, type Answers, type ControlDeps, type ControlHandler } from '../deps.ts';
import { findWorkspace } from '../requests.ts';
import { findActors, noteChange } from '../audit.ts';
import { readUsageRange } from '../usage.ts';

/** More lines than a page can show: the export has no limit. */
const mostLines = 10_000;

/** What changed a balance: an entry, or the charges of a day. */
interface Line {
  readonly at: number;
  readonly kind: Answers['StatementKind'];
  readonly amount: NanoCredits;
  readonly calls: number | null;
  readonly entry: LedgerEntry | null;
}

interface Statement {
  readonly opening: NanoCredits;
  readonly closing: NanoCredits;
  /** In the order of time. */
  readonly lines: readonly Line[];
}

interface StatementRange {
  readonly workspaceId: string;
  readonly from: number;
  readonly to: number;
  readonly timeZone: string;
}

/** Entries that may be of the range or later: they are read from the newest, as they were booked. */
async function readEntries(ledger: Ledger, { workspaceId, from }: StatementRange): Promise<readonly LedgerEntry[]> {
  const entries: LedgerEntry[] = [];
  for await (const { items } of everyPage((after) => ledger.entries({ workspaceId, limit: 1_000, after }))) {
    entries.push(...items.filter(({ createdAt }) => createdAt >= from));
    // Clocks may have been set back between two entries, but not by a day.
    if ((items.at(-1)?.createdAt ?? 0) < from - oneDay) break;
  }
  return entries;
}

/** Usage since then is added up together with the balance: calls go on while a statement is read. */
const presentDays = 3;

interface Charges {
  /** Each day of the range. */
  readonly lines: readonly Line[];
  /** Charges in the range and later, up to `until`. */
  readonly past: NanoCredits;
}

/** @param until the beginning of a day, or of the range where that is later */
async function readCharges(ledger: Ledger, asked: StatementRange, until: number): Promise<Charges> {
  const { workspaceId, from, to, timeZone } = asked;
  const lines: Line[] = [];
  let past = 0n;
  const query = { workspaceId, groupBy: [], bucket: 'day', timeZone } as const;
  for await (const { bucketStart, calls, charge } of ledger.usage({ ...query, from, to })) {
    const at = Math.min(spanOf('day', timeZone, bucketStart).end, to);
    lines.push({ at, kind: 'charges', amount: -charge, calls, entry: null });
    if (at <= until) past += charge;
  }
  if (to >= until) return { lines, past };
  for await (const { charge } of ledger.usage({ ...query, bucket: 'all', from: to, to: until })) past += charge;
  return { lines, past };
}

/**
 * What there was at the beginning of the range: what was granted and charged until now, less what came since. Nothing is added up
 * from the first day on.
 */
async function readStatement(ledger: Ledger, asked: StatementRange, now: number): Promise<Statement> {
  const { from, to, timeZone } = asked;
  const until = Math.max(from, spanOf('day', timeZone, now - presentDays * oneDay).start);
  const charges = await readCharges(ledger, asked, until);
  const [entries, { granted, charged }] = await readGranted(ledger, asked, until);
  const opening = granted - entries.reduce((sum, { amount }) => sum + amount, 0n) - (charged - charges.past);
  const own = entries
    .filter(({ createdAt }) => createdAt < to)
    .map((entry): Line => ({ at: entry.createdAt, kind: entry.kind, amount: entry.amount, calls: null, entry }));
  const lines = [...own.toReversed(), ...charges.lines].toSorted((one, other) => one.at - other.at);
  return { opening, closing: lines.reduce((sum, { amount }) => sum + amount, opening), lines };
}

/** How often an entry may be posted between two readings of a statement. */
const mostReadings = 10;

/** The entries since the beginning of the range, and the account as it was when these were all. */
async function readGranted(ledger: Ledger, asked: StatementRange, until: number) {
  const { workspaceId } = asked;
  for (let readings = 1; ; readings += 1) {
    const entries = await readEntries(ledger, asked);
    const account = await ledger.chargedBefore(workspaceId, until);
    const [newest] = (await ledger.entries({ workspaceId, limit: 1 })).items;
    const isNew = newest !== undefined && newest.createdAt >= asked.from && newest.id !== entries[0]?.id;
    if (!isNew || readings === mostReadings) return [entries, account] as const;
  }
}

/** @throws {GatewayError} 400 for a range or a zone that is none; 404 for an unknown workspace */
function readAsked(call: Pick<Requests['getStatement'], 'params' | 'query'>, deps: ControlDeps): StatementRange {
  const workspace = findWorkspace(deps.keys, call.params.workspace_id);
  const range = readUsageRange(call.query, { zone: workspace.timeZone, now: deps.clock.now() });
  return { workspaceId: workspace.id, ...range };
}

const getStatement: ControlHandler<'getStatement'> = (deps) => async (call) => {
  const asked = readAsked(call, deps);
  const { opening, closing, lines } = await readStatement(deps.ledger, asked, deps.clock.now());
  if (lines.length > mostLines) {
    throw new GatewayError(
      'invalid_value',
      `This range has more than ${mostLines} lines. Ask for a shorter one, or use the export.`,
      { param: 'from' },
    );
  }
  answer(call, 200, {
    object: 'statement',
    workspace_id: asked.workspaceId,
    from: writeInstant(asked.from),
    to: writeInstant(asked.to),
    zone: asked.timeZone,
    opening_balance: formatCredits(opening),
    closing_balance: formatCredits(closing),
    data: await withBalances(opening, lines, deps),
  } satisfies Answers['Statement']);
};

async function withBalances(
  opening: NanoCredits,
  lines: readonly Line[],
  { people }: Pick<ControlDeps, 'people'>,
): Promise<Answers['StatementLine'][]> {
  let balance = opening;
  const actors = await findActors(
    people,
    lines.flatMap(({ entry }) => entry ?? []),
  );
  return lines.map(({ at, kind, amount, calls, entry }) => {
    balance += amount;
    return {
      at: writeInstant(at),
      kind,
      amount: formatCredits(amount),
      balance_after: formatCredits(balance),
      calls,
      reason: entry?.reason ?? null,
      actor: entry?.actor ?? null,
      actor_name: actors.get(entry?.actor ?? '')?.name ?? null,
      entry_id: entry?.id ?? null,
      call_id: entry?.callId ?? null,
    };
  });
}

const columns = [
  ...(['at', 'kind', 'amount', 'balance_after', 'calls', 'reason'] as const),
  ...(['actor', 'actor_name', 'entry_id', 'call_id'] as const),
];

const exportStatement: ControlHandler<'exportStatement'> = (deps) => async (call) => {
  const asked = readAsked(call, deps);
  const object = exported({ workspace_id: asked.workspaceId });
  await deps.audit.append(noteChange(deps, call, { action: 'statement.export', object, diff: { ...call.query } }));
  await sendFile(call.reply, { name: 'statement.csv', lines: writeLines(asked, deps) });
};

async function* writeLines(asked: StatementRange, deps: ControlDeps): AsyncIterable<string> {
  const { opening, lines } = await readStatement(deps.ledger, asked, deps.clock.now());
  yield csvLine(columns);
  for (const line of await withBalances(opening, lines, deps)) {
    const amounts = { amount: { decimal: line.amount }, balance_after: { decimal: line.balance_after } };
    yield csvLine(columns.map((column) => ({ ...line, ...amounts })[column] ?? ''));
  }
}

/** The operations on statements. */
export const statementOperations = { getStatement, exportStatement };
