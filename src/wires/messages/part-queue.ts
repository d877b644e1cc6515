import { GatewayError } from '../../errors/gateway-error.ts';
import type { PartEvent } from '../turn.ts';

/** Characters of parts that wait for the one before them. */
const mostWaiting = 8 * 1_048_576;

/** What an event without text counts as. */
const eventSize = 100;

const sizeOf = (event: PartEvent): number => (event.type === 'delta' ? event.text.length : eventSize);

/** Parts may overlap, and blocks may not: what comes of a later part waits until the earlier ones are over. */
export class PartQueue {
  readonly #parts: { readonly part: number; waiting: PartEvent[]; isOver: boolean }[] = [];
  #size = 0;

  /**
   * The events that may be written now.
   *
   * @throws {GatewayError} `upstream_invalid` where too much waits
   */
  push(event: PartEvent): readonly PartEvent[] {
    if (event.type === 'open') this.#parts.push({ part: event.part, waiting: [], isOver: false });
    const own = this.#parts.find(({ part }) => part === event.part);
    if (!own) return [];
    if (event.type === 'close') own.isOver = true;
    if (own !== this.#parts[0]) {
      own.waiting.push(event);
      this.#size += sizeOf(event);
      if (this.#size <= mostWaiting) return [];
      throw new GatewayError('upstream_invalid', 'The upstream wrote too much at once to be put in order.');
    }
    return own.isOver ? [event, ...this.#release()] : [event];
  }

  /** The first part is over: what the next ones have waits no longer. */
  #release(): readonly PartEvent[] {
    const events: PartEvent[] = [];
    while (this.#parts[0]?.isOver === true) {
      this.#parts.shift();
      const [first] = this.#parts;
      for (const event of first?.waiting ?? []) {
        this.#size -= sizeOf(event);
        events.push(event);
      }
      if (first) first.waiting = [];
    }
    return events;
  }
}
