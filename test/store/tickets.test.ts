import pg from 'pg';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { TicketKind, TicketRecord } from '../../src/identity/people/sessions.ts';
import { makeTicketOperations } from '../../src/store/operations/sign-ins.ts';
import { migrate } from '../../src/store/postgres/migrate.ts';
import { operationsIn } from '../../src/store/postgres/operations/operations.ts';
import { makeSession } from '../../src/store/postgres/session.ts';
import { openDatabase } from '../../src/store/sqlite/open-database.ts';
import { operationsOver } from '../../src/store/sqlite/operations.ts';
import { hasPostgres, startPostgres } from '../fakes/postgres-server.ts';

/** Tickets of a kind that stay. */
const kept = 10_000;
/** A ticket more than that is removed with one of so many new ones, at the latest. */
const every = 250;

interface Tickets {
  readonly add: (ticket: TicketRecord) => unknown;
  /** Adds as many at once, whose ends are 1, 2, … */
  readonly fill: (kind: TicketKind, count: number) => unknown;
  /** How many there are, and when the first of them ends. */
  readonly look: (kind: TicketKind) => unknown;
}

const fillSql = (series: string): string =>
  `insert into ticket (hash, kind, person_id, data, expires_at) select $1 || ' ' || n, $1, null, '{}', n from ${series}`;
const lookSql = 'select count(*) as count, min(expires_at) as first from ticket where kind = $1';
const counted = (row: unknown): unknown => {
  const { count, first } = row as { readonly count: unknown; readonly first: unknown };
  return [Number(count), Number(first)];
};

function embedded(): Tickets {
  const database = openDatabase(':memory:', 1);
  onTestFinished(() => database.close());
  const series =
    '(with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < $2) select n from numbers)';
  return {
    add: operationsOver(database, makeTicketOperations()).addTicket,
    fill: (kind, count) => database.prepare(fillSql(series).replaceAll('$', '?')).run(kind, count),
    look: (kind) => counted(database.prepare(lookSql.replaceAll('$', '?')).get(kind)),
  };
}

async function shared(): Promise<Tickets> {
  const server = await startPostgres();
  onTestFinished(server.stop);
  const { url } = await server.create();
  const pool = new pg.Pool({ connectionString: url });
  pool.on('error', () => undefined);
  onTestFinished(() => pool.end());
  await migrate(pool, 1);
  const session = makeSession(pool);
  const { addTicket } = operationsIn(makeTicketOperations());
  return {
    add: (ticket) => addTicket(session, ticket),
    fill: (kind, count) => pool.query(fillSql('generate_series(1, $2::integer) as n'), [kind, count]),
    look: async (kind) => counted((await pool.query(lookSql, [kind])).rows[0]),
  };
}

async function asksOften({ add, fill, look }: Tickets): Promise<void> {
  for (const kind of ['passkey', 'link'] as const) await fill(kind, kept);
  for (let at = 1; at <= every; at += 1)
    for (const kind of ['passkey', 'link'] as const)
      await add({ hash: `${kind} new ${at}`, kind, personId: null, data: '{}', expiresAt: kept + at });
  expect(await look('passkey')).toEqual([kept + 1, every]);
  // Only an operator makes these.
  expect(await look('link')).toEqual([kept + every, 1]);
}

describe('tickets that anyone may ask for', () => {
  it('take a bounded place in SQLite: those that end first go', async () => {
    await asksOften(embedded());
  });

  it.skipIf(!hasPostgres)('take a bounded place in PostgreSQL: those that end first go', async () => {
    await asksOften(await shared());
  });
});
