/** Anything that looks like a key or a bearer credential, as it may stand in the message of a library's error. */
const credentials = /\b(sk-[A-Za-z]{0,4}|Bearer\s+|Basic\s+)[A-Za-z0-9_\-.+/=]{6,}/gi;

/** A text without whatever in it looks like a credential. */
export const redact = (text: string): string => text.replace(credentials, '$1[secret]');

/** The text of a failure with its stack and the failures behind it (at most five), without credentials. */
export function describeCause(cause: unknown, depth = 0): string {
  if (!(cause instanceof Error)) return redact(String(cause));
  const own = redact(cause.stack ?? `${cause.name}: ${cause.message}`);
  if (cause.cause === undefined || depth >= 4) return own;
  return `${own}\ncaused by ${describeCause(cause.cause, depth + 1)}`;
}
