import {
  type Catalog,
  effectivePrice,
  type Model,
  otherProduct,
  type Price,
  type Product,
  type Provider,
  type Spec,
  type Target,
  type TextWire,
} from '../catalog/catalog.ts';
import { familyOfWire, kindFacts, kindIds, textWires, wiresOf } from '../catalog/provider-kinds.ts';
import { GatewayError } from '../errors/gateway-error.ts';
import type { Caller } from '../identity/caller.ts';
import { echo } from '../shared/text/names.ts';

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

/** A target with its provider. */
interface Destination {
  readonly target: Target;
  readonly provider: Provider;
  /** Wire formats in which it takes the call, best first; absent: the caller's own. */
  readonly wires?: WireChoice;
}

/** What a destination must support. */
interface Wanted {
  readonly spec: Spec;
  readonly region: string;
  /** Null: any. */
  readonly family: string | null;
  /** Wire format of the operation; absent: none. */
  readonly wire?: string | undefined;
  /** The required provider; absent or null: any. */
  readonly providerId?: string | null;
  /** Wire formats that can be translated into one another; absent: none. */
  readonly translated?: ReadonlySet<string> | undefined;
}

/** The names of the specifications in messages. */
const specNames = {
  a: 'the OpenAI-compatible API (Spec A)',
  b: 'the Anthropic-compatible API (Spec B)',
} as const;

const isTextWire = (wire: string | undefined): wire is TextWire => textWires.some((one) => one === wire);

/**
 * Whether a provider serves an operation: by its `wires` for text, if it has them, else by its `operations`.
 *
 * @param wires those of a model there
 */
export const serves = (
  { operations, wires: own }: Pick<Provider, 'operations' | 'wires'>,
  { family, wire }: Pick<RouteRequest['operation'], 'family' | 'wire'>,
  wires = own,
): boolean =>
  wires !== undefined && isTextWire(wire) ? wires.includes(wire) : operations === null || operations.includes(family);

/** The destinations of a model: those that take the caller's own wire format, else those that a translation reaches. */
export function destinationsOf(model: Model, wanted: Wanted, catalog: Catalog): readonly Destination[] {
  const { spec, region, family, wire, providerId = null } = wanted;
  const serving = family === null || model.operations === undefined || model.operations.includes(family);
  const found: Destination[] = [];
  const others: Destination[] = [];
  for (const target of model.targets) {
    const provider = target.region === region ? catalog.providers.get(target.provider) : undefined;
    if (provider === undefined || (providerId !== null && provider.id !== providerId)) continue;
    const isOwn =
      provider.spec === spec && serving && (family === null || serves(provider, { family, wire }, target.wires));
    (isOwn ? found : others).push({ target, provider });
  }
  if (found.length > 0) return found;
  return others.flatMap(({ target, provider }) => {
    const wires = wiresTo({ target, provider }, model, wanted);
    return wires === null ? [] : [{ target, provider, wires }];
  });
}

/** Whether calls of a specification can be translated at all. */
const canTranslate = (spec: Spec, translated: ReadonlySet<string>): boolean =>
  kindIds.some((kind) => kindFacts[kind].spec === spec && kindFacts[kind].wires.some((wire) => translated.has(wire)));

/** Wire formats of a provider into which a call can be translated, best first; null if there is none. */
function wiresTo({ target, provider }: Destination, model: Model, wanted: Wanted): WireChoice | null {
  const { spec, family, wire, translated } = wanted;
  if (translated === undefined || translated.size === 0) return null;
  if (family === null ? !canTranslate(spec, translated) : !translated.has(wire ?? 'none')) return null;
  const [first, ...others] = wiresOf(provider, target).filter(
    (one) => translated.has(one) && (model.operations?.includes(familyOfWire[one]) ?? true),
  );
  return first === undefined ? null : [first, ...others];
}

/**
 * Chooses one of a model's matching destinations, by weight.
 *
 * @param random a number from 0 up to but not including 1
 * @throws {GatewayError} 404 `model_not_found`, with the reason: region, specification, or operation
 */
export function pickTarget(
  { model, name, wanted }: { readonly model: Model; readonly name: string; readonly wanted: Wanted },
  catalog: Catalog,
  random: () => number,
): Destination {
  const fitting = destinationsOf(model, wanted, catalog);
  const [only] = fitting;
  if (only && fitting.length === 1) return only;
  const chosen = byWeight(fitting, random);
  if (chosen) return chosen;
  throw new GatewayError('model_not_found', whyNone(everyDestination(model, catalog), name, wanted), {
    param: 'model',
  });
}

function everyDestination({ targets }: Model, { providers }: Catalog): readonly Destination[] {
  return targets.flatMap((target) => {
    const provider = providers.get(target.provider);
    return provider ? [{ target, provider }] : [];
  });
}

/** If all weights are zero, they count as equal, so that the model stays callable. */
function byWeight(destinations: readonly Destination[], random: () => number): Destination | undefined {
  const total = destinations.reduce((sum, { target }) => sum + target.weight, 0);
  if (total <= 0) return destinations[Math.floor(random() * destinations.length)];
  let rest = random() * total;
  return (
    destinations.find(({ target }) => {
      rest -= target.weight;
      return rest < 0;
    }) ?? destinations.findLast(({ target }) => target.weight > 0)
  );
}

function whyNone(
  all: readonly Destination[],
  name: string,
  { spec, region, family, providerId = null }: Wanted,
): string {
  const model = `The model ${echo(name)}`;
  const here = all.filter(({ target }) => target.region === region);
  if (here.length === 0) {
    const regions = [...new Set(all.map(({ target }) => target.region))].join(', ');
    return regions === ''
      ? `${model} has no provider at the moment. GET /v1/models lists what this key may call.`
      : `${model} is not available in region ${region}. Send X-Region-Code with one of: ${regions}.`;
  }
  if (here.every(({ provider }) => provider.spec !== spec)) {
    const other = here.map(({ provider }) => specNames[provider.spec])[0] ?? '';
    return `${model} cannot be called through ${specNames[spec]}. Call it through ${other}.`;
  }
  if (providerId !== null && here.every(({ provider }) => provider.id !== providerId))
    return `${model} is not served by the provider that stores the objects in this request. Use another model.`;
  return `${model} does not serve ${family ?? 'this operation'}. GET /v1/models lists what this key may call.`;
}

/**
 * Returns the price in force for a call. Nothing is free by accident.
 *
 * @param model as the caller called it; null for a call that names none
 * @param isNamed whether the call names the Product; else it is the model's own
 * @throws {GatewayError} 404 `model_not_found` if no price is in force
 */
export function priceInForce(
  product: Product,
  now: number,
  { model, isNamed }: { readonly model: string | null; readonly isNamed: boolean },
): Price {
  const price = effectivePrice(product, now);
  if (price) return price;
  const what = model === null ? 'This operation' : `The model ${echo(model)}`;
  throw new GatewayError(
    'model_not_found',
    `${what} cannot be called: the Product ${product.sku} has no price in force. ${otherProduct(isNamed)}, or ask the operator.`,
  );
}
