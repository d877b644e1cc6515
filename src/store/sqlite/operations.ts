import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import { makeSharedOperations } from '../operations/operations.ts';
import {
  type EngineFacts,
  type InstanceFacts,
  mapOperations,
  run,
  type Statement,
  type Steps,
  type Synchronous,
  type Value,
} from '../shared/repository.ts';
import { makeBookCheckOperations } from './checks/book-check-operations.ts';
import { makeJournal } from './journal.ts';
import { failureKind } from './query.ts';
import type { SettleBatch } from './settle-batch.ts';

interface Parts extends InstanceFacts {
  readonly settleBatch: SettleBatch;
}

/**
 * Every operation of the database, by name. Each is synchronous and runs in the worker thread. Operations about calls and credits see
 * books in which every acknowledged call is posted; the others need not wait for that.
 */
export function makeOperations(database: DatabaseSync, { instanceId, isShared, settleBatch }: Parts) {
  const instance = { instanceId, isShared };
  const beat = `insert into instance (id, started_at, heartbeat_at) values ($1, $2, $2)
    on conflict (id) do update set heartbeat_at = excluded.heartbeat_at`;
  const shared = makeSharedOperations(sqliteFacts, {
    ...instance,
    beat: (now) => run(beat, instanceId, now),
    // oxlint-disable-next-line require-yield -- statements of its own, run at once
    *settle(calls) {
      settleBatch(calls);
    },
  });
  const ledgerOperations = {
    ...operationsOver(database, shared.ledger),
    journal: makeJournal(database, instanceId),
    ...makeBookCheckOperations(database, instance),
  };
  return { ledgerOperations, others: operationsOver(database, shared.others) };
}

/** How SQLite does what differs between the engines. */
export const sqliteFacts: EngineFacts = {
  position: 'instr',
  lock: '',
  lockOwner: '',
  skipLocked: '',
  isConstraint: (cause) => failureKind(cause) === 'constraint',
  isOneOf: (column, placeholder) => `${column} in (select value from json_each(${placeholder}))`,
  rowsOf: (columns, rows) => {
    const selected = Object.keys(columns).map((name, index) => `value ->> ${index} as ${name}`);
    return { sql: `(select ${selected.join(', ')} from json_each(?)) as given`, values: [rows] };
  },
  // Account by account, because a bucket's key begins with its workspace; then one search of the key for each span.
  bucketsIn: (table, spans) => {
    const ofSpan = 'bucket_start >= span.value ->> 0 and bucket_start < span.value ->> 1';
    const source =
      table === 'usage_bucket'
        ? `account cross join json_each(?) as span
            cross join usage_bucket as bucket on bucket.workspace_id = account.workspace_id and ${ofSpan}`
        : `json_each(?) as span cross join refusal_bucket as bucket on ${ofSpan}`;
    return {
      sql: `select span.key as place, bucket.* from ${source}`,
      values: [spans.map(({ from, to }) => [from, to])],
    };
  },
  // A slice takes about 5 ms, in which nothing is settled.
  calls: {
    list: 'json_array',
    rows: 'json_group_array',
    start: { sql: 'started_at', unit: 1 },
    perSlice: 5_000,
    placeFirst: true,
  },
  *insertItems(objectId, items, where) {
    const sql = `insert into object_item (object_id, part, item_id, body)
      select $1, $2, $3, $4 where exists (select 1 from object where id = $1 and ${where})
      on conflict (object_id, part, item_id) do nothing`;
    for (const { part, item_id, body } of items) yield* run(sql, objectId, part, item_id, body);
  },
  *announce(area, id) {
    yield* run('update epoch set value = value + 1');
    const sql = `insert into change (area, id, epoch) select $1, $2, value from epoch where true
      on conflict (area, id) do update set epoch = excluded.epoch`;
    yield* run(sql, area, id);
  },
  // No other process writes the file.
  history: "''",
  memberIs: (names) =>
    names === 1
      ? 'exists (select 1 from json_each(fields) as member where member.key = ? and member.value = ?)'
      : `exists (select 1 from json_each(fields) as member, json_each(member.value) as inside
          where member.key = ? and member.type = 'object' and inside.key = ? and inside.value = ?)`,
  isUncharged: "json_extract(fields, '$.charged') = 0",
};

const toJson = (value: Value): string => {
  if (typeof value === 'bigint') return value.toString();
  return Array.isArray(value) ? `[${value.map(toJson).join()}]` : JSON.stringify(value);
};

/** A list is one JSON text. */
const bound = (value: Value): SQLInputValue => (Array.isArray(value) ? toJson(value) : (value as SQLInputValue));

/** The most statements that stay prepared for one repository. */
const mostPrepared = 500;

/** The operations of a repository over a database. Each statement is prepared once. */
export function operationsOver<Given extends Parameters<typeof mapOperations>[0]>(
  database: DatabaseSync,
  operations: Given,
): Synchronous<Given> {
  const prepared = new Map<string, StatementSync>();
  const prepare = (sql: string): StatementSync => {
    const known = prepared.get(sql);
    if (known) return known;
    // A report can be asked for in many ways, and each has a statement of its own.
    if (prepared.size === mostPrepared) prepared.delete(prepared.keys().next().value ?? '');
    const statement = database.prepare(sql.replaceAll(/\$(?=\d)/g, '?'));
    statement.setReadBigInts(true);
    prepared.set(sql, statement);
    return statement;
  };
  const answerTo = ({ sql, values, answer }: Statement): unknown => {
    const statement = prepare(sql);
    const given = values.map(bound);
    if (answer === 'one') return statement.get(...given);
    if (answer === 'each') return statement.iterate(...given);
    return answer === 'all' ? statement.all(...given) : Number(statement.run(...given).changes);
  };
  const perform = <Result>(steps: Steps<Result>): Result => {
    let step = steps.next();
    while (!step.done) {
      let answer: unknown;
      try {
        answer = answerTo(step.value);
      } catch (cause) {
        step = steps.throw(cause);
        continue;
      }
      step = steps.next(answer);
    }
    return step.value;
  };
  return mapOperations(
    operations,
    (operation) =>
      (...given: readonly unknown[]) =>
        perform(operation(...given)),
  ) as Synchronous<Given>;
}
