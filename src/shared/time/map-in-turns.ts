import { setImmediate } from 'node:timers/promises';

/** Units of work in one turn of the event loop. Each is a few microseconds. */
const eachTurn = 100;

/**
 * Maps the elements of a long list, in order, and lets other work run after every 100 units of work.
 *
 * @param workOf units of an element; absent: each is one
 */
export async function mapInTurns<From, To>(
  list: readonly From[],
  map: (element: From, index: number) => To,
  workOf: (element: From) => number = () => 1,
): Promise<To[]> {
  const mapped: To[] = [];
  let work = 0;
  for (const [index, element] of list.entries()) {
    if (work >= eachTurn) {
      await setImmediate();
      work = 0;
    }
    work += workOf(element);
    mapped.push(map(element, index));
  }
  return mapped;
}
