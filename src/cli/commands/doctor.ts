import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Provider } from '../../catalog/catalog.ts';
import { emptyHash, fileOf } from '../../catalog/credential.ts';
import { demoAddress } from '../../catalog/provider-overrides.ts';
import type { Config } from '../../config/config.ts';
import { findConfigFile, findDataFolder, mostBytes, unreadableBecause } from '../../config/environment.ts';
import { loadConfig } from '../../config/load-config.ts';
import { ConfigError } from '../../config/problems.ts';
import { makeCredentials } from '../../providers/credentials/credentials.ts';
import { CredentialFailure } from '../../providers/upstream.ts';
import { authorise } from '../../providers/headers.ts';
import { headersAt, kinds, pathAt } from '../../providers/kinds/kinds.ts';
import type { ExaminedDatabase } from '../../store/sqlite/checks/database-files.ts';
import { objectOf, parseJson, stringOf } from '../../shared/json/json.ts';
import { systemClock } from '../../shared/time/clock.ts';
import { programVersion } from '../../shared/program-version.ts';
import { codeOf } from '../../shared/make-folder.ts';
import { addFolderOptions, explainFetch, findServer } from '../find-server.ts';
import { CliFailure, exitCodes, printable, type CliContext, type DefineCommand, type ExitCode } from '../context.ts';
import { findDatabaseFile, withoutPassword } from '../prepare-start.ts';

interface DoctorOptions {
  readonly config?: string;
  readonly data?: string;
  readonly reach?: boolean;
  readonly json?: boolean;
}

const colours = { ok: '32', bad: '31', skipped: '90' } as const;

async function examineConfig(options: DoctorOptions, context: CliContext): Promise<readonly [Examined, Config | null]> {
  const { environment } = context;
  const file = findConfigFile(options.config, environment);
  const subject = 'configuration';
  try {
    const dataFolder = findDataFolder(options.data, environment);
    const { config } = await loadConfig({ file, environment, dataFolder });
    return [{ subject, state: 'ok', detail: file ?? 'built-in defaults' }, config];
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return [{ subject, state: 'bad', detail: error.message, exitCode: exitCodes.configuration }, null];
  }
}

/** What a running gateway says that an operator should look at; null: nothing. */
async function askGateway(origin: string): Promise<string | null> {
  try {
    const answer = await fetch(`${origin}/readyz`, { signal: AbortSignal.timeout(timeoutMilliseconds) });
    const { status, warning, reason } = objectOf(parseJson(await answer.text()));
    if (status !== (answer.ok ? 'ready' : 'not ready')) return `does not serve /readyz (status ${answer.status})`;
    const words = stringOf(reason) ?? stringOf(warning);
    return answer.ok ? words : `not ready${words === null ? '' : `. ${words}`}`;
  } catch (error) {
    return `does not answer (${explainFetch(error)})`;
  }
}

async function examineGateway(dataFolder: string, context: CliContext): Promise<Examined> {
  const subject = 'gateway';
  try {
    const server = await findServer({ url: undefined, dataFolder }, context);
    if (server === null) return { subject, state: 'skipped', detail: `not running on ${dataFolder}` };
    const words = await askGateway(server);
    if (words === null) return { subject, state: 'ok', detail: server };
    return { subject, state: 'bad', detail: `${server}: ${words}`, exitCode: exitCodes.failed };
  } catch (error) {
    if (!(error instanceof CliFailure)) throw error;
    return { subject, state: 'bad', detail: error.message, exitCode: error.exitCode };
  }
}

async function examineProviders(config: Config, reach: boolean): Promise<readonly Examined[]> {
  const all = [...config.catalog.providers.values()];
  if (reach) return Promise.all(all.map(reachProvider));
  return all.map(({ id, baseUrl, credential }) => {
    const subject = `provider ${id}`;
    const file = credential && fileOf(credential);
    const why = file && unreadableBecause(file.path, mostBytes.secret);
    if (!file || !why) return { subject, state: 'skipped', detail: `${baseUrl}; not contacted without --reach` };
    const detail = `${file.path}, which its credential names, cannot be read (${why})`;
    return { subject, state: 'bad', detail, exitCode: exitCodes.upstream };
  });
}

function print(all: readonly Examined[], { out, colour }: CliContext): void {
  const width = Math.max(...all.map(({ subject }) => subject.length));
  for (const { subject, state, detail } of all) {
    const mark = state === 'skipped' ? '--' : state;
    const painted = colour ? `\u001B[${colours[state]}m${mark.padEnd(4)}\u001B[0m` : mark.padEnd(4);
    out(`${painted} ${subject.padEnd(width)}  ${printable(detail).replaceAll('\n', '\n     ')}\n`);
  }
}

async function doctor(options: DoctorOptions, context: CliContext): Promise<ExitCode> {
  const dataFolder = findDataFolder(options.data, context.environment);
  const [configuration, config] = await examineConfig(options, context);
  const all: readonly Examined[] = [
    { subject: 'diglot', state: 'ok', detail: programVersion() },
    { subject: 'node', state: 'ok', detail: `${process.versions.node} on ${process.platform} ${process.arch}` },
    configuration,
    await examineGateway(dataFolder, context),
    ...(config ? await examineStorage(config, dataFolder) : []),
    ...(config ? await examineProviders(config, options.reach ?? false) : []),
  ];
  if (options.json) context.out(`${JSON.stringify(all)}\n`);
  else print(all, context);
  return all.find(({ state }) => state === 'bad')?.exitCode ?? exitCodes.done;
}

/** `diglot doctor` */
export const defineDoctor: DefineCommand = (command, context, run) => {
  addFolderOptions(command)
    .option('--reach', 'contact every provider with its credential; calls no model')
    .option('--json', 'print the result as JSON')
    .action(run((options: DoctorOptions) => doctor(options, context)));
};

/** The path itself, or its nearest existing parent. */
async function findNearest(path: string): Promise<{ readonly nearest: string; readonly isFolder: boolean }> {
  const stats = await stat(path).catch(() => null);
  if (stats !== null || dirname(path) === path) return { nearest: path, isFolder: stats?.isDirectory() ?? false };
  return findNearest(dirname(path));
}

async function examineFolder(subject: string, path: string): Promise<Examined> {
  const { nearest, isFolder } = await findNearest(path);
  const bad = (detail: string): Examined => ({ subject, state: 'bad', detail, exitCode: exitCodes.failed });
  if (!isFolder) return bad(`${nearest} is a file, not a folder`);
  try {
    await access(nearest, constants.W_OK | constants.X_OK);
    return { subject, state: 'ok', detail: nearest === path ? path : `${path}, created at the first start` };
  } catch (error) {
    return bad(`${nearest} cannot be written (${codeOf(error)})`);
  }
}

const found: Readonly<
  Record<ExaminedDatabase['state'], (path: string, bytes: number) => Pick<Examined, 'state' | 'detail'>>
> = {
  absent: (path) => ({ state: 'ok', detail: `${path}, created at the first start` }),
  'in-use': (path) => ({ state: 'skipped', detail: `${path} is in use; checked only if no process has it open` }),
  good: (path, bytes) => ({ state: 'ok', detail: `${path}, ${Math.ceil(bytes / 1_024)} KiB` }),
};

/** Runs the database checks of a start. */
async function databaseFinding(path: string): Promise<Examined> {
  const subject = 'database';
  const { examineDatabase } = await import('../../store/sqlite/checks/database-files.ts');
  try {
    const { state, bytes } = examineDatabase(path);
    return { subject, ...found[state](path, bytes) };
  } catch (error) {
    if (!(error instanceof Error && error.name === 'StoreError')) throw error;
    return { subject, state: 'bad', detail: error.message, exitCode: exitCodes.failed };
  }
}

/** Examines the data folder, the database and the drive without changing anything. Skips what a running gateway has open. */
async function examineStorage(config: Config, dataFolder: string): Promise<readonly Examined[]> {
  const { database, drive } = config.storage;
  const file = findDatabaseFile(config);
  const elsewhere = (subject: string, address: string): Examined => ({
    subject,
    state: 'skipped',
    detail: `${withoutPassword(address)}; checked at start`,
  });
  return [
    await examineFolder('data folder', dataFolder),
    file === null ? elsewhere('database', database) : await databaseFinding(file),
    drive.startsWith('file:') ? await examineFolder('drive', drive.slice('file:'.length)) : elsewhere('drive', drive),
  ];
}

/** The result for one subject. */
interface Examined {
  readonly subject: string;
  readonly state: 'ok' | 'bad' | 'skipped';
  readonly detail: string;
  /** Exit code of the command if the state is bad. */
  readonly exitCode?: ExitCode;
}

const timeoutMilliseconds = 5_000;

/** Where a provider's list of models is; the base address if its kind has no list. */
function modelsAddress(provider: Provider): string {
  const { modelsPath } = kinds[provider.kind];
  if (modelsPath === null) return provider.baseUrl;
  return (
    provider.baseUrl + pathAt({ provider, operation: { path: modelsPath }, wire: 'none', model: null, stream: false })
  );
}

/** Requests the list of models like the gateway, with the address, headers and credential of the provider. */
async function fetchModels(provider: Provider): Promise<Response> {
  const url = modelsAddress(provider);
  const headers = headersAt(provider, { accept: 'application/json' });
  const request = { method: 'GET', url, headers, bodyHash: () => emptyHash };
  const shown = await authorise(provider.credential, request, makeCredentials(systemClock));
  const signal = AbortSignal.timeout(timeoutMilliseconds);
  const answer = await fetch(url, { headers: { ...headers, ...shown }, redirect: 'manual', signal });
  await answer.body?.cancel();
  return answer;
}

/** The base address without the version at its end, or else with one. */
const otherBase = (baseUrl: string): string =>
  /\/v\d[a-z0-9]*$/.test(baseUrl) ? baseUrl.replace(/\/[^/]*$/, '') : `${baseUrl}/v1`;

/** What a list of models that is not there means: a host without one, or an address that lacks or repeats the version. */
async function explainMissing(provider: Provider): Promise<Pick<Examined, 'state' | 'detail'>> {
  const { baseUrl } = provider;
  const other = { ...provider, baseUrl: otherBase(baseUrl) };
  const { ok, status, headers } = await fetchModels(other);
  const [tried, triedToo] = [provider, other].map((row) => new URL(modelsAddress(row)).pathname);
  // A page for people is no list of models.
  if (ok && headers.get('content-type')?.includes('json') === true) {
    const detail = `${baseUrl} is probably wrong: GET ${tried} gets 404, but GET ${triedToo} gets ${status}. Set base_url to ${other.baseUrl}`;
    return { state: 'bad', detail };
  }
  const detail = `${baseUrl} answers, but shows no models: GET ${tried} gets 404, and GET ${triedToo} gets ${status}. Either the host has no list, and only a call can prove the credential, or base_url is wrong: it may lack or repeat a version such as /v1`;
  return { state: 'ok', detail };
}

/** Requests a provider's list of models. Only with `--reach`: health checks never contact a provider. */
async function reachProvider(provider: Provider): Promise<Examined> {
  const { id, baseUrl, kind } = provider;
  const { modelsPath } = kinds[kind];
  const subject = `provider ${id}`;
  if (baseUrl === demoAddress) return { subject, state: 'ok', detail: 'built in, offline' };
  const bad = { subject, state: 'bad', exitCode: exitCodes.upstream } as const;
  try {
    const answer = await fetchModels(provider);
    // Without a list of models, what a host says to a request for nothing says nothing of the credential.
    if (modelsPath !== null && answer.status === 404)
      return { subject, exitCode: bad.exitCode, ...(await explainMissing(provider)) };
    if (modelsPath === null) {
      const detail = `${baseUrl} answers (${answer.status}); its credential can be had, and only a call can prove it`;
      return { subject, state: 'ok', detail };
    }
    if (answer.status === 401 || answer.status === 403) {
      return { ...bad, detail: `${baseUrl} answers, but rejects the credential (${answer.status})` };
    }
    if (answer.status === 402)
      return { ...bad, detail: `${baseUrl} answers, but the account there has no credit (${answer.status})` };
    return {
      subject,
      state: answer.status < 500 ? 'ok' : 'bad',
      detail: `${baseUrl} answers (${answer.status})`,
      exitCode: bad.exitCode,
    };
  } catch (error) {
    if (error instanceof CredentialFailure) {
      const cause = error.cause instanceof Error ? ` (${error.cause.message})` : '';
      return { ...bad, detail: `there is no credential for ${baseUrl}: ${error.message}${cause}` };
    }
    return { ...bad, detail: `${baseUrl} does not answer (${explainFetch(error)})` };
  }
}
