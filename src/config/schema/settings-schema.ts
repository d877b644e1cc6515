import { z } from 'zod';
import { modelSchema } from '../../catalog/schema/model-schema.ts';
import { modelNameSchema, nameSchema, regionSchema } from '../../catalog/schema/name-schema.ts';
import { creditsSchema, planSchema } from '../../catalog/schema/plan-schema.ts';
import { productSchema } from '../../catalog/schema/product-schema.ts';
import { providerSchema } from '../../catalog/schema/provider-schema.ts';
import { isTimeZone } from '../../shared/time/calendar.ts';

const portSchema = z
  .int('must be a whole number from 0 to 65535')
  .min(0, 'must be a whole number from 0 to 65535')
  .max(65_535, 'must be a whole number from 0 to 65535');

const secondsSchema = z
  .int('must be a whole number of seconds, from 0 to 3600')
  .min(0, 'must be a whole number of seconds, from 0 to 3600')
  .max(3_600, 'must be a whole number of seconds, from 0 to 3600');

const hostSchema = z
  .string()
  .regex(/^[A-Za-z0-9.:_-]{1,253}$/, 'must be a host name or an address, for example 127.0.0.1');

/** An origin as browsers write it: lower case, without a path, and without the port that its scheme has anyway. */
const originSchema = z
  .string()
  .refine(
    (text) => URL.canParse(text) && /^https?:/.test(text) && new URL(text).origin === text,
    'must be an origin without a path, in small letters, for example https://app.example.com or http://localhost:5173',
  );

/** `server`: where the gateway listens. */
const serverSchema = z
  .strictObject({
    host: hostSchema
      .default('127.0.0.1')
      .describe('Address to listen on. Loopback by default: nobody outside this machine can call until you say so.'),
    port: portSchema.default(8585).describe('TCP port; 0 lets the system choose.'),
    public_url: z
      .url({ protocol: /^https?$/, error: 'must be an http or https address, for example https://models.example.com' })
      .nullable()
      .default(null)
      .describe('What links in answers start with. Default: http://host:port as bound.'),
    metrics: z
      .strictObject({
        host: hostSchema
          .default('127.0.0.1')
          .describe('Address for /metrics. Loopback by default: figures are nobody else’s business.'),
        port: portSchema.default(8586).describe('TCP port of /metrics; 0 lets the system choose.'),
      })
      .nullable()
      .prefault({})
      .describe('Where /metrics is served, apart from the calls. null: nowhere.'),
    cors_origins: z
      .array(originSchema)
      .default([])
      .describe('Origins whose pages may call from a browser, for example https://app.example.com. Default: none.'),
    seal_keys: z
      .array(z.string().min(32, 'must be at least 32 characters').max(1_024, 'must be at most 1024 characters'))
      .default([])
      .describe(
        'Secrets under which thoughts of models are sealed that callers keep between turns: the first seals, all of them open. Instances that share a database need the same. Write "${NAME}" to take one from the environment. Default: one made once, in the data folder.',
      ),
    shutdown: z
      .strictObject({
        delay_seconds: secondsSchema
          .default(0)
          .describe(
            'How long /readyz says 503 while calls are still taken, so that a load balancer can turn elsewhere.',
          ),
        grace_seconds: secondsSchema
          .default(30)
          .describe('How long calls that run may take to their end once no new ones are taken; then they are cut.'),
      })
      .prefault({})
      .describe('What a signal to stop is followed by.'),
  })
  .prefault({})
  .describe('Where the gateway listens. Changing it needs a restart, but for public_url and cors_origins.');

/** `storage`: where things are kept. */
const storageSchema = z
  .strictObject({
    database: z
      .string()
      .regex(/^(sqlite:.+|postgres(ql)?:\/\/.+)$/, 'must be sqlite:path or postgres://user@host/name')
      .default('sqlite:.diglot/diglot.db')
      .describe(
        'Keys, calls and credits: sqlite:path or postgres://user@host/name. Default: diglot.db in the data folder.',
      ),
    drive: z
      .string()
      .regex(/^(file:.+|s3:\/\/.+)$/, 'must be file:path or s3://bucket?endpoint=…&region=…')
      .default('file:.diglot/drive')
      .describe('Kept files: file:path or s3://bucket?endpoint=https://…&region=…. Default: drive in the data folder.'),
    drive_access_key_id: z
      .string()
      .min(1, 'must not be empty')
      .max(256, 'must be at most 256 characters')
      .nullable()
      .default(null)
      .describe('Our access key at the bucket. Only for s3://.'),
    drive_secret_access_key: z
      .string()
      .min(1, 'must not be empty')
      .max(256, 'must be at most 256 characters')
      .nullable()
      .default(null)
      .describe('The secret that belongs to it. Write "${NAME}" to take it from the environment.'),
  })
  .refine(
    (storage) =>
      !storage.drive.startsWith('s3://') ||
      (storage.drive_access_key_id !== null && storage.drive_secret_access_key !== null),
    { path: ['drive'], error: 'is a bucket; set drive_access_key_id and drive_secret_access_key beside it' },
  )
  .prefault({})
  .describe('Where things are kept. Changing it needs a restart.');

/** Timers of the runtime end at 2³¹ ms (24.8 days); a day is more than any call should take. */
const longestSeconds = 86_400;

const bytes = (largest: number) =>
  z
    .int('must be a whole number of bytes')
    .min(1, 'must be at least 1 byte')
    .max(largest, `must be at most ${largest} bytes`);

const seconds = (largest: number) =>
  z
    .int('must be a whole number of seconds')
    .min(1, 'must be at least 1 second')
    .max(largest, `must be at most ${largest} seconds`);

/** `limits`: bytes, seconds and days, positive whole numbers. */
const limitsSchema = z
  .strictObject({
    voice_request_bytes: bytes(1_073_741_824)
      .default(29_360_128)
      .describe('Largest whole request on a voice route, bytes. 28 MiB by contract; one byte more is 413.'),
    voice_seconds: seconds(longestSeconds)
      .default(300)
      .describe('Longest call on a voice route, seconds from first byte to last. 5 minutes by contract; then 408.'),
    json_request_bytes: bytes(1_073_741_824)
      .default(33_554_432)
      .describe(
        'Largest JSON request elsewhere, and most that one may refer to of what is stored, bytes. Both are held in memory: 32 MiB holds a conversation with images.',
      ),
    file_request_bytes: bytes(1_099_511_627_776)
      .default(536_870_912)
      .describe('Largest upload of a file, bytes. 512 MiB, as the official APIs allow.'),
    body_memory_bytes: bytes(1_099_511_627_776)
      .nullable()
      .default(null)
      .describe(
        'Most bytes of JSON bodies in memory at once, a parsed one at five times its bytes; beyond it calls are 503 before their body is read. By default half of the heap that Node gives the process: the other half is for everything else.',
      ),
    key_body_memory_bytes: bytes(1_099_511_627_776)
      .nullable()
      .default(null)
      .describe(
        'The same for the calls of one key, bytes. By default half of `body_memory_bytes`: one key never takes it all. A call that is alone is taken whatever its size.',
      ),
    body_bytes_per_second: bytes(1_073_741_824)
      .default(32_768)
      .describe(
        'Slowest JSON body, bytes a second on average after its first 30 seconds; then 408. 32 KiB: a body of 32 MiB has 17 minutes, a line of 256 kbit/s.',
      ),
    first_byte_seconds: seconds(longestSeconds)
      .default(600)
      .describe('Wait for the first byte of an upstream, seconds; then 408. 10 minutes, as the SDKs wait.'),
    stream_idle_seconds: seconds(longestSeconds)
      .default(300)
      .describe('Longest silence of an upstream in a stream, seconds; then the stream ends with its own error event.'),
    keepalive_seconds: seconds(3_600)
      .default(15)
      .describe('Silence after which a stream gets a sign of life, seconds. Below the minute after which proxies cut.'),
    drive_retention_seconds: seconds(315_360_000)
      .default(259_200)
      .describe('Life of a kept file, seconds. 3 days by contract; then 404.'),
    response_retention_days: z
      .int('must be a whole number of days')
      .min(1, 'must be at least 1 day')
      .max(3_650, 'must be at most 3650 days')
      .default(30)
      .describe('Life of a stored response, days.'),
  })
  .prefault({})
  .describe('Bytes, seconds and days, whole numbers.');

/** The pattern that the control API holds new workspaces to as well. */
const workspaceIdSchema = z
  .string()
  .regex(/^[a-z0-9][a-z0-9_-]{0,62}$/, 'must be 1 to 63 small letters, digits, dashes or underscores');

/** What a person can read: something beside blanks, no control characters. The control API asks the same of names. */
const printable = /^(?=.*\S)\P{C}*$/u;

const workspaceSchema = z.strictObject({
  id: workspaceIdSchema.describe('Name of the workspace in this file and in the control API.'),
  name: z.string().min(1, 'must not be empty').nullable().default(null).describe('Name for people. Default: the id.'),
  plan: nameSchema.nullable().default(null).describe('Id of a plan above. null: only the balance limits.'),
  credits: creditsSchema.default('0').describe('Credits granted when the workspace is made.'),
  time_zone: z
    .string()
    .refine(isTimeZone, 'must be an IANA time zone, for example Europe/Berlin')
    .default('UTC')
    .describe('Zone in which its days and months begin.'),
});

const keySchema = z.strictObject({
  workspace: workspaceIdSchema.describe('Id of a workspace of this list.'),
  name: z
    .string()
    .regex(printable, 'must be at least one printable character, and no control characters')
    .max(100, 'must be at most 100 characters')
    .describe('Name for people.'),
  secret: z
    .string()
    .regex(
      /^[!-~][ -~]{6,1022}[!-~]$/,
      'must be 8 to 1,024 printable ASCII characters, with spaces only between others',
    )
    .describe(
      'The key itself, spaces included. Only its hash is kept. Write "${NAME}" to take it from the environment.',
    ),
});

/** `bootstrap`: created when absent, never changed afterwards. */
const bootstrapSchema = z
  .strictObject({
    workspaces: z.array(workspaceSchema).default([]).describe('Workspaces to make.'),
    keys: z.array(keySchema).default([]).describe('Keys to make.'),
  })
  .prefault({})
  .describe('Created when absent, never changed afterwards.');

/** The whole of diglot.yaml, as people write it: every member has a default, unknown members are errors. */
export const settingsSchema = z
  .strictObject({
    server: serverSchema,
    storage: storageSchema,
    limits: limitsSchema,
    regions: z
      .array(regionSchema)
      .min(1, 'must name at least one region')
      .default(['global'])
      .describe('Region codes that callers may ask for; without X-Region-Code it is global.'),
    providers: z
      .array(providerSchema)
      .default([])
      .describe('Upstreams. None at all: the built-in offline demo answers.'),
    models: z.array(modelSchema).default([]).describe('What callers can call.'),
    default_model: modelNameSchema
      .nullable()
      .default(null)
      .describe(
        'Model of requests to /v1/responses that name none, such as those of a stored prompt; it is put into them. Default: they are refused.',
      ),
    products: z.array(productSchema).default([]).describe('What calls are billed against.'),
    plans: z.array(planSchema).default([]).describe('What a workspace may spend in a month, and on what.'),
    bootstrap: bootstrapSchema,
  })
  .describe('Settings of the gateway, as diglot.yaml holds them.');

/** The settings with every default filled in, still in the words of the file. */
export type Settings = z.output<typeof settingsSchema>;
