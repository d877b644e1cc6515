import { nearestName } from '../shared/text/nearest-name.ts';
import { otherVariables, ours, type Environment } from './environment.ts';
import { settingsSchema } from './schema/settings-schema.ts';
import { membersOf, readScalar, scalarType, schemaAt } from './schema/walk-schema.ts';

/** A setting from a flag or a variable. */
export interface OutsideSetting {
  readonly path: readonly string[];
  readonly value: string | number | boolean;
  readonly origin: string;
}

/** Variables that Kubernetes sets in every pod if there is a service named `diglot`. */
const isServiceLink = (name: string, value: string): boolean =>
  /^DIGLOT_(SERVICE_(HOST|PORT)|PORT_\d+_)/.test(name) || (name === 'DIGLOT_PORT' && value.includes('://'));

/** Settings from variables, and a notice for every unknown `DIGLOT_` variable. */
export function readVariables(environment: Environment): {
  readonly settings: readonly OutsideSetting[];
  readonly notices: readonly string[];
} {
  const settings: OutsideSetting[] = [];
  const notices: string[] = [];
  for (const [name, text] of Object.entries(environment)) {
    if (!ours.test(name) || !text || Object.hasOwn(otherVariables, name) || isServiceLink(name, text)) continue;
    const path = environmentNames.get(name);
    if (path)
      settings.push({ path, value: readScalar(schemaAt(settingsSchema, path), text), origin: `environment ${name}` });
    else {
      const nearest = nearestName(name, [...environmentNames.keys(), ...Object.keys(otherVariables)]);
      notices.push(`${name} is unknown and ignored.${nearest ? ` Did you mean ${nearest}?` : ''}`);
    }
  }
  return { settings, notices };
}

/** Sections whose settings can come from the environment, with the prefix of their variables. */
const prefixes = { server: 'DIGLOT', storage: 'DIGLOT', limits: 'DIGLOT_LIMITS', log: 'DIGLOT_LOG' } as const;

type Members = NonNullable<ReturnType<typeof membersOf>>;

function namesBelow(
  members: Members,
  prefix: string,
  path: readonly string[],
): readonly (readonly [string, readonly string[]])[] {
  return Object.entries(members).flatMap(([name, member]) => {
    const variable = `${prefix}_${name.toUpperCase()}`;
    const place = [...path, name];
    if (scalarType(member)) return [[variable, place] as const];
    return namesBelow(membersOf(member) ?? {}, variable, place);
  });
}

/**
 * Paths of settings by variable: `DIGLOT_PORT` is `server.port`,
 * `DIGLOT_METRICS_PORT` is `server.metrics.port`, `DIGLOT_LIMITS_VOICE_SECONDS` is `limits.voice_seconds`.
 */
export const environmentNames: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries(prefixes).flatMap(([section, prefix]) =>
    namesBelow(membersOf(settingsSchema.shape[section as keyof typeof prefixes]) ?? {}, prefix, [section]),
  ),
);
