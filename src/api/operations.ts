import type { Call } from '../pipeline/call.ts';
import { draftJson } from '../pipeline/upstream-draft.ts';
import { makeChatCompletionOperations } from './chat-completions.ts';
import { makeResponseOperations } from './responses.ts';
import { makeMessageOperations } from './messages.ts';
import { makeConversationOperations } from './conversations.ts';
import { makeImageOperations } from './images.ts';
import { makeAudioOperations } from './audio.ts';
import { makeVoiceOperations } from './voices.ts';
import { makeFileOperations } from './files.ts';
import { makeBatchOperations } from './batches.ts';
import { makeDriveOperations } from './drive.ts';
import { makeRealtimeOperations } from './realtime.ts';
import { makeKeyOperations } from './key.ts';
import { makeModelOperations } from './models.ts';
import type { ApiDeps, SpecAHandlers, SpecBHandlers } from './deps.ts';

/** Relays a JSON call that names no stored objects. `defaultModel` is the vendor's default, if it has one. */
const relayed =
  ({ relay }: ApiDeps, defaultModel?: string) =>
  (call: Call & { readonly body: object }): Promise<void> =>
    relay(call, draftJson(call, call.body, defaultModel));

/** `POST /completions`, `POST /embeddings`, `POST /moderations` and `POST /v1/complete`. */
const makeRelayedOperations = (deps: ApiDeps) => ({
  specA: {
    createCompletion: relayed(deps),
    createEmbedding: relayed(deps),
    createModeration: relayed(deps, 'omni-moderation-latest'),
  },
  specB: { createTextCompletion: relayed(deps) },
});

/** The handlers of all operations of Spec A. A missing one does not compile. */
export const makeSpecAOperations = (deps: ApiDeps): SpecAHandlers => ({
  ...makeChatCompletionOperations(deps),
  ...makeRelayedOperations(deps).specA,
  ...makeResponseOperations(deps),
  ...makeConversationOperations(deps),
  ...makeImageOperations(deps),
  ...makeAudioOperations(deps),
  ...makeVoiceOperations(deps),
  ...makeFileOperations(deps).specA,
  ...makeBatchOperations(deps).specA,
  ...makeDriveOperations(deps),
  ...makeRealtimeOperations(deps),
  ...makeModelOperations(deps).specA,
  ...makeKeyOperations(deps),
});

/** The handlers of all operations of Spec B. */
export const makeSpecBOperations = (deps: ApiDeps): SpecBHandlers => ({
  ...makeRelayedOperations(deps).specB,
  ...makeMessageOperations(deps),
  ...makeFileOperations(deps).specB,
  ...makeBatchOperations(deps).specB,
  ...makeModelOperations(deps).specB,
});
