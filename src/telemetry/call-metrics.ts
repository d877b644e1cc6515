import { Counter, Histogram, type Registry } from 'prom-client';
import type { CallRecord } from '../metering/ledger-records.ts';
import type { UnitKind } from '../shared/usage.ts';

/** Seconds to the first byte: from what a cached answer takes to what a long thought does. */
const firstBytes = [0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300];

/** The kinds that are tokens, by the direction in which they go. */
const tokenTypes: Readonly<Partial<Record<UnitKind, 'input' | 'output'>>> = {
  input_tokens: 'input',
  cached_input_tokens: 'input',
  cache_write_tokens: 'input',
  cache_write_1h_tokens: 'input',
  input_audio_tokens: 'input',
  output_tokens: 'output',
  output_audio_tokens: 'output',
};

/** A model's name as a label: from a closed set, whatever callers write. */
export type ModelLabel = (name: string) => string;

/** Counts a call that is in the ledger. */
export type CountCall = (call: CallRecord) => void;

/** Figures of the calls that went to a provider: how many, how they ended, what they used and cost. They agree with the ledger. */
export function makeCallFigures(registry: Registry, modelLabel: ModelLabel): CountCall {
  const registers = [registry];
  const who = ['model', 'provider'] as const;
  const calls = new Counter({
    name: 'diglot_calls_total',
    help: 'Calls that went to a provider, by how they ended.',
    labelNames: ['operation', ...who, 'outcome'],
    registers,
  });
  const units = new Counter({
    name: 'diglot_usage_units_total',
    help: 'What calls used, in the units that are billed.',
    labelNames: [...who, 'unit_kind'],
    registers,
  });
  const charged = new Counter({
    name: 'diglot_charged_nanocredits_total',
    help: 'What calls were charged, before refunds. For bills ask the ledger.',
    labelNames: ['product'],
    registers,
  });
  const firstByte = new Histogram({
    name: 'diglot_first_byte_seconds',
    help: 'From the arrival of a call to the first byte of its answer from the provider.',
    labelNames: who,
    buckets: firstBytes,
    registers,
  });
  const countGenAi = makeGenAiFigures(registry);
  return (call) => {
    const { operation, provider, outcome, lines, firstByteMilliseconds } = call;
    const model = modelLabel(call.model);
    calls.inc({ operation, model, provider, outcome });
    for (const { unitKind, quantity } of lines) units.inc({ model, provider, unit_kind: unitKind }, quantity);
    charged.inc({ product: call.productSku }, Number(call.charge));
    if (firstByteMilliseconds !== null) firstByte.observe({ model, provider }, firstByteMilliseconds / 1000);
    countGenAi(call, model);
  };
}

/** The same under the names that dashboards for generative AI look for. */
function makeGenAiFigures(registry: Registry): (call: CallRecord, model: string) => void {
  const registers = [registry];
  const attributes = ['gen_ai_operation_name', 'gen_ai_provider_name', 'gen_ai_request_model'] as const;
  const duration = new Histogram({
    name: genAiNames.duration,
    help: 'From the arrival of a call to the end of its answer.',
    labelNames: [...attributes, 'error_type'],
    buckets: genAiBuckets.duration,
    registers,
  });
  const tokens = new Histogram({
    name: genAiNames.tokens,
    help: 'Tokens of a call, in and out, those read from a cache included.',
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
    const sums = { input: 0, output: 0 };
    for (const { unitKind, quantity } of lines) {
      const type = tokenTypes[unitKind];
      if (type !== undefined) sums[type] += quantity;
    }
    if (sums.input > 0) tokens.observe({ ...labels, gen_ai_token_type: 'input' }, sums.input);
    if (sums.output > 0) tokens.observe({ ...labels, gen_ai_token_type: 'output' }, sums.output);
  };
}

/**
 * The names that the OpenTelemetry conventions give to figures of generative AI, as Prometheus writes them. They are still in
 * development there, and are renamed now and then: a new release of them is a change of this file.
 *
 * Source: https://github.com/open-telemetry/semantic-conventions-genai, docs/gen-ai/gen-ai-metrics.md
 */
const genAiNames = {
  duration: 'gen_ai_client_operation_duration_seconds',
  tokens: 'gen_ai_client_token_usage',
} as const;

/** Upper bounds that the conventions ask for: seconds, and tokens. */
const genAiBuckets = {
  duration: [0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.28, 2.56, 5.12, 10.24, 20.48, 40.96, 81.92],
  tokens: Array.from({ length: 14 }, (_, index) => 4 ** index),
};

/** `gen_ai.operation.name` of the operations that the conventions have a word for. The others have no figure under these names. */
const genAiOperations: ReadonlyMap<string, string> = new Map([
  ['createChatCompletion', 'chat'],
  ['createResponse', 'chat'],
  ['createMessage', 'chat'],
  ['createCompletion', 'text_completion'],
  ['createEmbedding', 'embeddings'],
]);
