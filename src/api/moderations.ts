import type { SpecAHandlers, ApiDeps } from './deps.ts';
import { draftJson } from '../pipeline/upstream-draft.ts';

/** `POST /moderations`. Without a model it is the one that the vendor's document names as its default. */
export const createModeration =
  ({ relay }: ApiDeps): SpecAHandlers['createModeration'] =>
  (call) =>
    relay(call, draftJson(call, call.body, 'omni-moderation-latest'));

/** The operations on moderations. */
export const makeModerationOperations = (deps: ApiDeps): Pick<SpecAHandlers, 'createModeration'> => ({
  createModeration: createModeration(deps),
});
