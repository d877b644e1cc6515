import type { KindId, Provider } from '../../catalog/catalog.ts';
import { plainHost } from '../../catalog/profiles.ts';
import { objectOf } from '../../shared/json/json.ts';
import type { SentHeaders } from '../upstream.ts';
import { bedrock } from './bedrock.ts';
import { betasOf, cloudHeaders, cloudVersion, encodedSegment, segmentOf, versionOf } from './clouded-claude.ts';
import type { Adaptation, Asked, JsonRequest, ProviderKind } from './kind.ts';
import { adaptToProfile } from './profile.ts';

/** Wire formats whose streams report usage only on request. */
const reportOnRequest: ReadonlySet<string> = new Set(['chat-completions', 'completions']);

const nothing: Adaptation = {};

/** Asks for usage if a stream reports it only on request. Other members of the client's `stream_options` are kept. */
function requestUsage({ wire, stream, body }: Pick<JsonRequest, 'wire' | 'stream' | 'body'>): Adaptation {
  if (!stream || !reportOnRequest.has(wire)) return nothing;
  const options = objectOf(body['stream_options']);
  if (options['include_usage'] === true) return nothing;
  return { edits: { stream_options: JSON.stringify({ ...options, include_usage: true }) } };
}

/** OpenAI, and compatible providers. */
const openai: ProviderKind = {
  modelsPath: '/models',
  locate: ({ operation }) => ({ path: operation.path, query: '' }),
  adapt: (request) => {
    const { provider, model } = request;
    const asking = requestUsage(request);
    const isVendor = provider.profile === undefined && model.abilities?.developerRole !== false;
    return isVendor ? asking : adaptToProfile(request, provider.profile ?? plainHost, asking.edits ?? {});
  },
};

/** The API version if the caller names none. */
const defaultVersion = '2023-06-01';

/** Anthropic, and compatible providers. */
const anthropic: ProviderKind = {
  modelsPath: '/v1/models',
  locate: ({ operation }) => ({ path: operation.path, query: '' }),
  adapt: (request) => {
    const { model, headers } = request;
    if (model.betas === undefined || headers['anthropic-beta'] === undefined) return {};
    const { kept, ...lost } = betasOf(request, []);
    const { 'anthropic-beta': _, ...rest } = headers;
    return { ...lost, headers: kept.length === 0 ? rest : { ...rest, 'anthropic-beta': kept.join(',') } };
  },
  headers: (headers) => ({ 'anthropic-version': defaultVersion, ...headers }),
};

/**
 * Google's own API, with a key (`…/v1beta`) or on Vertex AI, where the base address ends with `/publishers/google`. The address names
 * the model, and whether the answer is a stream.
 */
const gemini: ProviderKind = {
  modelsPath: '/models?pageSize=1000',
  locate: ({ operation, wire, model, stream }) => {
    if (wire === 'none' || model === null) return { path: operation.path, query: '' };
    const method = stream ? 'streamGenerateContent' : 'generateContent';
    // Without `alt` the stream would be one JSON array.
    return { path: `/models/${segmentOf(model)}:${method}`, query: stream ? 'alt=sse' : '' };
  },
  search: () => '',
};

const publisher = '/publishers/anthropic/models';

/** Claude on Vertex AI. The base address ends with the project and the location. */
const vertex: ProviderKind = {
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

/** The operations whose deployment stands in the path of dated versions; all others name it in the body. */
const deploymentPaths: ReadonlySet<string> = new Set([
  '/completions',
  '/chat/completions',
  '/embeddings',
  '/audio/transcriptions',
  '/audio/translations',
  '/audio/speech',
  '/images/generations',
  '/images/edits',
  '/batches',
]);

/** The version is the operator's. */
const ownParameter = /^api-version=$/i;

/**
 * How Azure OpenAI differs. Without `api_version` its paths are the vendor's own; with one they are dated, and some name the deployment. A
 * model's name at the provider is its deployment.
 */
const azureOpenai: Pick<ProviderKind, 'locate' | 'search'> = {
  locate: ({ provider: { apiVersion }, operation: { path }, model }) => {
    if (apiVersion === undefined) return { path, query: '' };
    const deployment =
      model !== null && deploymentPaths.has(path) ? `/deployments/${encodedSegment(model)}${path}` : path;
    return { path: deployment, query: `api-version=${encodeURIComponent(apiVersion)}` };
  },
  search: (search) => {
    const kept = search
      .slice(1)
      .split('&')
      // A name that is well formed is read, whatever its value is.
      .filter((part) => part !== '' && !ownParameter.test(`${decoded(part.split('=', 1)[0] ?? '')}=`));
    return kept.length === 0 ? '' : `?${kept.join('&')}`;
  },
};

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Every kind of provider. One that the catalogue can name but that is missing here does not compile. */
export const kinds: Readonly<Record<KindId, ProviderKind>> = {
  openai,
  anthropic,
  'azure-openai': { ...openai, ...azureOpenai },
  bedrock,
  vertex,
  gemini,
};

/** The headers of a request, as they are signed and sent: the caller's, as the kind writes them, and those of the provider's row. */
export function headersAt({ kind, headers }: Provider, given: SentHeaders): SentHeaders {
  const written = kinds[kind].headers?.(given) ?? given;
  return headers === undefined ? written : { ...written, ...headers };
}

/** The path and query of a request, below the provider's base address. @param search the caller's query: empty, or with `?` */
export function pathAt(asked: Asked, search = ''): string {
  const kind = kinds[asked.provider.kind];
  const { path, query } = kind.locate(asked);
  const address = path + (kind.search?.(search) ?? search);
  if (query === '') return address;
  return `${address}${address.includes('?') ? '&' : '?'}${query}`;
}
