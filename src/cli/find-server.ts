import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Command } from 'commander';
import { findConfigFile, findDataFolder, readVariable } from '../config/environment.ts';
import { loadConfig } from '../config/load-config.ts';
import { readSecretFile } from '../config/secret-file.ts';
import { runHeader } from '../shared/ids.ts';
import { isObject, type Json } from '../shared/json/json.ts';
import { urlHost } from '../shared/public-address.ts';
import { Secret } from '../shared/secret.ts';
import { type CliContext, CliFailure, quoted } from './context.ts';
import { secretFiles, wholeKey } from './prepare-start.ts';

/**
 * Origin of the gateway to use: the one named by the flag or by DIGLOT_URL, else the one that runs on the data folder, else null.
 *
 * @throws {CliFailure} if the named one is not a URL, and if it is unclear whose the folder is
 */
export async function findServer(
  { url, dataFolder }: { readonly url: string | undefined; readonly dataFolder: string },
  { environment }: Pick<CliContext, 'environment'>,
): Promise<string | null> {
  if (url !== undefined) return originOf(url, '--url');
  const named = readVariable(environment, 'DIGLOT_URL');
  if (named !== null) return originOf(named, 'DIGLOT_URL');
  return (await findRunning(dataFolder))?.url ?? null;
}

/** A running gateway, as it registers itself in its data folder. */
interface RunningServer {
  /** Origin, for example `http://127.0.0.1:8585`. */
  readonly url: string;
  readonly pid: number;
  /** Id of the run, which its `/livez` names; absent in what an earlier version wrote. */
  readonly run?: string;
}

/**
 * The gateway that runs on this data folder; null if there is none.
 *
 * @throws {CliFailure} if one runs that may be this folder's, or that of a folder of which this is a copy, such as a snapshot
 */
export async function findRunning(dataFolder: string): Promise<RunningServer | null> {
  const server = await readServerFile(dataFolder);
  if (!server || !(await answers(server))) return null;
  if (server.folder === undefined || server.folder === (await markOf(dataFolder))) return server;
  throw unclearFolder(dataFolder, server);
}

/** The file that a running gateway writes to its data folder, so that other commands find it. */
interface ServerFile extends RunningServer {
  /** The mark of the folder that it was written to; absent in what an earlier version wrote. */
  readonly folder?: string;
}

const fileIn = (dataFolder: string): string => join(dataFolder, 'server.json');

/** Registers a running gateway. */
export const writeServerFile = async (dataFolder: string, server: RunningServer): Promise<void> =>
  writeFile(fileIn(dataFolder), `${JSON.stringify({ ...server, folder: await markOf(dataFolder) })}\n`, {
    mode: 0o600,
  });

/** Removes the registration of this run, unless another gateway has registered meanwhile. In containers all have one process id. */
export async function removeServerFile(dataFolder: string, run: string): Promise<void> {
  const server = await readServerFile(dataFolder);
  if (server?.run === run) await rm(fileIn(dataFolder), { force: true });
}

/** What is registered in this data folder, which may no longer run; null if there is nothing. */
async function readServerFile(dataFolder: string): Promise<ServerFile | null> {
  try {
    const value = JSON.parse(await readFile(fileIn(dataFolder), 'utf8')) as Json;
    if (!isObject(value)) return null;
    const { url, pid, run, folder } = value;
    if (typeof url !== 'string' || typeof pid !== 'number') return null;
    return { url, pid, ...(typeof run === 'string' && { run }), ...(typeof folder === 'string' && { folder }) };
  } catch {
    return null;
  }
}

/** A gateway that is starting may be slow to answer; one that has stopped refuses the connection at once. */
const probeMilliseconds = 10_000;

/** Whether the gateway of this run answers at its origin; of an unknown run, whether any does. */
async function answers({ url, run }: RunningServer): Promise<boolean> {
  try {
    const answer = await fetch(`${url}/livez`, { signal: AbortSignal.timeout(probeMilliseconds), redirect: 'error' });
    await answer.body?.cancel();
    return answer.ok && (run === undefined || answer.headers.get(runHeader) === run);
  } catch {
    return false;
  }
}

/** What no copy of a folder has, nor the folder through another mount: its device and its number there. Null: there is no folder. */
const markOf = (folder: string): Promise<string | null> =>
  stat(folder, { bigint: true }).then(
    ({ dev, ino }) => `${dev}:${ino}`,
    () => null,
  );

/** A copy names the gateway of the original. So does the gateway's own folder through another mount, with another mark. */
const unclearFolder = (dataFolder: string, { url, pid }: RunningServer): CliFailure =>
  new CliFailure(
    `${fileIn(dataFolder)} names a gateway that runs (${url}, process ${pid}), but was written in another place. If ${dataFolder} is a copy, remove ${fileIn(dataFolder)} from it. If it is that gateway's own folder through another mount, name the gateway with --url ${url}, or stop it.`,
  );

/** @throws {CliFailure} unless the text is an http or https URL */
function originOf(text: string, source: string): string {
  const { protocol } = URL.canParse(text) ? new URL(text) : { protocol: null };
  if (protocol === 'http:' || protocol === 'https:') return text.replace(/\/+$/, '').replace(/\/v1$/, '');
  throw new CliFailure(
    `${source} must be a URL that begins with http:// or https://, for example http://127.0.0.1:8585; you wrote ${JSON.stringify(text)}.`,
  );
}

/**
 * Refuses an address that takes connections and answers nothing. Any answer will do, and other failures show in the call itself.
 *
 * @throws {CliFailure}
 */
export async function refuseSilent(origin: string, { stop }: Pick<CliContext, 'stop'>): Promise<void> {
  const late = AbortSignal.timeout(probeMilliseconds);
  const answer = await fetch(`${origin}/livez`, { signal: AbortSignal.any([stop, late]) }).catch(() => null);
  await answer?.body?.cancel();
  if (answer !== null || !late.aborted) return;
  throw new CliFailure(
    `${origin} did not answer within ${probeMilliseconds / 1_000} s. Check that it is the gateway's address, and that the gateway runs.`,
  );
}

/** The cause of a failed `fetch` as one clause: its own message is always "fetch failed". */
export function explainFetch(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (!(cause instanceof Error)) return String(cause);
  const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : null;
  if (cause.message.includes('wrong version number')) return 'it does not speak TLS: the address begins with http://';
  return cause.message.trim() || code || cause.name;
}

/** A call that got no answer. The gateway may be another machine's, so starting one is not the only cure. */
export const noGateway = (origin: string, cause: unknown): CliFailure =>
  new CliFailure(
    `No gateway answers at ${origin} (${explainFetch(cause)}). Start one with diglot serve, or name the right one with --url or DIGLOT_URL.`,
  );

/** Flags of every command that talks to a gateway. */
export interface ClientOptions {
  readonly url?: string;
  readonly data?: string;
  readonly config?: string;
}

/** Adds the flags that name the folder and the file of a gateway on this machine. */
export const addFolderOptions = (command: Command): Command =>
  command
    .option('-d, --data <folder>', 'data folder; default: .diglot')
    .option('-c, --config <file>', 'configuration file');

/**
 * The API key to use: DIGLOT_API_KEY, else the demo key, which no gateway that is named may receive.
 *
 * @throws {CliFailure} if there is neither, or it is not whole
 */
export async function clientKey(options: ClientOptions, { environment }: CliContext): Promise<Secret> {
  const named = readVariable(environment, 'DIGLOT_API_KEY');
  if (named !== null) return wholeKey(new Secret(named), 'DIGLOT_API_KEY');
  const dataFolder = findDataFolder(options.data, environment);
  const url = options.url ?? readVariable(environment, 'DIGLOT_URL');
  if (url !== null)
    throw new CliFailure(
      `DIGLOT_API_KEY is not set. Set it to a key of ${url}: the demo key in ${dataFolder} is for the gateway of this folder, and is not sent to an address that you name.`,
    );
  const demo = await readSecretFile(join(dataFolder, secretFiles.demo));
  if (demo) return demo;
  throw new CliFailure(
    `There is no key to use: DIGLOT_API_KEY is not set, and ${dataFolder} has no demo key. Start the gateway once (diglot serve), or create a key with diglot keys create <name> and set DIGLOT_API_KEY to it.`,
  );
}

/** The flags with which another command finds the same gateway, each after a space. */
export const sameGateway = ({ url, data, config }: ClientOptions): string =>
  Object.entries({ url, data, config })
    .map(([name, value]) => (value === undefined ? '' : ` --${name} ${quoted(value)}`))
    .join('');

const reachable = (host: string): string => {
  if (host === '0.0.0.0') return '127.0.0.1';
  if (host === '::') return '[::1]';
  return urlHost(host);
};

/**
 * Origin of the gateway: as named, else of the running one, else as configured. Anything may listen at a configured address, so the
 * demo key, which is the key without DIGLOT_API_KEY, is for a running one alone.
 *
 * @throws {CliFailure} if the key is the demo key and none runs
 */
export async function clientOrigin(options: ClientOptions, context: CliContext): Promise<string> {
  const { environment } = context;
  const dataFolder = findDataFolder(options.data, environment);
  const found = await findServer({ url: options.url, dataFolder }, context);
  if (found !== null) return found;
  if (readVariable(environment, 'DIGLOT_API_KEY') === null)
    throw new CliFailure(
      `No gateway runs on ${dataFolder}. Start one with diglot serve, or name another one with --url and its key with DIGLOT_API_KEY.`,
    );
  const file = findConfigFile(options.config, environment);
  const { server } = (await loadConfig({ file, environment, dataFolder })).config;
  return server.publicUrl ?? `http://${reachable(server.host)}:${server.port}`;
}
