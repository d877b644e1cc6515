import { describe, expect, it } from 'vitest';
import type { StoredCredential } from '../../src/catalog/provider-overrides.ts';
import type { NewEngine } from './engine.ts';

const credentialOf = (changes: Partial<StoredCredential> = {}): StoredCredential => ({
  ...{ providerId: 'openai', secret: 'dg1.a', changedAt: 5, version: 0 },
  ...changes,
});
const event = { at: 1, actor: 'admin', action: 'provider.credential', object: 'provider:x', diff: '', requestId: null };

export function describeCredentialStore(newEngine: NewEngine): void {
  describe('keys of providers', () => {
    it('are added, replaced and removed, and outlive the process', async () => {
      const engine = newEngine();
      const first = await engine.start();
      expect(await first.credentials.put(credentialOf(), event)).toBe(true);
      expect(await first.credentials.put(credentialOf({ providerId: 'anthropic' }), event)).toBe(true);
      await first.close();
      const { credentials, audit } = await engine.start();
      expect(await credentials.list()).toEqual([
        credentialOf({ providerId: 'anthropic', version: 1 }),
        credentialOf({ version: 1 }),
      ]);
      expect(await credentials.put(credentialOf({ secret: 'dg1.b', changedAt: 6, version: 1 }), event)).toBe(true);
      expect(await credentials.remove({ providerId: 'anthropic', version: 1 }, event)).toBe(true);
      expect(await credentials.list()).toEqual([credentialOf({ secret: 'dg1.b', changedAt: 6, version: 2 })]);
      expect((await audit.page({ limit: 10 })).items).toHaveLength(4);
    });

    it('are changed only from the state that was read, and what loses writes no event', async () => {
      const { credentials, audit } = await newEngine().start();
      await credentials.put(credentialOf(), event);
      expect(await credentials.put(credentialOf({ secret: 'late' }), event)).toBe(false);
      expect(await credentials.put(credentialOf({ secret: 'late', version: 2 }), event)).toBe(false);
      expect(await credentials.remove({ providerId: 'openai', version: 2 }, event)).toBe(false);
      expect(await credentials.list()).toEqual([credentialOf({ version: 1 })]);
      expect((await audit.page({ limit: 10 })).items).toHaveLength(1);
    });

    it('are sealed anew only where they are still the ones that were read', async () => {
      const { credentials } = await newEngine().start();
      await credentials.put(credentialOf(), event);
      await credentials.reseal('openai', 'dg1.a', 'dg1.c');
      await credentials.reseal('openai', 'dg1.a', 'late');
      expect(await credentials.list()).toEqual([credentialOf({ secret: 'dg1.c', version: 1 })]);
    });
  });
}
