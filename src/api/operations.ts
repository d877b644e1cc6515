import type { Call } from '../pipeline/call.ts';
import { draftJson } from '../pipeline/upstream-draft.ts';
import { chatCompletionOperations } from './chat-completions.ts';
import { responseOperations } from './responses.ts';
import { messageOperations } from './messages.ts';
import { conversationOperations } from './conversations.ts';
import { imageOperations } from './images.ts';
import { audioOperations } from './audio.ts';
import { voiceOperations } from './voices.ts';
import { fileOperations } from './files.ts';
import { batchOperations } from './batches.ts';
import { driveOperations } from './drive.ts';
import { realtimeOperations } from './realtime.ts';
import { keyOperations } from './key.ts';
import { modelOperations } from './models.ts';
import type { ApiDeps, SpecAHandlers, SpecBHandlers } from './deps.ts';

/** Relays a JSON call that names no stored objects. @param defaultModel the vendor's default, if it has one */
const relayed =
  (defaultModel?: string) =>
  ({ relay }: ApiDeps) =>
  (call: Call & { readonly body: object }): Promise<void> =>
    relay(call, draftJson(call, call.body, defaultModel));

type Makers<Handlers> = { readonly [Id in keyof Handlers]: (deps: ApiDeps) => Handlers[Id] };

/** All operations of Spec A. A missing one does not compile. */
const specA: Makers<SpecAHandlers> = {
  ...chatCompletionOperations,
  createCompletion: relayed(),
  createEmbedding: relayed(),
  createModeration: relayed('omni-moderation-latest'),
  ...responseOperations,
  ...conversationOperations,
  ...imageOperations,
  ...audioOperations,
  ...voiceOperations,
  ...fileOperations.specA,
  ...batchOperations.specA,
  ...driveOperations,
  ...realtimeOperations,
  ...modelOperations.specA,
  ...keyOperations,
};

/** All operations of Spec B. */
const specB: Makers<SpecBHandlers> = {
  createTextCompletion: relayed(),
  ...messageOperations,
  ...fileOperations.specB,
  ...batchOperations.specB,
  ...modelOperations.specB,
};

const handlersOf = <Handlers>(makers: Makers<Handlers>, deps: ApiDeps): Handlers => {
  const made = Object.entries<(deps: ApiDeps) => unknown>(makers).map(([id, make]) => [id, make(deps)]);
  return Object.fromEntries(made) as Handlers;
};

export const makeSpecAOperations = (deps: ApiDeps): SpecAHandlers => handlersOf(specA, deps);

export const makeSpecBOperations = (deps: ApiDeps): SpecBHandlers => handlersOf(specB, deps);
