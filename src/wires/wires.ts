import { audio, countTokens, embeddings, images, moderations, textCompletions } from './untranslated.ts';
import { chatCompletions } from './chat-completions/wire.ts';
import { completions } from './completions.ts';
import { converse } from './converse/wire.ts';
import { readFacts } from './facts.ts';
import type { Wire, Wires } from './format.ts';
import { gemini } from './gemini/wire.ts';
import { messages } from './messages/wire.ts';
import { commentKeepalive, opaqueMeter, openaiErrorEvent } from './meters.ts';
import { responses } from './responses/wire.ts';

/** Calls without a format of their own: voices, files, batches. */
const opaque: Wire = {
  id: 'none',
  facts: readFacts({}),
  units: [],
  meter: opaqueMeter,
  writeFault: openaiErrorEvent,
  keepalive: commentKeepalive,
};

/** Every wire format. A format that the documents name and that is missing here does not compile. */
export const wires: Wires = {
  none: opaque,
  'chat-completions': chatCompletions,
  completions,
  responses,
  embeddings,
  moderations,
  images,
  audio,
  messages,
  'text-completions': textCompletions,
  'count-tokens': countTokens,
  gemini,
  converse,
};
