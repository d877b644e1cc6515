import { describe, expect, it } from 'vitest';
import type { NewEngine } from './engine.ts';

const event = (n: number) => ({
  at: n,
  actor: 'admin',
  action: 'key.revoke',
  object: `key:${n % 2}`,
  diff: '{"a":1}',
  requestId: null,
});

export function describeAuditLog(newEngine: NewEngine): void {
  describe('the audit log', () => {
    it('is empty at first, and that is in order', async () => {
      const { audit } = await newEngine().start();
      expect(await audit.verify()).toEqual([]);
      expect(await audit.page({ limit: 2 })).toEqual({ items: [], next: null });
    });

    it('is read newest first, by objects and in pages, also by the next process', async () => {
      const engine = newEngine();
      const { close, ...first } = await engine.start();
      await Promise.all([1, 2, 3, 4, 5].map((n) => first.audit.append(event(n))));
      await close();
      const { audit } = await engine.start();
      const page = await audit.page({ objects: ['key:1'], limit: 2 });
      expect(page.items.map(({ seq, at, object }) => [seq, at, object])).toEqual([
        [5, 5, 'key:1'],
        [3, 3, 'key:1'],
      ]);
      const second = await audit.page({ objects: ['key:1'], limit: 2, after: page.next ?? '' });
      expect([second.items.map(({ seq }) => seq), second.next]).toEqual([[1], null]);
      const both = await audit.page({ objects: ['key:1', 'key:none', 'key:0'], limit: 3, after: '5' });
      expect([both.items.map(({ seq }) => seq), both.next]).toEqual([[4, 3, 2], '2']);
      await audit.append(event(6));
      expect(await audit.verify()).toEqual([]);
    });
  });
}
