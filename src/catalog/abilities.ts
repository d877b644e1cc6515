/** The abilities of a model that translated requests depend on, as data of the catalogue. */
export interface ModelAbilities {
  /** Output limit, in tokens, for requests without one where the wire requires it. */
  readonly maxOutputTokens: number | null;
  /** `one`: temperature or top_p, not both; `refused`: only the defaults of temperature, top_p and top_k are accepted. */
  readonly sampling: 'free' | 'one' | 'refused';
  /** Whether Chat Completions accepts stop sequences. */
  readonly stops: boolean;
  /** Accepted values of effort, weakest first; empty: it has no such setting. */
  readonly efforts: readonly string[];
  /** How thinking is requested on Messages: by effort alone, or by a budget of tokens. */
  readonly thinking: 'adaptive' | 'budget' | 'none';
  /** How Messages turns thinking off. `never`: the model always thinks; its weakest effort, or smallest budget, comes closest. */
  readonly thinkingOff: 'disabled' | 'between_tools' | 'never';
  /** The smallest and the largest budget of tokens to think with, on Gemini. */
  readonly budgets: readonly [least: number, most: number];
  /** Whether a tool may be forced on Messages. */
  readonly forcedTools: boolean;
  /** Whether it supports structured output by a schema. */
  readonly schemas: boolean;
  /** Whether tools may be `strict`. */
  readonly strictTools: boolean;
  readonly images: boolean;
  readonly documents: boolean;
  readonly audio: boolean;
  /** Whether it continues an assistant message that ends the conversation. */
  readonly prefill: boolean;
  /** Whether a system message may come in the middle of a conversation. */
  readonly systemInMiddle: boolean;
  /** Whether content parts may have cache markers, on Chat Completions and Responses. */
  readonly cacheMarks: boolean;
  /** Whether the OpenAI formats accept `prompt_cache_key`, which keeps the turns of a session on one cache. */
  readonly cacheKeys: boolean;
  /** Whether the provider's web search is available. */
  readonly search: boolean;
  /** Whether the provider runs code in a container of its own. */
  readonly code: boolean;
  /** Whether Responses marks messages as commentary or final answer (`phase`), and expects the mark back. */
  readonly phases: boolean;
  /** The member of Chat Completions that limits the output. */
  readonly limitMember: 'max_completion_tokens' | 'max_tokens';
  /** Whether the OpenAI formats know the role `developer`; other hosts know `system`. */
  readonly developerRole: boolean;
  /** Whether the OpenAI formats accept tools that take free text. */
  readonly customTools: boolean;
  /** Whether the OpenAI formats accept a choice that lists the allowed tools. */
  readonly allowedTools: boolean;
  /** Whether the OpenAI formats accept `parallel_tool_calls`. */
  readonly parallelSwitch: boolean;
  /** Whether `top_k` is accepted on Chat Completions. */
  readonly topK: boolean;
  /**
   * Efforts that Chat Completions takes where there are tools: `any`; `absent`: none, and no effort at all; `none`: it must be said.
   */
  readonly toolEffort: 'any' | 'absent' | 'none';
  /** Whether it takes version 2026-10-21 of Spec B on clouds that do not translate versions. */
  readonly secondVersion: boolean;
  /** The member of `additionalModelRequestFields` by which Converse asks it to think. */
  readonly converseReasoning: 'thinking' | 'reasoningConfig' | 'reasoning_effort' | 'reasoning' | 'none';
  /** Whether Gemini accepts the ids of calls and results. Without them, it matches both by their order. */
  readonly callIds: boolean;
  /** Where Converse may mark what is to be cached. Bedrock refuses marks that a model does not take. */
  readonly cachePoints: 'everywhere' | 'content' | 'none';
}

/** An unknown model: what most hosts accept, and nothing that a strict one rejects. */
const usual: ModelAbilities = {
  maxOutputTokens: null,
  sampling: 'free',
  stops: true,
  efforts: [],
  thinking: 'budget',
  thinkingOff: 'disabled',
  budgets: [512, 24_576],
  forcedTools: true,
  schemas: true,
  strictTools: true,
  images: true,
  documents: true,
  audio: false,
  prefill: true,
  systemInMiddle: true,
  cacheMarks: false,
  cacheKeys: false,
  search: false,
  code: false,
  phases: false,
  limitMember: 'max_tokens',
  developerRole: false,
  customTools: false,
  allowedTools: false,
  parallelSwitch: true,
  topK: false,
  toolEffort: 'any',
  secondVersion: false,
  converseReasoning: 'none',
  callIds: true,
  cachePoints: 'none',
};

const claude: Partial<ModelAbilities> = {
  search: true,
  code: true,
  topK: true,
  systemInMiddle: false,
  converseReasoning: 'thinking',
  cachePoints: 'everywhere',
};
const gpt: Partial<ModelAbilities> = {
  search: true,
  code: true,
  prefill: false,
  limitMember: 'max_completion_tokens',
  developerRole: true,
  cacheKeys: true,
  converseReasoning: 'reasoning',
};
const oSeries: Partial<ModelAbilities> = {
  ...gpt,
  maxOutputTokens: 100_000,
  sampling: 'refused',
  efforts: ['low', 'medium', 'high'],
};
const gpt5: Partial<ModelAbilities> = {
  ...oSeries,
  maxOutputTokens: 128_000,
  efforts: ['none', 'low', 'medium', 'high', 'xhigh'],
  customTools: true,
  allowedTools: true,
};
const nova: Partial<ModelAbilities> = { thinking: 'none', schemas: false, strictTools: false, cachePoints: 'content' };
const gemini: Partial<ModelAbilities> = { maxOutputTokens: 65_536, audio: true, prefill: false };
const gemini2: Partial<ModelAbilities> = { ...gemini, callIds: false };
const effortsOf46 = ['low', 'medium', 'high', 'max'];
const allEfforts = ['low', 'medium', 'high', 'xhigh', 'max'];

const claude5: Partial<ModelAbilities> = {
  ...claude,
  secondVersion: true,
  maxOutputTokens: 128_000,
  sampling: 'refused',
  efforts: allEfforts,
  thinking: 'adaptive',
  prefill: false,
  systemInMiddle: true,
};

/** Its name, the names of its models, and what they can do besides the usual. */
type Family = readonly [name: string, models: RegExp, abilities: Partial<ModelAbilities>];

/**
 * Known families, the first that matches counts. Sources, as of November 2026: the vendors' pages of models, of extended and
 * adaptive thinking, of effort, of structured outputs and of prompt caching; and refusals that were recorded ("does not support effort level
 * 'xhigh'", "Unsupported parameter: 'max_tokens'", "Function tools with reasoning_effort are not supported for gpt-5.4 in
 * /v1/chat/completions", "`temperature` and `top_p` cannot both be specified for this model", "'stop' is not supported with this model").
 *
 * @see https://platform.claude.com/docs/en/about-claude/models/overview
 * @see https://platform.claude.com/docs/en/models/opus-5-5/whats-new-opus-5-5 (always thinks, no forced tools; so does Fable 5.1)
 * @see https://platform.claude.com/docs/en/models/sonnet-5-5/whats-new-sonnet-5-5 (`between_tools`, no forced tools)
 * @see https://platform.openai.com/docs/models
 * @see https://developers.openai.com/api/docs/guides/reasoning (efforts by model)
 * @see https://openrouter.ai/docs/cookbook/evaluate-and-optimize/model-migrations/gpt-5-4 (which models have phases)
 * @see https://ai.google.dev/gemini-api/docs/models
 * @see https://ai.google.dev/gemini-api/docs/thinking
 * @see https://docs.aws.amazon.com/bedrock/latest/userguide/conversation-inference-supported-models-features.html
 * @see https://docs.aws.amazon.com/bedrock/latest/userguide/prompt-caching.html
 */
const families: readonly Family[] = [
  ['claude', /^claude-(?:opus-5-[5-9]|fable|mythos)/, { ...claude5, thinkingOff: 'never', forcedTools: false }],
  ['claude', /^claude-sonnet-5-[5-9]/, { ...claude5, thinkingOff: 'between_tools', forcedTools: false }],
  ['claude', /^claude-(?:opus-4-8|(?:opus|sonnet|haiku)-[5-9])/, claude5],
  ['claude', /^claude-opus-4-7/, { ...claude5, systemInMiddle: false }],
  [
    'claude',
    /^claude-(?:opus|sonnet|haiku)-4-6/,
    { ...claude5, secondVersion: false, sampling: 'one', systemInMiddle: false, efforts: effortsOf46 },
  ],
  ['claude', /^claude-(?:opus|sonnet|haiku)-4-5/, { ...claude, maxOutputTokens: 64_000, sampling: 'one' }],
  ['claude', /^claude-opus-4-1/, { ...claude, maxOutputTokens: 32_000, sampling: 'one' }],
  ['claude', /^claude-opus-4/, { ...claude, maxOutputTokens: 32_000 }],
  ['claude', /^claude-(?:sonnet-4|3-7)/, { ...claude, maxOutputTokens: 64_000, schemas: false, strictTools: false }],
  [
    'claude',
    /^claude-3-5/,
    {
      ...claude,
      maxOutputTokens: 8_192,
      thinking: 'none',
      schemas: false,
      strictTools: false,
      cachePoints: 'none',
    },
  ],
  [
    'claude',
    /^claude-(?:3|2|instant)/,
    {
      ...claude,
      maxOutputTokens: 4_096,
      thinking: 'none',
      schemas: false,
      strictTools: false,
      search: false,
      code: false,
      cachePoints: 'none',
    },
  ],
  [
    'gpt',
    /^gpt-5\.(?:[6-9]|\d\d)/,
    { ...gpt5, efforts: ['none', ...allEfforts], cacheMarks: true, toolEffort: 'none', phases: true },
  ],
  ['gpt', /^gpt-5\.5/, { ...gpt5, toolEffort: 'absent', phases: true }],
  ['gpt', /^gpt-5\.4/, { ...gpt5, stops: false, toolEffort: 'absent', phases: true }],
  ['gpt', /^gpt-5\.3-codex/, { ...gpt5, stops: false, phases: true }],
  ['gpt', /^gpt-5\.[23]/, { ...gpt5, stops: false }],
  ['gpt', /^gpt-5\.1/, { ...gpt5, stops: false, efforts: ['none', 'low', 'medium', 'high'] }],
  ['gpt', /^gpt-5/, { ...gpt5, stops: false, efforts: ['minimal', 'low', 'medium', 'high'] }],
  ['gpt', /^o[34]-mini/, { ...oSeries, stops: false, parallelSwitch: false }],
  ['gpt', /^o[34](?:-|$)/, { ...oSeries, stops: false }],
  ['gpt', /^o1(?:-|$)/, { ...oSeries, parallelSwitch: false }],
  ['gpt', /^gpt-4o.*-audio|^gpt-audio/, { ...gpt, maxOutputTokens: 16_384, audio: true, images: false }],
  ['gpt', /^gpt-4\.1/, { ...gpt, maxOutputTokens: 32_768 }],
  ['gpt', /^gpt-4o/, { ...gpt, maxOutputTokens: 16_384 }],
  ['gpt', /^(?:gpt-4|gpt-3\.5|chatgpt)/, { ...gpt, schemas: false, strictTools: false }],
  [
    'gpt-oss',
    /^gpt-oss/,
    {
      images: false,
      documents: false,
      efforts: ['low', 'medium', 'high'],
      converseReasoning: 'reasoning_effort',
    },
  ],
  ['gemini-3', /^gemini-3.*flash/, { ...gemini, thinking: 'adaptive', efforts: ['minimal', 'low', 'medium', 'high'] }],
  ['gemini-3', /^gemini-3-pro/, { ...gemini, thinking: 'adaptive', efforts: ['low', 'high'] }],
  ['gemini-3', /^gemini-3/, { ...gemini, thinking: 'adaptive', efforts: ['low', 'medium', 'high'] }],
  ['gemini-2.5', /^gemini-2\.5-pro/, { ...gemini2, thinkingOff: 'never', budgets: [128, 32_768] }],
  ['gemini-2.5', /^gemini-2\.5/, gemini2],
  ['gemini', /^gemini-[12]/, { ...gemini2, maxOutputTokens: 8_192, thinking: 'none' }],
  ['gemini', /^gemini/, { ...gemini, maxOutputTokens: 8_192, thinking: 'none' }],
  ['deepseek', /^deepseek/, { images: false, documents: false, schemas: false }],
  // At `high` Bedrock refuses a limit of the output, and sampling.
  ['nova-2', /^amazon\.nova-2/, { ...nova, efforts: ['none', 'low', 'medium'], converseReasoning: 'reasoningConfig' }],
  ['nova', /^amazon\.nova-micro/, { ...nova, images: false, documents: false }],
  ['nova', /^amazon\.nova/, nova],
  ['llama', /^meta\.llama/, { thinking: 'none', forcedTools: false, schemas: false, strictTools: false }],
];

/** A model's name without the host's words before it: `openai/gpt-5`, `eu.anthropic.claude-opus-5`, `us.amazon.nova-pro-v1:0`. */
const plainName = (model: string): string =>
  model.replace(/^.*\//, '').replace(/^(?:(?:us|us-gov|eu|apac|jp|au|ca|in|global)\.)?(?:(?:anthropic|openai)\.)?/, '');

const familyOf = (model: string): Family | undefined => families.find(([, models]) => models.test(plainName(model)));

/** The family that what a model seals belongs to; a model of no known one is its own. */
export const familyName = (model: string): string => familyOf(model)?.[0] ?? model;

/** What the catalogue says about one model; null members: it says nothing. */
export type StatedAbilities = { readonly [Name in keyof ModelAbilities]?: ModelAbilities[Name] | null };

/**
 * What models can do at their vendor and not at other hosts. Sources, as of November 2026: the vendor's pages of web search, of code
 * execution and of system messages in the middle of a conversation, which name the hosts.
 */
const hosts: Readonly<Record<string, Partial<ModelAbilities>>> = {
  bedrock: { search: false, code: false, systemInMiddle: false },
  vertex: { code: false, systemInMiddle: false },
};

/**
 * What models of one family can do at their vendor and not at other hosts. Bedrock refuses strict tools for some models of Claude ("tools.0.custom.strict: Extra inputs are not
 * permitted" for Opus 4.7, 4.8 and 5.5, Sonnet 5 and Fable 5.1), and accepts them for versions between those.
 */
const familiesAtHosts: Readonly<Record<string, Readonly<Record<string, Partial<ModelAbilities>>>>> = {
  bedrock: { claude: { strictTools: false } },
};

/** What counts of a provider: its kind, and its host's profile. */
interface Host {
  readonly kind?: string;
  readonly profile?: { readonly abilities?: Partial<ModelAbilities> };
}

/**
 * What a model can do: what the catalogue says, else what is known about its host and its family, else the usual.
 *
 * @param model its name at the provider
 * @param host its provider; empty: the vendor itself
 */
export function abilitiesOf(stated: StatedAbilities, model: string, host: Host = {}): ModelAbilities {
  const { kind = 'openai', profile } = host;
  const said = Object.fromEntries(Object.entries(stated).filter(([, value]) => value !== null && value !== undefined));
  const [family = '', , abilities] = familyOf(model) ?? [];
  const atHost = { ...hosts[kind], ...familiesAtHosts[kind]?.[family], ...profile?.abilities };
  return { ...usual, ...abilities, ...atHost, ...said };
}
