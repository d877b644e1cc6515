import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Answers each message `held` of the parent with the bytes that are in use after a garbage collection: heap and buffers. */
export function tellHeldBytes(): void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  process.on('message', (message) => {
    if (message !== 'held') return;
    // Buffers that the first one frees are subtracted by the second.
    collect();
    collect();
    const { heapUsed, external } = process.memoryUsage();
    process.send?.({ held: heapUsed + external });
  });
}
