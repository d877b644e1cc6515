import { readUpstreamError } from '../read-error.ts';
import { segmentOf } from './clouded-claude.ts';
import type { ProviderKind } from './kind.ts';

/**
 * Google's own API, with a key (`…/v1beta`) or on Vertex AI, where the base address ends with `/publishers/google`. The address names
 * the model, and whether the answer is a stream.
 */
export const gemini: ProviderKind = {
  modelsPath: '/models',
  locate: ({ model, stream }) => ({
    path: `/models/${segmentOf(model ?? '')}:${stream ? 'streamGenerateContent' : 'generateContent'}`,
    // Without it the stream would be one JSON array.
    query: stream ? 'alt=sse' : '',
  }),
  search: () => '',
  readFault: readUpstreamError,
};
