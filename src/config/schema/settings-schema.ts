import { z } from 'zod';
import { modelSchema } from '../../catalog/schema/model-schema.ts';
import {
  baseAddressSchema,
  filled,
  modelNameSchema,
  orNull,
  regionSchema,
  toggle,
} from '../../catalog/schema/name-schema.ts';
import { planSchema, productSchema } from '../../catalog/schema/catalog-schema.ts';
import { providerSchema } from '../../catalog/schema/provider-schema.ts';
import {
  alertsSchema,
  bootstrapSchema,
  logSchema,
  mailSchema,
  signInSchema,
  telemetrySchema,
} from './section-schemas.ts';

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

/** An origin as browsers send it: lower case, without a path, and without a default port. */
const originSchema = z
  .string()
  .refine(
    (text) => URL.canParse(text) && /^https?:/.test(text) && new URL(text).origin === text,
    'must be an origin without a path, in lower case, for example https://app.example.com or http://localhost:5173',
  );

/** `server`: where the gateway listens. */
const serverSchema = z
  .strictObject({
    host: hostSchema
      .default('127.0.0.1')
      .describe('Address to listen on. Default: loopback, so that only this machine can call.'),
    port: portSchema.default(8585).describe('TCP port; 0 lets the system choose.'),
    workers: z
      .int('must be a whole number')
      .min(1, 'must be at least 1')
      .max(64, 'must be at most 64')
      .default(1)
      .describe('Processes that share the port, each with a processor of its own. One more process supervises them.'),
    public_url: orNull(baseAddressSchema('an http or https address, for example https://models.example.com')).describe(
      'Base URL of links in answers. Default: http://host:port as bound.',
    ),
    metrics: z
      .strictObject({
        host: hostSchema.default('127.0.0.1').describe('Address of /metrics. Default: loopback.'),
        port: portSchema.default(8586).describe('TCP port of /metrics; 0 lets the system choose.'),
      })
      .nullable()
      .prefault({})
      .describe('Where /metrics is served, and /livez once more, on a separate port. null: they are not served there.'),
    cors_origins: z
      .array(originSchema)
      .default([])
      .describe('Origins whose pages may call from a browser, for example https://app.example.com. Default: none.'),
    seal_keys: z
      .array(z.string().min(32, 'must be at least 32 characters').max(1_024, 'must be at most 1024 characters'))
      .default([])
      .describe(
        'Secrets that encrypt what the gateway must be able to read again: second factors and webhook secrets in the database, and thinking that callers keep between turns. The first one encrypts, all of them decrypt. To rotate: add the new one last, restart all instances, move it to the front, restart, remove the old one. Instances that share a database need the same list. Write "${NAME}" to read one from the environment. Default: one created once, in the file seal-key of the data folder; back it up with the database.',
      ),
    shutdown: z
      .strictObject({
        delay_seconds: secondsSchema
          .default(0)
          .describe(
            'Seconds for which calls are still accepted while /readyz returns 503, so that load balancers stop sending new ones.',
          ),
        grace_seconds: secondsSchema
          .default(30)
          .describe('Seconds that running calls get to finish after that. Then they are cut.'),
      })
      .prefault({})
      .describe('How the gateway stops after SIGTERM or SIGINT.'),
  })
  .prefault({})
  .describe('Where the gateway listens. Changes need a restart, except for public_url and cors_origins.');

/** `storage`: where data is stored. */
const bucketAddress = /^s3:\/\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]\/?(?:\?.*)?$/;

const storageSchema = z
  .strictObject({
    database: z
      .string()
      .regex(/^(sqlite:.+|postgres(ql)?:\/\/.+)$/, 'must be sqlite:path or postgres://user@host/name')
      .refine((address) => address !== 'sqlite::memory:', {
        error: 'loses all keys, calls and credits at a stop; name a file, for example sqlite:.diglot/diglot.db',
      })
      // Where the host is a socket (`postgres://user@/name?host=/var/run/postgresql`), none follows the @.
      .refine((address) => !address.startsWith('postgres') || URL.canParse(address.replace('@/', '@socket/')), {
        error: 'must be an address, with a port up to 65535; write other characters in names and passwords as %40',
      })
      .default('sqlite:.diglot/diglot.db')
      .describe(
        'Keys, calls and credits: sqlite:path or postgres://user@host/name. Default: diglot.db in the data folder.',
      ),
    offline_seconds: z
      .int('must be a whole number of seconds, from 0 to 300')
      .min(0, 'must be a whole number of seconds, from 0 to 300')
      .max(300, 'must be a whole number of seconds, from 0 to 300')
      .default(30)
      .describe(
        'Seconds for which calls continue while PostgreSQL does not answer, with the keys and the leased credit that the instance knows; calls whose answer would be stored get 503 at once. Then all get 503 until it answers. A credit lease ends 13 to 48 seconds after the last answer; from then on only free calls continue. 0: calls get 503 at once.',
      ),
    spool: toggle(
      true,
      'Whether settled calls are kept in the data folder until PostgreSQL answers. Set false if the data folder does not outlive the process: the end of a call then waits for the database, and new calls get 503 while it does not answer.',
    ),
    drive: z
      .string()
      .regex(/^(file:.+|s3:\/\/.+)$/, 'must be file:path or s3://bucket?endpoint=…&region=…')
      .refine((address) => !address.startsWith('s3:') || bucketAddress.test(address), {
        error: 'names no bucket: a name has 3 to 63 lower-case letters, digits, dots and dashes, without a path',
      })
      .default('file:.diglot/drive')
      .describe(
        'Stored files: file:path or s3://bucket?endpoint=https://…&region=…. Use it for one database only: a trial or staging needs its own. Default: drive in the data folder.',
      ),
    drive_access_key_id: orNull(filled.max(256, 'must be at most 256 characters')).describe(
      'Access key of the bucket. Only for s3://.',
    ),
    drive_secret_access_key: orNull(filled.max(256, 'must be at most 256 characters')).describe(
      'Secret of that access key. Write "${NAME}" to read it from the environment.',
    ),
  })
  .refine(
    (storage) =>
      !storage.drive.startsWith('s3://') ||
      (storage.drive_access_key_id !== null && storage.drive_secret_access_key !== null),
    { path: ['drive'], error: 'is a bucket; also set drive_access_key_id and drive_secret_access_key' },
  )
  .prefault({})
  .describe('Where data is stored. Changes need a restart.');

/** Timers are limited to 2³¹ ms (24.8 days). A day is more than any call should take. */
const longestSeconds = 86_400;

const whole = (unit: string, largest: number) =>
  z
    .int(`must be a whole number of ${unit}s`)
    .min(1, `must be at least 1 ${unit}`)
    .max(largest, `must be at most ${largest} ${unit}s`);

const bytes = (largest: number) => whole('byte', largest);
const seconds = (largest: number) => whole('second', largest);

/** `limits`: bytes, seconds, milliseconds and days, positive whole numbers. */
const limitsSchema = z
  .strictObject({
    voice_request_bytes: bytes(1_073_741_824)
      .default(29_360_128)
      .describe('Largest request on a voice operation, in bytes. 28 MiB by contract; larger requests get 413.'),
    voice_seconds: seconds(longestSeconds)
      .default(300)
      .describe(
        'Longest call of a voice operation, in seconds from first byte to last. 5 minutes by contract; then 408.',
      ),
    json_request_bytes: bytes(1_073_741_824)
      .default(33_554_432)
      .describe(
        'Largest JSON request of all other operations, and largest total of stored items that a request may refer to, in bytes. Both are kept in memory. 32 MiB is enough for a conversation with images.',
      ),
    file_request_bytes: bytes(1_099_511_627_776)
      .default(536_870_912)
      .describe('Largest file upload, in bytes. 512 MiB, as in the official APIs.'),
    workspace_stored_bytes: bytes(1_125_899_906_842_624)
      .default(10_737_418_240)
      .describe(
        'Most bytes that a workspace may store in the database until it deletes them; calls that would store more get 403. Counts conversations with their items, and the records of files, voices and batches, each as its JSON plus 1 KiB. What a charged call stores expires, and is not counted. 10 GiB.',
      ),
    workspace_keys: whole('key', 1_000_000)
      .default(10_000)
      .describe(
        'Most API keys of a workspace, including revoked and expired ones, because all keys are kept in memory. Creating another one gets 409.',
      ),
    body_memory_bytes: orNull(bytes(1_099_511_627_776)).describe(
      'Memory for JSON bodies and for stored objects that are read, in bytes. A parsed body and a stored object count five times their size. Calls that would exceed it get 503 before either is read. Default: half of the heap of the process.',
    ),
    key_body_memory_bytes: orNull(bytes(1_099_511_627_776)).describe(
      'The same for the calls of one key, in bytes. Default: half of `body_memory_bytes`, so that one key cannot use all of it. A single call is always accepted.',
    ),
    spool_bytes: orNull(bytes(1_125_899_906_842_624)).describe(
      'Space in the data folder for forms that must wait before they are sent, such as the images of an edit, in bytes. Forms that would exceed it get 503. Default: half of the free space of the disk, so that the database can grow.',
    ),
    key_spool_bytes: orNull(bytes(1_125_899_906_842_624)).describe(
      'The same for the calls of one key, in bytes. Default: half of `spool_bytes`, so that one key cannot use all of it. A single form of a key may exceed it.',
    ),
    body_bytes_per_second: bytes(1_073_741_824)
      .default(32_768)
      .describe(
        'Slowest rate of a JSON body, and of a form while it must wait, in bytes per second on average after its first 30 seconds; slower ones get 408. At 32 KiB (256 kbit/s), a body of 32 MiB may take 17 minutes.',
      ),
    event_loop_delay_milliseconds: whole('millisecond', 60_000)
      .nullable()
      .default(100)
      .describe(
        'How late the event loop may be, in milliseconds of processor time. If it is later for a whole second, the gateway has more calls than it can serve, and refuses the excess with 503 before it reads anything of a call. null: calls are never refused for this reason.',
      ),
    first_byte_seconds: seconds(longestSeconds)
      .default(600)
      .describe('Longest wait for the first byte of an upstream, in seconds; then 408. 10 minutes, as in the SDKs.'),
    stream_idle_seconds: seconds(longestSeconds)
      .default(300)
      .describe(
        'Longest silence of an upstream within a stream, in seconds; then the stream ends with an error event.',
      ),
    keepalive_seconds: seconds(3_600)
      .default(15)
      .describe('Silence after which a stream gets a keepalive, in seconds. Proxies often cut streams after a minute.'),
    realtime_idle_seconds: seconds(longestSeconds)
      .default(900)
      .describe('Longest silence of both sides in a realtime session, in seconds; then it ends.'),
    realtime_session_seconds: seconds(longestSeconds)
      .default(3_600)
      .describe('Longest realtime session, in seconds; then it ends. 60 minutes, as at the vendors.'),
    drive_retention_seconds: seconds(315_360_000)
      .default(259_200)
      .describe('Retention of stored files, in seconds. 3 days by contract; then 404.'),
    response_retention_days: whole('day', 3_650).default(30).describe('Retention of stored responses, in days.'),
  })
  .prefault({})
  .describe('Limits in bytes, seconds, milliseconds and days, as whole numbers.');

/** The addresses that a listener takes, where its host does not name one. `::` takes those of IPv4 too. */
const taken: ReadonlyMap<string, RegExp> = new Map([
  ['::', /^/],
  ['0.0.0.0', /^[^:]*$/],
  ['localhost', /^127\.0\.0\.1$/],
]);

/** Whether two listeners on one port are in each other's way. */
const overlap = (host: string, other: string): boolean =>
  host === other || taken.get(host)?.test(other) === true || taken.get(other)?.test(host) === true;

/** The schema of diglot.yaml. Every member has a default, and unknown members are errors. */
export const settingsSchema = z
  .strictObject({
    server: serverSchema,
    storage: storageSchema,
    limits: limitsSchema,
    regions: z
      .array(regionSchema)
      .min(1, 'must name at least one region')
      .default(['global'])
      .describe('Region codes that callers may send as X-Region-Code. Without the header, the region is global.'),
    providers: z
      .array(providerSchema)
      .default([])
      .describe('Providers. If there are none, the built-in offline demo is used.'),
    models: z.array(modelSchema).default([]).describe('Models that callers can use.'),
    default_model: orNull(modelNameSchema).describe(
      'Model for requests to /v1/responses that name none, such as those with a stored prompt. Default: such requests are refused.',
    ),
    products: z.array(productSchema).default([]).describe('What calls are billed to.'),
    plans: z.array(planSchema).default([]).describe('How much a workspace may spend a month, and on which Products.'),
    sign_in: signInSchema,
    mail: mailSchema,
    alerts: alertsSchema,
    telemetry: telemetrySchema,
    log: logSchema,
    bootstrap: bootstrapSchema,
  })
  .refine(({ server, storage }) => !storage.database.startsWith('postgres') || server.seal_keys.length > 0, {
    path: ['storage', 'database'],
    error: 'is shared by instances, which need the same server.seal_keys: set them too, at least 32 characters each',
  })
  .refine(
    ({ server: { host, port, metrics } }) => port === 0 || metrics?.port !== port || !overlap(host, metrics.host),
    {
      path: ['server', 'metrics', 'port'],
      error: 'is the port of the gateway itself; choose another one',
    },
  )
  .describe('Settings of the gateway in diglot.yaml.');

/** The settings with defaults filled in. */
export type Settings = z.output<typeof settingsSchema>;
