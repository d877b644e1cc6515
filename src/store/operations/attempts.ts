import type { AttemptCounter, CountedAttempt, DelayRule } from '../../identity/people/sign-in-delay.ts';
import { all, run, type EngineFacts, type Steps } from '../shared/steps.ts';

interface AttemptRow {
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
function decide(
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

/** Attempts to sign in as rows. They are locked in the order of their names, so that no two attempts wait for each other. */
export const makeAttemptOperations = ({ isOneOf, lock }: EngineFacts) => ({
  *beginAttempt(counters: readonly AttemptCounter[], now: number): Steps<Begun> {
    const names = counters.map(({ name }) => name).toSorted();
    const added: string[] = [];
    // A row that is not there cannot be locked.
    for (const name of names) {
      const sql = `insert into sign_in_attempt (name, failures, first_at, last_at) values ($1, 0, $2, $2)
        on conflict do nothing`;
      if ((yield* run(sql, name, now)) > 0) added.push(name);
    }
    const sql = `select * from sign_in_attempt where ${isOneOf('name', '$1')} order by name ${lock}`;
    const rows = new Map((yield* all<AttemptRow>(sql, names)).map((row) => [row.name, row]));
    const begun = decide(counters, (name) => rows.get(name), now);
    // Else attempts that have to wait could fill the table with names. Rows that others may have seen stay: an attempt may count there.
    if (begun.wait > 0 && added.length > 0)
      yield* run(`delete from sign_in_attempt where ${isOneOf('name', '$1')}`, added);
    for (const { name, failures, firstAt, at } of begun.counted) {
      const put = 'update sign_in_attempt set failures = $2, first_at = $3, last_at = $4 where name = $1';
      yield* run(put, name, failures, firstAt, at);
    }
    return begun;
  },
  /** The last attempt of a counter becomes the one before, unless another one came since. */
  *takeBackAttempts(counted: readonly CountedAttempt[]): Steps<void> {
    const takeBack = `update sign_in_attempt set failures = failures - 1,
      last_at = case when last_at = $2 then $3 else last_at end where name = $1 and failures > 0`;
    for (const { name, at, lastAt } of counted.toSorted((one, other) => (one.name < other.name ? -1 : 1)))
      yield* run(takeBack, name, at, lastAt);
  },
  *forgetAttempts(name: string): Steps<void> {
    yield* run('delete from sign_in_attempt where name = $1', name);
  },
  *sweepAttempts(before: number): Steps<void> {
    yield* run('delete from sign_in_attempt where last_at <= $1', before);
  },
});
