import { makeDeadline } from '../shared/deadline.ts';
import type { Delivery } from './delivery.ts';

/** Signs of life for a stream whose upstream is silent. */
export interface Keepalive {
  /** Something has gone out: the silence begins anew. */
  readonly alive: () => void;
  readonly stop: () => void;
}

/** Sends the dialect's sign of life after every silence of `keepalive`. Only whole events go out, so it never splits one. */
export function startKeepalive({ call, dialect, clock, keepalive }: Delivery): Keepalive {
  const silence = makeDeadline({
    clock,
    shortest: keepalive,
    met: () => {
      call.reply.write(dialect.keepalive);
      silence.set(keepalive);
    },
  });
  silence.set(keepalive);
  return { alive: () => silence.set(keepalive), stop: silence.stop };
}
