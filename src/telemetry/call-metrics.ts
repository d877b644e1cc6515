import { Counter, Histogram, type Registry } from 'prom-client';
import type { CallRecord, SettledCall } from '../metering/ledger-records.ts';
import type { UnitKind } from '../shared/usage.ts';

/** Seconds to the first byte: from a cached answer to long reasoning. */
const firstBytes = [0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300];

/** The unit kinds that are tokens, by direction. */
const tokenTypes: Readonly<Partial<Record<UnitKind, 'input' | 'output'>>> = {
  input_tokens: 'input',
  cached_input_tokens: 'input',
  cache_write_tokens: 'input',
  cache_write_1h_tokens: 'input',
  input_audio_tokens: 'input',
  output_tokens: 'output',
  output_audio_tokens: 'output',
  cached_input_audio_tokens: 'input',
};

/** Tokens of a call by direction, cached ones included. */
export function tokensOf(lines: CallRecord['lines']): { readonly input: number; readonly output: number } {
  const sums = { input: 0, output: 0 };
  for (const { unitKind, quantity } of lines) {
    const type = tokenTypes[unitKind];
    if (type !== undefined) sums[type] += quantity;
  }
  return sums;
}

/** The metrics label of a model, from a closed set. */
export type ModelLabel = (name: string) => string;

/** Counts a settled call. */
export type CountCall = (call: CallRecord & Pick<SettledCall, 'stream'>) => void;

/** A finished request, as the metrics count it. Every label comes from a closed set. */
interface ObservedCall {
  /** The operationId; null for an unknown path. */
  readonly operation: string | null;
  readonly status: number;
  readonly milliseconds: number;
}

/** The metrics of requests, whether they become calls or not. */
export interface RequestMetrics {
  readonly observe: (call: ObservedCall) => void;
  /** Counts a request or a connection that is refused because the process has too much to do, or too many connections. */
  readonly refused: (reason: 'event_loop' | 'connections') => void;
}

/** Seconds: from a cached answer to a long stream. */
const durations = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 600];

const statusClass = (status: number): string => `${Math.floor(status / 100)}xx`;

export function makeRequestMetrics(registry: Registry): RequestMetrics {
  const registers = [registry];
  const labelNames = ['operation', 'status'] as const;
  const calls = new Counter({ name: 'diglot_requests_total', help: 'Finished requests.', labelNames, registers });
  const seconds = new Histogram({
    name: 'diglot_request_duration_seconds',
    help: 'Time from the arrival of a request to the last byte of its answer.',
    labelNames,
    buckets: durations,
    registers,
  });
  const refusals = new Counter({
    name: 'diglot_overload_refusals_total',
    help: 'Requests that got 503 because the event loop was late, and connections that were closed because there were too many.',
    labelNames: ['reason'],
    registers,
  });
  for (const reason of ['event_loop', 'connections']) refusals.inc({ reason }, 0);
  const observe: RequestMetrics['observe'] = ({ operation, status, milliseconds }) => {
    const labels = { operation: operation ?? 'none', status: statusClass(status) };
    calls.inc(labels);
    seconds.observe(labels, milliseconds / 1000);
  };
  return {
    observe,
    refused: (reason) => {
      refusals.inc({ reason });
      if (reason === 'event_loop') observe({ operation: null, status: 503, milliseconds: 0 });
    },
  };
}

/** Statuses below 500 with which a provider answers about itself or its account, not about the request. */
const providerStatuses: ReadonlySet<number> = new Set([401, 402, 403, 408, 424, 429]);

/** The outcome of a call. `refused`: the provider found a mistake in the request, which is no failure of the provider. */
const outcomeOf = ({ outcome, status }: CallRecord): CallRecord['outcome'] | 'refused' =>
  outcome === 'failed' && status < 500 && !providerStatuses.has(status) ? 'refused' : outcome;

/**
 * Makes the metrics of calls that went to a provider: number, outcome, usage and charge, as this process settled them. The ledger also
 * has those that it settled as `recovered`, and exact sums: these are doubles.
 */
export function makeCallMetrics(registry: Registry, modelLabel: ModelLabel): CountCall {
  const registers = [registry];
  const who = ['model', 'provider'] as const;
  const calls = new Counter({
    name: 'diglot_calls_total',
    help: 'Calls that went to a provider, by outcome; refused: for a mistake in the request.',
    labelNames: ['operation', ...who, 'outcome'],
    registers,
  });
  const units = new Counter({
    name: 'diglot_usage_units_total',
    help: 'Usage of calls, in billed units.',
    labelNames: [...who, 'unit_kind'],
    registers,
  });
  const charged = new Counter({
    name: 'diglot_charged_nanocredits_total',
    help: 'Charges of calls, before refunds and without calls that a crash cut off. The ledger is authoritative for bills.',
    labelNames: ['product'],
    registers,
  });
  const firstByte = new Histogram({
    name: 'diglot_first_byte_seconds',
    help: "Time from the arrival of a call to the first byte of the provider's answer, which may come late if it is no stream.",
    labelNames: [...who, 'stream'],
    buckets: firstBytes,
    registers,
  });
  const countGenAi = makeGenAiMetrics(registry);
  return (call) => {
    const { operation, provider, lines, firstByteMilliseconds, stream = false } = call;
    const model = modelLabel(call.model);
    calls.inc({ operation, model, provider, outcome: outcomeOf(call) });
    for (const { unitKind, quantity } of lines) units.inc({ model, provider, unit_kind: unitKind }, quantity);
    charged.inc({ product: call.productSku }, Number(call.charge));
    if (firstByteMilliseconds !== null)
      firstByte.observe({ model, provider, stream: String(stream) }, firstByteMilliseconds / 1000);
    countGenAi(call, model);
  };
}

/** Makes the metrics of calls under the names that dashboards for generative AI use. */
function makeGenAiMetrics(registry: Registry): (call: CallRecord, model: string) => void {
  const registers = [registry];
  const attributes = ['gen_ai_operation_name', 'gen_ai_provider_name', 'gen_ai_request_model'] as const;
  const duration = new Histogram({
    name: genAiNames.duration,
    help: 'Time from the arrival of a call to the end of its answer.',
    labelNames: [...attributes, 'error_type'],
    buckets: genAiBuckets.duration,
    registers,
  });
  const tokens = new Histogram({
    name: genAiNames.tokens,
    help: 'Input and output tokens of a call, including cached tokens.',
    labelNames: [...attributes, 'gen_ai_token_type'],
    buckets: genAiBuckets.tokens,
    registers,
  });
  return ({ operation, provider, outcome, lines, startedAt, endedAt }, model) => {
    const name = genAiOperations.get(operation);
    if (name === undefined) return;
    const labels = { gen_ai_operation_name: name, gen_ai_provider_name: provider, gen_ai_request_model: model };
    const error = outcome === 'completed' ? {} : { error_type: outcome };
    duration.observe({ ...labels, ...error }, Math.max(endedAt - startedAt, 0) / 1000);
    const sums = tokensOf(lines);
    if (sums.input > 0) tokens.observe({ ...labels, gen_ai_token_type: 'input' }, sums.input);
    if (sums.output > 0) tokens.observe({ ...labels, gen_ai_token_type: 'output' }, sums.output);
  };
}

/**
 * Metric names of the OpenTelemetry conventions for generative AI, in Prometheus notation. The conventions are still in
 * development, so a new release may rename them.
 *
 * Source: https://github.com/open-telemetry/semantic-conventions-genai, docs/gen-ai/gen-ai-metrics.md
 */
const genAiNames = {
  duration: 'gen_ai_client_operation_duration_seconds',
  tokens: 'gen_ai_client_token_usage',
} as const;

/** Bucket bounds of the conventions, in seconds and in tokens. */
const genAiBuckets = {
  duration: [0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.28, 2.56, 5.12, 10.24, 20.48, 40.96, 81.92],
  tokens: Array.from({ length: 14 }, (_, index) => 4 ** index),
};

/** `gen_ai.operation.name` by operation. Operations without a name in the conventions are not counted. */
export const genAiOperations: ReadonlyMap<string, string> = new Map([
  ['createChatCompletion', 'chat'],
  ['createResponse', 'chat'],
  ['createMessage', 'chat'],
  ['createCompletion', 'text_completion'],
  ['createEmbedding', 'embeddings'],
]);
