import type { Model, Price, Product, Provider } from '../catalog/catalog.ts';

/** Where a call goes and what it costs, decided once: a price that changes meanwhile does not touch it. */
export interface Route {
  /** The model's name as the caller wrote it. */
  readonly requestedModel: string;
  readonly model: Model;
  /** The model's name at the provider. */
  readonly upstreamModel: string;
  readonly provider: Provider;
  readonly region: string;
  readonly product: Product;
  readonly price: Price;
}
