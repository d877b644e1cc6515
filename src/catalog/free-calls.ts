import type { Product } from './catalog.ts';

/**
 * The Product of operations that are never charged, such as reading a file. Every key and every plan may use it, and its
 * SKU is reserved.
 */
export const unbilled: Product = { sku: 'unbilled', name: 'Not billed', free: true, prices: [], models: null };

/** Stands for the model in operations that name none: voices, files, a provider's model list. */
export const noModel = '-';
