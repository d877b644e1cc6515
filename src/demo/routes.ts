import type { DemoRoute } from './call.ts';
import { models } from './models.ts';
import { chatCompletions } from './spec-a/chat-completions.ts';
import { completions } from './spec-a/completions.ts';
import { embeddings } from './spec-a/embeddings.ts';
import { moderations } from './spec-a/moderations.ts';
import { responses } from './spec-a/responses.ts';
import { complete } from './spec-b/complete.ts';
import { messages } from './spec-b/messages.ts';

const onlyA = [chatCompletions, ...responses, completions, embeddings, moderations];
const onlyB = [...messages, complete];

/** Everything that the demo plays. */
export const demoRoutes: readonly DemoRoute[] = [
  ...models,
  ...onlyA.map((route) => ({ ...route, spec: 'a' as const })),
  ...onlyB.map((route) => ({ ...route, spec: 'b' as const })),
];
