/** Where a request stands in its trace: W3C Trace Context, https://www.w3.org/TR/trace-context/ */
export interface TraceContext {
  /** 32 hexadecimal digits in lower case. */
  readonly traceId: string;
  /** 16 of them. */
  readonly spanId: string;
  readonly isSampled: boolean;
}

/** Version, trace id, span id, flags. Versions after 00 may append more fields. The version is never ff, and no id all zeros. */
const form = /^(?!ff|00-.{53})[\da-f]{2}-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-([\da-f]{2})(?:-.*)?$/;

/** Reads a header `traceparent`; null if it is absent, repeated or invalid. */
export function readTraceparent(value: string | readonly string[] | null | undefined): TraceContext | null {
  const [, traceId, spanId, flags] = (typeof value === 'string' && form.exec(value)) || [];
  if (traceId === undefined || spanId === undefined || flags === undefined) return null;
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 };
}

export const writeTraceparent = ({ traceId, spanId, isSampled }: TraceContext): string =>
  `00-${traceId}-${spanId}-${isSampled ? '01' : '00'}`;
