import type { OperationFacts } from '../../generated/operation-facts.ts';
import { termsAt, type Model } from '../catalog/catalog.ts';
import { GatewayError } from '../errors/gateway-error.ts';
import { rate } from '../metering/settle.ts';
import type { Owned } from '../objects/owned-object.ts';
import type { Call } from '../pipeline/call.ts';
import { nameOf, undated } from '../pipeline/counted-usage.ts';
import { isOtherAnswerer } from '../pipeline/delivery.ts';
import { placeOf } from '../pipeline/upstream-objects.ts';
import { mostReferenced } from '../routing/callable-models.ts';
import type { CompletedWork, Route, Router } from '../routing/route.ts';
import { routeRequestOf } from '../routing/router.ts';
import { objectOf, stringOf } from '../shared/json/json.ts';
import { largestCharge, type NanoCredits } from '../shared/money.ts';
import { echo } from '../shared/text/names.ts';
import { mapInTurns } from '../shared/time/turns.ts';
import type { Usage } from '../shared/usage.ts';
import type { RequestFacts } from '../wires/wire.ts';
import type { ChargedAccount } from './batch-account.ts';
import type { DoneLine } from './result-lines.ts';

/** Where a batch goes, and what its models are called there. */
interface BatchRoute {
  readonly providerId: string;
  readonly region: string;
  /** The provider's name of each model, by the caller's name. */
  readonly names: ReadonlyMap<string, string>;
  /** By the caller's name, to find what each may cost. */
  readonly routes: ReadonlyMap<string, Route>;
  /** Other models that its requests name, each once. */
  readonly referenced: readonly string[];
}

/** The models that a request of a batch names: its own, and others. */
type Named = Pick<RequestFacts, 'referenced' | 'dearer'> & { readonly model: string };

/**
 * Finds one destination for all models of a batch. Each is checked as if it were called by itself: it exists, the key may call it,
 * and it has a price. Other work runs in between, because there may be tens of thousands of requests.
 *
 * @param requests the models that each names; at least one request
 * @throws {GatewayError} the errors of routing; `invalid_value` if the models are at different destinations, or have one name
 *   there, or if the requests name too many other models
 */
export async function routeBatch(call: Call, requests: readonly Named[], router: Router): Promise<BatchRoute> {
  const routing = makeRouting(call, router);
  await mapInTurns(requests, routing.add, ({ referenced }) => 1 + referenced.length);
  return routing.end();
}

function makeRouting(call: Call, router: Router) {
  const names = new Map<string, string>();
  const callersNames = new Map<string, string>();
  const routes = new Map<string, Route>();
  /** The other models that have been checked with each. */
  const checked = new Map<string, Set<string>>();
  const others = new Set<string>();
  let first: Route | null = null;

  const add = ({ model, referenced: named, dearer = [] }: Named, index: number): void => {
    for (const other of named) if (others.size <= mostReferenced) others.add(other);
    if (others.size > mostReferenced) throw tooManyOthers();
    const known = checked.get(model) ?? new Set();
    const referenced = named.filter((other) => !known.has(other));
    if (names.has(model) && referenced.length === 0 && dearer.length === 0) return;
    const param = `requests[${index}].params.model`;
    const request = { ...routeRequestOf(call, model), referenced };
    const route: Route = atParam({ model, referenced, param }, () => router.route({ ...request, dearer }));
    first ??= route;
    const { provider } = first;
    const name = nameAt(first, route, param);
    const other = callersNames.get(name) ?? model;
    if (other !== model) throw sameName([other, model], param);
    callersNames.set(name, model);
    names.set(model, name);
    if (referenced.length > 0 && route.provider !== provider)
      atParam({ model, referenced, param }, () => router.route({ ...request, providerId: provider.id }));
    routes.set(model, route);
    checked.set(model, new Set([...known, ...referenced]));
  };

  const end = (): BatchRoute => {
    if (first === null)
      throw new GatewayError('invalid_value', 'requests is empty. Send at least one.', { param: 'requests' });
    return { providerId: first.provider.id, region: first.region, names, routes, referenced: [...others] };
  };
  return { add, end };
}

const tooManyOthers = (): GatewayError =>
  new GatewayError(
    'invalid_value',
    `The requests name more than ${mostReferenced} models besides their own. Make several batches of them, each of fewer models.`,
    { param: 'requests' },
  );

/** The name of a route's model at the provider that the first model of the batch goes to. */
function nameAt({ provider, region, requestedModel: other }: Route, route: Route, param: string): string {
  if (route.provider === provider) return route.upstreamModel;
  const target = route.model.targets.find((each) => each.provider === provider.id && each.region === region);
  if (target) return target.model ?? route.requestedModel;
  throw new GatewayError(
    'invalid_value',
    `The models ${echo(other)} and ${echo(route.requestedModel)} have no provider in common. Make a batch of each.`,
    { param },
  );
}

/** Results name models as the provider does, so each line could be charged as either of the two. */
const sameName = (models: readonly [string, string], param: string): GatewayError =>
  new GatewayError(
    'invalid_value',
    `The models ${models.map(echo).join(' and ')} are one model to their provider, and its results would not say which of them answered. Make a batch of each.`,
    { param },
  );

/** A model, the others that are named with it, and where a batch names it. */
interface NamedModel {
  readonly model: string;
  readonly referenced: readonly string[];
  readonly param: string;
}

/**
 * Runs a check of a model. Its error names the place where the batch names the model, in the message too, because errors of Spec B
 * have no `param`.
 */
export function atParam<Result>({ model, referenced, param }: NamedModel, check: () => Result): Result {
  try {
    return check();
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    const { code, message, headers, cause } = error;
    const isNamed = [model, ...referenced].some((name) => message.includes(echo(name)));
    const isOfModel = error.param === 'model' || (error.param === null && isNamed);
    throw isOfModel ? new GatewayError(code, `${param}: ${message}`, { param, headers, cause }) : error;
  }
}

/** A batch whose lines are charged, and the route to it. */
export interface LinePlace {
  readonly batch: Owned<'batch'>;
  readonly account: ChargedAccount;
  readonly route: Route;
}

/** What a line is charged as. */
export interface LineRoute {
  readonly route: Route;
  readonly flags: readonly string[];
}

/**
 * What a line is charged as: the model that answered, the Product that it had when the batch was made, and the price in force then. If
 * all lines were read when the batch was made, one of its own models has answered everything that none of the other models has which
 * its lines name. If the answer does not say which one, the line is charged as the one by which it costs most, and flagged.
 *
 * @throws {Error} if the catalogue does not have the model or the Product now, or had no price for it then
 */
export function routeLine({ model, usage }: DoneLine, place: LinePlace, router: Router): LineRoute {
  const { batch, account } = place;
  const answered = model ?? stringOf(objectOf(batch.fields['record'])['model']) ?? '';
  for (const name of namesFor(answered, account)) {
    const route = name ? routeDone(name, place, router) : null;
    if (route !== null) return { route, flags: [] };
  }
  const own = [...account.names.values()].flatMap((name) => routeDone(name, place, router) ?? []);
  const [dearest] = own
    .map((route) => ({ route, charge: chargeBy(route, { ...someOutput, ...usage }) }))
    .toSorted((one, other) => (one.charge < other.charge ? 1 : -1));
  if (dearest === undefined || own.length < account.names.size)
    throw new Error(`the catalogue has no model ${echo(answered)}, or not its Product, or had no price for it`);
  return { route: dearest.route, flags: own.length === 1 ? [] : ['unpriced_model'] };
}

/** The names under which the model that answered is looked for, in order. */
function* namesFor(answered: string, account: ChargedAccount): Generator<string | undefined> {
  const { names, namesAreAll, referenced } = account;
  const [only] = names.size === 1 ? names.values() : [];
  const isOwn = namesAreAll && !isOtherAnswerer(answered, { own: [...names].flat(), referenced });
  const plain = undated(answered);
  if (isOwn) yield only;
  yield names.get(answered);
  yield names.get(plain);
  if (isOwn) yield* versionsOf(plain, names);
  yield answered;
  yield plain;
  if (!isOwn) yield* versionsOf(plain, names);
}

/** What models are compared by where a line reports nothing. */
const someOutput: Usage = { requests: 1, output_tokens: 1_000 };

const chargeBy = ({ price, product: { free } }: Route, usage: Usage): NanoCredits =>
  rate(usage, { price, free, setAside: largestCharge }).charge;

/** Ends of names by which vendors mean a version that the answer names: `claude-opus-4-0`, `mistral-large-latest`. */
const movingEnd = /-(?:0|latest|preview)$/;

/** The models of a batch that a name is a version of, the most similar first. */
const versionsOf = (version: string, names: ChargedAccount['names']): readonly string[] =>
  [...names]
    .map(([there, name]) => ({ stem: there.replace(movingEnd, ''), name }))
    .filter(({ stem }) => version.startsWith(stem) && !/^[\p{L}\p{N}]/u.test(version.slice(stem.length)))
    .toSorted((one, other) => other.stem.length - one.stem.length)
    .map(({ name }) => name);

/** The route by which completed work of a model is charged; null if the catalogue does not have it, or had no price for it. */
function routeDone(name: string, place: LinePlace, router: Router): Route | null {
  const done = findWork(name, place, router);
  if (done === null) return null;
  const { model, product } = done;
  const terms = termsAt(product, place.batch.createdAt, place.account.prices);
  return terms && { ...place.route, requestedModel: nameOf(model, name), model, ...terms };
}

/** The work of a model and the Product that it had when the batch was made, by any name that the model has at the provider or here. */
function findWork(
  name: string,
  { account: { products, productSku }, route }: LinePlace,
  router: Router,
): CompletedWork | null {
  const wanted = { productSku, providerId: route.provider.id };
  const found = router.findCompletedWork(name, { ...wanted, routedSku: products.get(name) });
  const routedSku = found === null ? undefined : products.get(nameOf(found.model, name));
  return routedSku === undefined ? found : router.findCompletedWork(name, { ...wanted, routedSku });
}

/** The models that the lines of a file name: their own, and others. */
interface FileModels {
  readonly models: ReadonlyMap<string, unknown>;
  readonly referenced: readonly string[];
}

interface InputPlace {
  readonly call: Call;
  readonly file: Owned<'file'>;
  /** Family of the endpoint that the batch is for. */
  readonly family: OperationFacts['family'];
}

/** As calls of the batch's endpoint; whether the key may make batches at all is seen when this one goes out. */
export function routesOfFile(
  { models, referenced }: FileModels,
  place: InputPlace,
  router: Router,
): ReadonlyMap<string, Route> {
  const { providerId, region } = placeOf(place.file);
  const { family, call } = place;
  const caller = { ...call.caller, scope: { ...call.caller.scope, operations: null } };
  const operation = { ...call.operation, family };
  // All go to one place, so the other models are checked once for each Product that may contain them.
  const checked = new Set<string>();
  const routeOf = (model: string): Route => {
    const request = { ...routeRequestOf({ ...call, operation }, model), caller, regionCode: region, providerId };
    const route = router.route(request);
    if (!checked.has(route.product.sku)) router.route({ ...request, referenced });
    checked.add(route.product.sku);
    return route;
  };
  const callersName = makeCallersNames(place, router);
  const found = (name: string): Route => {
    try {
      return asWritten(name, routeOf(name));
    } catch (error) {
      const other = callersName(name);
      if (other === null) throw error;
      return routeOf(other);
    }
  };
  const named = { referenced, param: 'input_file_id' };
  return new Map([...models.keys()].map((model) => [model, atParam({ model, ...named }, () => found(model))] as const));
}

/** The file goes as it is, so a line must call its model as the provider does, or another one would run than is charged. */
function asWritten(name: string, route: Route): Route {
  const { model, provider, region, upstreamModel } = route;
  const isHere = (target: Model['targets'][number]): boolean =>
    target.provider === provider.id && target.region === region;
  if (model.targets.some((target) => isHere(target) && (target.model ?? name) === name)) return route;
  throw new GatewayError(
    'model_not_found',
    `The provider of this file calls the model ${echo(name)} ${echo(upstreamModel)}, and files go to it as they are. Write ${echo(upstreamModel)} in the file.`,
    { param: 'model' },
  );
}

/** The file goes as it is, so it may call a model as its provider does. The models are listed once, and only if that is needed. */
function makeCallersNames({ call, file }: InputPlace, router: Router): (name: string) => string | null {
  const { providerId, region } = placeOf(file);
  let listed: ReturnType<Router['listModels']> | null = null;
  return (name) => {
    listed ??= router.listModels(call.caller, call.spec, region);
    const isHere = ({ provider, model }: Model['targets'][number]): boolean =>
      provider === providerId && model === name;
    return listed.find(({ targets }) => targets.some(isHere))?.id ?? null;
  };
}
