import type pg from 'pg';
import { GatewayError } from '../../errors/gateway-error.ts';
import type { StoreHealth } from '../../metering/ledger-records.ts';
import type { Answer, Batch, BatchAnswer, Failure } from '../sqlite/batch-server.ts';
import { makeBatchQueue, type Connection } from '../sqlite/connection.ts';
import type { Operations } from '../sqlite/operations.ts';
import { readCalls, type Settlement } from '../shared/settle-row.ts';
import { settleCalls } from './operations/books.ts';
import { inTurn, makeOperations, reads, snapshots } from './operations/operations.ts';
import { failureKind, makeSession, transaction, type Session } from './session.ts';

const notWritten = 'The call could not be written to the ledger and was not acknowledged. Try again later.';
const taken = 'Something with this name or id is there already. Look at what there is, or choose another.';
const unexplained =
  'Internal error of the database. Nothing was charged that was not delivered. Send the request again.';
const away = 'The database does not answer. New calls are refused until it does; nothing that was charged is lost.';

/** Milliseconds for which a settlement waits for a database that restarts: it may be sent again, for the second time changes nothing. */
const patience = 10_000;
const pauseMilliseconds = 100;

const textOf = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause));

function failureOf(cause: unknown): Failure {
  if (cause instanceof GatewayError) return { code: cause.code, message: cause.message };
  const detail = textOf(cause);
  const kind = failureKind(cause);
  if (kind === 'constraint') return { code: 'conflict', message: taken, detail };
  if (kind === 'other') return { code: 'internal', message: unexplained, detail };
  return { code: 'overloaded', message: notWritten, detail };
}

interface Parts {
  readonly pool: pg.Pool;
  readonly instanceId: string;
  /** The database's time, in epoch milliseconds. */
  readonly now: () => number;
  readonly onHealth: (health: StoreHealth) => void;
}

/** Whether the database answers. It is asked four times a second by the change feed, so that this is never old. */
function makeHealth(onHealth: (health: StoreHealth) => void) {
  let health: StoreHealth = { state: 'ok', message: '' };
  const become = (next: StoreHealth): void => {
    if (next.state === health.state) return;
    health = next;
    onHealth(next);
  };
  return {
    health: () => health,
    /** Does something with the database and notes whether it answered. */
    watch: async <Result>(action: () => Promise<Result>): Promise<Result> => {
      try {
        const result = await action();
        become({ state: 'ok', message: '' });
        return result;
      } catch (cause) {
        const kind = failureKind(cause);
        if (kind === 'away' || kind === 'full') become({ state: 'full', message: away });
        throw cause;
      }
    },
  };
}

type Settled = BatchAnswer['settled'][number];

/** Settles batches of this instance, one at a time; what is settled twice is charged once. */
function makeSettling({ pool, instanceId }: Parts, watch: ReturnType<typeof makeHealth>['watch']) {
  const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, pauseMilliseconds));

  /** One statement is its own transaction. */
  const send = async (calls: readonly Settlement[]): Promise<readonly (bigint | null)[]> => {
    const end = performance.now() + patience;
    for (;;) {
      try {
        return await watch(() => settleCalls(makeSession(pool), calls, instanceId));
      } catch (cause) {
        const kind = failureKind(cause);
        if ((kind !== 'away' && kind !== 'again') || performance.now() > end) throw cause;
        if (kind === 'away') await pause();
      }
    }
  };

  const settle = async (calls: readonly Settlement[]): Promise<readonly Settled[]> => {
    try {
      return await send(calls);
    } catch (cause) {
      const failure = failureOf(cause);
      if (failure.code === 'overloaded' || calls.length === 1) return calls.map(() => failure);
      // One row is at fault, and must not take the others with it.
      const alone: Settled[] = [];
      for (const call of calls) alone.push(...(await settle([call])));
      return alone;
    }
  };
  return settle;
}

/** A database that other instances use too: a pool of connections, and one batch of settlements in flight. */
export function makePostgresConnection(parts: Parts): Connection {
  const { pool, instanceId, now, onHealth } = parts;
  const operations = makeOperations(instanceId);
  const { health, watch } = makeHealth(onHealth);
  const settle = makeSettling(parts, watch);

  const perform = (name: keyof Operations, parameters: readonly unknown[]): Promise<unknown> => {
    const operation = operations[name] as (session: Session, ...values: readonly unknown[]) => Promise<unknown>;
    if (reads.has(name)) return watch(() => operation(makeSession(pool), ...parameters));
    const mode = snapshots.has(name) ? 'snapshot' : 'write';
    return watch(() => transaction(pool, mode, (session) => operation(session, ...parameters)));
  };
  const answerTo = (name: keyof Operations, parameters: readonly unknown[]): Promise<Answer> =>
    perform(name, parameters).then(
      (value) => ({ value }),
      (cause: unknown) => ({ failure: failureOf(cause) }),
    );

  const answer = async ({ settle: written, requests }: Batch): Promise<BatchAnswer> => {
    const settled = written ? await settle(readCalls(written.text, instanceId)) : [];
    const answers: Answer[] = [];
    for (const { name, parameters } of requests) answers.push(await answerTo(name as keyof Operations, parameters));
    return { settled, answers };
  };
  const queue = makeBatchQueue({ post: (batch) => void answer(batch).then(queue.answered), now });

  const ask = async (name: keyof Operations, parameters: readonly unknown[]): Promise<unknown> => {
    const given = await answerTo(name, parameters);
    if ('value' in given) return given.value;
    const { code, message, detail } = given.failure;
    throw new GatewayError(code, message, detail === undefined ? {} : { cause: new Error(detail) });
  };

  return {
    ask: (name, ...parameters) =>
      (inTurn.has(name) ? queue.ask({ name, parameters }) : ask(name, parameters)) as Promise<
        ReturnType<Operations[typeof name]>
      >,
    settle: queue.settle,
    health,
    close: async () => {
      await queue.drained();
      queue.end({ code: 'overloaded', message: 'The database is closed.' });
      await pool.end();
    },
  };
}
