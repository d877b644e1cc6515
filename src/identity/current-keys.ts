import { GatewayError } from '../errors/gateway-error.ts';
import type { Clock } from '../shared/time/clock.ts';

/** For so long (milliseconds) keys count as they are known without a question to the database. */
const trusted = 750;
/** For so long (milliseconds) a call waits for the answer. */
const patience = 250;
interface Deps {
  /** For so long (milliseconds) keys count as they were last known while the database does not answer. */
  readonly offline: number;
  /** As in `store/store.ts`. */
  readonly changes: {
    readonly refresh: () => Promise<void>;
    readonly confirmed: () => { readonly at: number };
  };
  readonly clock: Clock;
}

/** Null: keys are known as they are. Else a call waits for what is asked of the database. */
type AwaitKeys = () => Promise<void> | null;

/**
 * Makes sure that a key which another instance revoked is refused here within a second. Usually the change feed has confirmed
 * within 750 ms what is known, and a call waits for nothing.
 *
 * @throws {GatewayError} 503 `overloaded` if the database has not answered for `offline`
 */
export function makeAwaitKeys({ changes, clock, offline }: Deps): AwaitKeys {
  let asking: Promise<void> | null = null;
  const age = (): number => clock.monotonic() - changes.confirmed().at;

  const ask = async (): Promise<void> => {
    const late = Promise.withResolvers<void>();
    const cancel = clock.after(patience, late.resolve);
    await Promise.race([changes.refresh().catch(() => undefined), late.promise]);
    cancel();
    asking = null;
    if (age() < offline) return;
    const message = `The database has not answered for ${offline / 1000} s, so that keys cannot be checked. Try again later.`;
    throw new GatewayError('overloaded', message);
  };

  return () => {
    if (age() < trusted) return null;
    asking ??= ask();
    return asking;
  };
}
