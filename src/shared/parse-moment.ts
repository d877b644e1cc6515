/**
 * Epoch milliseconds of a moment with its offset (RFC 3339); null where it is none. A day that its month does not have is
 * none: `Date.parse` alone takes 30 February for 2 March.
 */
export function parseMoment(text: string): number | null {
  const day = text.slice(0, 10);
  const midnight = Date.parse(`${day}T00:00:00Z`);
  if (Number.isNaN(midnight) || !new Date(midnight).toISOString().startsWith(day)) return null;
  const at = Date.parse(text);
  return Number.isNaN(at) ? null : at;
}
