import { termsAt, type AgreedPrice, type Model, type Price } from '../catalog/catalog.ts';
import type { CallDraft, SideWork } from '../metering/hold.ts';
import { lacksPrices } from '../metering/settle.ts';
import type { Route, Router } from '../routing/route.ts';
import { isPattern } from '../routing/targets.ts';
import { countTokensIn } from '../shared/tokens/count-tokens.ts';
import type { TextSample } from '../shared/tokens/text-tokens.ts';
import {
  addUsage,
  outputKinds,
  unitKinds,
  type Measure,
  type UnitKind,
  type Usage,
  type UsageSource,
} from '../shared/usage.ts';
import { unstatedUses } from '../wires/facts.ts';
import type { Contents, RequestFacts } from '../wires/wire.ts';
import type { SideUsage } from '../wires/meter.ts';

/** A call's usage, and where it comes from. */
export interface Counted {
  readonly usage: Usage;
  readonly usageSource: UsageSource;
  /** Whether the upstream reported more than is possible. */
  readonly isUnbelieved?: boolean;
}

export const nothingUsed: Counted = { usage: {}, usageSource: 'none' };

/** The count of a call that used nothing itself, apart from work of other models. */
export const onlySides: Counted = {
  usage: { requests: 0, input_tokens: 0, output_tokens: 0 },
  usageSource: 'upstream',
};

/** What an estimate is made from, and the most that the call can use. */
type Estimated = { readonly facts: Pick<RequestFacts, 'body' | 'cuts'> } & Pick<RequestFacts, 'bound'>;

export const estimatedInput = async ({ facts, bound }: Estimated): Promise<number> =>
  Math.min(await countTokensIn(facts.body(), facts.cuts), bound.input);

/** @param text null: there was none */
export const estimatedOutput = async (text: TextSample | null, { bound }: Estimated): Promise<number> =>
  Math.min((await text?.count()) ?? 0, bound.output === null ? Infinity : bound.output * bound.answers);

/** Estimates a call's usage from its texts alone. */
export const estimate = async (text: TextSample | null, parts: Estimated): Promise<Counted> => ({
  usage: {
    requests: 1,
    input_tokens: await estimatedInput(parts),
    output_tokens: await estimatedOutput(text, parts),
  },
  usageSource: 'estimate',
});

/** Adds a guess about output that is not text to what was counted: in whole units, and no more output than the hold was made for. */
export function withGuess(counted: Usage, guess: Usage, { bound: { output, answers } }: Estimated): Usage {
  const all: Partial<Record<UnitKind, number>> = { ...counted };
  let left = output === null ? Infinity : output * answers;
  for (const kind of outputKinds) left -= counted[kind] ?? 0;
  for (const kind of unitKinds) {
    const isOutput = outputKinds.some((each) => each === kind);
    const more = Math.max(0, Math.min(Math.ceil(guess[kind] ?? 0), isOutput ? left : Infinity));
    if (more === 0) continue;
    all[kind] = (all[kind] ?? 0) + more;
    if (isOutput) left -= more;
  }
  return all;
}

const kindsOf = (usage: Usage): readonly UnitKind[] => unitKinds.filter((kind) => usage[kind] !== undefined);

const isWithin = (reported: Usage, most: Usage): boolean =>
  kindsOf(most).every((kind) => (reported[kind] ?? 0) <= (most[kind] ?? Infinity));

interface Measured {
  readonly measure: Measure;
  /** Prices in force; none at all for a free Product. */
  readonly rates: Price['rates'];
}

/**
 * Weighs what the upstream reports against what was measured. An impossibly large report still means that there was much: then the
 * most that is possible is charged.
 *
 * @param counted the usage without the measure: the report, or an estimate from texts if there is none
 * @param reported null if the upstream reported nothing
 */
export function weigh(counted: Counted, reported: Usage | null, measured: Measured): Counted {
  const weighed = weighUnits(counted, reported, measured);
  const { measure, rates } = measured;
  const { instead } = (weighed.isUnbelieved === true ? measure.longest : null) ?? measure;
  if (instead === undefined || !lacksPrices(weighed.usage, rates, instead)) return weighed;
  return { ...weighed, usage: { ...weighed.usage, ...instead }, usageSource: 'estimate' };
}

/** The count, weighed against what the gateway measured, if it measured anything. */
export const weighed = (
  counted: Counted,
  reported: Usage | null,
  { facts, rates }: { readonly facts: Pick<RequestFacts, 'measure'> } & Pick<Measured, 'rates'>,
): Counted =>
  !facts.measure || counted.usageSource === 'none'
    ? counted
    : weigh(counted, reported, { measure: facts.measure(counted.usage.output_tokens ?? 0), rates });

function weighUnits(counted: Counted, reported: Usage | null, { measure, rates }: Measured): Counted {
  const isFree = Object.keys(rates).length === 0;
  const priced = (kind: UnitKind): boolean => isFree || rates[kind] !== undefined;
  const isPossible = reported !== null && isWithin(reported, measure.most);
  const isUnbelieved = reported !== null && !isPossible;
  const seen = (isUnbelieved ? measure.longest : null) ?? measure;
  const pricedOf = (usage: Usage): Usage =>
    Object.fromEntries(Object.entries(usage).filter(([kind]) => priced(kind as UnitKind)));
  if (isPossible && kindsOf(reported).some(priced)) return counted;
  const units = pricedOf(seen.units);
  const hasUnits = kindsOf(units).length > 0;
  if (isPossible) {
    const added = hasUnits ? units : pricedOf(seen.tokens);
    if (kindsOf(added).length === 0) return counted;
    return { usage: { ...counted.usage, ...added }, usageSource: 'estimate' };
  }
  return {
    usage: hasUnits ? { requests: 1, ...units } : { ...estimated(counted.usage), ...seen.tokens },
    usageSource: 'estimate',
    ...(isUnbelieved && { isUnbelieved }),
  };
}

/** The unit kinds of a usage that can be estimated from texts. */
const estimated = ({ input_tokens: input = 0, output_tokens: output = 0 }: Usage): Usage => ({
  requests: 1,
  input_tokens: input,
  output_tokens: output,
});

/** Providers name the dated version that answered: `gpt-5-mini-2026-08-07` for `gpt-5-mini`, `claude-x-20260807` for `claude-x`. */
const dated = /-\d{4}-?\d{2}-?\d{2}$/;

/** A model's name without the date of its version. */
export const undated = (name: string): string => name.replace(dated, '');

interface SideCall {
  /** The route of the call in which the other model worked. */
  readonly route: Route;
  /** When that call was admitted, in epoch milliseconds. */
  readonly at: number;
  /** Returns the SKU that a model's work had then, by its name in the catalogue. Absent, or undefined: as it is now. */
  readonly skuOf?: (name: string) => string | undefined;
  /** What Products cost then, by SKU. Absent, or for one that is not in it: what the catalogue says of that moment. */
  readonly prices?: ReadonlyMap<string, AgreedPrice>;
}

/**
 * Returns the route by which another model's work within a call is charged, at its price when the call was admitted.
 *
 * @param name as the upstream writes it
 * @returns null if the catalogue has no such model, or no price for it
 * @throws {Error} if the catalogue no longer has the Product that the model had
 */
export function routeSideWork(
  name: string,
  { route, at, skuOf, prices }: SideCall,
  router: Pick<Router, 'findCompletedWork'>,
): Route | null {
  const wanted = { productSku: route.product.sku, providerId: route.provider.id };
  for (const each of [name, undated(name)]) {
    const now = router.findCompletedWork(each, wanted);
    const then = now === null ? undefined : skuOf?.(nameOf(now.model, each));
    const done = then === undefined ? now : router.findCompletedWork(each, { ...wanted, routedSku: then });
    const terms = done === null ? null : termsAt(done.product, at, prices);
    if (done === null || terms === null) continue;
    return { ...route, requestedModel: nameOf(done.model, each), model: done.model, ...terms };
  }
  return null;
}

/** A model's name in the catalogue; of a pattern, that of the one model. */
export const nameOf = (model: Model, called: string): string => (isPattern(model) ? called : model.id);

/** The flag of a call in which a model worked that the catalogue does not have, or has no price for. */
export const unpricedModel = 'unpriced_model';

/** Side usage of an answer: added to its own usage, or charged as work of another model. */
export interface Aside {
  readonly own: Usage;
  readonly others: readonly SideWork[];
  readonly flags: readonly string[];
}

/** Rows that one answer may write for other models. What it reports beyond them is added to the last of the model, or to its own. */
const mostOthers = 50;

/**
 * Sorts side usage, summed for each model. Runs of a model with tiers are rated one by one, because together they may reach a dearer
 * tier. A model that is not in the catalogue is charged at the price of the call's own model, and the call is flagged.
 */
export function asideOf(sides: readonly SideUsage[], routeOf: (model: string) => Route | null): Aside {
  let own: Usage = {};
  const flags = new Set<string>();
  const routes = new Map<string, Route | null>();
  const others = new Map<string, SideWork>();
  for (const { model, usage, flag } of sides) {
    if (model !== null && !routes.has(model) && routes.size < mostOthers) routes.set(model, routeOf(model));
    const route = model === null ? null : (routes.get(model) ?? null);
    if (flag !== undefined) flags.add(flag);
    if (route === null) {
      own = addUsage(own, usage);
      if (model !== null) flags.add(unpricedModel);
      continue;
    }
    const name = route.requestedModel;
    const isApart = others.has(name) && others.size < mostOthers && route.price.tiers !== undefined;
    const key = isApart ? `${name} ${others.size}` : name;
    others.set(key, { route, usage: { ...addUsage(others.get(key)?.usage ?? {}, usage), requests: 0 } });
  }
  return { own, others: [...others.values()], flags: [...flags] };
}

/** Flags for options that cost more than the price of the model. Callers choose the values, so number and length are limited. */
export const dearerFlags = (dearer: NonNullable<RequestFacts['dearer']>): readonly string[] => [
  ...new Set(dearer.slice(0, 8).map(({ option }) => `dearer:${option.replaceAll(/[^\w=-]/g, '?').slice(0, 40)}`)),
];

/** What other models may use that work within calls, in tokens of their own. */
interface OthersWork {
  /** Work of models that the catalogue does not have: charged as tokens of the call's own model. */
  readonly own: Usage;
  readonly side: readonly SideWork[];
}

interface Working extends Pick<Contents, 'draws' | 'helpers' | 'helperUses' | 'usesAreOpen' | 'images' | 'documents'> {
  /** Calls with tools, and how often each may use them. */
  readonly toolRequests: number;
  readonly uses: number;
  /** All that the model of the calls may read. */
  readonly input: number;
}

/** How often a model may help in one call. */
function timesOf(name: string, { helperUses = {}, usesAreOpen, uses }: Working): number {
  const stated = Object.hasOwn(helperUses, name) ? helperUses[name] : undefined;
  return Math.max(1, Math.min(uses, stated ?? (usesAreOpen ? unstatedUses : uses)));
}

/**
 * The most that other models can use within calls. For each use of its tool, one that draws reads a prompt, the images of the request
 * and one that it drew before, and draws one: at most what the catalogue says of images. Any other reads each time
 * what the model of the calls reads at most in one round, and writes as much as that reads of one use of a tool.
 *
 * @param model that of the calls, which uses the tools
 * @param routeOf the route that a model's work is charged by; null if the catalogue does not have it
 */
export function mostBeside(
  working: Working,
  model: Pick<Model, 'most'>,
  routeOf: (name: string) => Route | null,
): OthersWork {
  const { draws = [], helpers = [], images, documents, toolRequests, uses, input } = working;
  let own: Usage = {};
  const side: SideWork[] = [];
  const add = (
    name: string,
    usageOf: (limits: Pick<Model, 'most' | 'maxInputTokens' | 'maxOutputTokens'>) => Usage,
  ) => {
    const route = routeOf(name);
    const usage = usageOf(route?.model ?? { ...model, maxInputTokens: null, maxOutputTokens: null });
    if (route === null) own = addUsage(own, usage);
    else side.push({ route, usage });
  };
  for (const name of draws)
    add(name, ({ most, maxInputTokens, maxOutputTokens }) => {
      const read = (images + documents + toolRequests) * most.image + toolRequests * most.toolUse;
      return {
        input_tokens: uses * Math.min(read, toolRequests * (maxInputTokens ?? Infinity)),
        output_tokens: uses * toolRequests * Math.min(most.image, maxOutputTokens ?? Infinity),
      };
    });
  for (const name of helpers) {
    const each = timesOf(name, working);
    const times = toolRequests * each;
    // The longest of the rounds is at most twice the average.
    const read = Math.ceil((input * Math.min(uses + 1, 2 * each)) / (uses + 1));
    add(name, ({ maxInputTokens, maxOutputTokens }) => ({
      input_tokens: Math.min(read, times * (maxInputTokens ?? Infinity)),
      output_tokens: times * Math.min(model.most.toolUse, maxOutputTokens ?? Infinity),
    }));
  }
  return { own, side };
}

/** An estimate with what other models may use. */
export const withBeside = (most: Usage, { own, side }: OthersWork): Pick<CallDraft, 'estimate' | 'side'> => ({
  estimate: addUsage(most, own),
  ...(side.length > 0 && { side }),
});
