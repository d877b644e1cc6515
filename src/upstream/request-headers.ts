import { createHash } from 'node:crypto';
import type { Provider } from '../catalog/catalog.ts';
import type { Route } from '../routing/route.ts';

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

/** Version of Spec B that is sent when the caller names none (the specification, section 4). */
export const defaultVersion = '2023-06-01';

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
export function credentialHeaders({ credential }: Provider): Record<string, string> {
  if (credential === null) return {};
  const value = credential.value.reveal();
  return { [credential.header]: credential.scheme === null ? value : `${credential.scheme} ${value}` };
}
