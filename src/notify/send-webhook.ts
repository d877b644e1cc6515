import { createHmac } from 'node:crypto';
import { Resolver } from 'node:dns/promises';
import { readFileSync } from 'node:fs';
import { request as requestHttps } from 'node:https';
import { isIP } from 'node:net';
import { isPublicAddress } from '../shared/public-address.ts';

/** A signed message to an address from the configuration of an alert. */
interface WebhookMessage {
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
  /** Name servers to ask instead of those of the system. Tests have their own. */
  readonly nameServers?: readonly string[];
}

/** Why a message was not taken, for people: never anything that the other side said. */
export class DeliveryFailure extends Error {
  override readonly name = 'DeliveryFailure';
}

/** Milliseconds for everything: name, connection, answer. */
const timeLimit = 5_000;

/** An address that a name leads to. */
interface ResolvedAddress {
  readonly address: string;
  /** 4 or 6. */
  readonly family: number;
}

interface Lookup {
  /** Ends the questions: what has not been answered by then has no address. */
  readonly signal: AbortSignal;
  /** `host:port` of name servers to ask; absent: those of the system. Tests have their own. */
  readonly nameServers?: readonly string[] | undefined;
}

const resolvedAddress = (address: string): ResolvedAddress => ({ address, family: isIP(address) });

/** The addresses that this machine's own list has for a name. */
function addressesInHosts(name: string): readonly ResolvedAddress[] {
  let list = '';
  try {
    // Not read in a thread: those may be waiting for names, as everything else that asks the system.
    list = readFileSync('/etc/hosts', 'utf8');
  } catch {
    return [];
  }
  return list.split('\n').flatMap((line) => {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().split(/\s+/);
    return isIP(address) > 0 && names.some((each) => each.toLowerCase() === name) ? [resolvedAddress(address)] : [];
  });
}

/**
 * Resolves a name that others have chosen: from `/etc/hosts`, or else by DNS, as a full name. The system's own way would take a
 * thread of the process for each name until its name server answers. There are four of them, which calls need as well.
 *
 * @returns its addresses; none if it has none, or no server has said so in time
 */
async function resolveName(hostname: string, { signal, nameServers }: Lookup): Promise<readonly ResolvedAddress[]> {
  if (isIP(hostname) > 0) return [resolvedAddress(hostname)];
  const name = hostname.toLowerCase().replace(/\.$/, '');
  const known = addressesInHosts(name);
  if (known.length > 0) return known;
  const resolver = new Resolver({ timeout: 1_000, tries: 2 });
  if (nameServers) resolver.setServers(nameServers);
  const cancel = (): void => resolver.cancel();
  signal.addEventListener('abort', cancel, { once: true });
  try {
    const found = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    return found.flatMap((each) => (each.status === 'fulfilled' ? each.value.map(resolvedAddress) : []));
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}

/** The result of `work`. Once the time is over, whatever becomes of the work: @throws {DeliveryFailure} `late` */
export const inTime = <Result>(work: Promise<Result>, signal: AbortSignal, late: string): Promise<Result> =>
  Promise.race([
    work,
    new Promise<never>((_, reject) => {
      const fail = (): void => reject(new DeliveryFailure(late));
      if (signal.aborted) fail();
      else signal.addEventListener('abort', fail, { once: true });
    }),
  ]);

/**
 * Resolves a name once. Every address that it has must be one that webhooks may go to: one that leads inside is a trap, whichever
 * a connection would take.
 */
async function resolveOnce(
  hostname: string,
  { isAllowed, nameServers }: WebhookRules,
  signal: AbortSignal,
): Promise<readonly ResolvedAddress[]> {
  const name = hostname.replace(/^\[|\]$/g, '');
  const resolved = resolveName(name, { signal, nameServers });
  const addresses = await inTime(resolved, signal, 'Its name was not resolved within 5 s.');
  if (addresses.length === 0) throw new DeliveryFailure('Its name has no address, or no name server answers.');
  if (addresses.every(({ address }) => isPublicAddress(address) || isAllowed(address))) return addresses;
  throw new DeliveryFailure('It leads to an address that is not public, and the operator does not list it.');
}

/** What signs a message (Standard Webhooks): HMAC-SHA-256 over `id.timestamp.body`. */
function signWebhook({ secret, id, at, body }: Omit<WebhookMessage, 'url'>): Readonly<Record<string, string>> {
  const timestamp = String(Math.floor(at / 1_000));
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` };
}

/**
 * Sends a message, once. It connects to addresses that were checked; a redirect is not followed, and the answer is not read.
 *
 * @throws {DeliveryFailure} for everything but an answer of the 200s within five seconds
 */
export async function sendWebhook(message: WebhookMessage, rules: WebhookRules): Promise<void> {
  const url = new URL(message.url);
  if (url.protocol !== 'https:') throw new DeliveryFailure('It is not an https address.');
  const signal = AbortSignal.timeout(timeLimit);
  const addresses = await resolveOnce(url.hostname, rules, signal);
  const posted = post(url, message, { addresses, signal, authorities: rules.authorities });
  const status = await inTime(posted, signal, tooLate);
  if (status >= 200 && status < 300) return;
  const redirect = status >= 300 && status < 400 ? ' Redirects are not followed.' : '';
  throw new DeliveryFailure(`It answered ${status}.${redirect}`);
}

const tooLate = 'It did not answer within 5 s.';

interface Way {
  readonly addresses: readonly ResolvedAddress[];
  readonly signal: AbortSignal;
  readonly authorities: string | undefined;
}

const post = (url: URL, message: WebhookMessage, { addresses, signal, authorities }: Way): Promise<number> =>
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
        options.all ? found(null, [...addresses]) : found(null, addresses[0]?.address ?? '', addresses[0]?.family),
      agent: false,
      rejectUnauthorized: true,
      ...(authorities !== undefined && { ca: authorities }),
      signal,
    });
    request.on('response', (response) => {
      resolve(response.statusCode ?? 0);
      response.destroy();
    });
    // An answer that switches protocols is not a response to Node.
    request.on('upgrade', (response, socket) => {
      resolve(response.statusCode ?? 0);
      socket.destroy();
    });
    const fail = (): void =>
      reject(new DeliveryFailure(signal.aborted ? tooLate : 'No connection could be made, or it broke.'));
    request.on('error', fail);
    // A connection may end without an answer and without an error.
    request.on('close', fail);
    request.end(message.body);
  });
