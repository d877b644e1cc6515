import type { Model, Price, Product, Provider, Spec, TextWire } from '../catalog/catalog.ts';
import type { Caller } from '../identity/caller.ts';

/** At least one. */
export type WireChoice = readonly [TextWire, ...TextWire[]];

/** Where a call goes and what it costs. Decided once, so that a later price change does not affect it. */
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

/** The facts of an operation that routing uses. */
interface RoutedOperation {
  /** Operation family, for example `chat`. */
  readonly family: string;
  /** Wire format of request and answer; absent: none. */
  readonly wire?: string | undefined;
  /** `default`: a Product may be sent; `model`: always the model's own; `required`: one must be sent. */
  readonly product: 'default' | 'model' | 'required';
  /** False for operations that go upstream but cost nothing, such as uploading files and reading batches. Default: true. */
  readonly billed?: boolean;
}

/** The parts of a request that decide its route. */
export interface RouteRequest {
  readonly spec: Spec;
  readonly operation: RoutedOperation;
  /** `model` of the body; null for operations that name none (voices, files). */
  readonly model: string | null;
  /** Other models that the body names; absent: none. */
  readonly referenced?: readonly string[];
  /** Options of the request that cost more than the price of its model says, and their paths; absent: none. */
  readonly dearer?: readonly { readonly option: string; readonly param: string }[];
  /** `X-Region-Code`; null or empty: `global`. */
  readonly regionCode: string | null;
  /** `X-Product-Sku` and `product_sku` of the query; empty counts as not sent. The header takes precedence. */
  readonly productSku: { readonly header: string | null; readonly query: string | null };
  readonly caller: Caller;
  /** The provider that stores an object of the request; absent: any. */
  readonly providerId?: string | null;
}
