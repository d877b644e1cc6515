import type { DemoRoute } from './call.ts';
import { files } from './files.ts';
import { models } from './models.ts';
import { batches } from './spec-a/batches.ts';
import { chatCompletions } from './spec-a/chat-completions.ts';
import { completions } from './spec-a/completions.ts';
import { embeddings } from './spec-a/embeddings.ts';
import { images } from './spec-a/images.ts';
import { moderations } from './spec-a/moderations.ts';
import { responses } from './spec-a/responses.ts';
import { speech } from './spec-a/speech.ts';
import { transcriptions } from './spec-a/transcriptions.ts';
import { voices } from './spec-a/voices.ts';
import { messageBatches } from './spec-b/batches.ts';
import { complete } from './spec-b/complete.ts';
import { messages } from './spec-b/messages.ts';

const onlyA = [
  chatCompletions,
  ...responses,
  completions,
  embeddings,
  moderations,
  ...images,
  speech,
  ...transcriptions,
  ...voices,
  ...batches,
];
const onlyB = [...messages, ...messageBatches, complete];

/** Everything that the demo plays. */
export const demoRoutes: readonly DemoRoute[] = [
  ...models,
  ...files,
  ...onlyA.map((route) => ({ ...route, spec: 'a' as const })),
  ...onlyB.map((route) => ({ ...route, spec: 'b' as const })),
];
