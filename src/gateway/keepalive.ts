import type { Delivery } from './delivery.ts';

/** Signs of life for a stream whose upstream is silent. */
export interface Keepalive {
  /** Something has gone out: the silence begins anew. */
  readonly alive: () => void;
  readonly stop: () => void;
}

/** Sends the dialect's sign of life after every silence of `keepalive`. Only whole events go out, so it never splits one. */
export function startKeepalive({ call, dialect, clock, keepalive }: Delivery): Keepalive {
  let lastSign = clock.monotonic();
  const check = (): void => {
    const silent = clock.monotonic() - lastSign;
    if (silent >= keepalive) {
      call.reply.write(dialect.keepalive);
      lastSign = clock.monotonic();
    }
    cancel = clock.after(Math.max(1, keepalive - (clock.monotonic() - lastSign)), check);
  };
  let cancel = clock.after(keepalive, check);
  return {
    alive: () => {
      lastSign = clock.monotonic();
    },
    stop: () => cancel(),
  };
}
