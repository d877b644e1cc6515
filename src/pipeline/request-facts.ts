import type { Price } from '../catalog/catalog.ts';
import type { RouteRequest } from '../routing/route.ts';
import { referencedModels } from '../routing/steering-members.ts';
import { objectOf, type Json, type JsonObject } from '../shared/json/json.ts';
import { unitKinds, type UnitKind, type Usage, type UsageSource } from '../shared/usage.ts';
import type { WireId } from '../wires/wire.ts';
import type { Call, HeadOfCall } from './call.ts';
import { readContents, type Contents } from './request-contents.ts';

/** What the gateway must know of a request beyond its being valid. */
export interface RequestFacts {
  /** Null where the body names none. */
  readonly model: string | null;
  /** Other models that the body names. */
  readonly referenced: readonly string[];
  /** Of a form that flows: as far as it has come. */
  readonly stream: boolean;
  /** Whether the client itself asked for the usage chunk of a chat stream. */
  readonly usageChunk: boolean;
  /** Upper bounds, before the model's own limits are known; `output` is null where the request names no limit. */
  readonly bound: { readonly input: number; readonly output: number | null; readonly answers: number };
  /** What is not text in a conversation; absent, or null, where all input is the text of the body. */
  readonly contents?: Contents | null;
  /** The most units other than tokens that are known before the call, for the hold. */
  readonly units: Usage;
  /** What was seen of the call's use when it is over; absent where only its texts show it. */
  readonly measure?: () => Measure;
  readonly body: JsonObject;
}

/** Under which names each format says how many tokens may come back; what another calls so, an upstream leaves unread. */
const outputLimits: Readonly<Partial<Record<WireId | 'none', readonly string[]>>> = {
  'chat-completions': ['max_completion_tokens', 'max_tokens'],
  completions: ['max_tokens'],
  responses: ['max_output_tokens'],
  messages: ['max_tokens'],
  'text-completions': ['max_tokens_to_sample'],
};

const numberOf = (value: Json | undefined): number | null =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null;

/** Of several limits the largest: nobody knows which one the upstream goes by. */
function outputLimitOf(body: JsonObject, wire: WireId | 'none' | null): number | null {
  let largest: number | null = null;
  for (const name of wire === null ? [] : (outputLimits[wire] ?? [])) {
    const limit = numberOf(body[name]);
    if (limit !== null && limit >= (largest ?? 0)) largest = limit;
  }
  return largest;
}

/** Two units of UTF-16 that belong together are one character. */
function charactersOf(text: string): number {
  let characters = text.length;
  // Looked for by a native search: nearly all texts have none.
  if (!/[\ud800-\udbff]/.test(text)) return characters;
  for (let at = 0; at < text.length - 1; at += 1) {
    if ((text.charCodeAt(at) & 0xfc00) !== 0xd800 || (text.charCodeAt(at + 1) & 0xfc00) !== 0xdc00) continue;
    characters -= 1;
    at += 1;
  }
  return characters;
}

/** A list of prompts is answered one by one, each as far as the limit goes; token ids are one prompt. */
const promptsOf = ({ prompt }: JsonObject): number =>
  Array.isArray(prompt) ? Math.max(1, prompt.filter((each) => typeof each !== 'number').length) : 1;

/**
 * Reads a JSON request. No text has more tokens than bytes, so the length of the body bounds its text.
 *
 * @param bytes the body as sent
 * @param body the same, parsed; anything but an object asks for nothing
 * @param wire of the operation; null where nobody knows it: then no limit of the request is believed
 */
export function readRequestFacts(bytes: Uint8Array, body: unknown, wire: WireId | 'none' | null): RequestFacts {
  const fields = objectOf(body);
  const model = fields['model'];
  const each = Math.max(1, numberOf(fields['n']) ?? 1, numberOf(fields['best_of']) ?? 1);
  const answers = wire === 'completions' || wire === null ? each * promptsOf(fields) : each;
  return {
    model: typeof model === 'string' ? model : null,
    referenced: referencedModels(fields),
    stream: fields['stream'] === true || fields['stream_format'] === 'sse',
    usageChunk: objectOf(fields['stream_options'])['include_usage'] === true,
    bound: { input: bytes.length, output: outputLimitOf(fields, wire), answers },
    contents: readContents(fields, wire),
    units: typeof fields['input'] === 'string' ? { characters: charactersOf(fields['input']) } : {},
    body: fields,
  };
}

/** What the gateway itself saw of a call's use, for an upstream that reports none or what cannot be true. */
export interface Measure {
  /** Units that are counted, not guessed: characters to speak, seconds of a recording. */
  readonly units: Usage;
  /** The same in tokens, where the Product prices none of the units: a guess. */
  readonly tokens: Usage;
  /** The most that the upstream can be believed, by kind; a kind that is absent has no bound. */
  readonly most: Usage;
}

/** A call's usage with where it comes from. */
export interface Counted {
  readonly usage: Usage;
  readonly usageSource: UsageSource;
}

const kindsOf = (usage: Usage): readonly UnitKind[] => unitKinds.filter((kind) => usage[kind] !== undefined);

const isBelieved = (reported: Usage, most: Usage): boolean =>
  kindsOf(most).every((kind) => (reported[kind] ?? 0) <= (most[kind] ?? Infinity));

/**
 * Weighs what the upstream reports against what was measured.
 *
 * @param counted as it stands without the measure: the report, or an estimate from texts where there is none
 * @param reported null where the upstream reported nothing
 * @param rates prices in force; none at all for a free Product
 */
export function weigh(
  counted: Counted,
  reported: Usage | null,
  { measure, rates }: { readonly measure: Measure; readonly rates: Price['rates'] },
): Counted {
  const isFree = Object.keys(rates).length === 0;
  const priced = (kind: UnitKind): boolean => isFree || rates[kind] !== undefined;
  const units = Object.fromEntries(
    kindsOf(measure.units)
      .filter(priced)
      .map((kind) => [kind, measure.units[kind]]),
  ) as Usage;
  const isTrue = reported !== null && isBelieved(reported, measure.most);
  if (isTrue && kindsOf(reported).some(priced)) return counted;
  const hasUnits = kindsOf(units).length > 0;
  if (isTrue) return hasUnits ? { usage: { ...counted.usage, ...units }, usageSource: 'estimate' } : counted;
  return {
    usage: hasUnits ? { requests: 1, ...units } : { ...estimated(counted.usage), ...measure.tokens },
    usageSource: 'estimate',
  };
}

/** Of what was counted, the kinds that texts can be estimated in. */
const estimated = ({ input_tokens: input = 0, output_tokens: output = 0 }: Usage): Usage => ({
  requests: 1,
  input_tokens: input,
  output_tokens: output,
});

const one = (value: string | string[] | undefined): string | null =>
  Array.isArray(value) ? (value[0] ?? null) : (value ?? null);

/** `X-Region-Code`; null where it was not sent. */
export const regionCodeOf = ({ headers }: Pick<Call, 'headers'>): string | null => one(headers['x-region-code']);

/** What a call says about where it should go. */
export const routeRequestOf = (call: HeadOfCall, model: string | null): RouteRequest => ({
  spec: call.spec,
  operation: call.operation,
  model,
  regionCode: regionCodeOf(call),
  productSku: {
    header: one(call.headers['x-product-sku']),
    query: call.search === '' ? null : new URLSearchParams(call.search).get('product_sku'),
  },
  caller: call.caller,
});
