/**
 * The names that the OpenTelemetry conventions give to figures of generative AI, as Prometheus writes them. They are still in
 * development there, and are renamed now and then: a new release of them is a change of this file.
 *
 * Source: https://github.com/open-telemetry/semantic-conventions-genai, docs/gen-ai/gen-ai-metrics.md
 */
export const genAiNames = {
  duration: 'gen_ai_client_operation_duration_seconds',
  tokens: 'gen_ai_client_token_usage',
} as const;

/** Upper bounds that the conventions ask for: seconds, and tokens. */
export const genAiBuckets = {
  duration: [0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.28, 2.56, 5.12, 10.24, 20.48, 40.96, 81.92],
  tokens: Array.from({ length: 14 }, (_, index) => 4 ** index),
};

/** `gen_ai.operation.name` of the operations that the conventions have a word for. The others have no figure under these names. */
export const genAiOperations: ReadonlyMap<string, string> = new Map([
  ['createChatCompletion', 'chat'],
  ['createResponse', 'chat'],
  ['createMessage', 'chat'],
  ['createCompletion', 'text_completion'],
  ['createEmbedding', 'embeddings'],
]);
