import { createHash } from 'node:crypto';
import type { AttemptStore, DelayRule } from '../identity/people/sign-in-delay.ts';
import { isLoopbackHost } from '../shared/public-address.ts';
import type { Secret } from '../shared/secret.ts';
import { oneDay } from '../shared/time/calendar.ts';
import type { Clock } from '../shared/time/clock.ts';
import type { AlertLimit } from './alert-store.ts';
import { DeliveryFailure, inTime } from './send-webhook.ts';

/** How e-mail is sent. */
export interface MailSettings {
  /** `smtp://user:password@host:port`, or `smtps://`. */
  readonly smtp: Secret;
  readonly from: string;
}

export interface Mail {
  readonly to: string;
  /** One line; control characters in it become spaces. */
  readonly subject: string;
  readonly text: string;
}

/** What mail programs turn into a link, or what hides or reorders text: paths, hosts with any dot of theirs, control characters. */
const linking = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}/\\]|[.\u3002\uff0e\uff61](?=[\p{L}\p{N}])/gu;

/** A name as it may stand in a message that the operator's server sends: the operator does not know who chose it. */
export const plainName = (name: string): string => name.replaceAll(linking, ' ').slice(0, 100);

const address = /^[\p{L}\p{N}_%+'-]+(?:\.[\p{L}\p{N}_%+'-]+)*@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*$/u;

/** An e-mail address as it may stand in such a message; null for one that looks like more than that, such as a link. */
export const plainAddress = (email: string): string | null => (address.test(email) ? email : null);

/** What tests change. */
export interface MailOptions {
  /** Milliseconds for the whole conversation with the mail server. */
  readonly limit?: number;
  /** Certificates to trust instead of those of the system, as PEM. */
  readonly authorities?: string;
}

/** Milliseconds for the whole conversation: a request of the control API may wait for it. */
const usualLimit = 20_000;

const tooLate = 'The mail server did not answer in time.';

/** What leaves the machine is encrypted. A parameter of the address, such as `?requireTLS=false`, overrides this. */
const isOnThisMachine = (smtp: string): boolean => isLoopbackHost(new URL(smtp).hostname);

/**
 * Sends an e-mail in plain text. Over `smtp:`, it insists on STARTTLS unless the server is on this machine.
 *
 * @throws {DeliveryFailure} without what the mail server said: it may name people and machines
 */
export async function sendMail(
  { to, subject, text }: Mail,
  { smtp, from }: MailSettings,
  { limit = usualLimit, authorities }: MailOptions = {},
): Promise<void> {
  // Loaded with the first message: most servers start without one.
  const { createTransport } = await import('nodemailer');
  const url = smtp.reveal();
  const transport = createTransport({
    url,
    connectionTimeout: limit,
    greetingTimeout: limit,
    socketTimeout: limit,
    ...(isOnThisMachine(url) ? {} : { requireTLS: true }),
    ...(authorities !== undefined && { tls: { ca: authorities } }),
  });
  const signal = AbortSignal.timeout(limit);
  try {
    const sent = transport.sendMail({
      from,
      to: { name: '', address: to },
      // A name may hold anything but must not become a header.
      subject: subject.replaceAll(/\p{Cc}/gu, ' '),
      text,
      disableFileAccess: true,
      disableUrlAccess: true,
      signal,
    });
    await inTime(sent, signal, tooLate);
  } catch (cause) {
    throw new DeliveryFailure(signal.aborted ? tooLate : problemOf(cause), { cause });
  } finally {
    transport.close();
  }
}

/** Messages of one kind for a workspace in a day that starts with the first of them: its members choose the addresses. */
export const mostMessages = 50;
export const messageRule: DelayRule = {
  free: mostMessages,
  first: oneDay,
  longest: oneDay,
  since: 'first',
  memory: oneDay,
};

interface CountedDeps {
  readonly attempts: Pick<AttemptStore, 'begin' | 'takeBack'>;
  readonly clock: Pick<Clock, 'now'>;
}

/** Counts what is sent, not what failed. @throws {DeliveryFailure} beyond the most of a day, as what sends does */
export async function sendCounted(
  workspaceId: string,
  sending: () => Promise<void>,
  { attempts, clock }: CountedDeps,
): Promise<void> {
  const name = createHash('sha256').update(`alert e-mail of ${workspaceId}`).digest('hex');
  const { wait, counted } = await attempts.begin([{ name, rule: messageRule }], clock.now());
  if (wait > 0)
    throw new DeliveryFailure(
      `The alerts of this workspace have reached their limit of ${mostMessages} e-mails a day.`,
    );
  try {
    await sending();
  } catch (error) {
    await attempts.takeBack(counted);
    throw error;
  }
}

/** What went wrong, for people. */
function problemOf(cause: unknown): string {
  const { code, originalCode, responseCode } = cause as Readonly<Record<string, unknown>>;
  // Node names what is wrong with a certificate, such as `ERR_TLS_CERT_ALTNAME_INVALID` and `DEPTH_ZERO_SELF_SIGNED_CERT`.
  if (code === 'ETLS' || /CERT|SIGNATURE|ERR_(?:TLS|SSL)/.test(String(originalCode)))
    return 'The mail server offers no TLS that can be trusted.';
  if (code === 'EAUTH') return 'The mail server refused the user and password of `mail.smtp`.';
  if (code === 'ETIMEDOUT') return tooLate;
  return typeof responseCode === 'number'
    ? `The mail server refused it (${responseCode}).`
    : 'The mail server could not be reached.';
}

/** What a message of an alert says, as webhooks have it. */
export interface AlertFacts {
  readonly alert_id: string;
  readonly delivery_id: string;
  readonly workspace_id: string;
  readonly workspace_name: string;
  readonly limit: AlertLimit;
  readonly key_id: string | null;
  readonly key_name: string | null;
  /** Null: it is a test. */
  readonly threshold: number | null;
  /** Credits, as decimal numbers. */
  readonly used: string;
  readonly allowed: string;
  readonly left: string;
  readonly window_start: string | null;
  /** Address of the console. */
  readonly url: string;
}

/** The keys that a message is about. */
export interface ExpiringKeys {
  /** When the first of them does. */
  readonly expires_at: string | null;
  readonly keys: readonly { readonly id: string; readonly name: string }[];
}

type MailText = Pick<Mail, 'subject' | 'text'>;

const limitNames: Readonly<Record<AlertLimit, string>> = {
  balance: 'the balance',
  balance_left: 'the balance',
  plan_month: 'the monthly limit of the plan',
  key_day: 'the daily limit',
  key_month: 'the monthly limit',
  key_total: 'the total limit',
  keys_expiring: 'the expiry of keys',
};

/** Keys that an e-mail names. */
const mostNamed = 20;

/** The e-mail of an alert on keys that expire. */
export function mailOfExpiry(
  { workspace_name, threshold, url }: AlertFacts,
  { expires_at: end, keys }: ExpiringKeys,
): MailText {
  const workspace = plainName(workspace_name);
  if (threshold === null) return { subject: `Test: the expiry of keys of ${workspace}`, text: `${url}\n` };
  const [first] = keys;
  const which = keys.length === 1 && first ? `The key ${plainName(first.name)}` : `${keys.length} keys`;
  const names = keys.slice(0, mostNamed).map(({ name }) => `- ${plainName(name)}`);
  const subject = `${which} of ${workspace} ${keys.length === 1 ? 'expires' : 'expire'} within ${threshold === 1 ? 'a day' : `${threshold} days`}`;
  const more = keys.length > mostNamed ? [`and ${keys.length - mostNamed} more`] : [];
  return {
    subject,
    text: `${subject}, on ${(end ?? '').slice(0, 16).replace('T', ' ')} UTC. Calls fail from then on.\n\n${[...names, ...more].join('\n')}\n\nGive them a later end, or replace them: ${url}keys?show=expiring\n`,
  };
}

/** The e-mail of an alert on a limit. */
export function mailOf(facts: AlertFacts): MailText {
  const workspace = plainName(facts.workspace_name);
  const subjectOf = facts.key_name === null ? workspace : `key ${plainName(facts.key_name)} of ${workspace}`;
  const what = `${limitNames[facts.limit]} of ${subjectOf}`;
  const isOfRest = facts.limit === 'balance_left';
  const reached = `${facts.threshold}${isOfRest ? ` credits or less are left of ${what}` : ` % of ${what} is used`}`;
  const subject = facts.threshold === null ? `Test: ${what}` : reached;
  const figures = isOfRest ? `${facts.left} credits are left` : `${facts.used} of ${facts.allowed} credits are used`;
  return { subject, text: `${subject}.\n\n${figures}.\n\n${facts.url}\n` };
}
