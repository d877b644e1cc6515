import type { SpecAHandlers, ApiDeps } from './deps.ts';
import { draftJson } from '../pipeline/upstream-draft.ts';

/** `POST /embeddings`. */
export const createEmbedding =
  ({ relay }: ApiDeps): SpecAHandlers['createEmbedding'] =>
  (call) =>
    relay(call, draftJson(call, call.body));

/** The operations on embeddings. */
export const makeEmbeddingOperations = (deps: ApiDeps): Pick<SpecAHandlers, 'createEmbedding'> => ({
  createEmbedding: createEmbedding(deps),
});
