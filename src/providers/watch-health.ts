import type { Upstreams } from './egress.ts';
import { BrokenUpstream, type SendUpstream } from './upstream.ts';

/** How a provider did when it was last called. Epoch milliseconds; null: never. */
interface ProviderHealth {
  /** It answered, whatever the status. */
  readonly answeredAt: number | null;
  /** No head of an answer came: no connection, a broken one, or a time limit. */
  readonly failedAt: number | null;
}

/** Connections whose calls are watched. */
interface WatchedUpstreams extends Upstreams {
  readonly health: (providerId: string) => ProviderHealth;
}

const unknown: ProviderHealth = { answeredAt: null, failedAt: null };

/**
 * Notes how providers do, from ordinary calls; it makes none of its own. A client that leaves says nothing of
 * the provider.
 */
export function watchHealth(upstreams: Upstreams, now: () => number): WatchedUpstreams {
  const known = new Map<string, ProviderHealth>();
  const of = (providerId: string): ProviderHealth => known.get(providerId) ?? unknown;
  const send: SendUpstream = async (...sent) => {
    const [, request] = sent;
    const { id } = request.provider;
    try {
      const answer = await upstreams.send(...sent);
      known.set(id, { ...of(id), answeredAt: now() });
      return answer;
    } catch (error) {
      const failed = error instanceof BrokenUpstream && error.reason !== 'client_left';
      if (failed) known.set(id, { ...of(id), failedAt: now() });
      throw error;
    }
  };
  return { ...upstreams, send, health: of };
}
