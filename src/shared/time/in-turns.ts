import { setImmediate } from 'node:timers/promises';

/** Elements that are mapped in one turn of the event loop. Each is the work of a few microseconds. */
const eachTurn = 100;

/** Maps the elements of a long list, in order, and lets other work run after every 100 of them. */
export async function mapInTurns<From, To>(
  list: readonly From[],
  map: (element: From, index: number) => To,
): Promise<To[]> {
  const mapped: To[] = [];
  for (const [index, element] of list.entries()) {
    if (index > 0 && index % eachTurn === 0) await setImmediate();
    mapped.push(map(element, index));
  }
  return mapped;
}
