import type { BatchServer } from './batch-server.ts';

/** With so many, to post one more costs next to nothing less; more would keep the next answer waiting. */
const mostWaiting = 64;
const postMilliseconds = 100;

/** Decides when calls that were only written down are posted: when they are many, or after a moment. */
export interface Posting {
  /** Called after each answer. */
  readonly look: () => void;
  /** Posts what waits, and nothing later. */
  readonly end: () => void;
}

export function postInTime({ post, waiting }: Pick<BatchServer, 'post' | 'waiting'>): Posting {
  let timer: NodeJS.Timeout | null = null;
  let soon = false;

  const run = (): void => {
    if (timer) clearTimeout(timer);
    timer = null;
    soon = false;
    post();
  };

  return {
    look: () => {
      if (soon || waiting() === 0) return;
      soon = waiting() >= mostWaiting;
      if (soon) setImmediate(run);
      else timer ??= setTimeout(run, postMilliseconds);
    },
    end: run,
  };
}
