import { accessSync, constants, existsSync } from 'node:fs';
import { FolderError, makeFolder } from '../shared/make-folder.ts';
import { CliFailure } from './cli-failure.ts';

const refused = (clause: string): CliFailure =>
  new CliFailure(`The data folder cannot be used: ${clause}. Name another one with --data or DIGLOT_DATA.`);

/**
 * Makes the data folder where there is none.
 *
 * @throws {CliFailure} when it cannot be made or written to
 */
export function prepareDataFolder(dataFolder: string): void {
  try {
    makeFolder(dataFolder);
    accessSync(dataFolder, constants.W_OK | constants.X_OK);
  } catch (error) {
    if (error instanceof FolderError) throw refused(error.message);
    throw refused(`${dataFolder} cannot be written to (${(error as NodeJS.ErrnoException).code ?? String(error)})`);
  }
}

/**
 * Administration acts on a ledger that is there. A mistyped folder would get a new one, and a grant in it would be lost.
 *
 * @throws {CliFailure} when there is no data folder
 */
export function refuseMissingFolder(dataFolder: string): void {
  if (existsSync(dataFolder)) return;
  throw new CliFailure(
    `There is no data folder at ${dataFolder}. Name the folder that the server uses with --data, or start one there: diglot serve --data ${dataFolder}.`,
  );
}
