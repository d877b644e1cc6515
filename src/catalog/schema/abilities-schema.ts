import { z } from 'zod';

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
