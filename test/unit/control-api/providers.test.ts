import { describe, expect, it } from 'vitest';
import type { StoredCredential } from '../../../src/catalog/provider-overrides.ts';
import { makeProviderCredentials } from '../../../src/control-api/catalog/providers.ts';
import { silentLog } from '../../../src/shared/log.ts';
import type { SealedColumn } from '../../../src/shared/secret.ts';
import { systemClock } from '../../../src/shared/time/clock.ts';

const stored = (secret: string): StoredCredential => ({ providerId: 'up-a', secret, changedAt: 5, version: 1 });
const column: SealedColumn = {
  seal: (secret) => secret,
  open: (secret) => (secret === 'of another seal key' ? null : secret),
  isCurrent: () => true,
};

/** Credentials over a store whose reads the test answers, and what is in force by them. */
function setUp() {
  const reads: ((list: readonly StoredCredential[]) => void)[] = [];
  let inForce: string | undefined;
  const credentials = makeProviderCredentials({
    store: {
      list: () => {
        const { promise, resolve } = Promise.withResolvers<readonly StoredCredential[]>();
        reads.push(resolve);
        return promise;
      },
      put: async () => true,
      remove: async () => true,
      reseal: async () => undefined,
    },
    live: { useCredentials: (keys) => (inForce = keys.get('up-a')?.reveal()) },
    ...{ column, clock: systemClock, log: silentLog },
  });
  return { credentials, reads, inForce: () => inForce };
}

describe('the keys of providers in force', () => {
  it('stay those of the newest read, if an older one ends later', async () => {
    const { credentials, reads, inForce } = setUp();
    const both = [credentials.refresh(), credentials.refresh()];
    reads[1]?.([stored('new')]);
    await both[1];
    reads[0]?.([stored('old')]);
    await both[0];
    expect(inForce()).toBe('new');
    const last = credentials.refresh();
    reads[2]?.([]);
    await last;
    expect(inForce()).toBeUndefined();
    await credentials.stop();
  });

  it('are the configured ones where no seal key opens what is stored', async () => {
    const { credentials, reads, inForce } = setUp();
    const refreshed = [credentials.refresh(), credentials.refresh()];
    reads[0]?.([stored('of another seal key')]);
    await refreshed[0];
    expect([inForce(), credentials.changedAt('up-a')]).toEqual([undefined, null]);
    reads[1]?.([stored('another')]);
    await refreshed[1];
    expect([inForce(), credentials.changedAt('up-a')]).toEqual(['another', 5]);
    await credentials.stop();
  });
});
