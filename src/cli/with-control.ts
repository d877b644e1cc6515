import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { noModel } from '../catalog/catalog.ts';
import type { Config } from '../config/config.ts';
import { findConfigFile, findDataFolder, usualFile } from '../config/environment.ts';
import { loadConfig } from '../config/load-config.ts';
import { silentLog } from '../shared/log.ts';
import type { Secret } from '../shared/secret.ts';
import { addFolderOptions, type ClientOptions, findServer, refuseSilent } from './find-server.ts';
import { CliFailure, printable, printableLine, type CliContext } from './context.ts';
import { allOf, makeControlClient, type ControlClient } from './control-client.ts';
import {
  createAdminKey,
  demoWorkspace,
  explainStart,
  findAdminKey,
  findDatabaseFile,
  prepareDataFolder,
  refuseMissingFolder,
  secretFiles,
} from './prepare-start.ts';

/**
 * Runs a command against the control API of the gateway that is named or runs on the data folder. If there is none, a temporary
 * one is started on a free loopback port.
 *
 * @throws {CliFailure} if there is no administrator key for a running gateway, or no data folder for a temporary one
 */
export async function withControl<Result>(
  options: ClientOptions,
  context: CliContext,
  action: (client: ControlClient) => Promise<Result>,
): Promise<Result> {
  const dataFolder = findDataFolder(options.data, context.environment);
  const origin = await findServer({ url: options.url, dataFolder }, context);
  if (origin === null) return withTemporaryServer({ options, dataFolder }, context, action);
  const key = await adminKey(dataFolder, context);
  await refuseSilent(origin, context);
  return action(makeControlClient(origin, key, context.stop));
}

async function adminKey(dataFolder: string, context: CliContext): Promise<Secret> {
  const secret = await findAdminKey(dataFolder, context);
  if (secret) return secret;
  throw new CliFailure(
    `There is no administrator key: DIGLOT_ADMIN_KEY is not set and ${join(dataFolder, secretFiles.admin)} does not exist. Set it to the gateway's, or name the gateway's data folder with --data.`,
  );
}

/** Warns about a new ledger, because with a mistyped folder it would look like lost credits. */
function warnOfNewLedger(database: string, { err }: CliContext): void {
  err(
    `There was no ledger at ${database}, so a new one was created. If you expected one, name the folder of the server with --data.\n`,
  );
}

/** Warns of a ledger that was made with a configuration which is not found from this folder. */
function warnOfDefaults(workspaces: readonly { readonly id: string }[], { err }: CliContext): void {
  if (workspaces.every(({ id }) => id === demoWorkspace)) return;
  err(
    `There is no ${usualFile} in this folder, so the built-in defaults apply to this command. If the gateway has a configuration file, name it with --config.\n`,
  );
}

/** The configuration for the moment of a command: nothing is created that the command does not ask for, neither row nor file. */
function temporaryConfig(config: Config): { readonly config: Config; readonly key: Secret } {
  const key = createAdminKey();
  const server = { ...config.server, host: '127.0.0.1', port: 0, publicUrl: null, metrics: null };
  return { config: { ...config, server, adminKey: key, bootstrap: { workspaces: [], keys: [] } }, key };
}

interface TemporaryServer {
  readonly options: ClientOptions;
  readonly dataFolder: string;
}

async function withTemporaryServer<Result>(
  { options, dataFolder }: TemporaryServer,
  context: CliContext,
  action: (client: ControlClient) => Promise<Result>,
): Promise<Result> {
  const { environment, clock } = context;
  const file = findConfigFile(options.config, environment);
  refuseMissingFolder(dataFolder);
  prepareDataFolder(dataFolder);
  const [{ startApp }, loaded] = await Promise.all([
    import('../app.ts'),
    loadConfig({ file, environment, dataFolder }),
  ]);
  const { config, key } = temporaryConfig(loaded.config);
  const database = findDatabaseFile(config);
  const isNew = database !== null && !existsSync(database);
  const app = await startApp({ config, dataFolder, clock, log: silentLog, temporary: true }).catch((error: unknown) => {
    throw explainStart(error, config);
  });
  if (isNew) warnOfNewLedger(database, context);
  else if (file === null) warnOfDefaults(app.services.store.keys.listWorkspaces(), context);
  try {
    return await action(makeControlClient(app.url, key, context.stop));
  } finally {
    await app.close(0);
  }
}

/** What goes to standard output, and what stands before or behind it on standard error. */
interface Printed {
  readonly out: string;
  readonly before?: string;
  readonly after?: string;
}

/** Makes a request like `withControl`, and prints its result to standard output as JSON, or as `text` says. */
export async function printControl<Result>(
  { options, context }: { readonly options: ControlOptions; readonly context: CliContext },
  request: (client: ControlClient) => Promise<Result>,
  text: (result: Result) => string | Printed,
): Promise<void> {
  const result = await withControl(options, context, request);
  if (options.json) return context.out(`${JSON.stringify(result)}\n`);
  const texts = text(result);
  const { out, before = '', after = '' } = typeof texts === 'string' ? { out: texts } : texts;
  if (before !== '') context.err(printable(before));
  context.out(printable(out));
  if (after !== '') context.err(printable(after));
}

/** The rows of a page as a table, and on standard error how to get the next page. */
export const pageText = (
  columns: readonly string[],
  rows: readonly (readonly string[])[],
  next: string | null,
): Printed => ({
  out: rows.length === 0 ? 'No entries.\n' : formatTable(columns, rows),
  after: next === null ? '' : `More: --after ${next}\n`,
});

/** Columns of a terminal, if each character takes one. */
const widthOf = (text: string): number => [...text.replaceAll(/[\u200c\u200d\p{M}]/gu, '')].length;

/**
 * Formats rows under headings, without trailing spaces.
 *
 * @param columns the headings; `>` before one aligns its column to the right
 */
export function formatTable(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  const titles = columns.map((column) => column.replace(/^>/, ''));
  const clean = rows.map((row) => row.map(printableLine));
  const widths = titles.map((title, index) =>
    clean.reduce((width, row) => Math.max(width, widthOf(row[index] ?? '')), widthOf(title)),
  );
  const line = (cells: readonly string[]): string =>
    columns
      .map((column, index) => {
        const text = cells[index] ?? '';
        const blanks = ' '.repeat((widths[index] ?? 0) - widthOf(text));
        return column.startsWith('>') ? blanks + text : text + blanks;
      })
      .join('  ')
      .trimEnd();
  return [titles, ...clean].map((cells) => `${line(cells)}\n`).join('');
}

/** The model of a call, for a table. */
export const modelCell = (model: string): string => (model === noModel ? '(no model)' : model);

/** Flags of every command that prints what a gateway answers. */
export interface ControlOptions extends ClientOptions {
  readonly json?: boolean;
}

/** Adds the flags of `ControlOptions`. */
export const addControlOptions = (command: Command): Command =>
  addFolderOptions(command.option('--url <origin>', 'URL of the gateway; default: the running one')).option(
    '--json',
    'print the answer as JSON',
  );

/**
 * Returns the only workspace, as the default of `--workspace`.
 *
 * @throws {CliFailure} if there are several, or none
 */
export async function onlyWorkspace(client: ControlClient): Promise<string> {
  const { data } = await allOf((query) => client.GET('/workspaces', { params: { query } }));
  const [only, ...others] = data.map(({ id }) => id);
  if (only !== undefined && others.length === 0) return only;
  const known =
    data.length === 0
      ? 'There is none yet; create one with diglot workspaces create <id>.'
      : `There are: ${data.map(({ id }) => id).join(', ')}.`;
  throw new CliFailure(`Name the workspace with --workspace <id>. ${known}`);
}

/** The members that have a value: a flag that was not given is not sent. */
export const given = <Members extends object>(members: Members) =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as {
    readonly [Name in keyof Members]?: Exclude<Members[Name], undefined>;
  };

/** The parts of the error message of a whole-number flag. */
interface WholeFlag {
  /** `--limit`. */
  readonly flag: string;
  /** `seconds`. */
  readonly unit: string;
  readonly example: number;
}

/** Parses the whole number of a flag. @throws {CliFailure} for anything else, also an empty text */
export function readWhole(text: string, { flag, unit, example }: WholeFlag): number {
  if (/^\d+$/.test(text)) return Number(text);
  throw new CliFailure(`${flag} must be a whole number of ${unit}, for example ${example}; you wrote "${text}".`);
}
