import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { environmentNames } from '../../../src/config/environment.ts';
import { configJsonSchema } from '../../../scripts/generate/write-config-schema.ts';
import { goodEnvironment, goodFile, problemsOf } from './load-text.ts';
import { logAreas } from '../../../src/shared/log.ts';

/** What an editor says about a document: the validator that the gateway's own is built on, with this schema. */
function editorProblems(document: unknown): unknown {
  const validator = createRequire(createRequire(import.meta.url).resolve('express-openapi-validator/package.json'));
  const { Ajv2020 } = validator('ajv/dist/2020') as {
    readonly Ajv2020: new (options: object) => {
      readonly compile: (schema: object) => ((value: unknown) => boolean) & { readonly errors?: unknown };
    };
  };
  const validate = new Ajv2020({ strict: false, formats: { uri: /^https?:/, 'date-time': /^\d{4}-/ } }).compile(
    configJsonSchema(),
  );
  return validate(document) ? null : validate.errors;
}

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

  it('lets any value come from the environment or a file, whole or in part', () => {
    const written = {
      server: { host: '${HOST}', port: '${PORT}', public_url: '${URL}', seal_keys: ['${SEAL_KEY}'] },
      storage: { database: 'postgres://diglot:${file:/run/db}@db/diglot', spool: '${SPOOL}', drive: '${DRIVE}' },
      limits: { voice_seconds: '${VOICE_SECONDS}' },
      regions: ['${REGION}'],
      providers: [
        {
          id: '${ID}',
          spec: '${SPEC}',
          kind: '${KIND}',
          base_url: '${URL}',
          credential: { type: '${TYPE}', role_arn: '${ROLE}', token_file: '${file:/run/path}' },
        },
      ],
      models: [{ id: '${MODEL}', created: '${DATE}', targets: [{ provider: '${ID}' }], product: '${SKU}' }],
      products: [{ sku: '${SKU}', prices: [{ from: '${DATE}', requests: { credits: '${PRICE}', per: '${PER}' } }] }],
      plans: [{ id: '${PLAN}', monthly_credits: '${CREDITS}' }],
      mail: { smtp: '${SMTP}', from: '${F}' },
      log: { level: '${LEVEL}' },
    };
    expect(editorProblems(written)).toBeNull();
  });

  it('refuses another text in its place', () => {
    expect(editorProblems({ server: { port: 'many' } })).not.toBeNull();
    expect(editorProblems({ log: { level: '$LEVEL' } })).not.toBeNull();
  });

  it('lets every section be empty, as the program does, and no member of one', async () => {
    const names = Object.keys(schema['properties'] as object);
    for (const name of names) {
      expect(editorProblems({ [name]: null }), name).toBeNull();
      expect(await problemsOf(`${name}:\n`), name).toEqual([]);
      expect(await problemsOf(`${name}:\n${goodFile}`, { environment: goodEnvironment }), name).toEqual(
        goodFile.includes(`\n${name}:`) || name === 'providers' ? [expect.stringContaining('unique')] : [],
      );
    }
    expect(editorProblems({ server: { port: null } })).not.toBeNull();
    expect(await problemsOf('server:\n  port:\n')).toEqual([expect.stringContaining('server.port — must be a whole')]);
    expect(await problemsOf('severs:\n')).toEqual([expect.stringContaining('severs — is not a setting')]);
  });

  it('accepts names of headers in upper case, as the program does', () => {
    const row = { id: 'x', spec: 'a', base_url: 'https://x.example/v1' };
    expect(editorProblems({ providers: [{ ...row, headers: { 'OpenAI-Project': 'p' } }] })).toBeNull();
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
