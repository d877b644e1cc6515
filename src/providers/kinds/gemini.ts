import { segmentOf } from './clouded-claude.ts';
import type { ProviderKind } from './kind.ts';

/**
 * Google's own API, with a key (`…/v1beta`) or on Vertex AI, where the base address ends with `/publishers/google`. The address names
 * the model, and whether the answer is a stream.
 */
export const gemini: ProviderKind = {
  modelsPath: '/models?pageSize=1000',
  locate: ({ operation, wire, model, stream }) => {
    if (wire === 'none' || model === null) return { path: operation.path, query: '' };
    const method = stream ? 'streamGenerateContent' : 'generateContent';
    // Without `alt` the stream would be one JSON array.
    return { path: `/models/${segmentOf(model)}:${method}`, query: stream ? 'alt=sse' : '' };
  },
  search: () => '',
};
