import { draftJson } from '../pipeline/upstream-draft.ts';
import type { ApiDeps, SpecAHandlers, SpecBHandlers } from './deps.ts';

/** `POST /completions`. */
const createCompletion =
  ({ relay }: ApiDeps): SpecAHandlers['createCompletion'] =>
  (call) =>
    relay(call, draftJson(call, call.body));

/** `POST /v1/complete`. */
const createTextCompletion =
  ({ relay }: ApiDeps): SpecBHandlers['createTextCompletion'] =>
  (call) =>
    relay(call, draftJson(call, call.body));

export const makeCompletionOperations = (
  deps: ApiDeps,
): {
  readonly specA: Pick<SpecAHandlers, 'createCompletion'>;
  readonly specB: Pick<SpecBHandlers, 'createTextCompletion'>;
} => ({
  specA: { createCompletion: createCompletion(deps) },
  specB: { createTextCompletion: createTextCompletion(deps) },
});
