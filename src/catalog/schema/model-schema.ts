import { z } from 'zod';
import { usualMost } from '../catalog.ts';
import { amountSchema, countSchema, modelNameSchema, momentSchema, nameSchema, regionSchema } from './name-schema.ts';

const flag = (text: string) => z.boolean('must be true or false').nullable().default(null).describe(text);

/** `abilities` of a model: what requests that are translated for it depend on. */
export const abilitiesSchema = z
  .strictObject({
    sampling: z
      .enum(['free', 'refused'])
      .nullable()
      .default(null)
      .describe('refused: the model takes no temperature, top_p and top_k but their defaults.'),
    efforts: z
      .array(z.string().min(1, 'must not be empty'))
      .nullable()
      .default(null)
      .describe('Values of reasoning effort that the model takes, weakest first; none: it has no such setting.'),
    thinking: z
      .enum(['adaptive', 'budget', 'none'])
      .nullable()
      .default(null)
      .describe('How the model is told to think on Messages: by effort alone, by a budget of tokens, or not at all.'),
    schemas: flag('Whether the model answers in the form of a schema.'),
    strict_tools: flag('Whether the schema of a tool can be promised to hold.'),
    images: flag('Whether the model reads images.'),
    documents: flag('Whether the model reads documents.'),
    audio: flag('Whether the model listens.'),
    prefill: flag('Whether the model continues an assistant message that ends the conversation.'),
    system_in_middle: flag('Whether a system message may stand in the middle of a conversation.'),
    cache_marks: flag('Whether parts of content may mark what is to be cached, on the OpenAI formats.'),
    search: flag("Whether the provider's web search can be asked for."),
    limit_member: z
      .enum(['max_completion_tokens', 'max_tokens'])
      .nullable()
      .default(null)
      .describe('The member of a chat completion that limits the output.'),
    top_k: flag('Whether top_k is taken on chat completions.'),
  })
  .prefault({})
  .describe(
    'What the model can do, for calls that are translated from one format into another. Default: what is known of its family.',
  );

export type DeclaredAbilities = z.output<typeof abilitiesSchema>;

const targetSchema = z.strictObject({
  provider: nameSchema.describe('Id of a provider above.'),
  model: z
    .string()
    .min(1, 'must not be empty')
    .max(200, 'must be at most 200 characters')
    .nullable()
    .default(null)
    .describe('Name of the model at the provider. Default: the name that the caller used.'),
  region: regionSchema.default('global').describe('Region in which this target answers; the provider must be there.'),
  weight: z
    .int('must be a whole number')
    .min(0, 'must be at least 0')
    .max(1_000, 'must be at most 1000')
    .default(1)
    .describe('Share of calls among the targets of one region; 0 takes none.'),
});

/** One row of `models`. */
export const modelSchema = z.strictObject({
  id: modelNameSchema.describe(
    'Name that callers use; "prefix*" stands for a family of names, an exact name wins over it.',
  ),
  display_name: z
    .string()
    .min(1, 'must not be empty')
    .nullable()
    .default(null)
    .describe('Name for people. Default: the id.'),
  created: momentSchema
    .nullable()
    .default(null)
    .describe('When the model came out, as the model lists say it. Default: 1970, which clients read as unknown.'),
  owned_by: z
    .string()
    .min(1, 'must not be empty')
    .nullable()
    .default(null)
    .describe('Owner in the model lists. Default: the first provider.'),
  targets: z
    .array(targetSchema)
    .min(1, 'must hold at least one target')
    .describe('Places where the model can be called.'),
  product: nameSchema.describe('SKU of the Product that calls are billed to when the caller names none.'),
  operations: z
    .array(z.string())
    .min(1, 'must name at least one operation family')
    .nullable()
    .default(null)
    .describe(
      'Operation families that the model serves; decides which prices its Product needs. Default: those of its providers, priced as a conversation.',
    ),
  fallbacks: z
    .array(modelNameSchema)
    .default([])
    .describe(
      'Models to try, in order, when this one fails before its first byte. What a call may not use, or has no credits for, is passed over. Empty: one attempt, nothing is retried in silence.',
    ),
  max_input_tokens: countSchema
    .nullable()
    .default(null)
    .describe('Tokens that fit in; bounds the credit set aside for a call.'),
  max_output_tokens: countSchema
    .nullable()
    .default(null)
    .describe('Tokens that can come out; bounds the credit set aside for a call.'),
  max_image_tokens: amountSchema
    .default(usualMost.image)
    .describe(
      'Most tokens that one picture of a request is billed as; bounds the credit set aside for a call. The default covers every model known to us: the dearest bills 48,169.',
    ),
  max_document_tokens: amountSchema
    .nullable()
    .default(usualMost.document)
    .describe(
      'Most tokens that one document of a request, or one thing that it names without sending it (a file, an earlier turn, a prompt kept by the provider), is billed as. Default: max_input_tokens, or 1,000,000 where that is not stated.',
    ),
  max_tool_uses: z
    .int('must be a whole number')
    .min(0, 'must be at least 0')
    .max(1_000, 'must be at most 1000')
    .default(usualMost.toolUses)
    .describe(
      'How often the provider uses tools that it runs itself (web search, code, files) in one call, where the call sets no limit that its format has (max_uses, max_tool_calls). For each use the whole input is read, and billed, once more.',
    ),
  max_tool_use_tokens: amountSchema
    .default(usualMost.toolUse)
    .describe('Most tokens that one use of such a tool adds to what is read after it.'),
  max_reasoning_tokens: amountSchema
    .default(usualMost.reasoning)
    .describe(
      'Output tokens beyond the limit that a call names: some providers do not count reasoning in it. 0 for a model that keeps to the limit.',
    ),
  max_added_tokens: amountSchema
    .default(usualMost.added)
    .describe(
      'Input tokens that the provider adds to each call: its own prompt, or the results of tools that the model uses unasked.',
    ),
  only_image_bytes: z
    .boolean('must be true or false')
    .default(false)
    .describe(
      'For image models that always answer with bytes and refuse response_format: it is taken out of requests, and addresses are made here.',
    ),
  abilities: abilitiesSchema,
  retired: z
    .boolean('must be true or false')
    .default(false)
    .describe('No longer offered: calls get 404, lists leave it out.'),
});

export type DeclaredModel = z.output<typeof modelSchema>;
