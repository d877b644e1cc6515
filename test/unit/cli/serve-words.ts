import type { CliContext } from '../../../src/cli/context.ts';
import { runWords, type Ended } from './make-context.ts';

interface Serving {
  readonly url: string;
  readonly printed: () => string;
  /** Asks it to stop; resolves when it has. */
  readonly stop: () => Promise<Ended>;
}

/** `diglot serve` in this process, on a free port. */
export async function serve(
  words: readonly string[],
  environment = {},
  changes: Partial<CliContext> = {},
): Promise<Serving> {
  const stopping = new AbortController();
  let printed = '';
  const ended = runWords(['serve', '--port', '0', ...words], {
    environment: { DIGLOT_METRICS_PORT: '0', ...environment },
    stop: stopping.signal,
    out: (text) => (printed += text),
    err: (text) => (printed += text),
    ...changes,
  });
  const stop = (): Promise<Ended> => {
    stopping.abort();
    return ended;
  };
  for (let waited = 0; waited < 60_000 && !printed.includes('Ready in'); waited += 20) {
    const early = await Promise.race([ended, new Promise<null>((resolve) => setTimeout(() => resolve(null), 20))]);
    if (early) throw new Error(`It ended at once: ${printed}`);
  }
  return { url: /Address +(\S+)/.exec(printed)?.[1] ?? '', printed: () => printed, stop };
}
