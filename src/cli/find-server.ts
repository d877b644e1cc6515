import { readVariable } from '../config/environment.ts';
import type { CliContext } from './context.ts';
import { readServerFile } from './server-file.ts';

/** A gateway that has just started may still be busy; one that has gone refuses at once. */
const probeMilliseconds = 10_000;

/** True when a gateway answers at this origin. */
export async function isAlive(url: string): Promise<boolean> {
  try {
    const answer = await fetch(`${url}/livez`, { signal: AbortSignal.timeout(probeMilliseconds), redirect: 'error' });
    await answer.body?.cancel();
    return answer.ok;
  } catch {
    return false;
  }
}

/**
 * Origin of the gateway to talk to: the one that the flag or DIGLOT_URL names, else the one that runs on the data
 * folder. Null when nobody names one and none runs.
 */
export async function findServer(
  { url, dataFolder }: { readonly url: string | undefined; readonly dataFolder: string },
  { environment }: Pick<CliContext, 'environment'>,
): Promise<string | null> {
  const named = url ?? readVariable(environment, 'DIGLOT_URL');
  if (named !== null) return named.replace(/\/+$/, '').replace(/\/v1$/, '');
  const running = await readServerFile(dataFolder);
  return running && (await isAlive(running.url)) ? running.url : null;
}
