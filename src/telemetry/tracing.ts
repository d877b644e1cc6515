import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { CallRecord, SettledCall } from '../metering/ledger-records.ts';
import type { Log } from '../shared/log.ts';
import { readTraceparent, type TraceContext, writeTraceparent } from '../shared/ids.ts';
import { programVersion } from '../shared/program-version.ts';
import type { Secret } from '../shared/secret.ts';
import { genAiOperations, tokensOf } from './call-metrics.ts';
import { type AttributeValue, makeSpanExporter, type Span } from './otlp-exporter.ts';

/** Where traces go, and which of those that begin here. */
export interface TraceSettings {
  readonly endpoint: string;
  readonly headers: Readonly<Record<string, Secret>>;
  /** From 0 to 1. */
  readonly sampleRatio: number;
}

/** A finished request, as its span describes it. */
interface TracedCall {
  /** The request, as `before` received it. */
  readonly message: object;
  readonly requestId: string;
  /** The `traceparent` of the request, as `begin` left it. */
  readonly traceparent: string | null;
  readonly operation: string | null;
  readonly status: number;
  readonly milliseconds: number;
}

/** What is sent to a provider, as far as tracing changes it. */
interface TracedRequest {
  readonly headers: Readonly<Record<string, string>>;
}

type Handle = (request: IncomingMessage, response: ServerResponse) => void;

/** Where requests to providers pass. */
interface Sending {
  readonly send: (hold: never, request: never) => unknown;
}

/**
 * Traces of calls: one span of kind server for each request, and below it one of kind client for each attempt at a provider.
 * Both are made from what the request log and the ledger are given anyway: no content, no credentials.
 */
export interface Tracing {
  /** Gives each request its span before anything else sees it, as a child of the caller's. */
  readonly before: (handle: Handle) => Handle;
  /** Names the span of the attempt as the parent, where a `traceparent` goes to the provider. */
  readonly around: <Upstreams extends Sending>(upstreams: Upstreams) => Upstreams;
  /** An attempt is in the ledger. */
  readonly settled: (call: SettledCall) => void;
  /** A request has ended. */
  readonly observed: (call: TracedCall) => void;
  readonly close: () => Promise<void>;
}

/** The span of an attempt is known before it is sent and after it is settled, by the id of its call alone. */
const spanOfCall = (callId: string): string => createHash('sha256').update(callId).digest('hex').slice(0, 16);

/**
 * Attributes of the OpenTelemetry conventions for generative AI, and ours.
 *
 * Source: https://github.com/open-telemetry/semantic-conventions-genai, docs/gen-ai/gen-ai-spans.md
 */
function attributesOf(call: CallRecord): Readonly<Record<string, AttributeValue>> {
  const { input, output } = tokensOf(call.lines);
  return {
    'gen_ai.operation.name': genAiOperations.get(call.operation) ?? call.operation,
    'gen_ai.provider.name': call.provider,
    'gen_ai.request.model': call.model,
    'gen_ai.usage.input_tokens': input > 0 ? input : undefined,
    'gen_ai.usage.output_tokens': output > 0 ? output : undefined,
    'error.type': call.outcome === 'completed' ? undefined : call.outcome,
    'http.response.status_code': call.status,
    'diglot.call.id': call.id,
    'diglot.workspace.id': call.workspaceId,
    'diglot.key.id': call.keyId,
    'diglot.product': call.productSku,
    'diglot.region': call.region,
    'diglot.charge.nanocredits': Number(call.charge),
    'diglot.usage.source': call.usageSource,
    'diglot.first_byte.milliseconds': call.firstByteMilliseconds ?? undefined,
  };
}

type Send = (hold: { readonly callId: string }, request: TracedRequest) => unknown;

const passTraced =
  (pass: Send): Send =>
  (hold, request) => {
    const context = readTraceparent(request.headers['traceparent']);
    if (context === null) return pass(hold, request);
    const traceparent = writeTraceparent({ ...context, spanId: spanOfCall(hold.callId) });
    return pass(hold, { ...request, headers: { ...request.headers, traceparent } });
  };

export interface TracingParts {
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly log: Log;
}

/** The span of an attempt at a provider, below that of its request. */
function attemptSpan({ traceId, spanId: parentSpanId }: TraceContext, call: CallRecord): Span {
  const operation = genAiOperations.get(call.operation) ?? call.operation;
  return {
    traceId,
    parentSpanId,
    spanId: spanOfCall(call.id),
    name: `${operation} ${call.model}`,
    kind: 'client',
    startedAt: call.startedAt,
    endedAt: call.endedAt,
    isError: call.outcome !== 'completed',
    attributes: attributesOf(call),
  };
}

/** The span of a request that has just ended. */
function requestSpan(
  { traceId, spanId }: TraceContext,
  { requestId, operation, status, milliseconds }: TracedCall,
  endedAt: number,
): Omit<Span, 'parentSpanId'> {
  return {
    traceId,
    spanId,
    name: operation ?? 'unknown',
    kind: 'server',
    startedAt: endedAt - milliseconds,
    endedAt,
    isError: status >= 500,
    attributes: {
      'http.response.status_code': status,
      'diglot.operation': operation ?? undefined,
      'diglot.request.id': requestId,
    },
  };
}

/** Starts to trace. Nothing of this is loaded if traces are off. */
export function startTracing({ endpoint, headers, sampleRatio }: TraceSettings, { now, log }: TracingParts): Tracing {
  const resource = {
    'service.name': 'diglot',
    'service.version': programVersion(),
    // In containers all instances have one process id.
    'service.instance.id': randomUUID(),
  };
  const revealed = Object.fromEntries(Object.entries(headers).map(([name, secret]) => [name, secret.reveal()]));
  const exporter = makeSpanExporter({ endpoint, headers: revealed, resource, log });
  /** By request, so that however many come, each has its own until it is gone. */
  const parents = new WeakMap<object, string>();
  const samples = (traceId: string): boolean => Number.parseInt(traceId.slice(-8), 16) / 2 ** 32 < sampleRatio;

  return {
    before: (handle) => (request, response) => {
      const parent = readTraceparent(request.headers['traceparent']);
      const traceId = parent?.traceId ?? randomBytes(16).toString('hex');
      const own = { traceId, spanId: randomBytes(8).toString('hex'), isSampled: parent?.isSampled ?? samples(traceId) };
      if (parent !== null) parents.set(request, parent.spanId);
      request.headers['traceparent'] = writeTraceparent(own);
      // It belongs to a trace that could not be read.
      if (parent === null) delete request.headers['tracestate'];
      handle(request, response);
    },
    around: (upstreams) => ({ ...upstreams, send: passTraced(upstreams.send as Send) }),
    settled: (call) => {
      // Lines of a batch are charged hours after the call that made it.
      if (call.batchId !== null) return;
      const context = readTraceparent(call.traceparent);
      if (context?.isSampled === true) exporter.add(attemptSpan(context, call));
    },
    observed: (call) => {
      const context = readTraceparent(call.traceparent);
      if (context?.isSampled !== true) return;
      const parentSpanId = parents.get(call.message) ?? null;
      exporter.add({ ...requestSpan(context, call, now()), parentSpanId });
    },
    close: exporter.close,
  };
}
