/** `traceparent` of W3C Trace Context: version, trace, span, flags; what follows in a later version than 00 is not ours to read. */
const traceparent =
  /^(?:00-([\da-f]{32})-[\da-f]{16}-[\da-f]{2}|(?!ff|00)[\da-f]{2}-([\da-f]{32})-[\da-f]{16}-[\da-f]{2}(?:-.*)?)$/;
const noTrace = /^0+$/;

/** The trace that a request says it is part of: 32 hexadecimal digits. Null where it says none, or nothing that can be read. */
export function traceIdOf(value: string | readonly string[] | undefined): string | null {
  const match = typeof value === 'string' ? traceparent.exec(value) : null;
  const id = match?.[1] ?? match?.[2] ?? null;
  return id === null || noTrace.test(id) ? null : id;
}
