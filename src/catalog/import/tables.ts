import type { UnitKind } from '../../shared/usage.ts';
import { momentSchema } from '../schema/name-schema.ts';
import {
  countOf,
  membersOf,
  priceText,
  tierOf,
  type PriceTable,
  type Skipped,
  type SourceModel,
  type SourcePrice,
  type TextJson,
} from './price-table.ts';

/** Fields of a LiteLLM entry that price one unit, with the unit kind that is billed. */
const fields: readonly (readonly [field: string, kind: UnitKind])[] = [
  ['input_cost_per_token', 'input_tokens'],
  ['cache_read_input_token_cost', 'cached_input_tokens'],
  ['cache_creation_input_token_cost', 'cache_write_tokens'],
  ['cache_creation_input_token_cost_above_1hr', 'cache_write_1h_tokens'],
  ['output_cost_per_token', 'output_tokens'],
  ['input_cost_per_audio_token', 'input_audio_tokens'],
  ['output_cost_per_audio_token', 'output_audio_tokens'],
  ['cache_read_input_audio_token_cost', 'cached_input_audio_tokens'],
];

/** The price of a token of an image in an answer. Such tokens are billed as `output_tokens`, like those of text. */
const imageTokens = 'output_cost_per_image_token';

/** Fields that count a billed unit only in one mode. In other modes they count something else. */
const fieldsOfMode: Readonly<Record<string, readonly (readonly [field: string, kind: UnitKind])[]>> = {
  image_generation: [['output_cost_per_image', 'images']],
  audio_speech: [['input_cost_per_character', 'characters']],
  audio_transcription: [['input_cost_per_second', 'audio_seconds']],
};

/** What a model of each mode of LiteLLM serves. What has another mode is not served here. */
const operationsOfMode: ReadonlyMap<string, SourceModel['operations']> = new Map<string, SourceModel['operations']>([
  ['', null],
  ['chat', 'text'],
  ['responses', 'text'],
  ['completion', ['completions']],
  ['embedding', ['embeddings']],
  ['moderation', ['moderations']],
  ['image_generation', ['images']],
  ['image_edit', ['images']],
  ['audio_speech', ['audio']],
  ['audio_transcription', ['audio']],
  ['realtime', ['realtime']],
]);

/** Prefixes of ids that go on with a region, a route or a tariff. The name of the model is the last part, without a slash. */
const manyParted: ReadonlySet<string> = new Set(['azure', 'azure_ai', 'bedrock', 'bedrock_mantle']);

/** A part of an id that says for images of which size its price is. */
const imageSize = /(?:^|\/)(?:\d+|max)-x-(?:\d+|max)\//;

/** What the host calls a model: its id without the provider, of which `vertex_ai-anthropic_models` is an example. Null: nothing. */
function nameAtHost(id: string, provider: string): string | null {
  if (imageSize.test(id)) return null;
  const [first = '', ...parts] = id.split('/');
  const comparable = (name: string): string => `${name}_`.replaceAll('-', '_');
  if (parts.length === 0 || !comparable(provider).startsWith(comparable(first))) return id;
  return (manyParted.has(first) ? parts.slice(-1) : parts).join('/');
}

/**
 * LiteLLM's `model_prices_and_context_window.json`: an object of models, US dollars for one unit.
 * Source: https://github.com/BerriAI/litellm, the entry `sample_spec` of that file.
 */
export function readLiteLlm(document: TextJson): PriceTable {
  const models: SourceModel[] = [];
  const skipped: Skipped[] = [];
  for (const [id, value] of Object.entries(membersOf(document) ?? {})) {
    const entry = membersOf(value);
    if (id === 'sample_spec') skipped.push({ entry: id, why: 'it explains the format and is not a model' });
    else if (!entry) skipped.push({ entry: id, why: 'it is not an object' });
    else models.push(readLiteLlmEntry(id, entry));
  }
  return { models, skipped };
}

function readLiteLlmEntry(id: string, entry: { readonly [key: string]: TextJson }): SourceModel {
  const mode = typeof entry['mode'] === 'string' ? entry['mode'] : '';
  const read = [...fields, ...(fieldsOfMode[mode] ?? [])];
  const kindOf = new Map(read);
  const priceOf = (kind: UnitKind | undefined, field: string, above?: number): readonly SourcePrice[] => {
    const price = kind === undefined ? null : priceText(entry[field]);
    if (kind === undefined || price === null) return [];
    return [{ kind, field, price, per: 1, ...(above !== undefined && { above }) }];
  };
  const usual = read.flatMap(([field, kind]) => priceOf(kind, field));
  const ofTiers = Object.keys(entry).flatMap((field) => {
    const tier = tierOf(field);
    return tier ? priceOf(kindOf.get(tier.field), field, tier.above) : [];
  });
  const prices = withImages([...usual, ...ofTiers], priceOf('output_tokens', imageTokens));
  const provider = typeof entry['litellm_provider'] === 'string' ? entry['litellm_provider'] : '';
  const operations = operationsOfMode.get(mode);
  const isKnown = (field: string): boolean => kindOf.has(tierOf(field)?.field ?? field) || field === imageTokens;
  return {
    id,
    upstreamName: nameAtHost(id, provider),
    name: id,
    provider,
    prices,
    operations: operations === undefined ? [] : operations,
    unread: Object.keys(entry).filter((field) => /cost|price|pricing/.test(field) && !isKnown(field)),
    maxInputTokens: countOf(entry['max_input_tokens']),
    maxOutputTokens: countOf(entry['max_output_tokens']),
    released: null,
  };
}

/** Output at the price of images where that is higher: text and images of an answer are one kind, and neither may cost too little. */
function withImages(prices: readonly SourcePrice[], ofImages: readonly SourcePrice[]): readonly SourcePrice[] {
  const [image] = ofImages;
  if (image === undefined) return prices;
  const isCheaper = (price: SourcePrice): boolean =>
    price.kind === image.kind && Number(price.price) < Number(image.price);
  const raised = prices.map((price) =>
    isCheaper(price) ? { ...price, field: image.field, price: image.price } : price,
  );
  return raised.some(({ kind, above }) => kind === image.kind && above === undefined) ? raised : [...raised, image];
}

/** Members of a model's `cost`, with the unit kind that is billed. */
const kinds: Readonly<Record<string, UnitKind>> = {
  input: 'input_tokens',
  cache_read: 'cached_input_tokens',
  cache_write: 'cache_write_tokens',
  output: 'output_tokens',
  input_audio: 'input_audio_tokens',
  output_audio: 'output_audio_tokens',
};

/** Input tokens above which a member of `cost` holds the prices; null for any other member. */
function longContext(field: string): number | null {
  const [, thousands] = /^context_over_(\d{1,5})k$/.exec(field) ?? [];
  return thousands === undefined ? null : Number(thousands) * 1_000;
}

/** Quantity that models.dev prices. */
const million = 1_000_000;

/**
 * models.dev's `api.json`: providers by id, each with its models; US dollars for a million tokens.
 * Source: https://models.dev, https://github.com/sst/models.dev.
 */
export function readModelsDev(document: TextJson): PriceTable {
  const models: SourceModel[] = [];
  const skipped: Skipped[] = [];
  for (const [provider, value] of Object.entries(membersOf(document) ?? {})) {
    const entries = membersOf(membersOf(value)?.['models']);
    if (!entries) skipped.push({ entry: provider, why: 'it has no models' });
    for (const [id, entry] of Object.entries(entries ?? {})) {
      const members = membersOf(entry);
      if (members) models.push(readModelsDevEntry(id, provider, members));
      else skipped.push({ entry: `${provider}/${id}`, why: 'it is not an object' });
    }
  }
  return { models, skipped };
}

function readModelsDevEntry(id: string, provider: string, entry: { readonly [key: string]: TextJson }): SourceModel {
  const cost = membersOf(entry['cost']) ?? {};
  const limit = membersOf(entry['limit']);
  const pricesIn = (holder: typeof cost, name: string, above?: number): readonly SourcePrice[] =>
    Object.entries(kinds).flatMap(([field, kind]): readonly SourcePrice[] => {
      const price = priceText(holder[field]);
      if (price === null) return [];
      return [{ kind, field: `${name}.${field}`, price, per: million, ...(above !== undefined && { above }) }];
    });
  const tiers = Object.keys(cost).flatMap((field) => {
    const above = longContext(field);
    const holder = above === null ? null : membersOf(cost[field]);
    return above === null || holder === null ? [] : [{ name: `cost.${field}`, holder, above }];
  });
  const unreadIn = (holder: typeof cost, name: string): readonly string[] =>
    Object.keys(holder).flatMap((field) => (field in kinds ? [] : [`${name}.${field}`]));
  const ofTiers = tiers.map(({ name }) => name);
  return {
    id,
    upstreamName: id,
    name: typeof entry['name'] === 'string' ? entry['name'] : id,
    provider,
    prices: [...pricesIn(cost, 'cost'), ...tiers.flatMap(({ name, holder, above }) => pricesIn(holder, name, above))],
    operations: null,
    unread: [
      ...unreadIn(cost, 'cost').filter((field) => !ofTiers.includes(field)),
      ...tiers.flatMap(({ name, holder }) => unreadIn(holder, name)),
    ],
    maxInputTokens: countOf(limit?.['input'] ?? limit?.['context']),
    maxOutputTokens: countOf(limit?.['output']),
    released: readDate(entry['release_date']),
  };
}

/** Parses a day, or a month as its first day. */
function readDate(value: TextJson | undefined): string | null {
  const [, month, day = '-01'] = /^(\d{4}-\d{2})(-\d{2})?$/.exec(typeof value === 'string' ? value : '') ?? [];
  const moment = `${month}${day}T00:00:00Z`;
  return month !== undefined && momentSchema.safeParse(moment).success ? moment : null;
}
