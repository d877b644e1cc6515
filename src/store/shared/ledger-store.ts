import type { Ledger, CallQuery, Page } from '../../metering/ledger.ts';
import type { AccountRecord, CallRecord, Mismatch } from '../../metering/ledger-records.ts';
import type { AuditEvent } from '../../shared/audit-event.ts';
import { runExclusive } from '../../shared/time/turns.ts';
import { errorOf, notWritten, type Connection } from './batch-queue.ts';
import { withoutMost } from './book-sums.ts';
import { makeListeners, noOthers, type Hub } from './hub.ts';
import { rowsOfStep } from './object-rows.ts';
import { pageOf } from './repository.ts';
import { readCallRow, type ListedCallRow } from './settle-row.ts';
import { readUsage } from './usage-query.ts';

/** The most calls that one page looks at, in search of those that its filters match. */
const mostLooked = 250_000;

/**
 * Reads slices until the page is full and one more call shows that there is another page. After `mostLooked` calls it ends as it
 * is, perhaps empty, and says where to go on.
 */
async function readCalls({ ask }: Connection, query: CallQuery): Promise<Page<CallRecord>> {
  const { limit, after } = query;
  const found: ListedCallRow[] = [];
  let before = after === undefined ? null : Number(after);
  let looked = 0;
  do {
    const slice = await ask('callsSlice', { ...query, limit: limit + 1 - found.length }, before);
    found.push(...slice.found);
    before = slice.end;
    looked += slice.looked;
  } while (before !== null && found.length <= limit && looked < mostLooked);
  const { items, next } = pageOf(found, limit, { read: ({ row }) => readCallRow(row) });
  return { items, next: next ?? (before === null ? null : String(before)) };
}

type SliceOf = (first: boolean) => Promise<{ readonly done: boolean; readonly mismatches: readonly Mismatch[] }>;

async function readSlices(slice: SliceOf): Promise<readonly Mismatch[]> {
  let found: readonly Mismatch[] = [];
  for (let first = true; ; first = false) {
    const { done, mismatches } = await slice(first);
    found = withoutMost([...found, ...mismatches]);
    if (done) return found;
  }
}

/** The check of every minute. The engine keeps what it has found until it knows that a whole check has arrived here. */
function makeReconcile(ask: Connection['ask'], now: () => number): () => Promise<readonly Mismatch[]> {
  let received = 0;
  return async () => {
    const found = await readSlices(() => ask('reconcileSlice', now(), received));
    received += 1;
    return found;
  };
}

/** Different questions about what a workspace has spent that may wait for each other. */
const mostForWorkspace = 100;

/**
 * Asks for one workspace at a time, whatever its keys ask for, so that none keeps the database busy. All that ask for the same meanwhile
 * share the next answer, which is read after they have asked.
 *
 * @throws {GatewayError} `overloaded` if too many different questions wait
 */
function makeSpent(ask: Ledger['spent']): Ledger['spent'] {
  const next = new Map<string, ReturnType<Ledger['spent']>>();
  const bounds = { waiting: mostForWorkspace, full: () => errorOf(notWritten) };
  return (query) => {
    const name = JSON.stringify(query);
    const shared = next.get(name);
    if (shared) return shared;
    const own = runExclusive({ owner: next, name: query.workspaceId, bounds }, () => {
      next.delete(name);
      return ask(query);
    });
    next.set(name, own);
    // One that is refused never has its turn.
    own.catch(() => next.get(name) === own && next.delete(name));
    return own;
  };
}

interface Parts {
  readonly connection: Connection;
  readonly now: () => number;
  /** Absent: no other instance shares the database. */
  readonly hub?: Hub | undefined;
  /** Gets every account that this instance changes; the feed adds those that others change. */
  readonly accounts?: AccountNews;
}

/** Announces changed accounts to the parts of the store. */
interface AccountNews {
  readonly announce: (account: AccountRecord) => void;
  readonly subscribe: Ledger['subscribe'];
}

export function makeAccountNews(): AccountNews {
  const { all, add } = makeListeners<(account: AccountRecord) => void>();
  return { announce: (account) => all.forEach((listener) => listener(account)), subscribe: add };
}

/** The ledger over a connection, for either engine. */
export function makeLedger({ connection, now, hub = noOthers, accounts = makeAccountNews() }: Parts): Ledger {
  const { ask } = connection;
  const { announce } = accounts;
  /** A check continues where its last slice ended, so two at once would each see only a part. */
  const books = (name: string) => ({ owner: connection, name });
  const reconcile = makeReconcile(ask, now);
  const setFrozen = async (event: AuditEvent | null, workspaceId: string, reason: string | null): Promise<void> =>
    announce(await ask('freeze', event, workspaceId, reason));

  return {
    isShared: hub.isShared,
    open: async (at) => ({ recovered: await ask('open', at), ...(await ask('readBooks', at)) }),
    heartbeat: async () => {
      // By itself: whatever keeps it from what others left, this instance is alive.
      await ask('beat', now());
      return ask('recover', now());
    },
    leads: () => (hub.isShared ? ask('leads', now()) : Promise.resolve(true)),
    lease: (wishes) => ask('lease', wishes, now()),
    recall: hub.recall,
    onRecall: hub.onRecall,
    reserve: (reservation) => ask('reserve', reservation),
    reservation: (batchId) => ask('reservation', batchId),
    reservations: () => ask('reservations'),
    endReservation: (batchId) => ask('endReservation', batchId),
    settle: connection.settle,
    journal: async (calls) => {
      for (let at = 0; at < calls.length; at += rowsOfStep)
        await ask('journal', calls.slice(at, at + rowsOfStep), now());
    },
    post: async (entry, event) => {
      const { account, ...posted } = await ask('post', event ?? null, entry);
      announce(account);
      return posted;
    },
    freeze: (workspaceId, reason, event) => setFrozen(event ?? null, workspaceId, reason),
    unfreeze: (workspaceId, event) => setFrozen(event ?? null, workspaceId, null),
    subscribe: accounts.subscribe,
    release: () => ask('release'),
    account: (workspaceId) => ask('account', workspaceId),
    chargedBefore: (workspaceId, at) => ask('chargedBefore', workspaceId, at),
    entries: (query) => ask('entries', query),
    call: async (id) => {
      const row = await ask('call', id);
      return row === null ? null : readCallRow(row);
    },
    calls: (query) => readCalls(connection, query),
    lastStart: () => ask('lastStart'),
    unsuccessful: (workspaceId, from, to) => ask('unsuccessful', workspaceId, from, to),
    usage: (query) => readUsage(query, (...slice) => ask('usageSlice', ...slice)),
    windows: (workspaceId, timeZone, at) => ask('windows', { id: workspaceId, time_zone: timeZone }, at),
    spent: makeSpent((query) => ask('spent', query)),
    keyUses: (workspaceId) => ask('keyUses', workspaceId),
    reconcile: () => runExclusive(books('reconcile'), reconcile),
    verify: () => runExclusive(books('verify'), () => readSlices((first) => ask('verifySlice', first))),
    health: connection.health,
  };
}
