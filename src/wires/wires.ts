import { anthropicComplete } from './text-completions.ts';
import { anthropicCountTokens, openaiModerations, opaque } from './opaque.ts';
import { anthropicMessages } from './messages.ts';
import type { Wire, WireId } from './wire.ts';
import { openaiAudio } from './audio.ts';
import { openaiChat } from './chat-completions.ts';
import { openaiCompletions } from './completions.ts';
import { openaiEmbeddings } from './embeddings.ts';
import { openaiImages } from './images.ts';
import { openaiResponses } from './responses.ts';

/** Every wire format. A format that the documents name and that is missing here does not compile. */
export const wires: Readonly<Record<WireId | 'none', Wire>> = {
  none: opaque,
  'chat-completions': openaiChat,
  completions: openaiCompletions,
  responses: openaiResponses,
  embeddings: openaiEmbeddings,
  moderations: openaiModerations,
  images: openaiImages,
  audio: openaiAudio,
  messages: anthropicMessages,
  'text-completions': anthropicComplete,
  'count-tokens': anthropicCountTokens,
};
