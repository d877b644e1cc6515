import type { Provider } from '../catalog/catalog.ts';
import { answer } from './answer.ts';
import type { Answers, ConsoleHandler } from './console-handler.ts';

/** `GET /providers` */
export const listProviders: ConsoleHandler<'listProviders'> =
  ({ catalog }) =>
  async (call) => {
    const data = [...catalog().providers.values()].map(writeProvider);
    answer(call, 200, { object: 'list', data } satisfies Answers['ProviderList']);
  };

const writeProvider = (provider: Provider): Answers['Provider'] => ({
  object: 'provider',
  id: provider.id,
  spec: provider.spec,
  base_url: withoutCredentials(provider.baseUrl),
  regions: [...provider.regions],
  operations: provider.operations && [...provider.operations],
  credential: provider.credential && `…${provider.credential.value.lastFour()}`,
});

/** An address may carry a user, a password or a key in its query; none of that is for readers. */
function withoutCredentials(address: string): string {
  const { origin, pathname } = new URL(address);
  return `${origin}${pathname === '/' ? '' : pathname}`;
}
