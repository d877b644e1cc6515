/** Milliseconds within which a second signal is the first one again: npm passes on the Ctrl-C that a terminal sent to us, too. */
const sameSignal = 1_000;

/** How often it is looked whether the shell still lives that npm has started us with. */
const lookMilliseconds = 250;

/** What this process is to be told of how it was started. */
interface Started {
  /**
   * True when npm runs us as its script. It passes a signal to its shell alone, and many shells die of it without a
   * word to what they have started.
   */
  readonly byNpm: boolean;
}

/** Aborted when the process is asked to end: the first signal asks for a clean end, the second does not ask. */
export function listenForStop({ byNpm }: Started): AbortSignal {
  const stopping = new AbortController();
  let firstAt = 0;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (!stopping.signal.aborted) {
        firstAt = performance.now();
        stopping.abort();
      } else if (performance.now() - firstAt > sameSignal) process.exit(signal === 'SIGINT' ? 130 : 143);
    });
  }
  if (!byNpm) return stopping.signal;
  const shell = process.ppid;
  const looking = setInterval(() => {
    if (process.ppid === shell) return;
    clearInterval(looking);
    firstAt = performance.now();
    stopping.abort();
  }, lookMilliseconds);
  looking.unref();
  return stopping.signal;
}
