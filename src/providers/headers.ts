import { createHash } from 'node:crypto';
import type { Provider } from '../catalog/catalog.ts';
import type { Credential, HeaderCredential } from '../catalog/credential.ts';
import { GatewayError } from '../errors/gateway-error.ts';
import type { Route } from '../routing/route.ts';
import type { ReplyHeaders } from '../shared/reply.ts';
import { noSecrets, type Secrets } from '../shared/secret.ts';
import type { Credentials } from './credentials/credentials.ts';
import { isTidy } from './tidy-message.ts';
import type { RequestToSign, SentHeaders, UpstreamAnswer } from './upstream.ts';

/** One header of an answer; the first where it was sent several times. */
export const headerOf = ({ headers }: Pick<UpstreamAnswer, 'headers'>, name: string): string | undefined => {
  const value = headers[name];
  return Array.isArray(value) ? value[0] : value;
};

/** The coding of an answer's body in lower case, since case does not matter (RFC 9110, section 8.4.1); `identity` if none is named. */
export const codingOf = (answer: Pick<UpstreamAnswer, 'headers'>): string =>
  headerOf(answer, 'content-encoding')?.trim().toLowerCase() || 'identity';

/** Headers in which upstreams return their own id of a call. */
const requestIdNames = [
  'x-request-id',
  'request-id',
  'x-amzn-requestid',
  'apim-request-id',
  'x-generation-id',
  'cf-ray',
] as const;

/** The form of an id: no host with a domain or port, no path, no text. */
const idForm = /^[\w=-]{1,128}$/;

/** The upstream's own id of the call; null if it sent none that is safe in a header. */
export function upstreamRequestId(answer: Pick<UpstreamAnswer, 'headers'>): string | null {
  for (const name of requestIdNames) {
    const value = headerOf(answer, name);
    if (value !== undefined && idForm.test(value)) return value;
  }
  return null;
}

/** Adds the headers that name who answered: the provider, and its own id of the call. */
export function addAnswerer(
  headers: Record<string, string>,
  { id }: Pick<Provider, 'id'>,
  answer: UpstreamAnswer,
): ReplyHeaders {
  headers['x-diglot-provider'] = id;
  const given = upstreamRequestId(answer);
  if (given !== null) headers['x-diglot-upstream-request-id'] = given;
  return headers;
}

/** Headers that a download adds. */
const downloadHeaders = ['content-length', 'content-range', 'accept-ranges', 'etag', 'last-modified'] as const;

/** Further headers of a download: the upstream's, and those that keep an uploaded page from running in the gateway's origin. */
export const pickDownloadHeaders = (answer: UpstreamAnswer): ReplyHeaders => ({
  'content-disposition': 'attachment',
  ...pickNamed(answer, downloadHeaders),
  ...tidyOnly(answer, pickNamed(answer, ['content-disposition'], /^attachment *(?:;[\x20-\x7e]{0,500})?$/i)),
  'x-content-type-options': 'nosniff',
  'content-security-policy': 'sandbox',
});

/** Media types as nearly every answer has them: they need no search for private details. */
const plainType = /^(?:application\/json|text\/event-stream|audio\/[a-z0-9-]{1,32})(?:; ?charset=utf-8)?$/i;

/** Media types of answers that no client saves as a file. */
const unnamedType = /^(?:application\/json|text\/event-stream)\b/i;

/** The headers of a success that come from the upstream: its media type, and the name of a file. */
export function pickAnswerHeaders(answer: UpstreamAnswer): Record<string, string> {
  const { 'content-type': type, ...name } = pickNamed(answer, ['content-type', 'content-disposition']);
  const named = unnamedType.test(type ?? '') ? {} : tidyOnly(answer, name);
  if (type === undefined || plainType.test(type))
    return { ...(type !== undefined && { 'content-type': type }), ...named };
  const [bare = ''] = type.split(';');
  return {
    ...tidyOnly(answer, { 'content-type': bare.trim() }),
    ...tidyOnly(answer, { 'content-type': type }),
    ...named,
  };
}

/** The headers without those that have private details. */
const tidyOnly = (answer: UpstreamAnswer, headers: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(([, value]) => isTidy(value, answer.secrets())));

const rateLimitName = /^(?:x|anthropic)-ratelimit-[a-z0-9-]{1,64}$/;
const rateLimitValue = /^[\w.:,;=%"+ -]{1,128}$/;

/** An upstream's rate limit headers, which describe the gateway's account: sent only if the provider's row says so. */
export function pickRateLimits(answer: UpstreamAnswer): ReplyHeaders {
  const names = Object.keys(answer.headers).filter((name) => rateLimitName.test(name));
  const found = names.map((name): [string, string] => [name, headerOf(answer, name) ?? '']);
  return Object.fromEntries(found.filter(([, value]) => rateLimitValue.test(value)));
}

function pickNamed(
  answer: UpstreamAnswer,
  names: readonly string[],
  form = /^[\x20-\x7e]{1,512}$/,
): Record<string, string> {
  const found: Record<string, string> = {};
  for (const name of names) {
    const value = headerOf(answer, name);
    if (value !== undefined && form.test(value)) found[name] = value;
  }
  return found;
}

/** The caller's headers that go upstream. Those of its trace go too if the provider's row says so. */
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

/** One member of a `tracestate`; the list may have empty ones: https://www.w3.org/TR/trace-context/#tracestate-header */
const traceMember = /^(?:[a-z0-9][a-z0-9_*/@-]{0,255}=[ -+\--<>-~]{0,255}[!-+\--<>-~])?$/;
const mostTraceMembers = 32;

/** The headers of the caller's trace. A `tracestate` that is not well-formed is left out, as is one without a trace. */
function pickTrace(incoming: Headers): Readonly<Record<string, string>> {
  const traceparent = joined(incoming['traceparent']);
  if (traceparent === undefined) return {};
  const tracestate = joined(incoming['tracestate']) ?? '';
  const members = tracestate.split(',').map((member) => member.trim());
  const isGood = members.length <= mostTraceMembers && members.every((member) => traceMember.test(member));
  return { traceparent, ...(isGood && members.some(Boolean) && { tracestate }) };
}

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
  if (provider.forwardTrace) Object.assign(picked, pickTrace(incoming));
  picked[hopHeader] = String(hopsOf(incoming) + 1);
  return picked;
}

/** Headers that ask for a part of a download. */
const rangeHeaders = ['range', 'if-range'] as const;

/** The caller's range headers for a download. */
export const pickRangeHeaders = (incoming: Headers): Readonly<Record<string, string>> =>
  Object.fromEntries(
    rangeHeaders.flatMap((name) => {
      const value = joined(incoming[name]);
      return value === undefined ? [] : [[name, value]];
    }),
  );

/**
 * The caller's `Idempotency-Key` as it goes upstream: a digest that includes the workspace, because all workspaces share one
 * account there, and none may get the cached answer of another. It includes the model too, so that a fallback is a new request.
 */
export const idempotencyKeyFor = (
  key: string,
  workspaceId: string,
  { upstreamModel }: Pick<Route, 'upstreamModel'>,
): string =>
  createHash('sha256')
    .update(JSON.stringify([workspaceId, upstreamModel, key]))
    .digest('base64url');

/** How many Diglot gateways the call has already passed. */
export const hopsOf = (incoming: Headers): number => {
  const hops = Number(joined(incoming[hopHeader]) ?? 0);
  return Number.isInteger(hops) && hops >= 0 ? hops : 0;
};

/** The headers that a key is sent in, and the secrets that no answer may contain. */
interface SentKey {
  readonly headers: SentHeaders;
  readonly secrets: Secrets;
}

/** Made once for each key. */
const sentKeys = new WeakMap<HeaderCredential, SentKey>();

function sentKey(credential: HeaderCredential): SentKey {
  const known = sentKeys.get(credential);
  if (known !== undefined) return known;
  const { header, scheme, value } = credential;
  const headers = { [header]: scheme === null ? value.reveal() : `${scheme} ${value.reveal()}` };
  const made = { headers, secrets: [value] };
  sentKeys.set(credential, made);
  return made;
}

/**
 * The headers that authorise a request. A promise only if they must be computed or fetched.
 *
 * @throws {CredentialFailure} as a rejection
 */
export function authorise(
  credential: Credential | null,
  request: RequestToSign,
  credentials: Credentials,
): SentHeaders | Promise<SentHeaders> {
  if (credential === null) return {};
  return credential.type === 'header' ? sentKey(credential).headers : credentials.authorise(credential, request);
}

/** The secrets that no answer of a provider with this credential may contain. */
export function secretsOf(credential: Credential | null, credentials: Credentials): Secrets {
  if (credential === null) return noSecrets;
  return credential.type === 'header' ? sentKey(credential).secrets : credentials.secretsOf(credential);
}

/** Gateways that a call may pass: two in a row are a valid set-up, more are a loop. */
const mostHops = 3;

/** @throws {GatewayError} `loop_detected` if the call has passed too many Diglot gateways */
export function refuseLoop({ headers }: { readonly headers: Headers }): void {
  const hops = hopsOf(headers);
  if (hops < mostHops) return;
  throw new GatewayError(
    'loop_detected',
    `This call has passed ${hops} Diglot gateways: a provider's base address points back to a gateway. Correct it there.`,
  );
}
