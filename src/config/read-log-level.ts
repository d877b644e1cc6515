import { nearestName } from '../shared/nearest-name.ts';
import { readVariable, type Environment } from './environment.ts';
import { ConfigError } from './problems.ts';

const levels = ['debug', 'info', 'warn', 'error'] as const;

/**
 * The least level that is logged: DIGLOT_LOG_LEVEL, else `info`.
 *
 * @throws {ConfigError} for a word that is no level
 */
export function readLogLevel(environment: Environment): (typeof levels)[number] {
  const wanted = readVariable(environment, 'DIGLOT_LOG_LEVEL') ?? 'info';
  const level = levels.find((one) => one === wanted);
  if (level) return level;
  const message = `must be ${levels.slice(0, -1).join(', ')} or ${levels.at(-1)}; you wrote ${JSON.stringify(wanted)}`;
  const problem = { place: 'environment DIGLOT_LOG_LEVEL', path: '', message };
  throw new ConfigError([{ ...problem, suggestion: nearestName(wanted, levels) }]);
}
