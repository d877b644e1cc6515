import type { KindId } from '../../catalog/catalog.ts';
import { objectOf } from '../../shared/json/json.ts';
import { readUpstreamError } from '../read-error.ts';
import type { Asked, ProviderKind } from './kind.ts';

/** Wire formats whose streams report usage only on request. */
const reportOnRequest: ReadonlySet<string> = new Set(['chat-completions', 'completions']);

/** OpenAI, and compatible providers. */
const openai: ProviderKind = {
  modelsPath: '/models',
  locate: ({ operation }) => ({ path: operation.path, query: '' }),
  // Other members of the client's `stream_options` are kept.
  adapt: ({ wire, stream, body }) => {
    if (!stream || !reportOnRequest.has(wire)) return {};
    const options = objectOf(body['stream_options']);
    if (options['include_usage'] === true) return {};
    return { edits: { stream_options: JSON.stringify({ ...options, include_usage: true }) } };
  },
  readFault: readUpstreamError,
};

/** The API version if the caller names none. */
const defaultVersion = '2023-06-01';

/** Anthropic, and compatible providers. */
const anthropic: ProviderKind = {
  modelsPath: '/v1/models',
  locate: ({ operation }) => ({ path: operation.path, query: '' }),
  headers: (headers) => ({ 'anthropic-version': defaultVersion, ...headers }),
  readFault: readUpstreamError,
};

/** Every kind of provider. One that the catalogue can name and that is missing here does not compile. */
export const kinds: Readonly<Record<KindId, ProviderKind>> = { openai, anthropic };

/** The path and query of a request, below the provider's base address. @param search the caller's query: empty, or with `?` */
export function pathAt(asked: Asked, search = ''): string {
  const { path, query } = kinds[asked.provider.kind].locate(asked);
  const address = path + search;
  if (query === '') return address;
  return `${address}${address.includes('?') ? '&' : '?'}${query}`;
}
