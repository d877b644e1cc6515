import type { Call } from '../pipeline/call.ts';
import { draftJson } from '../pipeline/upstream-draft.ts';
import type { ApiDeps } from './deps.ts';

/** Relays a JSON call that names no stored objects. `defaultModel` is the vendor's default, if it has one. */
const relayed =
  ({ relay }: ApiDeps, defaultModel?: string) =>
  (call: Call & { readonly body: object }): Promise<void> =>
    relay(call, draftJson(call, call.body, defaultModel));

/** `POST /completions`, `POST /embeddings`, `POST /moderations` and `POST /v1/complete`. */
export const makeRelayedOperations = (deps: ApiDeps) => ({
  specA: {
    createCompletion: relayed(deps),
    createEmbedding: relayed(deps),
    createModeration: relayed(deps, 'omni-moderation-latest'),
  },
  specB: { createTextCompletion: relayed(deps) },
});
