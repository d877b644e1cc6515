import { readVariable } from '../config/environment.ts';
import { CliFailure } from './cli-failure.ts';
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

/** @throws {CliFailure} for a text that is no address of a gateway */
function originOf(text: string, source: string): string {
  const { protocol } = URL.canParse(text) ? new URL(text) : { protocol: null };
  if (protocol === 'http:' || protocol === 'https:') return text.replace(/\/+$/, '').replace(/\/v1$/, '');
  throw new CliFailure(
    `${source} must be an address that begins with http:// or https://, for example http://127.0.0.1:8585; you wrote ${JSON.stringify(text)}.`,
  );
}

/**
 * Origin of the gateway to talk to: the one that the flag or DIGLOT_URL names, else the one that runs on the data
 * folder. Null when nobody names one and none runs.
 *
 * @throws {CliFailure} when what is named is no address
 */
export async function findServer(
  { url, dataFolder }: { readonly url: string | undefined; readonly dataFolder: string },
  { environment }: Pick<CliContext, 'environment'>,
): Promise<string | null> {
  if (url !== undefined) return originOf(url, '--url');
  const named = readVariable(environment, 'DIGLOT_URL');
  if (named !== null) return originOf(named, 'DIGLOT_URL');
  const running = await readServerFile(dataFolder);
  return running && (await isAlive(running.url)) ? running.url : null;
}
