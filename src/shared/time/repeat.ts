import type { Clock } from './clock.ts';

/** Whether somebody waits for the end of an action: one of many steps looks before each. */
export type IsEnding = () => boolean;

/** For an action that is run by itself: nobody ends it. */
export const neverEnding: IsEnding = () => false;

interface Repetition {
  readonly clock: Clock;
  /** Milliseconds from one end to the next start. */
  readonly every: number;
  readonly action: (isEnding: IsEnding) => Promise<unknown>;
  readonly failed: (cause: unknown) => void;
}

/** Runs `action` again and again, never twice at once. The returned function ends that, and waits for a run under way. */
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
