import type { Product } from './catalog.ts';

/**
 * What operations are booked on that keep or read things and cost nobody anything. Every key and every plan may use it;
 * its SKU is taken, so no catalogue can have another one.
 */
export const unbilled: Product = { sku: 'unbilled', name: 'Not billed', free: true, prices: [], models: null };

/** What stands in the place of the model where an operation names none: voices, files, the list of a provider's models. */
export const noModel = '-';
