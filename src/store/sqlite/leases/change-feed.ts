import { repeat } from '../../../shared/time/repeat.ts';
import type { Clock } from '../../../shared/time/clock.ts';
import type { ChangeFeed, Changes } from '../../store.ts';
import type { Connection } from '../connection.ts';
import type { Hub } from './hub.ts';

/** Milliseconds between two polls without an announcement. */
const pollMilliseconds = 250;

interface Parts {
  readonly connection: Pick<Connection, 'ask'>;
  readonly clock: Clock;
  readonly hub: Hub;
  /** Up to which this instance knows everything. */
  readonly epoch: number;
}

/** Follows what other instances change. An instance that is alone makes every change itself, and never looks. */
export function makeChangeFeed({ connection, clock, hub, epoch: first }: Parts): {
  readonly changes: ChangeFeed;
  readonly stop: () => Promise<void>;
} {
  const listeners = new Set<(changes: Changes) => void>();
  let confirmed = { epoch: first, at: clock.monotonic() };
  let looking: Promise<void> | null = null;

  const since = (epoch: number): Promise<Changes> => connection.ask('changesSince', epoch);

  const look = async (): Promise<void> => {
    const at = clock.monotonic();
    const changes = await since(confirmed.epoch);
    if (changes.epoch !== confirmed.epoch) for (const listener of listeners) listener(changes);
    // From before the question: what was changed while it was answered may be missing.
    confirmed = { epoch: changes.epoch, at };
  };
  /** Polls run one at a time. Each request gets one that begins after it. */
  const refresh = (): Promise<void> => {
    const next = (looking ?? Promise.resolve()).then(look, look);
    looking = next.catch(() => undefined);
    return next;
  };
  const failed = (): undefined => undefined;
  const stopListening = hub.onChange(() => refresh().catch(failed));
  const stopPolling = hub.isShared ? repeat({ clock, every: pollMilliseconds, action: refresh, failed }) : null;

  return {
    changes: {
      since,
      refresh,
      subscribe: (listener) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
      confirmed: () => (hub.isShared ? confirmed : { ...confirmed, at: clock.monotonic() }),
    },
    stop: async () => {
      stopListening();
      await stopPolling?.();
      await looking;
    },
  };
}
