import type { Clock } from './clock.ts';

/** Whether a shutdown waits for the action. An action of many steps checks it before each step. */
export type IsEnding = () => boolean;

/** For an action that runs outside `repeat`. */
export const neverEnding: IsEnding = () => false;

interface Repetition {
  readonly clock: Clock;
  /** Milliseconds from one end to the next start. */
  readonly every: number;
  readonly action: (isEnding: IsEnding) => Promise<unknown>;
  readonly failed: (cause: unknown) => void;
}

/** Runs `action` repeatedly, never twice at once. The returned function stops it, and waits for a running action. */
export function repeat({ clock, every, action, failed }: Repetition): () => Promise<void> {
  let ended = false;
  let running: Promise<void> = Promise.resolve();
  let cancel = (): void => undefined;

  const run = async (): Promise<void> => {
    try {
      await action(() => ended);
    } catch (cause) {
      failed(cause);
    }
    if (!ended) schedule();
  };
  const schedule = (): void => {
    cancel = clock.after(every, () => {
      running = run();
    });
  };

  schedule();
  return async () => {
    ended = true;
    cancel();
    await running;
  };
}
