import type { DatabaseSync } from 'node:sqlite';
import type { AttemptCounter, CountedAttempt, DelayRule } from '../../identity/people/sign-in-delay.ts';
import { query, transaction } from '../sqlite/query.ts';

export interface AttemptRow {
  readonly name: string;
  readonly failures: bigint;
  readonly first_at: bigint;
  readonly last_at: bigint;
}

/** Failures as they count at a moment. */
interface Failures {
  readonly failures: number;
  readonly firstAt: number;
  readonly lastAt: number;
}

/** What a row says now: failures whose time is over say nothing. */
function failuresOf(row: AttemptRow | undefined, rule: DelayRule, now: number): Failures {
  const none = { failures: 0, firstAt: now, lastAt: now };
  if (!row || row.failures === 0n) return none;
  const [firstAt, lastAt] = [Number(row.first_at), Number(row.last_at)];
  const since = rule.since === 'first' ? firstAt : lastAt;
  return now - since < rule.memory ? { failures: Number(row.failures), firstAt, lastAt } : none;
}

/** At most the delay, also if the clock was set back. */
function waitOf({ failures, firstAt, lastAt }: Failures, rule: DelayRule, now: number): number {
  if (failures < rule.free) return 0;
  const delay = Math.min(rule.longest, rule.first * 2 ** (failures - rule.free));
  return Math.max(0, Math.min(delay, (rule.since === 'first' ? firstAt : lastAt) + delay - now));
}

type Begun = { readonly wait: number; readonly counted: readonly (CountedAttempt & Failures)[] };

/** Decides on an attempt: what it has to wait for, or what its counters become. */
export function decide(
  counters: readonly AttemptCounter[],
  rowOf: (name: string) => AttemptRow | undefined,
  now: number,
): Begun {
  const known = counters.map(({ name, rule }) => ({ name, rule, ...failuresOf(rowOf(name), rule, now) }));
  const wait = Math.max(0, ...known.map(({ rule, ...failures }) => waitOf(failures, rule, now)));
  if (wait > 0) return { wait, counted: [] };
  const counted = known.map(({ name, failures, firstAt, lastAt }) => ({
    name,
    at: now,
    lastAt,
    failures: failures + 1,
    firstAt,
  }));
  return { wait, counted };
}

/** The last attempt of a counter becomes the one before, unless another one came since. */
export const takeBackSql = `update sign_in_attempt set failures = failures - 1,
  last_at = case when last_at = $2 then $3 else last_at end where name = $1 and failures > 0`;

/** Attempts to sign in as rows. */
export function makeAttemptOperations(database: DatabaseSync) {
  const one = query<AttemptRow>(database, 'select * from sign_in_attempt where name = ?');
  const put = database.prepare(`insert into sign_in_attempt (name, failures, first_at, last_at) values (?1, ?2, ?3, ?4)
    on conflict (name) do update set failures = ?2, first_at = ?3, last_at = ?4`);
  const takeBack = database.prepare(takeBackSql.replaceAll('$', '?'));
  const forget = database.prepare('delete from sign_in_attempt where name = ?');
  const sweep = database.prepare('delete from sign_in_attempt where last_at <= ?');

  return {
    beginAttempt: (counters: readonly AttemptCounter[], now: number): Begun =>
      transaction(database, () => {
        const begun = decide(counters, (name) => one.get(name), now);
        for (const { name, failures, firstAt, at } of begun.counted) put.run(name, failures, firstAt, at);
        return begun;
      }),
    takeBackAttempts: (counted: readonly CountedAttempt[]): void =>
      transaction(database, () => {
        for (const { name, at, lastAt } of counted) takeBack.run(name, at, lastAt);
      }),
    forgetAttempts: (name: string): void => void forget.run(name),
    sweepAttempts: (before: number): void => void sweep.run(before),
  };
}
