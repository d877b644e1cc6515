import type { Requests } from '../../../generated/console/operations.ts';
import { GatewayError } from '../../errors/gateway-error.ts';
import type { LedgerEntry } from '../../metering/ledger-records.ts';
import type { Ledger } from '../../metering/ledger.ts';
import { formatCredits, type NanoCredits } from '../../shared/money.ts';
import { spanOf } from '../../shared/time/calendar.ts';
import { csvLine, exported, sendFile } from './csv.ts';
import { answer, type Answers, type ControlDeps, type ControlHandler, type ControlHandlers } from '../deps.ts';
import { findWorkspace } from '../find-workspace.ts';
import { writeInstant } from '../instant.ts';
import { noteChange } from '../note-change.ts';
import { readUsageRange } from '../usage.ts';

const day = 86_400_000;

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

interface Asked {
  readonly workspaceId: string;
  readonly from: number;
  readonly to: number;
  readonly timeZone: string;
}

/** Entries that may be of the range or later: they are read from the newest, as they were booked. */
async function readEntries(ledger: Ledger, { workspaceId, from }: Asked): Promise<readonly LedgerEntry[]> {
  const entries: LedgerEntry[] = [];
  let after: string | null = null;
  do {
    const page = await ledger.entries({ workspaceId, limit: 1_000, ...(after !== null && { after }) });
    entries.push(...page.items.filter(({ createdAt }) => createdAt >= from));
    // Clocks may have been set back between two entries, but not by a day.
    after = (page.items.at(-1)?.createdAt ?? 0) < from - day ? null : page.next;
  } while (after !== null);
  return entries;
}

/** What was charged each day from the beginning of the range until now. */
async function readCharges(ledger: Ledger, { workspaceId, from, to, timeZone }: Asked, now: number) {
  const lines: Line[] = [];
  let later = 0n;
  const query = { workspaceId, groupBy: [], bucket: 'day', timeZone } as const;
  for await (const { bucketStart, calls, charge } of ledger.usage({ ...query, from, to })) {
    const at = Math.min(spanOf('day', timeZone, bucketStart).end, to);
    lines.push({ at, kind: 'charges', amount: -charge, calls, entry: null });
  }
  const rest = { ...query, bucket: 'all', from: to, to: Math.max(to, now) + day } as const;
  for await (const { charge } of ledger.usage(rest)) later += charge;
  return { lines, later };
}

/** The balance is what it is now, less what came after: nothing is added up from the beginning. */
async function readStatement(ledger: Ledger, asked: Asked, now: number): Promise<Statement> {
  const entries = await readEntries(ledger, asked);
  const charges = await readCharges(ledger, asked, now);
  const { granted, posted } = await ledger.account(asked.workspaceId);
  const isLater = ({ createdAt }: LedgerEntry): boolean => createdAt >= asked.to;
  const laterEntries = entries.filter(isLater).reduce((sum, { amount }) => sum + amount, 0n);
  const own = entries
    .filter((entry) => !isLater(entry))
    .map((entry): Line => ({ at: entry.createdAt, kind: entry.kind, amount: entry.amount, calls: null, entry }));
  const lines = [...own.toReversed(), ...charges.lines].toSorted((one, other) => one.at - other.at);
  const closing = granted - posted - laterEntries + charges.later;
  return { opening: closing - lines.reduce((sum, { amount }) => sum + amount, 0n), closing, lines };
}

/** @throws {GatewayError} 400 for a range or a zone that is none; 404 for an unknown workspace */
function readAsked(call: Pick<Requests['getStatement'], 'params' | 'query'>, deps: ControlDeps): Asked {
  const workspace = findWorkspace(deps.keys, call.params.workspace_id);
  const range = readUsageRange(call.query, { zone: workspace.timeZone, now: deps.clock.now() });
  return { workspaceId: workspace.id, ...range };
}

/** `GET /workspaces/{workspace_id}/statement` */
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
    data: withBalances(opening, lines),
  } satisfies Answers['Statement']);
};

function withBalances(opening: NanoCredits, lines: readonly Line[]): Answers['StatementLine'][] {
  let balance = opening;
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
      entry_id: entry?.id ?? null,
      call_id: entry?.callId ?? null,
    };
  });
}

const columns = ['at', 'kind', 'amount', 'balance_after', 'calls', 'reason', 'actor', 'entry_id', 'call_id'] as const;

/** `GET /workspaces/{workspace_id}/statement/export` */
const exportStatement: ControlHandler<'exportStatement'> = (deps) => async (call) => {
  const asked = readAsked(call, deps);
  const object = exported({ workspace_id: asked.workspaceId });
  await deps.audit.append(noteChange(deps, call, { action: 'statement.export', object, diff: { ...call.query } }));
  await sendFile(call.reply, { name: 'statement.csv', lines: writeLines(asked, deps) });
};

async function* writeLines(asked: Asked, { ledger, clock }: ControlDeps): AsyncIterable<string> {
  const { opening, lines } = await readStatement(ledger, asked, clock.now());
  yield csvLine(columns);
  for (const line of withBalances(opening, lines)) {
    const amounts = { amount: { decimal: line.amount }, balance_after: { decimal: line.balance_after } };
    yield csvLine(columns.map((column) => ({ ...line, ...amounts })[column] ?? ''));
  }
}

/** The operations on statements. */
export const makeStatementOperations = (deps: ControlDeps): ControlHandlers<'getStatement' | 'exportStatement'> => ({
  getStatement: getStatement(deps),
  exportStatement: exportStatement(deps),
});
