import type { Secret } from '../shared/secret.ts';
import { DeliveryFailure } from './send-webhook.ts';

/** How e-mail is sent. */
export interface MailSettings {
  /** `smtp://user:password@host:port`, or `smtps://`. */
  readonly smtp: Secret;
  readonly from: string;
}

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** Milliseconds for each step of the conversation with the mail server. */
const stepLimit = 10_000;

/**
 * Sends an e-mail in plain text.
 *
 * @throws {DeliveryFailure} without what the mail server said: it may name people and machines
 */
export async function sendMail({ to, subject, text }: Mail, { smtp, from }: MailSettings): Promise<void> {
  // Loaded with the first message: most servers start without one.
  const { createTransport } = await import('nodemailer');
  const limits = { connectionTimeout: stepLimit, greetingTimeout: stepLimit, socketTimeout: stepLimit };
  const transport = createTransport({ url: smtp.reveal(), ...limits });
  try {
    await transport.sendMail({
      from,
      to: { name: '', address: to },
      subject,
      text,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  } catch (cause) {
    const { responseCode } = cause as { readonly responseCode?: unknown };
    const said =
      typeof responseCode === 'number'
        ? `The mail server refused it (${responseCode}).`
        : 'The mail server could not be reached.';
    throw new DeliveryFailure(said, { cause });
  } finally {
    transport.close();
  }
}
