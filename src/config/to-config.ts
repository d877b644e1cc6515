import type { Catalog } from '../catalog/catalog.ts';
import { parseCredits } from '../shared/money.ts';
import { Secret } from '../shared/secret.ts';
import type { Bootstrap, Config, Limits } from './config.ts';
import type { Settings } from './schema/settings-schema.ts';

const limitsOf = (limits: Settings['limits']): Limits => ({
  voiceRequestBytes: limits.voice_request_bytes,
  voiceSeconds: limits.voice_seconds,
  jsonRequestBytes: limits.json_request_bytes,
  fileRequestBytes: limits.file_request_bytes,
  bodyMemoryBytes: limits.body_memory_bytes,
  keyBodyMemoryBytes: limits.key_body_memory_bytes,
  bodyBytesPerSecond: limits.body_bytes_per_second,
  firstByteSeconds: limits.first_byte_seconds,
  streamIdleSeconds: limits.stream_idle_seconds,
  keepaliveSeconds: limits.keepalive_seconds,
  driveRetentionSeconds: limits.drive_retention_seconds,
  responseRetentionDays: limits.response_retention_days,
});

function storageOf({ database, drive, ...keys }: Settings['storage']): Config['storage'] {
  const { drive_access_key_id: id, drive_secret_access_key: secret } = keys;
  const credential = id === null || secret === null ? {} : { driveCredential: { id, secret: new Secret(secret) } };
  return { database, drive, ...credential };
}

const bootstrapOf = (bootstrap: Settings['bootstrap']): Bootstrap => ({
  workspaces: bootstrap.workspaces.map((workspace) => ({
    id: workspace.id,
    name: workspace.name ?? workspace.id,
    plan: workspace.plan,
    credits: parseCredits(workspace.credits) ?? 0n,
    timeZone: workspace.time_zone,
  })),
  keys: bootstrap.keys.map(({ workspace, name, secret }) => ({ workspace, name, secret: new Secret(secret) })),
});

/** The settings in the program's own words. */
export const toConfig = (settings: Settings, catalog: Catalog): Config => ({
  server: {
    host: settings.server.host,
    port: settings.server.port,
    publicUrl: settings.server.public_url?.replace(/\/+$/, '') ?? null,
    corsOrigins: settings.server.cors_origins,
    metrics: settings.server.metrics,
    shutdown: {
      delayMilliseconds: settings.server.shutdown.delay_seconds * 1_000,
      graceMilliseconds: settings.server.shutdown.grace_seconds * 1_000,
    },
  },
  storage: storageOf(settings.storage),
  limits: limitsOf(settings.limits),
  catalog,
  bootstrap: bootstrapOf(settings.bootstrap),
});
