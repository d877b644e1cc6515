import { z } from 'zod';
import {
  baseAddressSchema,
  creditsSchema,
  filled,
  nameSchema,
  orNull,
  toggle,
} from '../../catalog/schema/name-schema.ts';
import { parseNetwork } from '../../identity/caller.ts';
import { isLoopbackHost } from '../../shared/public-address.ts';
import { printableName } from '../../shared/text/names.ts';
import { type LogArea, logAreas, logLevels } from '../../shared/log.ts';
import { isTimeZone } from '../../shared/time/calendar.ts';

const networkSchema = z.string().refine((text) => parseNetwork(text) !== null, 'must be a network such as 10.1.0.0/16');

const issuerSchema = baseAddressSchema('an https address, for example https://accounts.google.com').refine(
  (text) => text.startsWith('https:') || (URL.canParse(text) && isLoopbackHost(new URL(text).hostname)),
  'must be https; http is for providers on this machine alone',
);

const oidcSchema = z.strictObject({
  id: z
    .string()
    .regex(/^[a-z0-9][a-z0-9_-]{0,62}$/, 'must be 1 to 63 lower-case letters, digits, dashes or underscores')
    .describe(
      'Name of the provider in addresses: it must redirect people to /console/api/sessions/oidc/<id>/callback.',
    ),
  name: filled.max(60, 'must be at most 60 characters').describe('Name on the button.'),
  issuer: issuerSchema.describe('Base address of /.well-known/openid-configuration.'),
  client_id: filled.describe('Id of this server at the provider.'),
  client_secret: orNull(filled).describe(
    'Secret of the client. Write "${NAME}" to read it from the environment. null: a public client.',
  ),
  scopes: z
    .array(z.string().regex(/^[!-~]{1,100}$/, 'must be a scope without spaces'))
    .refine((list) => list.includes('openid'), 'must have openid, without which no provider says who signs in')
    .default(['openid', 'email', 'profile'])
    .describe('Scopes to request; openid and email are required.'),
  trusts_email: toggle(
    false,
    'true: an e-mail address is trusted even if the provider does not say whether it is verified.',
  ),
});

/** `sign_in`: how people sign in to the console. */
export const signInSchema = z
  .strictObject({
    oidc: z
      .array(oidcSchema)
      .refine((list) => new Set(list.map(({ id }) => id)).size === list.length, 'has one id more than once')
      .default([])
      .describe('Identity providers (OpenID Connect).'),
    trusted_proxies: z
      .array(networkSchema)
      .default([])
      .describe(
        'Networks of the proxies in front of this server, and of nothing else. Their X-Forwarded-For shows where a wrong password came from, and where a call came from whose key is bound to networks. From other addresses it is ignored.',
      ),
  })
  .prefault({})
  .describe('How people sign in at /console, in addition to passwords, passkeys and login links.');

/** Whether a mail server has this address: a host, and a port from 1 to 65535 if one is written. */
const isMailServer = (text: string): boolean =>
  URL.canParse(text) && new URL(text).hostname !== '' && new URL(text).port !== '0';

/** `mail`: how e-mail is sent. */
export const mailSchema = orNull(
  z.strictObject({
    smtp: z
      .string()
      .regex(/^smtps?:\/\/\S+$/, 'must be smtp://user:password@host:587 or smtps://user:password@host:465')
      .refine(isMailServer, {
        error: 'must have a host, and a port from 1 to 65535; write other characters in user and password as %40',
      })
      .describe(
        'Server that sends e-mail. smtp:// requires STARTTLS, except on this machine; append "?requireTLS=false" to allow unencrypted mail.',
      ),
    from: z
      .string()
      .min(3, 'must not be empty')
      .max(320, 'must be at most 320 characters')
      .regex(/^\P{Cc}*[^\s@]@[^\s@]\P{Cc}*$/u, 'must be one line with an address: Diglot <diglot@example.com>')
      .describe('Sender, such as Diglot <diglot@example.com>.'),
  }),
).describe('How e-mail is sent: alerts and invitations of members. null: alerts go to webhooks alone.');

/** `alerts`: where webhooks may go. */
export const alertsSchema = z
  .strictObject({
    allowed_networks: z
      .array(networkSchema)
      .default([])
      .describe('Private networks to which alert webhooks may be sent. Default: none, only public addresses.'),
  })
  .prefault({})
  .describe('Alerts about limits that are used up.');

/** The control API uses the same pattern. */
const workspaceIdSchema = z
  .string()
  .regex(/^[a-z0-9][a-z0-9_-]{0,62}$/, 'must be 1 to 63 lower-case letters, digits, dashes or underscores');

const workspaceSchema = z.strictObject({
  id: workspaceIdSchema.describe('Name of the workspace in this file and in the control API.'),
  name: orNull(filled).describe('Name for people. Default: the id.'),
  plan: orNull(nameSchema).describe('Id of a plan above. null: only the balance limits.'),
  credits: creditsSchema.default('0').describe('Credits granted when the workspace is created.'),
  time_zone: z
    .string()
    .refine(isTimeZone, 'must be an IANA time zone, for example Europe/Berlin')
    .default('UTC')
    .describe("Zone of the workspace's days and months."),
});

const keySchema = z.strictObject({
  workspace: workspaceIdSchema.describe('Id of a workspace above.'),
  name: z
    .string()
    .regex(printableName, 'must have at least one printable character and no control characters')
    .max(100, 'must be at most 100 characters')
    .describe('Name for people.'),
  secret: z
    .string()
    .regex(/^[!-~][ -~]{6,1022}[!-~]$/, 'must be 8 to 1,024 printable ASCII characters, with spaces only in between')
    .describe(
      'The key itself, including spaces. Only its hash is stored, from which a short key could be guessed: use 32 or more random ' +
        'characters. Write "${NAME}" to read it from the environment.',
    ),
});

/** `bootstrap`: created if absent, never changed afterwards. */
export const bootstrapSchema = z
  .strictObject({
    workspaces: z.array(workspaceSchema).default([]).describe('Workspaces to create.'),
    keys: z.array(keySchema).default([]).describe('Keys to create.'),
  })
  .prefault({})
  .describe('Created if absent, never changed afterwards.');

/** `telemetry`: what is reported to systems that watch the gateway. Metrics have a port of their own: `server.metrics`. */
export const telemetrySchema = z
  .strictObject({
    traces: orNull(
      z.strictObject({
        endpoint: baseAddressSchema('an http or https address, for example http://127.0.0.1:4318').describe(
          'Base address of an OpenTelemetry collector (OTLP over HTTP); /v1/traces is added.',
        ),
        headers: z
          .record(z.string().regex(/^[a-z0-9-]{1,64}$/, 'must be a header name in lower case'), z.string())
          .default({})
          .describe('Headers for the collector, such as a token. Write "${NAME}" to read one from the environment.'),
        sample_ratio: z
          .number()
          .min(0, 'must be 0 or more')
          .max(1, 'must be 1 or less')
          .default(1)
          .describe(
            'Share of the traces that begin here to be exported. A trace that a caller began is exported if the caller samples it.',
          ),
      }),
    ).describe(
      'Traces of calls: times, models, usage and outcomes, never content. null: none. Changes need a restart.',
    ),
  })
  .prefault({})
  .describe('Traces. Metrics are under server.metrics.');

const levelSchema = z.enum(logLevels, 'must be debug, info, warn or error');

const areas = Object.keys(logAreas) as readonly LogArea[];
const levelOf = (area: LogArea) => levelSchema.optional().describe(`The level for ${logAreas[area]}.`);

/** `log`: which lines are written. No line contains the content of a call, at any level. */
export const logSchema = z
  .strictObject({
    level: levelSchema.default('info').describe('The lowest level that is written.'),
    levels: z
      .strictObject(
        Object.fromEntries(areas.map((area) => [area, levelOf(area)])) as Record<LogArea, ReturnType<typeof levelOf>>,
      )
      .default({})
      .describe('Levels for single areas, which replace that one. The field `area` of a line names its area.'),
  })
  .prefault({})
  .describe('Which log lines are written. Changes take effect at once.');
