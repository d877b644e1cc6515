import { describe, expect, it } from 'vitest';
import { makePriceNotes } from '../../../src/control-api/catalog/catalog.ts';
import type { AuditEvent } from '../../../src/shared/audit-event.ts';
import { systemClock } from '../../../src/shared/time/clock.ts';
import { makeConfig } from '../../fakes/make-config.ts';

describe('the note of new prices', () => {
  it('is made, whole, after an attempt that failed', async () => {
    const { catalog: first } = makeConfig({ providers: [] });
    const events: AuditEvent[] = [];
    let catalog = first;
    let isDown = false;
    const note = makePriceNotes({
      audit: {
        append: async (event) => {
          if (isDown) throw new Error('The database does not answer.');
          events.push(event);
        },
        page: async () => ({ items: events.slice(-1).map((event) => ({ ...event, seq: 1, hash: '' })), next: null }),
      },
      catalog: () => catalog,
      clock: systemClock,
    });
    await note();
    await note();
    expect(events).toHaveLength(1);
    const [[sku, product] = []] = first.products;
    if (sku === undefined || product === undefined) throw new Error('The catalogue has no Product.');
    catalog = { ...first, products: new Map([...first.products, ['new', product]]) };
    isDown = true;
    await expect(note()).rejects.toThrow(/does not answer/);
    isDown = false;
    await note();
    expect(events).toHaveLength(2);
    expect(JSON.parse(events[1]?.diff ?? '{}')).toHaveProperty(['product:new']);
    await note();
    expect(events).toHaveLength(2);
  });
});
