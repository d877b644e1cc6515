import type { Log } from '../shared/log.ts';
import type { CliContext } from './context.ts';
import { exitCodes, type ExitCode } from './exit-codes.ts';

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
