import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { environmentNames } from '../../../src/config/environment.ts';
import { configJsonSchema } from '../../../scripts/generate/write-config-schema.ts';
import { logAreas } from '../../../src/shared/log.ts';

describe('the JSON Schema of diglot.yaml', () => {
  const schema = configJsonSchema();

  it('is the one that is shipped', () => {
    const shipped: unknown = JSON.parse(readFileSync(new URL('../../../diglot.schema.json', import.meta.url), 'utf8'));
    expect(shipped, 'run: npm run generate').toEqual(schema);
  });

  it('knows every member and refuses others', () => {
    expect(schema).toMatchObject({
      additionalProperties: false,
      properties: {
        server: { additionalProperties: false },
        providers: { items: { required: ['id', 'spec', 'base_url'] } },
      },
    });
  });

  it('says what every member means', () => {
    const silent: string[] = [];
    const look = (node: unknown, path: string): void => {
      if (typeof node !== 'object' || node === null) return;
      const { properties, items, anyOf } = node as Readonly<Record<string, unknown>>;
      for (const [name, member] of Object.entries((properties ?? {}) as Record<string, { description?: string }>)) {
        if (!member.description) silent.push(`${path}.${name}`);
        look(member, `${path}.${name}`);
      }
      look(items, `${path}[]`);
      for (const branch of (anyOf ?? []) as readonly unknown[]) look(branch, path);
    };
    look(schema, '');
    expect(silent).toEqual([]);
  });

  it('lets a number come from the environment', () => {
    expect(schema).toMatchObject({
      properties: { server: { properties: { port: { anyOf: [{ type: 'integer' }, { type: 'string' }] } } } },
    });
  });
});

describe('the variables of settings', () => {
  it('are made from the names of the settings', () => {
    expect([...environmentNames].map(([name, path]) => `${name} ${path.join('.')}`)).toEqual([
      'DIGLOT_HOST server.host',
      'DIGLOT_PORT server.port',
      'DIGLOT_WORKERS server.workers',
      'DIGLOT_PUBLIC_URL server.public_url',
      'DIGLOT_METRICS_HOST server.metrics.host',
      'DIGLOT_METRICS_PORT server.metrics.port',
      'DIGLOT_SHUTDOWN_DELAY_SECONDS server.shutdown.delay_seconds',
      'DIGLOT_SHUTDOWN_GRACE_SECONDS server.shutdown.grace_seconds',
      'DIGLOT_DATABASE storage.database',
      'DIGLOT_OFFLINE_SECONDS storage.offline_seconds',
      'DIGLOT_SPOOL storage.spool',
      'DIGLOT_DRIVE storage.drive',
      'DIGLOT_DRIVE_ACCESS_KEY_ID storage.drive_access_key_id',
      'DIGLOT_DRIVE_SECRET_ACCESS_KEY storage.drive_secret_access_key',
      'DIGLOT_LIMITS_VOICE_REQUEST_BYTES limits.voice_request_bytes',
      'DIGLOT_LIMITS_VOICE_SECONDS limits.voice_seconds',
      'DIGLOT_LIMITS_JSON_REQUEST_BYTES limits.json_request_bytes',
      'DIGLOT_LIMITS_FILE_REQUEST_BYTES limits.file_request_bytes',
      'DIGLOT_LIMITS_WORKSPACE_STORED_BYTES limits.workspace_stored_bytes',
      'DIGLOT_LIMITS_WORKSPACE_KEYS limits.workspace_keys',
      'DIGLOT_LIMITS_BODY_MEMORY_BYTES limits.body_memory_bytes',
      'DIGLOT_LIMITS_KEY_BODY_MEMORY_BYTES limits.key_body_memory_bytes',
      'DIGLOT_LIMITS_SPOOL_BYTES limits.spool_bytes',
      'DIGLOT_LIMITS_KEY_SPOOL_BYTES limits.key_spool_bytes',
      'DIGLOT_LIMITS_BODY_BYTES_PER_SECOND limits.body_bytes_per_second',
      'DIGLOT_LIMITS_EVENT_LOOP_DELAY_MILLISECONDS limits.event_loop_delay_milliseconds',
      'DIGLOT_LIMITS_FIRST_BYTE_SECONDS limits.first_byte_seconds',
      'DIGLOT_LIMITS_STREAM_IDLE_SECONDS limits.stream_idle_seconds',
      'DIGLOT_LIMITS_KEEPALIVE_SECONDS limits.keepalive_seconds',
      'DIGLOT_LIMITS_REALTIME_IDLE_SECONDS limits.realtime_idle_seconds',
      'DIGLOT_LIMITS_REALTIME_SESSION_SECONDS limits.realtime_session_seconds',
      'DIGLOT_LIMITS_DRIVE_RETENTION_SECONDS limits.drive_retention_seconds',
      'DIGLOT_LIMITS_RESPONSE_RETENTION_DAYS limits.response_retention_days',
      'DIGLOT_LOG_LEVEL log.level',
      ...Object.keys(logAreas).map((area) => `DIGLOT_LOG_LEVELS_${area.toUpperCase()} log.levels.${area}`),
    ]);
  });
});
