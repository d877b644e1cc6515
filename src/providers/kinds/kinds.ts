import type { KindId, Provider } from '../../catalog/catalog.ts';
import { plainHost } from '../../catalog/profiles.ts';
import { objectOf } from '../../shared/json/json.ts';
import { azureOpenai } from './azure-openai.ts';
import { bedrock } from './bedrock.ts';
import { betasOf } from './clouded-claude.ts';
import { gemini } from './gemini.ts';
import type { Adaptation, Asked, JsonRequest, ProviderKind } from './kind.ts';
import type { SentHeaders } from '../upstream.ts';
import { adaptToProfile } from './profile.ts';
import { vertex } from './vertex.ts';

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
export function headersAt({ kind, headers }: Provider, given: SentHeaders, all = kinds): SentHeaders {
  const written = all[kind].headers?.(given) ?? given;
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
