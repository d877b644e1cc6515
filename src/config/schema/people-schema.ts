import { z } from 'zod';
import { parseNetwork } from '../../identity/network-scope.ts';

const networkSchema = z.string().refine((text) => parseNetwork(text) !== null, 'must be a network such as 10.1.0.0/16');

const issuerSchema = z
  .url({ protocol: /^https?$/, error: 'must be an https address, for example https://accounts.google.com' })
  .refine(
    (text) => text.startsWith('https:') || /^http:\/\/(127\.|localhost[:/]|\[::1\])/.test(`${text}/`),
    'must be https; http is for providers on this machine alone',
  );

const oidcSchema = z.strictObject({
  id: z
    .string()
    .regex(/^[a-z0-9][a-z0-9_-]{0,62}$/, 'must be 1 to 63 small letters, digits, dashes or underscores')
    .describe(
      'Name of the provider in addresses: the provider must send people back to /console/api/sessions/oidc/<id>/callback.',
    ),
  name: z.string().min(1, 'must not be empty').max(60, 'must be at most 60 characters').describe('Name on the button.'),
  issuer: issuerSchema.describe('Address below which /.well-known/openid-configuration is.'),
  client_id: z.string().min(1, 'must not be empty').describe('What this server is called there.'),
  client_secret: z
    .string()
    .min(1, 'must not be empty')
    .nullable()
    .default(null)
    .describe('What proves it. Write "${NAME}" to take it from the environment. null: a public client.'),
  scopes: z
    .array(z.string().regex(/^[!-~]{1,100}$/, 'must be a scope without spaces'))
    .default(['openid', 'email', 'profile'])
    .describe('What is asked for; openid and email are needed.'),
  trusts_email: z
    .boolean()
    .default(false)
    .describe('true: an e-mail address counts of which the provider does not say whether it is verified.'),
});

/** `sign_in`: how people get into the console. */
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
        'Networks of the proxies in front of this server, and of nothing else. Their X-Forwarded-For says from where a wrong password came, and a call with a key that is bound to networks; from others it is ignored.',
      ),
  })
  .prefault({})
  .describe('How people sign in at /console, in addition to passwords, passkeys and login links.');

/** `mail`: how e-mail leaves. */
export const mailSchema = z
  .strictObject({
    smtp: z
      .string()
      .regex(/^smtps?:\/\/\S+$/, 'must be smtp://user:password@host:587 or smtps://user:password@host:465')
      .describe(
        'Server that sends e-mail. smtp:// insists on STARTTLS, except on this machine; "?requireTLS=false" at its end allows mail in the clear.',
      ),
    from: z
      .string()
      .min(3, 'must not be empty')
      .max(320, 'is too long')
      .describe('Sender, such as Diglot <diglot@example.com>.'),
  })
  .nullable()
  .default(null)
  .describe('How e-mail is sent: alerts and invitations of members. null: alerts go to webhooks alone.');

/** `alerts`: where webhooks may go. */
export const alertsSchema = z
  .strictObject({
    allowed_networks: z
      .array(networkSchema)
      .default([])
      .describe('Private networks to which webhooks of alerts may go. Default: none, public addresses alone.'),
  })
  .prefault({})
  .describe('Messages about limits that are used up.');
