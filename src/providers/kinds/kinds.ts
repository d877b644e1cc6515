import type { KindId, Provider } from '../../catalog/catalog.ts';
import { objectOf } from '../../shared/json/json.ts';
import { credentialHeaders } from '../headers.ts';
import { readUpstreamError } from '../read-error.ts';
import type { Asked, ProviderKind } from './kind.ts';

/** Formats whose streams end with their usage only when the request says so. */
const reportOnRequest: ReadonlySet<string> = new Set(['chat-completions', 'completions']);

/** OpenAI, and all who are reached as it is. */
const openai: ProviderKind = {
  modelsPath: '/models',
  locate: ({ operation }) => ({ path: operation.path, query: '' }),
  // What else the client asks for in `stream_options` stays beside it (requirement D15).
  splices: ({ wire, stream, body }) => {
    if (!stream || !reportOnRequest.has(wire)) return {};
    const options = objectOf(body['stream_options']);
    if (options['include_usage'] === true) return {};
    return { stream_options: JSON.stringify({ ...options, include_usage: true }) };
  },
  authorise: credentialHeaders,
  readFault: readUpstreamError,
};

/** The version that is asked for when the caller names none (the specification, section 4). */
const defaultVersion = '2023-06-01';

/** Anthropic, and all who are reached as it is. */
const anthropic: ProviderKind = {
  modelsPath: '/v1/models',
  locate: ({ operation }) => ({ path: operation.path, query: '' }),
  authorise: (credential, { headers }) => ({
    'anthropic-version': headers['anthropic-version'] ?? defaultVersion,
    ...credentialHeaders(credential),
  }),
  readFault: readUpstreamError,
};

/** Every kind of provider. One that the catalogue can name and that is missing here does not compile. */
export const kinds: Readonly<Record<KindId, ProviderKind>> = { openai, anthropic };

/** Where something is asked, below the provider's base address. @param search what the caller adds: empty, or with `?` */
export function pathAt({ kind }: Pick<Provider, 'kind'>, asked: Asked, search = ''): string {
  const { path, query } = kinds[kind].locate(asked);
  const address = path + search;
  if (query === '') return address;
  return `${address}${address.includes('?') ? '&' : '?'}${query}`;
}
