import type { Model, Price, Product, Provider, Spec, TextWire } from '../catalog/catalog.ts';
import type { Caller } from '../identity/caller.ts';

/** At least one. */
export type WireChoice = readonly [TextWire, ...TextWire[]];

/** Where a call goes and what it costs, decided once: a price that changes meanwhile does not touch it. */
export interface Route {
  /** The model's name as the caller wrote it. */
  readonly requestedModel: string;
  readonly model: Model;
  /** The model's name at the provider. */
  readonly upstreamModel: string;
  readonly provider: Provider;
  /** Wire formats in which the provider takes the call, best first; absent: the caller's own. */
  readonly wires?: WireChoice;
  readonly region: string;
  readonly product: Product;
  readonly price: Price;
}

/** What the documents say about an operation, as far as it decides where a call goes. */
interface RoutedOperation {
  /** Operation family, for example `chat`. */
  readonly family: string;
  /** Wire format of request and answer; absent: none. */
  readonly wire?: string | undefined;
  /** `default`: a Product may be sent; `model`: the model's own, a sent one is ignored; `required`: one must be sent. */
  readonly product: 'default' | 'model' | 'required';
  /** False for operations that leave for an upstream but cost nothing (keeping files, reading batches). Default: true. */
  readonly billed?: boolean;
}

/** What a caller said about where a call should go. */
export interface RouteRequest {
  readonly spec: Spec;
  readonly operation: RoutedOperation;
  /** `model` of the body; null for operations that name none (voices, files). */
  readonly model: string | null;
  /** Other models that the body names; absent: none. */
  readonly referenced?: readonly string[];
  /** `X-Region-Code`; null or empty: `global`. */
  readonly regionCode: string | null;
  /** `X-Product-Sku` and `product_sku` of the query; empty counts as not sent. The header wins. */
  readonly productSku: { readonly header: string | null; readonly query: string | null };
  readonly caller: Caller;
  /** The provider that keeps an object which the call names; absent: one is chosen. */
  readonly providerId?: string | null;
}
