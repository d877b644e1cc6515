import { momentSchema } from '../../catalog/schema/name-schema.ts';
import type { UnitKind } from '../../shared/usage.ts';
import { countOf, membersOf, priceText } from './price-table.ts';
import type { PriceTable, Skipped, SourceModel, SourcePrice, TextJson } from './price-table.ts';

/** Members of a model's `cost`, by the kind of unit that is billed. */
const kinds: Readonly<Record<string, UnitKind>> = {
  input: 'input_tokens',
  cache_read: 'cached_input_tokens',
  cache_write: 'cache_write_tokens',
  output: 'output_tokens',
  input_audio: 'input_audio_tokens',
  output_audio: 'output_audio_tokens',
};

/** Prices there are for a million tokens. */
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
      if (members) models.push(readEntry(id, provider, members));
      else skipped.push({ entry: `${provider}/${id}`, why: 'it is no object' });
    }
  }
  return { models, skipped };
}

function readEntry(id: string, provider: string, entry: { readonly [key: string]: TextJson }): SourceModel {
  const cost = membersOf(entry['cost']) ?? {};
  const limit = membersOf(entry['limit']);
  const prices = Object.entries(kinds).flatMap(([field, kind]): readonly SourcePrice[] => {
    const price = priceText(cost[field]);
    return price === null ? [] : [{ kind, field: `cost.${field}`, price, per: million }];
  });
  return {
    id,
    name: typeof entry['name'] === 'string' ? entry['name'] : id,
    provider,
    prices,
    unread: Object.keys(cost)
      .filter((field) => !(field in kinds))
      .map((field) => `cost.${field}`),
    maxInputTokens: countOf(limit?.['input'] ?? limit?.['context']),
    maxOutputTokens: countOf(limit?.['output']),
    released: readDate(entry['release_date']),
  };
}

/** A day, or a month, which is taken for its first day. */
function readDate(value: TextJson | undefined): string | null {
  const [, month, day = '-01'] = /^(\d{4}-\d{2})(-\d{2})?$/.exec(typeof value === 'string' ? value : '') ?? [];
  const moment = `${month}${day}T00:00:00Z`;
  return month !== undefined && momentSchema.safeParse(moment).success ? moment : null;
}
