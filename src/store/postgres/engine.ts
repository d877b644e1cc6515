import { quarterHour } from '../../shared/time/calendar.ts';
import {
  mapOperations,
  run,
  type Asynchronous,
  type EngineFacts,
  type Statement,
  type Steps,
} from '../shared/steps.ts';
import { changedNotice, channel } from './hub.ts';
import { failureKind, type Session } from './session.ts';

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
export const operationsIn = <Operations extends Parameters<typeof mapOperations>[0]>(
  operations: Operations,
): Asynchronous<Operations, Session> =>
  mapOperations(
    operations,
    (operation) =>
      (session: Session, ...given: readonly unknown[]) =>
        perform(session, operation(...given)),
  ) as Asynchronous<Operations, Session>;
