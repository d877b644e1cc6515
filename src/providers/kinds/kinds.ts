import type { KindId } from '../../catalog/catalog.ts';
import { readUpstreamError } from '../read-error.ts';
import { azureOpenai } from './azure-openai.ts';
import { bedrock } from './bedrock.ts';
import { gemini } from './gemini.ts';
import type { Asked, ProviderKind } from './kind.ts';
import { adaptToProfile } from './profile.ts';
import { vertex } from './vertex.ts';

/** OpenAI, and compatible providers. */
const openai: ProviderKind = {
  modelsPath: '/models',
  locate: ({ operation }) => ({ path: operation.path, query: '' }),
  adapt: adaptToProfile,
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
export const kinds: Readonly<Record<KindId, ProviderKind>> = {
  openai,
  anthropic,
  'azure-openai': azureOpenai,
  bedrock,
  vertex,
  gemini,
};

/** The path and query of a request, below the provider's base address. @param search the caller's query: empty, or with `?` */
export function pathAt(asked: Asked, search = ''): string {
  const kind = kinds[asked.provider.kind];
  const { path, query } = kind.locate(asked);
  const address = path + (kind.search?.(search) ?? search);
  if (query === '') return address;
  return `${address}${address.includes('?') ? '&' : '?'}${query}`;
}
