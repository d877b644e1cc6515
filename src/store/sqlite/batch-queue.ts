import { GatewayError } from '../../errors/gateway-error.ts';
import type { SettledCall } from '../../metering/ledger-records.ts';
import type { NanoCredits } from '../../shared/money.ts';
import type { Answer, Batch, BatchAnswer, Failure, Request } from './protocol.ts';
import { writeCalls } from './settle-row.ts';

/** One transaction takes at most so many rows. */
export const mostRows = 512;

/**
 * A commit costs the same for one row as for many. Where several wait when one ends, calls come faster than commits: then the
 * next one waits a moment for more, up to so many. A row that is alone does not wait.
 */
const enoughRows = 16;
const gatherMilliseconds = 1;

const nextTurn = (action: () => void): void => void setImmediate(action);
const inAMoment = (action: () => void): void => void setTimeout(action, gatherMilliseconds);

interface Waiting<Value> {
  readonly resolve: (value: Value) => void;
  readonly reject: (cause: unknown) => void;
}

interface Asked extends Waiting<unknown> {
  readonly request: Request;
}

interface Settling extends Waiting<NanoCredits> {
  readonly call: SettledCall;
}

interface Flight {
  readonly settling: readonly Settling[];
  readonly asked: readonly Asked[];
}

const errorOf = ({ code, message, detail }: Failure): GatewayError =>
  new GatewayError(code, message, detail === undefined ? {} : { cause: new Error(detail) });

function deliver(flight: Flight, answer: BatchAnswer): void {
  flight.settling.forEach(({ call, resolve, reject }, index) => {
    const settled = answer.settled[index] ?? null;
    if (settled === null) resolve(call.charge);
    else if (typeof settled === 'bigint') resolve(settled);
    else reject(errorOf(settled));
  });
  flight.asked.forEach(({ resolve, reject }, index) => {
    const given: Answer | undefined = answer.answers[index];
    if (given && 'value' in given) resolve(given.value);
    else reject(errorOf(given?.failure ?? { code: 'internal', message: 'The database gave no answer.' }));
  });
}

/** How many requests go together: what is settled meanwhile waits for all of them. One goes in any case. */
function enoughAsked(asked: readonly Asked[]): number {
  let rows = 0;
  const end = asked.findIndex(({ request }) => (rows += request.rows ?? 1) > mostRows);
  return end === -1 ? asked.length : Math.max(1, end);
}

function refuse(flight: Flight, failure: Failure): void {
  for (const { reject } of flight.settling) reject(errorOf(failure));
  for (const { reject } of flight.asked) reject(errorOf(failure));
}

/**
 * Gathers what is wanted of the database into batches. While one is being written the next one grows: the longer the disk
 * takes, the more rows a commit carries.
 */
export interface BatchQueue {
  readonly ask: (request: Request) => Promise<unknown>;
  readonly settle: (call: SettledCall) => Promise<NanoCredits>;
  /** A batch has been answered: its promises end, and the next batch goes out. */
  readonly answered: (answer: BatchAnswer) => void;
  /** Rejects all that waits and all that comes. */
  readonly end: (failure: Failure) => void;
  /** Resolves when nothing waits. */
  readonly drained: () => Promise<void>;
}

interface Parts {
  /** Sends a batch to the worker. */
  readonly post: (batch: Batch) => void;
  readonly now: () => number;
}

export function makeBatchQueue({ post, now }: Parts): BatchQueue {
  let settling: Settling[] = [];
  let asked: Asked[] = [];
  let scheduled = false;
  let ended: Failure | null = null;
  /** The batch that is being written; null: none is. */
  let flight: Flight | null = null;
  const idle: (() => void)[] = [];

  const send = (): void => {
    const next: Flight = { settling: settling.slice(0, mostRows), asked: asked.slice(0, enoughAsked(asked)) };
    settling = settling.slice(mostRows);
    asked = asked.slice(next.asked.length);
    flight = next;
    const settle = next.settling.length === 0 ? null : writeCalls(next.settling.map(({ call }) => call));
    post({ now: now(), settle, requests: next.asked.map(({ request }) => request) });
  };

  const flush = (): void => {
    scheduled = false;
    if (flight !== null) return;
    if (settling.length + asked.length > 0) send();
    else for (const resolve of idle.splice(0)) resolve();
  };

  const schedule = (later: typeof nextTurn): void => {
    if (scheduled) return;
    scheduled = true;
    later(flush);
  };

  const enlist = <Value>(add: (waiting: Waiting<Value>) => void): Promise<Value> =>
    new Promise((resolve, reject) => {
      if (ended) return reject(errorOf(ended));
      add({ resolve, reject });
      schedule(nextTurn);
    });

  const isWorthWaiting = (): boolean => asked.length === 0 && settling.length > 1 && settling.length < enoughRows;

  return {
    ask: (request) => enlist((waiting) => asked.push({ request, ...waiting })),
    settle: (call) => enlist((waiting) => settling.push({ call, ...waiting })),
    answered: (answer) => {
      if (flight) deliver(flight, answer);
      flight = null;
      if (isWorthWaiting()) schedule(inAMoment);
      else flush();
    },
    end: (failure) => {
      ended = failure;
      if (flight) refuse(flight, failure);
      refuse({ settling, asked }, failure);
      flight = null;
      settling = [];
      asked = [];
      flush();
    },
    drained: () =>
      new Promise((resolve) => {
        idle.push(resolve);
        schedule(nextTurn);
      }),
  };
}
