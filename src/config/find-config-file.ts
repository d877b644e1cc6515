import { existsSync } from 'node:fs';
import { readVariable, type Environment } from './environment.ts';

/** The default configuration file. */
export const usualFile = 'diglot.yaml';

/** The default data folder. */
export const usualDataFolder = '.diglot';

/** Path of the configuration file: the flag's, else the environment's, else `diglot.yaml` if it exists, else null. */
export const findConfigFile = (flag: string | undefined, environment: Environment): string | null =>
  flag ?? readVariable(environment, 'DIGLOT_CONFIG') ?? (existsSync(usualFile) ? usualFile : null);

/** The data folder: the flag's, else the environment's, else `.diglot`. */
export const findDataFolder = (flag: string | undefined, environment: Environment): string =>
  flag ?? readVariable(environment, 'DIGLOT_DATA') ?? usualDataFolder;
