import { useSyncExternalStore } from 'react';

/** Whether the gateway answers. Any request that got no answer says that it does not; a quiet question finds out when it does again. */
let reachable = true;
const listeners = new Set<() => void>();
const pauseMilliseconds = 2_000;

function change(now: boolean): void {
  if (reachable === now) return;
  reachable = now;
  for (const listener of listeners) listener();
}

async function answers(): Promise<boolean> {
  try {
    const { ok } = await fetch('/livez', { cache: 'no-store', signal: AbortSignal.timeout(5_000) });
    return ok;
  } catch {
    return false;
  }
}

/** Says that a request found no gateway. From now on it is asked every two seconds whether it is back. */
export function reportUnreachable(onReturn: () => void): void {
  if (!reachable) return;
  change(false);
  const ask = async (): Promise<void> => {
    if (await answers()) {
      change(true);
      onReturn();
    } else setTimeout(() => void ask(), pauseMilliseconds);
  };
  setTimeout(() => void ask(), pauseMilliseconds);
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Whether the gateway answered when it was last asked. */
export const useReachable = (): boolean => useSyncExternalStore(subscribe, () => reachable);
