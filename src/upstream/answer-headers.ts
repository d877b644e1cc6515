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
  ...picked(answer, downloadHeaders),
  ...(!/^attachment\b/i.test(headerOf(answer, 'content-disposition') ?? '') && { 'content-disposition': 'attachment' }),
  'x-content-type-options': 'nosniff',
  'content-security-policy': 'sandbox',
});

/** The part of a success answer's head that is the upstream's. */
export const pickAnswerHeaders = (answer: UpstreamAnswer): ReplyHeaders => picked(answer, forwarded);

const rateLimitName = /^(?:x|anthropic)-ratelimit-[a-z0-9-]{1,64}$/;
const rateLimitValue = /^[\w.:,;=%"+ -]{1,128}$/;

/** What an upstream says of the limits of the gateway's account: for callers of a provider whose row says so. */
export function pickRateLimits(answer: UpstreamAnswer): ReplyHeaders {
  const names = Object.keys(answer.headers).filter((name) => rateLimitName.test(name));
  const found = names.map((name): [string, string] => [name, headerOf(answer, name) ?? '']);
  return Object.fromEntries(found.filter(([, value]) => rateLimitValue.test(value)));
}

function picked(answer: UpstreamAnswer, names: readonly string[]): ReplyHeaders {
  const found: Record<string, string> = {};
  for (const name of names) {
    const value = headerOf(answer, name);
    if (value !== undefined && /^[\x20-\x7e]{1,512}$/.test(value)) found[name] = value;
  }
  return found;
}
