import { existsSync } from 'node:fs';
import { readVariable, type Environment } from './environment.ts';

/** The file that is read when nobody names one. */
export const usualFile = 'diglot.yaml';

/** The data folder when nobody names one. */
export const usualDataFolder = '.diglot';

/** Path of the configuration file: the flag's, else the environment's, else `diglot.yaml` where there is one, else null. */
export const findConfigFile = (flag: string | undefined, environment: Environment): string | null =>
  flag ?? readVariable(environment, 'DIGLOT_CONFIG') ?? (existsSync(usualFile) ? usualFile : null);

/** The data folder: the flag's, else the environment's, else `.diglot`. */
export const findDataFolder = (flag: string | undefined, environment: Environment): string =>
  flag ?? readVariable(environment, 'DIGLOT_DATA') ?? usualDataFolder;
