import type { Model, Price, Product, Provider, Spec, TextWire } from '../catalog/catalog.ts';
import type { Caller } from '../identity/caller.ts';

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

/** At least one. */
export type WireChoice = readonly [TextWire, ...TextWire[]];

/** The parts of a request that decide its route. */
export interface RouteRequest {
  readonly spec: Spec;
  readonly operation: RoutingFacts;
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

/** The facts of an operation that routing uses. */
interface RoutingFacts {
  /** Operation family, for example `chat`. */
  readonly family: string;
  /** Wire format of request and answer; absent: none. */
  readonly wire?: string | undefined;
  /** `default`: a Product may be sent; `model`: always the model's own; `required`: one must be sent. */
  readonly product: 'default' | 'model' | 'required';
  /** False for operations that go upstream but cost nothing, such as uploading files and reading batches. Default: true. */
  readonly billed?: boolean;
}

export interface Router {
  /**
   * Routes a call, with or without a model.
   *
   * @throws {GatewayError} 400 `region_unknown`, `product_required`, `invalid_value`; 403 `out_of_scope`;
   *   404 `model_not_found`, `product_not_found`, `not_found`
   */
  readonly route: (request: RouteRequest) => Route;
  /** The model for Responses requests that name none; null if the catalogue has no default. */
  readonly defaultModel: () => string | null;
  /**
   * Refuses what the head of a call shows to be impossible, before its body is read.
   *
   * @returns the Product that it names; null: the model's own
   * @throws {GatewayError} 400 `region_unknown`, `product_required`; 403 `out_of_scope`; 404 `product_not_found`
   */
  readonly checkRouteHead: (request: HeadRequest) => Product | null;
  /**
   * The models that this key can call through a spec in a region, with patterns expanded, newest first.
   *
   * @param regionCode `X-Region-Code`; null or absent: not sent, so `global`
   * @throws {GatewayError} 400 `region_unknown`
   */
  readonly listModels: (caller: Caller, spec: Spec, regionCode?: string | null) => readonly Model[];
  /**
   * A model by the name that calls use. A model that matches a `prefix*` gets that name.
   *
   * @throws {GatewayError} 400 `region_unknown`; 403 `out_of_scope`; 404 `model_not_found`
   */
  readonly getModel: (caller: Caller, request: NamedModel) => Model;
  /** The model and Product for charging work that is already done; null if the catalogue does not have them. */
  readonly findCompletedWork: (name: string, terms: WorkTerms) => CompletedWork | null;
  /** Whether the catalogue has a provider. */
  readonly hasProvider: (id: string) => boolean;
  /** The same router with the catalogue of now and the prices of a moment (epoch milliseconds), for what takes many turns to decide. */
  readonly at: (moment: number) => Router;
}

/** The part of a route request that the head provides. */
export type HeadRequest = Pick<RouteRequest, 'operation' | 'regionCode' | 'productSku' | 'caller'>;

/** A model that a caller asks about. */
export interface NamedModel {
  readonly id: string;
  readonly spec: Spec;
  /** `X-Region-Code`; null: not sent, so `global`. */
  readonly regionCode: string | null;
}

/** What completed work is charged to. */
export interface CompletedWork {
  readonly model: Model;
  readonly product: Product;
}

/** What decides the charge of completed work besides the model's name. */
export interface WorkTerms {
  /** The Product that the caller named, used if it contains the model; null: none. */
  readonly productSku: string | null;
  /** The provider that did the work, whose own names for models count too; absent: none. */
  readonly providerId?: string;
  /** The Product that the work was routed to, whatever the catalogue says of the model now; absent: not known. */
  readonly routedSku?: string | undefined;
}
