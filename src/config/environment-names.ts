import { membersOf, scalarType } from './schema/walk-schema.ts';
import { settingsSchema } from './schema/settings-schema.ts';

/** Sections whose settings can come from the environment, and what their variables begin with. */
const prefixes = { server: 'DIGLOT', storage: 'DIGLOT', limits: 'DIGLOT_LIMITS' } as const;

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
 * Variables by name, each with the path of the setting that it sets: `DIGLOT_PORT` is `server.port`,
 * `DIGLOT_METRICS_PORT` is `server.metrics.port`, `DIGLOT_LIMITS_VOICE_SECONDS` is `limits.voice_seconds`.
 */
export const environmentNames: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries(prefixes).flatMap(([section, prefix]) =>
    namesBelow(membersOf(settingsSchema.shape[section as keyof typeof prefixes]) ?? {}, prefix, [section]),
  ),
);
