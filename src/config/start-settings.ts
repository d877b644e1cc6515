import { isObject, type Json } from '../shared/json/json.ts';
import { Secret } from '../shared/secret.ts';
import type { Config } from './config.ts';

type StartServer = Omit<Config['server'], 'publicUrl' | 'corsOrigins'>;

/** Settings that are read only at start, by section. The others are read for every call. */
export interface StartSettings {
  readonly server: StartServer;
  readonly storage: Config['storage'];
  readonly telemetry: NonNullable<Config['traces']> | null;
}

/** The settings of a configuration that are read only at start. */
export function startSettings({ server, storage, traces = null }: Config): StartSettings {
  const { publicUrl: _url, corsOrigins: _origins, ...rest } = server;
  return { server: rest, storage, telemetry: traces };
}

/** The configuration with the settings of a start, which stay until the next one. */
export const withStartSettings = (
  { server: { publicUrl, corsOrigins }, ...config }: Config,
  { server, storage, telemetry }: StartSettings,
): Config => ({ ...config, server: { ...server, publicUrl, corsOrigins }, storage, traces: telemetry });

const secretMember = '$secret';

/** Settings as JSON, with the values of secrets: for another process of the same gateway, and for comparing. */
export const writeSettings = (settings: StartSettings[keyof StartSettings] | StartSettings): string =>
  JSON.stringify(settings, function (this: Readonly<Record<string, unknown>>, name, value: unknown) {
    const source = this[name];
    return source instanceof Secret ? { [secretMember]: source.reveal() } : value;
  });

/** Makes secrets again, as the reviver of `JSON.parse` for what `writeSettings` wrote. */
export function reviveSecret(_name: string, value: Json): unknown {
  const secret = isObject(value) ? value[secretMember] : null;
  return typeof secret === 'string' ? new Secret(secret) : value;
}
