import type { SettledCall } from '../../../metering/ledger-records.ts';
import { quarterHour } from '../../../shared/time/calendar.ts';
import type { OpeningFacts } from '../../operations/opening.ts';
import { makeSharedOperations, type Operations } from '../../operations/operations.ts';
import type { BatchAnswer, Failure } from '../../shared/batch-queue.ts';
import { toText } from '../../shared/open-call.ts';
import { type Settlement, writeCalls } from '../../shared/settle-row.ts';
import {
  all,
  type Asynchronous,
  type EngineFacts,
  mapOperations,
  run,
  type Statement,
  type Steps,
} from '../../shared/repository.ts';
import { changedNotice, channel } from '../hub.ts';
import { failureKind, failureOf, isRefusal, type Session } from '../session.ts';
import { makeBookChecks } from './book-checks.ts';
import type { InstanceRow } from './instances.ts';

/** How PostgreSQL does what differs between the engines. */
export const postgresFacts: EngineFacts = {
  position: 'strpos',
  lock: 'for update',
  lockOwner: 'for no key update',
  skipLocked: 'for update skip locked',
  isConstraint: (cause) => failureKind(cause) === 'constraint',
  isOneOf: (column, placeholder) => `${column} = any (${placeholder})`,
  rowsOf: (columns, rows) => {
    const lists = Object.values(columns).map((type) => `?::${type}[]`);
    return {
      sql: `unnest(${lists.join(', ')}) as given (${Object.keys(columns).join(', ')})`,
      values: lists.map((_, index) => rows.map((row) => row[index] ?? null)),
    };
  },
  // Spans have no gap between them, so that where they begin says in which of them a bucket lies.
  bucketsIn: (table, spans) => ({
    sql: `select width_bucket(bucket_start, ?::bigint[]) - 1 as place, bucket.* from ${table} as bucket
      where bucket_start >= ? and bucket_start < ?`,
    values: [spans.map(({ from }) => from), spans[0]?.from ?? 0, spans.at(-1)?.to ?? 0],
  }),
  calls: {
    list: 'json_build_array',
    rows: 'json_agg',
    // Calls that settle together mostly began in one quarter of an hour, so that the index grows at one place.
    start: { sql: `(started_at / ${quarterHour})`, unit: quarterHour },
    // Some 50 ms of one connection.
    perSlice: 50_000,
    placeFirst: false,
  },
  insertItems: (objectId, items, where) =>
    run(
      `insert into object_item (object_id, part, item_id, body)
        select $1, part, item_id, body from unnest($2::text[], $3::text[], $4::text[]) with ordinality as item (part, item_id, body, place)
          where exists (select 1 from object where id = $1 and ${where})
          order by place
        on conflict (object_id, part, item_id) do nothing`,
      objectId,
      items.map(({ part }) => part),
      items.map(({ item_id }) => item_id.replaceAll('\0', '\ufffd')),
      items.map(({ body }) => body),
    ),
  // Holds the number's row until the commit, which notifies all instances before the change is answered.
  announce: (area, id) =>
    run(
      `with raised as (update epoch set value = value + 1 returning value)
        insert into change (area, id, epoch) select $1, $2, value from raised
        on conflict (area, id) do update set epoch = excluded.epoch
        returning pg_notify('${channel}', '${changedNotice}')`,
      area,
      id,
    ),
  // Another server, one that was started again, or a table that was restored. All of it can lose what was committed last.
  history: "concat(pg_postmaster_start_time(), ' ', pg_relation_filepath('epoch'))",
  memberIs: (names) => `value_at(fields${', ?'.repeat(names)}) = to_jsonb(?::text)`,
  isUncharged: "value_at(fields, 'charged') = 'false'::jsonb",
};

function answerTo(session: Session, { sql, values, answer }: Statement): Promise<unknown> {
  if (answer === 'changes') return session.run(sql, ...values);
  return answer === 'one' ? session.one(sql, ...values) : session.all(sql, ...values);
}

async function perform<Result>(session: Session, steps: Steps<Result>): Promise<Result> {
  let step = steps.next();
  while (!step.done) {
    let answer: unknown;
    try {
      answer = await answerTo(session, step.value);
    } catch (cause) {
      step = steps.throw(cause);
      continue;
    }
    step = steps.next(answer);
  }
  return step.value;
}

/** The operations of a repository, each given the session in which it runs. */
export const operationsIn = <Given extends Parameters<typeof mapOperations>[0]>(
  operations: Given,
): Asynchronous<Given, Session> =>
  mapOperations(
    operations,
    (operation) =>
      (session: Session, ...given: readonly unknown[]) =>
        perform(session, operation(...given)),
  ) as Asynchronous<Given, Session>;

/** A model is named as its caller writes it, and PostgreSQL has no NUL in texts. */
const storableCall = (call: SettledCall): SettledCall => ({
  ...call,
  model: call.model.replaceAll('\0', '\ufffd').toWellFormed(),
});

type Known = Steps<readonly (bigint | null)[]>;

/** @param source the rows of `settle_calls`, whose first value are the calls */
function* settledFrom(source: string, calls: readonly SettledCall[], ...values: readonly string[]): Known {
  const { text } = writeCalls(calls.map(storableCall));
  const rows = yield* all<{ known: bigint | null }>(`select known from ${source} order by place`, text, ...values);
  return rows.map(({ known }) => known);
}

/**
 * Settles calls that one instance admitted, in one statement.
 * @returns one entry for each call: null, or the charge that was in the books already
 */
const settle = (calls: readonly SettledCall[], instanceId: string): Known =>
  settledFrom('settle_calls($1::jsonb, $2)', calls, instanceId);

/** As `settle`, but waits no longer than this many milliseconds for an account that another transaction has locked. */
function settleUnlocked(calls: readonly SettledCall[], instanceId: string, milliseconds: number): Known {
  // The setting is for this statement alone. The function reads it, so that it is set before.
  const source = `(select set_config('lock_timeout', $3, true) is null as is_unset) as waiting
    cross join lateral settle_calls($1::jsonb, case when is_unset then '' else $2 end)`;
  return settledFrom(source, calls, instanceId, `${milliseconds}`);
}

export const { settleUnlockedCalls } = operationsIn({ settleUnlockedCalls: settleUnlocked });

/** What became of a call: null if it was charged as asked, the charge already in the books, or a refusal. */
export type Settled = BatchAnswer['settled'][number];

/** A call that must be sent again, and why. */
interface Unsettled {
  readonly cause: unknown;
}

export type Outcome = Settled | Unsettled;

export const isUnsettled = (outcome: Outcome): outcome is Unsettled =>
  typeof outcome === 'object' && outcome !== null && 'cause' in outcome;
export const isFailure = (outcome: Outcome): outcome is Failure =>
  typeof outcome === 'object' && outcome !== null && 'message' in outcome;

const isLocked = (cause: unknown): boolean => failureKind(cause) === 'locked';
/** Whether another transaction kept the account of the call locked. */
export const isLockedOut = (outcome: Outcome): boolean => isUnsettled(outcome) && isLocked(outcome.cause);

/** Whether the failure lies with the database, so that any call would have met it. */
const concernsDatabase = (cause: unknown): boolean => ['away', 'busy', 'full', 'again'].includes(failureKind(cause));

/** Settles in one statement. @throws what the driver does */
type Send = (calls: readonly Settlement[]) => Promise<readonly (bigint | null)[]>;

/** Where one account is locked, the calls of each workspace; where something else fails, each call. */
const partsOf = (calls: readonly Settlement[], cause: unknown): readonly (readonly Settlement[])[] =>
  isLocked(cause) ? [...Map.groupBy(calls, ({ workspaceId }) => workspaceId).values()] : calls.map((call) => [call]);

/**
 * Settles calls together. If that fails on some of them, they are sent in parts, so that those do not delay the others.
 *
 * @param sendApart sends the parts; absent: as `send`
 * @returns one entry for each call. A `Failure`: the database refuses it, and would refuse it again.
 */
export async function settleApart(
  calls: readonly Settlement[],
  send: Send,
  sendApart = send,
): Promise<readonly Outcome[]> {
  let parts: readonly (readonly Settlement[])[];
  try {
    return await send(calls);
  } catch (cause) {
    parts = partsOf(calls, cause);
    if (parts.length === 1 && isRefusal(cause)) return [failureOf(cause)];
    if (parts.length === 1 || concernsDatabase(cause)) return calls.map(() => ({ cause }));
  }
  const outcomes = new Map<Settlement, Outcome>();
  let last: Outcome = null;
  for (const part of parts) {
    // If the database has stopped in the meantime, it is not asked for each of the others.
    const isOver = isUnsettled(last) && concernsDatabase(last.cause);
    const own: readonly Outcome[] = isOver ? part.map(() => last) : await settleApart(part, sendApart);
    part.forEach((call, index) => outcomes.set(call, own[index] ?? null));
    last = own.at(-1) ?? null;
  }
  return calls.map((call) => outcomes.get(call) ?? null);
}

/** Records the progress of running calls. A call that is in the books already is skipped. */
const makeJournal =
  (instanceId: string) =>
  async (session: Session, calls: readonly SettledCall[], now: number): Promise<void> => {
    await session.run(
      `insert into open_call (call_id, instance_id, settlement, journal_at)
        select noted.id, $3, noted.settlement, $4 from unnest($1::text[], $2::text[]) as noted (id, settlement)
          where not exists (select 1 from call where call.id = noted.id)
        on conflict (call_id) do update set settlement = excluded.settlement, journal_at = excluded.journal_at`,
      calls.map(({ id }) => id),
      calls.map((call) => toText({ ...storableCall(call), instanceId })),
      instanceId,
      now,
    );
  };

/** How an instance opens the books: it may have to rewrite its row, with its keys, if it did not reach the database for a day. */
const openingFacts = ({ instanceId, sealKeys }: InstanceRow): OpeningFacts => ({
  instanceId,
  isShared: true,
  settle,
  beat: (now) =>
    run(
      `insert into instance (id, started_at, heartbeat_at, seal_keys) values ($1, $2, $2, $3)
        on conflict (id) do update set heartbeat_at = excluded.heartbeat_at`,
      instanceId,
      now,
      sealKeys?.join(' ') ?? null,
    ),
});

/** What the store asks of an engine by name; here each is given the session in which it runs. */
type AsyncOperations = {
  readonly [Name in keyof Operations]: (
    session: Session,
    ...parameters: Parameters<Operations[Name]>
  ) => Promise<ReturnType<Operations[Name]>>;
};

/** Everything that can be asked of the database by name, for one instance. */
export function makeOperations(own: InstanceRow): AsyncOperations {
  const shared = makeSharedOperations(postgresFacts, openingFacts(own));
  return {
    ...operationsIn({ ...shared.ledger, ...shared.others }),
    journal: makeJournal(own.instanceId),
    ...makeBookChecks(),
  };
}
