import type { Log } from '../shared/log.ts';
import { exitCodes, type CliContext, type ExitCode } from './context.ts';

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

/** Ends a running gateway: calls that run get the grace, that of the settings where none is given. */
export type End = (graceMilliseconds?: number) => Promise<void>;

/** Milliseconds that running calls get after a fault: less than usual, because nobody knows what still works. */
const faultGrace = 10_000;

/** Milliseconds for what comes behind the calls, above all the books, before the process ends without it. */
const closingLimit = 5_000;

const aborted = (signal: AbortSignal): Promise<void> =>
  signal.aborted
    ? Promise.resolve()
    : new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));

/** Waits until the gateway is to end, asked to or by a fault that nothing caught, and ends it. Only the first fault is told. */
export async function endWhenAsked(end: End, log: Log, { stop, takeFaults, clock }: CliContext): Promise<ExitCode> {
  let failed = false;
  const fault = takeFaults().then(({ cause }) => {
    failed = true;
    log.error('Stopping: something failed that nothing caught. Calls that run get 10 s to end.', {}, cause);
  });
  await Promise.race([aborted(stop), fault]);
  if (!failed) log.info('Stopping: calls that run are finished first. A second signal does not wait.');
  const late = fault.then(() => new Promise<void>((resolve) => void clock.after(faultGrace + closingLimit, resolve)));
  await Promise.race([end(failed ? faultGrace : undefined), late]);
  log.info('Stopped.');
  return failed ? exitCodes.failed : exitCodes.done;
}
