import type { JsonObject } from '../../shared/json.ts';

/** When a provider's record says that its thing goes, in epoch milliseconds: Unix seconds on Spec A, RFC 3339 on Spec B. */
export function expiryOf({ expires_at: expiresAt }: JsonObject): number | null {
  if (typeof expiresAt === 'number') return expiresAt * 1000;
  const moment = typeof expiresAt === 'string' ? Date.parse(expiresAt) : Number.NaN;
  return Number.isNaN(moment) ? null : moment;
}
