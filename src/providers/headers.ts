import { createHash } from 'node:crypto';
import type { Credential, Provider } from '../catalog/catalog.ts';
import { GatewayError } from '../errors/gateway-error.ts';
import type { Route } from '../routing/route.ts';
import type { ReplyHeaders } from '../shared/reply.ts';
import type { UpstreamAnswer } from './upstream.ts';

/** One header of an answer; the first where it was sent several times. */
export const headerOf = ({ headers }: Pick<UpstreamAnswer, 'headers'>, name: string): string | undefined => {
  const value = headers[name];
  return Array.isArray(value) ? value[0] : value;
};

/** The names under which upstreams tell their own id of a call. */
const requestIdNames = ['x-request-id', 'request-id', 'cf-ray'] as const;

/** What an id is made of: no host with its domain or port, no path, no words. */
const idForm = /^[\w=-]{1,128}$/;

/** The upstream's own id of the call, where it may stand in a header. */
export function upstreamRequestId(answer: UpstreamAnswer): string | null {
  for (const name of requestIdNames) {
    const value = headerOf(answer, name);
    if (value !== undefined && idForm.test(value)) return value;
  }
  return null;
}

/** Of an upstream's response headers these go on to the client; all others stay. */
const forwarded = ['content-type', 'content-disposition'] as const;

/** What a download says of itself beside that. */
const downloadHeaders = ['content-length', 'content-range', 'accept-ranges', 'etag', 'last-modified'] as const;

/** The part of a download's head that is the upstream's. A page that was uploaded must not run as one of ours. */
export const pickDownloadHeaders = (answer: UpstreamAnswer): ReplyHeaders => ({
  ...pickNamed(answer, downloadHeaders),
  ...(!/^attachment\b/i.test(headerOf(answer, 'content-disposition') ?? '') && { 'content-disposition': 'attachment' }),
  'x-content-type-options': 'nosniff',
  'content-security-policy': 'sandbox',
});

/** The part of a success answer's head that is the upstream's. */
export const pickAnswerHeaders = (answer: UpstreamAnswer): ReplyHeaders => pickNamed(answer, forwarded);

const rateLimitName = /^(?:x|anthropic)-ratelimit-[a-z0-9-]{1,64}$/;
const rateLimitValue = /^[\w.:,;=%"+ -]{1,128}$/;

/** What an upstream says of the limits of the gateway's account: for callers of a provider whose row says so. */
export function pickRateLimits(answer: UpstreamAnswer): ReplyHeaders {
  const names = Object.keys(answer.headers).filter((name) => rateLimitName.test(name));
  const found = names.map((name): [string, string] => [name, headerOf(answer, name) ?? '']);
  return Object.fromEntries(found.filter(([, value]) => rateLimitValue.test(value)));
}

function pickNamed(answer: UpstreamAnswer, names: readonly string[]): ReplyHeaders {
  const found: Record<string, string> = {};
  for (const name of names) {
    const value = headerOf(answer, name);
    if (value !== undefined && /^[\x20-\x7e]{1,512}$/.test(value)) found[name] = value;
  }
  return found;
}

/** Of the caller's headers these may go along; nothing else does. `traceparent` only where the provider says so. */
export const forwardedHeaders = [
  'content-type',
  'accept',
  'anthropic-version',
  'anthropic-beta',
  'openai-beta',
] as const;

/** Counts the gateways that a call has passed. */
export const hopHeader = 'x-diglot-hop';

type Headers = Readonly<Record<string, string | string[] | undefined>>;

const joined = (value: string | string[] | undefined): string | undefined =>
  Array.isArray(value) ? value.join(', ') : value;

/**
 * The caller's part of an upstream request's headers, built from nothing.
 *
 * @param incoming the caller's headers by lower-case name
 */
export function pickRequestHeaders(incoming: Headers, provider: Provider): Record<string, string> {
  const picked: Record<string, string> = {};
  for (const name of forwardedHeaders) {
    const value = joined(incoming[name]);
    if (value !== undefined) picked[name] = value;
  }
  const trace = joined(incoming['traceparent']);
  if (provider.forwardTrace && trace !== undefined) picked['traceparent'] = trace;
  picked[hopHeader] = String(hopsOf(incoming) + 1);
  return picked;
}

/** What a caller may ask of a download: a part of it, or only what is new. */
const rangeHeaders = ['range', 'if-range'] as const;

/** The caller's wish for a part of what is downloaded. */
export const pickRangeHeaders = (incoming: Headers): Readonly<Record<string, string>> =>
  Object.fromEntries(
    rangeHeaders.flatMap((name) => {
      const value = joined(incoming[name]);
      return value === undefined ? [] : [[name, value]];
    }),
  );

/**
 * The caller's `Idempotency-Key` as it goes upstream: a digest, because all workspaces share one account there, and an upstream
 * that answers a repetition from its memory must not answer one workspace with what it told another. Another model is another
 * request, so that a fallback is none.
 */
export const idempotencyKeyFor = (
  key: string,
  workspaceId: string,
  { upstreamModel }: Pick<Route, 'upstreamModel'>,
): string =>
  createHash('sha256')
    .update(JSON.stringify([workspaceId, upstreamModel, key]))
    .digest('base64url');

/** How many gateways of our kind the call has already passed. */
export const hopsOf = (incoming: Headers): number => {
  const hops = Number(joined(incoming[hopHeader]) ?? 0);
  return Number.isInteger(hops) && hops >= 0 ? hops : 0;
};

/** Our credential in the form that the provider wants. */
export function credentialHeaders(credential: Credential | null): Readonly<Record<string, string>> {
  if (credential === null) return {};
  const value = credential.value.reveal();
  return { [credential.header]: credential.scheme === null ? value : `${credential.scheme} ${value}` };
}

/** Gateways that a call may pass: one in front of another is a set-up, more are a loop. */
const mostHops = 3;

/** @throws {GatewayError} `loop_detected` when the call has come through too many gateways of our kind */
export function refuseLoop({ headers }: { readonly headers: Headers }): void {
  const hops = hopsOf(headers);
  if (hops < mostHops) return;
  throw new GatewayError(
    'loop_detected',
    `This call has passed ${hops} Diglot gateways: a provider's base address points back to a gateway. Correct it there.`,
  );
}
