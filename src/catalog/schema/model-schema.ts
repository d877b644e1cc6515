import { z } from 'zod';
import { usualMost } from '../catalog.ts';
import {
  amountSchema,
  countSchema,
  filled,
  modelNameSchema,
  momentSchema,
  nameSchema,
  orNull,
  regionSchema,
  toggle,
  wiresSchema,
} from './name-schema.ts';

const flag = (text: string) => orNull(z.boolean('must be true or false')).describe(text);

/** Members of a request with values for which vendors charge a multiple of a model's usual price. */
const dearerMembers = ['service_tier', 'speed', 'memory_limit', 'inference_geo', 'quality', 'size'] as const;

export type DearerMember = (typeof dearerMembers)[number];

/** `abilities` of a model: what requests that are translated for it depend on. */
const abilitiesSchema = z
  .strictObject({
    sampling: orNull(z.enum(['free', 'one', 'refused'])).describe(
      'one: the model accepts temperature or top_p, not both; refused: it accepts only the defaults of temperature, top_p and top_k.',
    ),
    stops: flag('Whether chat completions accept stop sequences.'),
    efforts: orNull(z.array(filled)).describe(
      'Values of reasoning effort that the model accepts, weakest first; an empty list if it has no such setting.',
    ),
    thinking: orNull(z.enum(['adaptive', 'budget', 'none'])).describe(
      'How Messages asks the model to think: by effort alone, by a budget of tokens, or not at all.',
    ),
    thinking_off: orNull(z.enum(['disabled', 'between_tools', 'never'])).describe(
      'How Messages turns thinking off; never: the model always thinks.',
    ),
    forced_tools: flag('Whether Messages accepts a forced tool.'),
    schemas: flag('Whether the model can answer in JSON that follows a schema.'),
    strict_tools: flag(
      'Whether calls can be guaranteed to follow the schema of their tool. Default: false for Claude on Bedrock, which refuses strict tools for some models.',
    ),
    images: flag('Whether the model accepts images.'),
    documents: flag('Whether the model accepts documents.'),
    audio: flag('Whether the model accepts audio.'),
    prefill: flag('Whether the model continues an assistant message that ends the conversation.'),
    system_in_middle: flag('Whether a system message may appear in the middle of a conversation.'),
    cache_marks: flag('Whether content parts may have cache markers in the OpenAI formats.'),
    cache_keys: flag('Whether the OpenAI formats accept prompt_cache_key.'),
    search: flag("Whether the provider's web search is available."),
    code: flag('Whether the provider can run code in a container of its own.'),
    phases: flag('Whether Responses expects phase on earlier messages of the model: commentary or final answer.'),
    limit_member: orNull(z.enum(['max_completion_tokens', 'max_tokens'])).describe(
      'The member of a chat completion that limits the output.',
    ),
    developer_role: flag(
      'Whether the OpenAI formats know the role developer, which is otherwise written as system. Calls that need no translation keep it, unless this is false or the host is known to refuse it. Default: as the profile of the host says, else true for OpenAI models.',
    ),
    custom_tools: flag(
      'Whether the OpenAI formats accept tools that take free text, which otherwise become functions. Default: as the profile of the host says, else true for OpenAI models from GPT-5 on.',
    ),
    allowed_tools: flag(
      'Whether the OpenAI formats accept a tool choice that lists the allowed tools; otherwise the other tools are omitted. Default: as the profile of the host says, else true for OpenAI models from GPT-5 on.',
    ),
    parallel_switch: flag(
      'Whether the OpenAI formats accept parallel_tool_calls. Default: false for o1, o3-mini and o4-mini, which refuse it.',
    ),
    top_k: flag('Whether chat completions accept top_k.'),
    tool_effort: orNull(z.enum(['any', 'absent', 'none'])).describe(
      'Reasoning efforts that chat completions with tools accept. any: every value; absent: the member must be omitted; none: the value must be none.',
    ),
    second_version: flag(
      'Whether the model accepts version 2026-10-21 of Spec B on Bedrock. Default: true for Claude 4.7 and later.',
    ),
    converse_reasoning: orNull(
      z.enum(['thinking', 'reasoningConfig', 'reasoning_effort', 'reasoning', 'none']),
    ).describe(
      "The member of additionalModelRequestFields that makes the model think on Bedrock's Converse: thinking for Claude, reasoningConfig for Nova 2, reasoning_effort for gpt-oss, reasoning for other OpenAI models.",
    ),
    call_ids: flag('Whether Gemini accepts the ids of calls. Default: from Gemini 3 on.'),
    cache_points: orNull(z.enum(['everywhere', 'content', 'none'])).describe(
      "Where Bedrock's Converse accepts cache markers; content: everywhere but among tools. Default: everywhere for Claude, content for Nova, none for others, which refuse cache markers.",
    ),
  })
  .prefault({})
  .describe(
    'What the model can do, for calls that are translated from one format into another. Default: what is known of its family.',
  );

const targetSchema = z.strictObject({
  provider: nameSchema.describe('Id of a provider above.'),
  model: orNull(filled.max(200, 'must be at most 200 characters')).describe(
    "The model's name at the provider. Default: the name that the caller used.",
  ),
  region: regionSchema.default('global').describe('Region of this target; the provider must serve it.'),
  weight: z
    .int('must be a whole number')
    .min(0, 'must be at least 0')
    .max(1_000, 'must be at most 1000')
    .default(1)
    .describe('Share of calls among the targets of one region; 0: none.'),
  wires: wiresSchema.describe(
    'Text wire formats in which the model is called there, best first: some or all of those of its provider. Calls in other formats are translated. Default: those of its provider.',
  ),
});

/** One row of `models`. */
export const modelSchema = z.strictObject({
  id: modelNameSchema.describe(
    'Name that callers use. "prefix*" matches all names with that prefix; exact names take precedence.',
  ),
  display_name: orNull(filled).describe('Name for people. Default: the id.'),
  created: orNull(momentSchema).describe('Release time in model lists. Default: 1970, which clients read as unknown.'),
  owned_by: orNull(filled).describe('Owner in the model lists. Default: the first provider.'),
  targets: z.array(targetSchema).min(1, 'must hold at least one target').describe('Where the model can be called.'),
  product: nameSchema.describe('SKU of the Product to bill when the caller names none.'),
  operations: orNull(z.array(z.string()).min(1, 'must name at least one operation family')).describe(
    'Operation families that the model serves, which decide the prices that its Product needs. Default: those of its providers, with the prices of chat or messages.',
  ),
  fallbacks: z
    .array(modelNameSchema)
    .default([])
    .describe(
      'Models to try, in order, if this one fails before its first byte. Models that the key may not use, or that its credits do not cover, are skipped. Default: one attempt only.',
    ),
  max_input_tokens: orNull(countSchema).describe('Input limit in tokens. Bounds the credit set aside for a call.'),
  max_output_tokens: orNull(countSchema).describe('Output limit in tokens. Bounds the credit set aside for a call.'),
  max_image_tokens: amountSchema
    .default(usualMost.image)
    .describe(
      'Most tokens that an image in a request is billed as, or one that the model draws as the tool of another. Bounds the credit set aside for a call. The default covers all known models, of which the largest bills 48,169.',
    ),
  max_document_tokens: amountSchema
    .nullable()
    .default(usualMost.document)
    .describe(
      'Most tokens that a document in a request is billed as, or anything that the request refers to by id (a file, an earlier turn, a stored prompt). A dense PDF has many: up to 5,000 for a page of text. Default: max_input_tokens, or 1,000,000 if that is not set.',
    ),
  max_tool_uses: z
    .int('must be a whole number')
    .min(0, 'must be at least 0')
    .max(1_000, 'must be at most 1000')
    .default(usualMost.toolUses)
    .describe(
      'How often the provider runs its own tools (web search, code, files) in one call that sets no limit (max_uses, max_tool_calls). Each use reads and bills the whole input once more.',
    ),
  max_tool_use_tokens: amountSchema
    .default(usualMost.toolUse)
    .describe('Most tokens that one use of such a tool adds to the input.'),
  max_reasoning_tokens: amountSchema
    .default(usualMost.reasoning)
    .describe(
      'Output tokens beyond the limit that a call sets, because some providers do not count reasoning towards it. 0 for a model that stays within the limit.',
    ),
  max_added_tokens: amountSchema
    .default(usualMost.added)
    .describe(
      'Input tokens that the provider adds to each call, such as its own prompt or results of tools that the call did not request.',
    ),
  only_image_bytes: toggle(
    false,
    'For image models that always return bytes and reject response_format: the gateway removes it and creates URLs itself.',
  ),
  abilities: abilitiesSchema,
  betas: orNull(z.array(z.string().regex(/^(?:\*|[a-z0-9-]{1,64})$/, 'must be the name of a beta, or *'))).describe(
    'Betas (anthropic-beta) that the model accepts at its providers; "*" means all. Others are omitted and named in x-diglot-dropped. Default: none for kind bedrock, which refuses unknown betas; all for other kinds.',
  ),
  dearer_options: z
    .array(
      z
        .string()
        .regex(
          new RegExp(`^(?:${dearerMembers.join('|')})=[a-z0-9_-]{1,64}$`),
          'must be an option such as service_tier=priority',
        ),
    )
    .optional()
    .describe(
      "Options that callers may use although the vendor charges a multiple of its usual price for them, because the price of the model's Product covers them: service_tier=priority, speed=fast, memory_limit=4g, inference_geo=us, quality=hd, size=1792x1024. Calls with other such options are refused. Default: all are allowed, and their calls are flagged dearer:<option>.",
    ),
  on_loss: z
    .enum(['error', 'warn'])
    .default('error')
    .describe(
      'What happens if a translated call loses something important: error refuses it with a 400 that names the field; warn makes the call and names the field in a header. Callers can override this with x-diglot-on-loss.',
    ),
  retired: toggle(false, 'No longer offered: calls get 404, and lists omit it.'),
});

export type DeclaredModel = z.output<typeof modelSchema>;
