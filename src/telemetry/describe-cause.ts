/** Anything that looks like a key or a credential, as a library's error message may contain it. */
const credentials = /\b(sk-[A-Za-z]{0,4}|Bearer\s+|Basic\s+)[A-Za-z0-9_\-.+/=]{6,}/gi;

/** Replaces everything that looks like a credential. */
export const redact = (text: string): string => text.replace(credentials, '$1[secret]');

/** Describes an error with its stack and its causes (five errors at most), without credentials. */
export function describeCause(cause: unknown, depth = 0): string {
  if (!(cause instanceof Error)) return redact(String(cause));
  const own = redact(cause.stack ?? `${cause.name}: ${cause.message}`);
  if (cause.cause === undefined || depth >= 4) return own;
  return `${own}\ncaused by ${describeCause(cause.cause, depth + 1)}`;
}
