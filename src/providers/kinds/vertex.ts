import { betasOf, cloudHeaders, cloudVersion, segmentOf, versionOf } from './clouded-claude.ts';
import type { ProviderKind } from './kind.ts';

const publisher = '/publishers/anthropic/models';

/** Claude on Vertex AI. The base address ends with the project and the location. */
export const vertex: ProviderKind = {
  modelsPath: null,
  locate: ({ wire, model, stream }) => {
    const method = stream ? 'streamRawPredict' : 'rawPredict';
    const name = wire === 'count-tokens' || model === null ? 'count-tokens' : segmentOf(model);
    return { path: `${publisher}/${name}:${method}`, query: '' };
  },
  search: () => '',
  adapt: (request) => {
    const { wire, body, headers } = request;
    const { kept, edits, ...lost } = betasOf(request, ['*']);
    const version = cloudVersion(versionOf(headers), 'vertex-2023-10-16');
    return {
      edits: {
        ...edits,
        // Only the counter of tokens has the model in its body.
        ...(wire !== 'count-tokens' && { model: null }),
        ...(body['anthropic_version'] === undefined && { anthropic_version: JSON.stringify(version) }),
      },
      headers: cloudHeaders(headers, kept),
      ...lost,
    };
  },
};
