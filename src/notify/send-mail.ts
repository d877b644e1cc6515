import type { Secret } from '../shared/secret.ts';
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
const isOnThisMachine = (smtp: string): boolean => /^(?:127\..*|\[::1\]|localhost)$/.test(new URL(smtp).hostname);

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
