/**
 * `traceparent` of W3C Trace Context: version, trace, span, flags. A later version than 00 may have more behind them, which is
 * not ours to read; no version is ff, and no trace is all zeros.
 */
const traceparent = /^(?!ff|00-.{53})[\da-f]{2}-(?!0{32})([\da-f]{32})-[\da-f]{16}-[\da-f]{2}(?:-.*)?$/;

/** The trace that a request says it is part of: 32 hexadecimal digits. Null where it says none, or nothing that can be read. */
export const traceIdOf = (value: string | readonly string[] | undefined): string | null =>
  typeof value === 'string' ? (traceparent.exec(value)?.[1] ?? null) : null;
