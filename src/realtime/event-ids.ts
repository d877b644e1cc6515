import { newTimedId } from '../shared/ids.ts';
import type { Clock } from '../shared/time/clock.ts';

/**
 * The ids under which requests for responses go to the upstream. It names one when it refuses the request, so that no other event may
 * have it, whatever ids the client chooses.
 */
export interface EventIds {
  /** Makes an id for the upstream. @param own the client's; null: it has none */
  readonly give: (own: string | null) => string;
  /** The client's id in place of one that was made; null: it has none, or is no longer known. Undefined: the id was not made here. */
  readonly own: (id: string) => string | null | undefined;
}

const prefix = 'event_diglot';

/** How many ids are remembered for one session: twice as many as requests can wait. */
const mostHeld = 128;

export function makeEventIds({ now }: Pick<Clock, 'now'>): EventIds {
  const held = new Map<string, string | null>();
  return {
    give: (own) => {
      const id = newTimedId(prefix, now());
      held.set(id, own);
      for (const oldest of held.keys()) if (held.size > mostHeld) held.delete(oldest);
      return id;
    },
    own: (id) => held.get(id) ?? (id.startsWith(`${prefix}_`) ? null : undefined),
  };
}
