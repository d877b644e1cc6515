import type { ReplyHeaders } from '../gateway/reply.ts';
import type { UpstreamAnswer } from './upstream.ts';

/** One header of an answer; the first where it was sent several times. */
export const headerOf = ({ headers }: Pick<UpstreamAnswer, 'headers'>, name: string): string | undefined => {
  const value = headers[name];
  return Array.isArray(value) ? value[0] : value;
};

/** The names under which upstreams tell their own id of a call. */
const requestIdNames = ['x-request-id', 'request-id', 'cf-ray'] as const;

const visible = /^[\x21-\x7e]{1,128}$/;

/** The upstream's own id of the call, where it may stand in a header. */
export function upstreamRequestId(answer: UpstreamAnswer): string | null {
  for (const name of requestIdNames) {
    const value = headerOf(answer, name);
    if (value !== undefined && visible.test(value)) return value;
  }
  return null;
}

/** Of an upstream's response headers these go on to the client; all others stay. */
const forwarded = ['content-type', 'content-disposition'] as const;

/** The part of a success answer's head that is the upstream's. */
export function pickAnswerHeaders(answer: UpstreamAnswer): ReplyHeaders {
  const picked: Record<string, string> = {};
  for (const name of forwarded) {
    const value = headerOf(answer, name);
    if (value !== undefined && /^[\x20-\x7e]{1,512}$/.test(value)) picked[name] = value;
  }
  return picked;
}
