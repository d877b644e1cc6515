import {
  effectivePrice,
  otherProduct,
  type Catalog,
  type Model,
  type Price,
  type Product,
  type Provider,
  type Spec,
  type Target,
  type TextWire,
} from '../catalog/catalog.ts';
import { familyOfWire, kindFacts, kindIds, textWires, wiresOf } from '../catalog/provider-kinds.ts';
import { GatewayError } from '../errors/gateway-error.ts';
import { echo, nearestName } from '../shared/text/names.ts';
import type { RouteRequest, WireChoice } from './route.ts';

/**
 * Returns the model for a name: the exact id, else the longest matching `prefix*`.
 *
 * @param callable ids that may be suggested instead; called only if needed
 * @throws {GatewayError} 404 `model_not_found` for an unknown or retired model, with the nearest callable name
 */
export function findModel(name: string, catalog: Catalog, callable: () => readonly string[]): Model {
  const model = indexOf(catalog).find(name);
  if (model && !model.retired) return model;
  const known = callable();
  // Other gateways name models with their vendor: `openai/gpt-5`.
  const near = nearestName(name, known) ?? nearestName(name.slice(name.lastIndexOf('/') + 1), known);
  const missing = name === '' ? "The model's name is empty." : `There is no model ${echo(name)}.`;
  const what = model ? `The model ${echo(name)} is no longer supported.` : missing;
  const instead = near === null ? '' : ` Did you mean ${near}?`;
  throw new GatewayError('model_not_found', `${what}${instead} GET /v1/models lists what this key may call.`, {
    param: 'model',
  });
}

/** A catalogue's models, indexed by name. */
interface CatalogIndex {
  /**
   * Returns the model with this exact id, else the one with the longest matching `prefix*`, including retired models. A pattern
   * matches only names that are valid ids, because the ledger stores the name and lists show it.
   */
  readonly find: (name: string) => Model | undefined;
  /** Models with exact ids that are not retired, newest first. */
  readonly concrete: readonly Model[];
  /** Patterns that are not retired, the longest prefix first. */
  readonly patterns: readonly Model[];
}

const indexes = new WeakMap<Catalog, CatalogIndex>();

/** Returns the index of a catalogue. Catalogues are immutable, so each is indexed once. */
export function indexOf(catalog: Catalog): CatalogIndex {
  const known = indexes.get(catalog);
  if (known) return known;
  const index = makeIndex(catalog.models);
  indexes.set(catalog, index);
  return index;
}

/**
 * Valid ids. Without this check a call could write megabytes or line breaks to the ledger. A comma is invalid because some
 * routers read it as a list, of which the second name would not be checked.
 */
const validId = /^[!-+\--~]{1,200}$/;

/** True for a model that matches all names with its prefix. */
export const isPattern = ({ id }: Model): boolean => id.endsWith('*');

function makeIndex(models: readonly Model[]): CatalogIndex {
  const exact = new Map(models.filter((model) => !isPattern(model)).map((model) => [model.id, model]));
  const prefixes = models
    .filter(isPattern)
    .map((model) => ({ prefix: model.id.slice(0, -1), model }))
    .toSorted((one, other) => other.prefix.length - one.prefix.length);
  return {
    find: (name) =>
      exact.get(name) ??
      (validId.test(name) ? prefixes.find(({ prefix }) => name.startsWith(prefix))?.model : undefined),
    concrete: [...exact.values()]
      .filter(({ retired }) => !retired)
      .toSorted((one, other) => other.createdAt - one.createdAt),
    patterns: prefixes.map(({ model }) => model).filter(({ retired }) => !retired),
  };
}

const defaultRegion = 'global';

/**
 * Returns the region of a call: the code that was sent, or `global`. There is no silent fallback.
 *
 * @throws {GatewayError} 400 `region_unknown` listing the known codes
 */
export function chooseRegion(code: string | null, { regions }: Catalog): string {
  const region = code === null || code === '' ? defaultRegion : code;
  if (regions.includes(region)) return region;
  throw new GatewayError(
    'region_unknown',
    `There is no region ${echo(region)}. Send X-Region-Code with one of: ${regions.join(', ')}.`,
    { param: 'X-Region-Code' },
  );
}

/**
 * Chooses one of a model's matching destinations, by weight.
 *
 * @param random a number from 0 up to but not including 1
 * @throws {GatewayError} 404 `model_not_found`, with the reason: region, specification, or operation
 */
export function pickTarget(request: TargetRequest, catalog: Catalog, random: () => number): Destination {
  const fitting = destinationsOf(request.model, request.wanted, catalog);
  const [only] = fitting;
  if (only && fitting.length === 1) return only;
  const chosen = byWeight(fitting, random);
  if (chosen) return chosen;
  throw new GatewayError('model_not_found', whyNone(request, catalog), { param: 'model' });
}

interface TargetRequest {
  readonly model: Model;
  /** The model as the caller called it. */
  readonly name: string;
  readonly wanted: TargetRequirements;
}

/** A target with its provider. */
interface Destination {
  readonly target: Target;
  readonly provider: Provider;
  /** Wire formats in which it takes the call, best first; absent: the caller's own. */
  readonly wires?: WireChoice;
}

/** What a destination must support. */
interface TargetRequirements {
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

/** The destinations of a model: those that take the caller's own wire format, else those that a translation reaches. */
export function destinationsOf(model: Model, wanted: TargetRequirements, catalog: Catalog): readonly Destination[] {
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

/** Whether calls of a specification can be translated at all. */
const canTranslate = (spec: Spec, translated: ReadonlySet<string>): boolean =>
  kindIds.some((kind) => kindFacts[kind].spec === spec && kindFacts[kind].wires.some((wire) => translated.has(wire)));

/** Wire formats of a provider into which a call can be translated, best first; null if there is none. */
function wiresTo({ target, provider }: Destination, model: Model, wanted: TargetRequirements): WireChoice | null {
  const { spec, family, wire, translated } = wanted;
  if (translated === undefined || translated.size === 0) return null;
  if (family === null ? !canTranslate(spec, translated) : !translated.has(wire ?? 'none')) return null;
  const [first, ...others] = wiresOf(provider, target).filter(
    (one) => translated.has(one) && (model.operations?.includes(familyOfWire[one]) ?? true),
  );
  return first === undefined ? null : [first, ...others];
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

function everyDestination({ targets }: Model, { providers }: Catalog): readonly Destination[] {
  return targets.flatMap((target) => {
    const provider = providers.get(target.provider);
    return provider ? [{ target, provider }] : [];
  });
}

/** The names of the specifications in messages. */
const specNames = {
  a: 'the OpenAI-compatible API (Spec A)',
  b: 'the Anthropic-compatible API (Spec B)',
} as const;

function whyNone({ model, name, wanted }: TargetRequest, catalog: Catalog): string {
  const { spec, region, family, providerId = null } = wanted;
  const named = `The model ${echo(name)}`;
  const all = everyDestination(model, catalog);
  const regions = [...new Set(all.map(({ target }) => target.region))];
  if (regions.length === 0)
    return `${named} has no provider at the moment. GET /v1/models lists what this key may call.`;
  const isServed = (changes: Partial<TargetRequirements>): boolean =>
    destinationsOf(model, { ...wanted, ...changes }, catalog).length > 0;
  const others = providerId === null ? [] : regions.filter((other) => isServed({ region: other }));
  if (others.length > 0)
    return `${named} is served by the provider that stores the objects in this request, but not in region ${region}. Send X-Region-Code with one of: ${others.join(', ')}.`;
  const [first, ...more] = all.filter(({ target }) => target.region === region);
  if (first === undefined)
    return `${named} is not available in region ${region}. Send X-Region-Code with one of: ${regions.join(', ')}.`;
  if (!isServed({ family: null, providerId: null }))
    return `${named} cannot be called through ${specNames[spec]}. Call it through ${specNames[first.provider.spec]}.`;
  if (providerId !== null && [first, ...more].every(({ provider }) => provider.id !== providerId))
    return `${named} is not served by the provider that stores the objects in this request. Use another model.`;
  return `${named} does not serve ${family ?? 'this operation'}. GET /v1/models lists what this key may call.`;
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
