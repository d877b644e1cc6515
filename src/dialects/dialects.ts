import { anthropicComplete } from './anthropic-complete.ts';
import { anthropicCountTokens } from './anthropic-count-tokens.ts';
import { anthropicMessages } from './anthropic-messages.ts';
import type { Dialect, DialectId } from './dialect.ts';
import { openaiAudio } from './openai-audio.ts';
import { openaiChat } from './openai-chat.ts';
import { openaiCompletions } from './openai-completions.ts';
import { openaiEmbeddings } from './openai-embeddings.ts';
import { openaiImages } from './openai-images.ts';
import { openaiResponses } from './openai-responses.ts';
import { moderations, opaque } from './opaque.ts';

/** Every wire format. A format that the documents name and that is missing here does not compile. */
export const dialects: Readonly<Record<DialectId | 'none', Dialect>> = {
  none: opaque,
  'openai-chat': openaiChat,
  'openai-completions': openaiCompletions,
  'openai-responses': openaiResponses,
  'openai-embeddings': openaiEmbeddings,
  'openai-moderations': moderations,
  'openai-images': openaiImages,
  'openai-audio': openaiAudio,
  'anthropic-messages': anthropicMessages,
  'anthropic-complete': anthropicComplete,
  'anthropic-count-tokens': anthropicCountTokens,
};
