import type { KindId, Provider } from '../../catalog/catalog.ts';
import { anthropic } from './anthropic.ts';
import type { Asked, ProviderKind } from './kind.ts';
import { openai } from './openai.ts';

/** Every kind of provider. One that the catalogue can name and that is missing here does not compile. */
export const kinds: Readonly<Record<KindId, ProviderKind>> = { openai, anthropic };

/** Where something is asked, below the provider's base address. @param search what the caller adds: empty, or with `?` */
export function pathAt({ kind }: Pick<Provider, 'kind'>, asked: Asked, search = ''): string {
  const { path, query } = kinds[kind].locate(asked);
  const address = path + search;
  if (query === '') return address;
  return `${address}${address.includes('?') ? '&' : '?'}${query}`;
}
