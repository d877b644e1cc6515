/** Why a `fetch` came to nothing, in few words: what it says itself is always "fetch failed". */
export function explainFetch(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (!(cause instanceof Error)) return String(cause);
  const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : null;
  return cause.message || code || cause.name;
}
