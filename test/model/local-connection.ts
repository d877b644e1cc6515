import type { DatabaseSync } from 'node:sqlite';
import type { SettledCall } from '../../src/metering/ledger-records.ts';
import { GatewayError } from '../../src/errors/gateway-error.ts';
import type { Connection, Failure } from '../../src/store/shared/batch-queue.ts';
import { makeBatchServers } from '../../src/store/sqlite/batch-server.ts';
import { writeCalls } from '../../src/store/shared/settle-row.ts';
import { watchedDatabase } from '../fakes/watched-database.ts';

interface Waiting {
  readonly call: SettledCall;
  readonly resolve: (charge: bigint) => void;
  readonly reject: (cause: unknown) => void;
}

/** The order in which calls that wait reach the books. */
export type Order = 'kept' | 'reversed';

/** A database in this very thread, in the shape of the worker's: batches are written when the test says so. */
export interface LocalConnection extends Connection {
  /** Writes everything that waits, as one batch, and answers. */
  readonly flush: (order: Order) => void;
  /** Writes everything that waits, and never answers. */
  readonly flushSilently: () => void;
  /** Whether the disk takes anything. */
  readonly setFull: (full: boolean) => void;
  /** Posts what is only written down, as the thread does by itself after a moment. */
  readonly post: () => void;
  /** The thread dies when it runs the statement of that number from now, and does nothing more; 0 lets it live. */
  readonly dieAt: (statement: number) => void;
}

const errorOf = (failure: Failure): GatewayError => new GatewayError(failure.code, failure.message);
const full = (): GatewayError => new GatewayError('overloaded', 'The disk is full.');

/** They write nothing themselves. */
const borders: ReadonlySet<string> = new Set(['begin immediate', 'rollback']);

export function makeLocalConnection(database: DatabaseSync, instanceId: string): LocalConnection {
  /** Statements until the thread dies. */
  let left = Infinity;
  const mortal = watchedDatabase(database, (sql) => {
    if (borders.has(sql)) return;
    left -= 1;
    if (left <= 0) throw new Error('the process died here');
  });
  const servers = makeBatchServers(mortal, {
    makeRoom: () => false,
    isShort: () => false,
    onBroken: (reason) => {
      throw new Error(reason);
    },
  });
  const server = servers.of(instanceId);
  let waiting: Waiting[] = [];
  let isFull = false;

  const write = (order: Order) => {
    const batch = order === 'kept' ? waiting : waiting.toReversed();
    waiting = [];
    return {
      batch,
      settled: server.answer({ now: 0, settle: writeCalls(batch.map(({ call }) => call)), requests: [] }).settled,
    };
  };

  return {
    ask: (name, ...parameters) => {
      if (isFull) return Promise.reject(full());
      const [answer] = server.answer({ now: 0, settle: null, requests: [{ name, parameters }] }).answers;
      if (!answer || 'failure' in answer)
        return Promise.reject(errorOf(answer?.failure ?? { code: 'internal', message: '' }));
      return Promise.resolve(answer.value as never);
    },
    settle: (call) =>
      new Promise((resolve, reject) => {
        waiting.push({ call, resolve, reject });
      }),
    health: () => ({ state: 'ok', message: '' }),
    close: () => Promise.resolve(),
    flush: (order) => {
      if (isFull) {
        for (const { reject } of waiting.splice(0)) reject(full());
        return;
      }
      const { batch, settled } = write(order);
      batch.forEach(({ call, resolve, reject }, index) => {
        const result = settled[index] ?? null;
        if (result === null) resolve(call.charge);
        else if (typeof result === 'bigint') resolve(result);
        else reject(errorOf(result));
      });
    },
    flushSilently: () => {
      if (!isFull) write('kept');
    },
    post: () => {
      if (!isFull) servers.post();
    },
    setFull: (value) => {
      isFull = value;
    },
    dieAt: (statement) => {
      left = statement === 0 ? Infinity : statement;
    },
  };
}
