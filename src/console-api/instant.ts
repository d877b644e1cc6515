import { GatewayError } from '../errors/gateway-error.ts';
import { parseMoment } from '../shared/parse-moment.ts';

/** Epoch milliseconds as RFC 3339 in UTC. */
export const writeInstant = (at: number): string => new Date(at).toISOString();

/** The same, where there is one. */
export const writeOptionalInstant = (at: number | null): string | null => (at === null ? null : writeInstant(at));

/**
 * Epoch milliseconds of an RFC 3339 instant.
 *
 * @param param name of the field, for the error
 * @throws {GatewayError} 400 `invalid_value`
 */
export function readInstant(text: string, param: string): number {
  const at = parseMoment(text);
  if (at !== null) return at;
  throw new GatewayError(
    'invalid_value',
    `${param} must be an instant such as 2026-11-20T14:05:00Z, with its offset from UTC.`,
    { param },
  );
}
