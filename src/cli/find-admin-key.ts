import { join } from 'node:path';
import { readVariable } from '../config/environment.ts';
import { readSecretFile } from '../config/secret-file.ts';
import { Secret } from '../shared/secret.ts';
import type { CliContext } from './context.ts';
import { secretFiles } from './prepare-config.ts';

/** The administration key: DIGLOT_ADMIN_KEY, else the one kept in the data folder; null when there is neither. */
export async function findAdminKey(
  dataFolder: string,
  { environment }: Pick<CliContext, 'environment'>,
): Promise<Secret | null> {
  const named = readVariable(environment, 'DIGLOT_ADMIN_KEY');
  return named === null ? readSecretFile(join(dataFolder, secretFiles.admin)) : new Secret(named);
}
