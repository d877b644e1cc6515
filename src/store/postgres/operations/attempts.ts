import type { AttemptCounter, CountedAttempt } from '../../../identity/people/sign-in-delay.ts';
import { decide, takeBackSql, type AttemptRow } from '../../people/attempt-operations.ts';
import type { Session } from '../session.ts';

/** Attempts to sign in as rows. They are locked in the order of their names, so that no two attempts wait for each other. */
export const attempts = {
  beginAttempt: async (
    session: Session,
    counters: readonly AttemptCounter[],
    now: number,
  ): Promise<ReturnType<typeof decide>> => {
    const names = counters.map(({ name }) => name).toSorted();
    // A row that is not there cannot be locked.
    const added = await session.all<Pick<AttemptRow, 'name'>>(
      `insert into sign_in_attempt (name, failures, first_at, last_at)
        select name, 0, $2, $2 from unnest($1::text[]) as name order by name on conflict do nothing returning name`,
      names,
      now,
    );
    const sql = 'select * from sign_in_attempt where name = any ($1) order by name for update';
    const rows = new Map((await session.all<AttemptRow>(sql, names)).map((row) => [row.name, row]));
    const begun = decide(counters, (name) => rows.get(name), now);
    // Else attempts that have to wait could fill the table with names. Rows that others may have seen stay: an attempt may count there.
    if (begun.wait > 0 && added.length > 0) {
      const undo = 'delete from sign_in_attempt where name = any ($1)';
      await session.run(
        undo,
        added.map(({ name }) => name),
      );
    }
    for (const { name, failures, firstAt, at } of begun.counted) {
      const put = 'update sign_in_attempt set failures = $2, first_at = $3, last_at = $4 where name = $1';
      await session.run(put, name, failures, firstAt, at);
    }
    return begun;
  },
  takeBackAttempts: async (session: Session, counted: readonly CountedAttempt[]): Promise<void> => {
    for (const { name, at, lastAt } of counted.toSorted((one, other) => (one.name < other.name ? -1 : 1))) {
      await session.run(takeBackSql, name, at, lastAt);
    }
  },
  forgetAttempts: async (session: Session, name: string): Promise<void> => {
    await session.run('delete from sign_in_attempt where name = $1', name);
  },
  sweepAttempts: async (session: Session, before: number): Promise<void> => {
    await session.run('delete from sign_in_attempt where last_at <= $1', before);
  },
};
