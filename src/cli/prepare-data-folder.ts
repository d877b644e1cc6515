import { accessSync, constants } from 'node:fs';
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
