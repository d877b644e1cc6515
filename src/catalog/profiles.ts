import type { Profile, TextWire } from './catalog.ts';

const chat: readonly TextWire[] = ['chat-completions'];
const both: readonly TextWire[] = ['responses', 'chat-completions'];

const usual = { wires: chat, streamUsage: 'asked', reasoning: null, limit: null, refused: [] } as const;

/** "developer is not one of ['system', 'assistant', 'user', 'tool', 'function']"; others answer 422. */
const noDeveloper = { developerRole: false } as const;

const penalties = ['frequency_penalty', 'presence_penalty'] as const;

/** A host about which nothing is known. */
export const plainHost: Profile = { ...usual, title: '', baseUrl: '', key: null, wires: [] };

/**
 * The profiles of hosts: rows of data. Sources, as of November 2026: the hosts' own pages, their reviewed clients (`@ai-sdk/*`), and
 * their refusals as recorded. What is not certain has the value that changes nothing.
 */
export const profiles = {
  openrouter: {
    ...usual,
    title: 'OpenRouter',
    baseUrl: 'https://openrouter.ai/api/v1',
    key: 'OPENROUTER_API_KEY',
    wires: both,
    // Its chat completions have functions alone.
    abilities: { customTools: false, allowedTools: false },
  },
  groq: {
    ...usual,
    title: 'Groq',
    baseUrl: 'https://api.groq.com/openai/v1',
    key: 'GROQ_API_KEY',
    wires: both,
    reasoning: 'included',
    refused: ['logprobs', 'top_logprobs', 'logit_bias', 'n'],
    refusesNames: true,
  },
  mistral: {
    ...usual,
    title: 'Mistral',
    baseUrl: 'https://api.mistral.ai/v1',
    key: 'MISTRAL_API_KEY',
    streamUsage: 'forbidden',
    reasoning: 'included',
    limit: 'max_tokens',
    refused: ['logit_bias', 'logprobs', 'top_logprobs', 'store', 'user', 'service_tier'],
    renamed: { seed: 'random_seed' },
    shortToolIds: true,
    required: 'any',
    abilities: noDeveloper,
  },
  deepseek: {
    ...usual,
    title: 'DeepSeek',
    baseUrl: 'https://api.deepseek.com',
    key: 'DEEPSEEK_API_KEY',
    reasoning: 'included',
    limit: 'max_tokens',
    // V4: "The `reasoning_content` in the thinking mode must be passed back to the API."
    noThoughts: '',
    abilities: noDeveloper,
  },
  xai: {
    ...usual,
    title: 'xAI',
    baseUrl: 'https://api.x.ai/v1',
    key: 'XAI_API_KEY',
    wires: both,
    // Chat Completions count it in addition to the output, Responses include it: the total decides.
    reasoning: null,
    limit: 'max_completion_tokens',
  },
  together: {
    ...usual,
    title: 'Together AI',
    baseUrl: 'https://api.together.ai/v1',
    key: 'TOGETHER_API_KEY',
    limit: 'max_tokens',
  },
  fireworks: {
    ...usual,
    title: 'Fireworks AI',
    baseUrl: 'https://api.fireworks.ai/inference/v1',
    key: 'FIREWORKS_API_KEY',
    wires: both,
    limit: 'max_tokens',
  },
  cerebras: {
    ...usual,
    title: 'Cerebras',
    baseUrl: 'https://api.cerebras.ai/v1',
    key: 'CEREBRAS_API_KEY',
    limit: 'max_completion_tokens',
    abilities: noDeveloper,
  },
  perplexity: {
    ...usual,
    title: 'Perplexity',
    baseUrl: 'https://api.perplexity.ai/v1',
    key: 'PERPLEXITY_API_KEY',
    // Chat Completions ended in September 2026.
    wires: ['responses'],
  },
  vercel: {
    ...usual,
    title: 'Vercel AI Gateway',
    baseUrl: 'https://ai-gateway.vercel.sh/v1',
    key: 'AI_GATEWAY_API_KEY',
    wires: both,
  },
  moonshot: {
    ...usual,
    title: 'Moonshot AI',
    baseUrl: 'https://api.moonshot.ai/v1',
    key: 'MOONSHOT_API_KEY',
    wires: both,
    reasoning: 'included',
    limit: 'max_completion_tokens',
    // "thinking is enabled but reasoning_content is missing in assistant tool call message": k2.5 and k2.6 say so of an empty one too.
    noThoughts: ' ',
    // https://platform.moonshot.ai/docs/guide/use-kimi-k2-thinking-model
    thoughtless: /^(?:moonshot-v1|kimi-latest|kimi-k2-(?!thinking))/,
    abilities: { ...noDeveloper, strictTools: false },
  },
  zai: {
    ...usual,
    title: 'Z.ai',
    baseUrl: 'https://api.z.ai/api/paas/v4',
    key: 'ZAI_API_KEY',
    streamUsage: 'forbidden',
    limit: 'max_tokens',
    refused: [...penalties, 'logit_bias', 'logprobs', 'top_logprobs', 'n'],
    refusesNames: true,
    required: null,
    abilities: { ...noDeveloper, schemas: false, strictTools: false },
    // https://docs.z.ai/api-reference/api-code: no credit comes as 429.
    errorCodes: { '1113': 'insufficient_quota', '1211': 'model_not_found' },
  },
  qwen: {
    ...usual,
    title: 'Qwen (Alibaba Cloud Model Studio)',
    baseUrl: 'https://dashscope-intl.aliyuncs.com/compatible-mode/v1',
    key: 'DASHSCOPE_API_KEY',
    wires: both,
    reasoning: 'included',
    limit: 'max_tokens',
    abilities: noDeveloper,
  },
  vllm: { ...usual, title: 'vLLM', baseUrl: 'http://localhost:8000/v1', key: null, wires: both },
  ollama: {
    ...usual,
    title: 'Ollama',
    baseUrl: 'http://localhost:11434/v1',
    key: null,
    wires: both,
    limit: 'max_tokens',
  },
  'lm-studio': {
    ...usual,
    title: 'LM Studio',
    baseUrl: 'http://localhost:1234/v1',
    key: null,
    wires: both,
    limit: 'max_tokens',
  },
  'llama-cpp': { ...usual, title: 'llama.cpp', baseUrl: 'http://localhost:8080/v1', key: null, limit: 'max_tokens' },
  litellm: { ...usual, title: 'LiteLLM', baseUrl: 'http://localhost:4000/v1', key: 'LITELLM_API_KEY', wires: both },
} as const satisfies Record<string, Profile>;

export type ProfileId = keyof typeof profiles;

export const profileIds = Object.keys(profiles) as readonly ProfileId[];

/** What stands for thoughts in messages of a model whose host wants them with each; null: it wants none. */
export function thoughtFiller(profile: Profile | undefined, upstreamModel: string): string | null {
  const { noThoughts, thoughtless } = profile ?? {};
  return noThoughts === undefined || thoughtless?.test(upstreamModel) === true ? null : noThoughts;
}
