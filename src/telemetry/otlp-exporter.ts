import type { Log } from '../shared/log.ts';
import { causeMessage } from '../shared/log.ts';

/** A value of an attribute; undefined leaves it out. */
export type AttributeValue = string | number | undefined;

/** A finished span. Ids are lower-case hexadecimal, times epoch milliseconds. */
export interface Span {
  readonly traceId: string;
  readonly spanId: string;
  /** Null: the trace begins here. */
  readonly parentSpanId: string | null;
  readonly name: string;
  readonly kind: 'server' | 'client';
  readonly startedAt: number;
  readonly endedAt: number;
  readonly isError: boolean;
  readonly attributes: Readonly<Record<string, AttributeValue>>;
}

/** Milliseconds that a span waits for others before it is sent. */
const flushMilliseconds = 2_000;
/** Most spans in one request. */
const mostTogether = 512;
/** Most spans that wait; further ones are dropped. */
const mostWaiting = 4_096;
/** Milliseconds that a collector may take for a request. */
const sendMilliseconds = 10_000;
/** Milliseconds between two reports of a collector that is away. */
const reportMilliseconds = 60_000;

/** Numbers of the protocol: https://github.com/open-telemetry/opentelemetry-proto, trace/v1/trace.proto */
const kinds = { server: 2, client: 3 } as const;
const statusError = 2;

const nanoseconds = (milliseconds: number): string => (BigInt(Math.round(milliseconds * 1_000)) * 1_000n).toString();

const valueOf = (value: string | number) => {
  if (typeof value === 'string') return { stringValue: value };
  return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value };
};

const attributesOf = (attributes: Readonly<Record<string, AttributeValue>>) =>
  Object.entries(attributes).flatMap(([key, value]) => (value === undefined ? [] : [{ key, value: valueOf(value) }]));

const spanOf = (span: Span) => ({
  traceId: span.traceId,
  spanId: span.spanId,
  ...(span.parentSpanId !== null && { parentSpanId: span.parentSpanId }),
  name: span.name,
  kind: kinds[span.kind],
  startTimeUnixNano: nanoseconds(span.startedAt),
  endTimeUnixNano: nanoseconds(Math.max(span.endedAt, span.startedAt)),
  attributes: attributesOf(span.attributes),
  ...(span.isError && { status: { code: statusError } }),
});

interface SpanExporter {
  /** Never waits and never fails: a span beyond the most that wait is dropped and counted. */
  readonly add: (span: Span) => void;
  /** Sends what waits, and drops the rest at the first request that fails, and after `closeMilliseconds`. */
  readonly close: () => Promise<void>;
}

interface Options {
  readonly endpoint: string;
  readonly headers: Readonly<Record<string, string>>;
  /** What describes this process: `service.name` and others. */
  readonly resource: Readonly<Record<string, AttributeValue>>;
  readonly log: Log;
  /** Milliseconds that a collector may take for all that waits when the exporter is closed. Default: two seconds. */
  readonly closeMilliseconds?: number;
}

/**
 * @param ended no request lasts longer
 * @returns posts spans: the result is null if the collector has taken them, else the reason why not
 */
function makePosting(
  { endpoint, headers, resource }: Options,
  ended: AbortSignal,
): (spans: readonly Span[]) => Promise<string | null> {
  const url = `${endpoint.replace(/\/+$/, '')}/v1/traces`;
  return async (spans) => {
    const scopeSpans = [{ scope: { name: 'diglot' }, spans: spans.map(spanOf) }];
    const body = JSON.stringify({ resourceSpans: [{ resource: { attributes: attributesOf(resource) }, scopeSpans }] });
    try {
      const signal = AbortSignal.any([ended, AbortSignal.timeout(sendMilliseconds)]);
      const sent = { ...headers, 'content-type': 'application/json' };
      const answer = await fetch(url, { method: 'POST', headers: sent, body, signal, redirect: 'error' });
      await answer.body?.cancel();
      return answer.ok ? null : `the collector answered ${answer.status}`;
    } catch (cause) {
      return causeMessage(cause instanceof Error && cause.cause instanceof Error ? cause.cause : cause);
    }
  };
}

/**
 * Sends spans to a collector in the background: OTLP over HTTP, as JSON.
 *
 * Source: https://opentelemetry.io/docs/specs/otlp/#otlphttp
 */
export function makeSpanExporter(options: Options): SpanExporter {
  const ended = new AbortController();
  const { closeMilliseconds = 2_000 } = options;
  const post = makePosting(options, ended.signal);
  let waiting: Span[] = [];
  let dropped = 0;
  let reportedAt = -Infinity;
  let timer: NodeJS.Timeout | null = null;
  let sending: Promise<string | null> | null = null;
  let isClosing = false;

  const report = (reason: string): void => {
    if (performance.now() - reportedAt < reportMilliseconds) return;
    reportedAt = performance.now();
    options.log.warn('spans could not be exported', { reason, dropped });
  };

  /** @returns whether the collector has taken them */
  const send = async (): Promise<boolean> => {
    const spans = waiting.slice(0, mostTogether);
    waiting = waiting.slice(mostTogether);
    sending = post(spans);
    const failure = await sending;
    sending = null;
    if (failure !== null) {
      dropped += spans.length;
      report(failure);
    }
    if (waiting.length > 0 && !isClosing) schedule();
    return failure === null;
  };
  const flush = (): void => {
    if (timer) clearTimeout(timer);
    timer = null;
    if (sending === null && waiting.length > 0) void send();
  };
  const schedule = (): void => {
    if (waiting.length >= mostTogether) flush();
    else if (timer === null) timer = setTimeout(flush, flushMilliseconds).unref();
  };

  return {
    add: (span) => {
      if (waiting.length >= mostWaiting) {
        dropped += 1;
        return report('the collector is slower than the calls');
      }
      waiting.push(span);
      schedule();
    },
    close: async () => {
      isClosing = true;
      if (timer) clearTimeout(timer);
      const late = setTimeout(() => ended.abort(), closeMilliseconds);
      let isSent = (await sending) === null;
      while (isSent && waiting.length > 0) isSent = await send();
      clearTimeout(late);
    },
  };
}
