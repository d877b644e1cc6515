import pg from 'pg';
import type { Reach } from '../../identity/stores.ts';
import type { LeaseSubject } from '../../metering/ledger-records.ts';
import { newId } from '../../shared/ids.ts';
import { runExclusive } from '../../shared/time/turns.ts';
import type { Log } from '../../shared/log.ts';
import { changeMilliseconds, makeHubListeners, recallMilliseconds, type Hub } from '../shared/hub.ts';
import { instanceLock, type Others } from './operations/instances.ts';
import { failureKind, makeSession, type Session } from './session.ts';

/** The channel that every instance of a database listens on. */
export const channel = 'diglot';
/** Milliseconds within which a notification to itself must come back. */
const probeMilliseconds = 1_000;
const reconnectMilliseconds = 1_000;
/** Milliseconds for which an answer is awaited here; then the connection is given up. */
const answerMilliseconds = 10_000;

type Message =
  | { readonly kind: 'changed' | 'probe' | 'done'; readonly id: string }
  | { readonly kind: 'recall'; readonly id: string; readonly subjects: readonly LeaseSubject[] };

interface Sent {
  readonly from: string;
  readonly message: Message;
}

/** Sent by the commit of a change itself, so it names no instance, and none waits for an answer. */
export const changedNotice = JSON.stringify({ from: '', message: { kind: 'changed', id: '' } } satisfies Sent);

/** Null if the gateway did not send it. Anyone who may connect to the database can send anything. */
function readNotice(text: string): Sent | null {
  try {
    const { from, message } = JSON.parse(text) as Partial<Sent>;
    return typeof from === 'string' && typeof message?.kind === 'string' ? { from, message } : null;
  } catch {
    return null;
  }
}

/** PostgreSQL carries 7,999 bytes; the rest of a message takes less than 200. */
const mostBytes = 7_500;

/** Splits a list into parts that fit into one notification each. */
function piecesOf(subjects: readonly LeaseSubject[]): readonly (readonly LeaseSubject[])[] {
  const pieces: LeaseSubject[][] = [];
  let bytes = Infinity;
  for (const subject of subjects) {
    const more = Buffer.byteLength(JSON.stringify(subject)) + 1;
    if (bytes + more > mostBytes) {
      pieces.push([]);
      bytes = 0;
    }
    pieces.at(-1)?.push(subject);
    bytes += more;
  }
  return pieces;
}

interface Parts {
  readonly pool: pg.Pool;
  readonly address: pg.ClientConfig;
  readonly instanceId: string;
  readonly others: () => Promise<Others>;
  readonly log: Log;
}

/**
 * A dedicated connection that listens, reopened whenever it is lost. A pooler in between would swallow notifications. The feed is read
 * on it too, because it is open and idle when those of the pool are busy or not open yet. While it is open, the database holds the
 * instance's lock, so that others know who can receive.
 */
function makeListener({ pool, address, instanceId, log }: Parts, onMessage: (text: string) => void) {
  let client: pg.Client | null = null;
  let timer: NodeJS.Timeout | null = null;
  let isEnded = false;

  const connect = async (): Promise<void> => {
    const next = new pg.Client(address);
    const lost = (): void => drop(next);
    next.on('error', lost);
    next.on('end', lost);
    next.on('notification', ({ payload }) => onMessage(payload ?? ''));
    try {
      await next.connect();
      await next.query(`listen ${channel}`);
      await next.query(`select pg_advisory_lock_shared(${instanceLock('$1')})`, [instanceId]);
    } catch (cause) {
      await next.end().catch(() => undefined);
      throw cause;
    }
    if (isEnded) return next.end();
    client = next;
  };
  const drop = (one: pg.Client): void => {
    if (client !== one) return;
    client = null;
    again();
  };
  const again = (): void => {
    if (isEnded) return;
    timer = setTimeout(() => {
      connect().catch((cause: unknown) => {
        log.warn('the database sends no notifications; changes are found by asking', { reason: String(cause) });
        again();
      });
    }, reconnectMilliseconds);
    timer.unref();
  };

  return {
    connect,
    ask: async <Result>(action: (session: Session) => Promise<Result>): Promise<Result> => {
      const own = client;
      const onPool = (): Promise<Result> => action(makeSession(pool, answerMilliseconds));
      const onOwn = (one: pg.Client): Promise<Result> =>
        action(makeSession(one, answerMilliseconds)).catch((cause: unknown) => {
          // The next statement would wait behind the one that was not answered.
          if (failureKind(cause) === 'away') {
            drop(one);
            one.end().catch(() => undefined);
          }
          throw cause;
        });
      if (own === null) return onPool();
      // The connection may be lost while earlier statements are answered.
      return runExclusive({ owner: own, name: 'ask' }, () => (client === own ? onOwn(own) : onPool()));
    },
    end: async (): Promise<void> => {
      isEnded = true;
      if (timer) clearTimeout(timer);
      await client?.end();
    },
  };
}

/** Questions to all other instances, waiting for their answers. */
function makeQuestions() {
  const waiting = new Map<string, (from: string) => void>();
  return {
    answered: (id: string, from: string): void => waiting.get(id)?.(from),
    /** @returns how many have answered, once all have or the time is over */
    wait: (id: string, asked: readonly string[], milliseconds: number): Promise<number> =>
      new Promise((resolve) => {
        const missing = new Set(asked);
        const end = (): void => {
          clearTimeout(timer);
          waiting.delete(id);
          resolve(asked.length - missing.size);
        };
        const timer = setTimeout(end, milliseconds);
        waiting.set(id, (one) => {
          if (missing.delete(one) && missing.size === 0) end();
        });
      }),
  };
}

/** A hub over notifications of the database. */
interface DatabaseHub extends Hub {
  /** Runs an action on the listening connection, or on one of the pool while there is none. */
  readonly ask: ReturnType<typeof makeListener>['ask'];
  readonly close: () => Promise<void>;
}

interface Probing extends Pick<Parts, 'instanceId' | 'log'> {
  readonly questions: ReturnType<typeof makeQuestions>;
  readonly send: (message: Message) => Promise<unknown>;
}

/** A notification to itself must come back. If it does not, this is logged. */
async function probe({ instanceId, questions, send, log }: Probing): Promise<void> {
  const id = newId('ask');
  const back = questions.wait(id, [instanceId], probeMilliseconds);
  await send({ kind: 'probe', id });
  if ((await back) === 1) return;
  log.warn(
    'notifications of the database do not arrive (a pooler in between?); changes are found by asking, four times a second',
  );
}

/** Talks to other instances by notifications of the database. Nothing but speed depends on them. */
export async function openHub(parts: Parts): Promise<DatabaseHub> {
  const { instanceId, others, log } = parts;
  const { changed, recalled, onChange, onRecall } = makeHubListeners();
  const questions = makeQuestions();
  const failed = (cause: unknown): void => log.debug('a notification was not sent', { reason: String(cause) });
  const send = (message: Message): Promise<unknown> =>
    listener.ask((session) =>
      session.run(`select pg_notify('${channel}', $1)`, JSON.stringify({ from: instanceId, message })),
    );

  const act = async (message: Message): Promise<void> => {
    await (message.kind === 'recall' ? recalled(message.subjects) : changed());
    if (message.id !== '') await send({ kind: 'done', id: message.id });
  };
  const listener = makeListener(parts, (text) => {
    const notice = readNotice(text);
    if (notice === null) return;
    const { from, message } = notice;
    if (message.kind === 'done' || message.kind === 'probe') questions.answered(message.id, from);
    else if (from !== instanceId) act(message).catch(failed);
  });

  const recall = (subjects: readonly LeaseSubject[]): Promise<Reach> =>
    ask({ kind: 'recall', id: newId('ask'), subjects }, recallMilliseconds);
  const ask = async (message: Message, milliseconds: number): Promise<Reach> => {
    const { listening, count } = await others();
    const instances = 1 + count;
    // A dead or cut-off instance cannot answer, so it is not waited for. It counts until it certainly serves no more calls.
    const answered = listening.length === 0 ? 0 : questions.wait(message.id, listening, milliseconds);
    if (count > 0) await send(message).catch(failed);
    return { reached: 1 + (await answered), instances };
  };

  await listener.connect();
  await probe({ instanceId, questions, send, log });
  return {
    isShared: true,
    changed: () =>
      ask({ kind: 'changed', id: newId('ask') }, changeMilliseconds).catch((cause: unknown) => {
        failed(cause);
        return { reached: 1, instances: 1 };
      }),
    onChange,
    recall: (subjects) => Promise.all(piecesOf(subjects).map(recall)).then(() => undefined, failed),
    onRecall,
    ask: listener.ask,
    close: listener.end,
  };
}
