import { makeChatCompletionOperations } from './chat-completions.ts';
import { makeRelayedOperations } from './relayed.ts';
import { makeResponseOperations } from './responses.ts';
import { makeMessageOperations } from './messages.ts';
import { makeConversationOperations } from './conversations.ts';
import { makeImageOperations } from './images.ts';
import { makeAudioOperations } from './audio.ts';
import { makeVoiceOperations } from './voices.ts';
import { makeFileOperations } from './files.ts';
import { makeBatchOperations } from './batches.ts';
import { makeDriveOperations } from './drive.ts';
import { makeModelOperations } from './models.ts';
import type { ApiDeps, SpecAHandlers, SpecBHandlers } from './deps.ts';

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
  ...makeModelOperations(deps).specA,
});

/** The handlers of all operations of Spec B. */
export const makeSpecBOperations = (deps: ApiDeps): SpecBHandlers => ({
  ...makeRelayedOperations(deps).specB,
  ...makeMessageOperations(deps),
  ...makeFileOperations(deps).specB,
  ...makeBatchOperations(deps).specB,
  ...makeModelOperations(deps).specB,
});
