import { z } from 'zod';

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
export const serverSchema = z
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
