import { createHmac } from 'node:crypto';
import { lookup as resolveName } from 'node:dns/promises';
import { request as requestHttps } from 'node:https';
import { isPublicAddress } from '../shared/public-address.ts';

/** A signed message to an address from the configuration of an alert. */
export interface WebhookMessage {
  readonly url: string;
  /** `whsec_` and Base64. */
  readonly secret: string;
  readonly id: string;
  /** Epoch milliseconds. */
  readonly at: number;
  /** JSON. */
  readonly body: string;
}

export interface WebhookRules {
  /** Whether the operator lets webhooks go to this address although it is not public. */
  readonly isAllowed: (address: string) => boolean;
  /** Certificates to trust in addition to those of the system. Tests have their own. */
  readonly authorities?: string;
}

/** Why a message was not taken, for people: never anything that the other side said. */
export class DeliveryFailure extends Error {
  override readonly name = 'DeliveryFailure';
}

/** Milliseconds for everything: name, connection, answer. */
const timeLimit = 5_000;

interface Place {
  readonly address: string;
  readonly family: number;
}

/**
 * Resolves a name once. Every address that it has must be one that webhooks may go to: one that leads inside is a trap, whichever
 * a connection would take.
 */
async function resolveOnce(hostname: string, { isAllowed }: WebhookRules, signal: AbortSignal): Promise<Place> {
  const name = hostname.replace(/^\[|\]$/g, '');
  const places = await Promise.race([
    resolveName(name, { all: true }).catch(() => []),
    new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(new DeliveryFailure('Its name was not resolved within 5 s.')));
    }),
  ]);
  const [first] = places;
  if (!first) throw new DeliveryFailure('Its name has no address.');
  if (places.every(({ address }) => isPublicAddress(address) || isAllowed(address))) return first;
  throw new DeliveryFailure('It leads to an address that is not public, and the operator does not list it.');
}

/** What signs a message (Standard Webhooks): HMAC-SHA-256 over `id.timestamp.body`. */
export function signWebhook({ secret, id, at, body }: Omit<WebhookMessage, 'url'>): Readonly<Record<string, string>> {
  const timestamp = String(Math.floor(at / 1_000));
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` };
}

/**
 * Sends a message, once. It connects to the address that was checked; a redirect is not followed, and the answer is not read.
 *
 * @throws {DeliveryFailure} for everything but an answer of the 200s within five seconds
 */
export async function sendWebhook(message: WebhookMessage, rules: WebhookRules): Promise<void> {
  const url = new URL(message.url);
  if (url.protocol !== 'https:') throw new DeliveryFailure('It is not an https address.');
  const signal = AbortSignal.timeout(timeLimit);
  const place = await resolveOnce(url.hostname, rules, signal);
  const status = await post(url, message, { place, signal, authorities: rules.authorities });
  if (status >= 200 && status < 300) return;
  const redirect = status >= 300 && status < 400 ? ' Redirects are not followed.' : '';
  throw new DeliveryFailure(`It answered ${status}.${redirect}`);
}

interface Way {
  readonly place: Place;
  readonly signal: AbortSignal;
  readonly authorities: string | undefined;
}

const post = (url: URL, message: WebhookMessage, { place, signal, authorities }: Way): Promise<number> =>
  new Promise((resolve, reject) => {
    const request = requestHttps(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(message.body),
        'user-agent': 'Diglot-Webhook/1',
        ...signWebhook(message),
      },
      // The name is not asked again: what was checked is what is connected to.
      lookup: (_name, options, found) =>
        options.all ? found(null, [place]) : found(null, place.address, place.family),
      agent: false,
      rejectUnauthorized: true,
      ...(authorities !== undefined && { ca: authorities }),
      signal,
    });
    request.on('response', (response) => {
      resolve(response.statusCode ?? 0);
      response.destroy();
    });
    request.on('error', () => {
      const why = signal.aborted ? 'It did not answer within 5 s.' : 'No connection could be made, or it broke.';
      reject(new DeliveryFailure(why));
    });
    request.end(message.body);
  });
