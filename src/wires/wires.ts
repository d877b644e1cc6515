import { audio } from './audio/wire.ts';
import { chatCompletions } from './chat-completions/wire.ts';
import { completions } from './completions/wire.ts';
import { countTokens } from './count-tokens/wire.ts';
import { embeddings } from './embeddings/wire.ts';
import { images } from './images/wire.ts';
import { messages } from './messages/wire.ts';
import { moderations } from './moderations/wire.ts';
import { opaque } from './opaque.ts';
import { responses } from './responses/wire.ts';
import { textCompletions } from './text-completions/wire.ts';
import type { Wires } from './wire.ts';

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
};
