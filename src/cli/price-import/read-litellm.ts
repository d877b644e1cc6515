import type { UnitKind } from '../../shared/usage.ts';
import { countOf, membersOf, priceText } from './price-table.ts';
import type { PriceTable, Skipped, SourceModel, SourcePrice, TextJson } from './price-table.ts';

/** Fields of a LiteLLM entry that say what one unit costs, by the kind of unit that is billed. The first that is there counts. */
const fields: readonly (readonly [field: string, kind: UnitKind])[] = [
  ['input_cost_per_token', 'input_tokens'],
  ['cache_read_input_token_cost', 'cached_input_tokens'],
  ['cache_creation_input_token_cost', 'cache_write_tokens'],
  ['cache_creation_input_token_cost_above_1hr', 'cache_write_1h_tokens'],
  ['output_cost_per_token', 'output_tokens'],
  ['input_cost_per_audio_token', 'input_audio_tokens'],
  ['output_cost_per_audio_token', 'output_audio_tokens'],
  ['output_cost_per_image', 'images'],
];

/** Fields that mean what we bill only in one mode; in another they count something else. */
const fieldsOfMode: Readonly<Record<string, readonly (readonly [field: string, kind: UnitKind])[]>> = {
  audio_speech: [['input_cost_per_character', 'characters']],
  audio_transcription: [['input_cost_per_second', 'audio_seconds']],
};

/**
 * LiteLLM's `model_prices_and_context_window.json`: an object of models, US dollars for one unit.
 * Source: https://github.com/BerriAI/litellm, the entry `sample_spec` of that file.
 */
export function readLiteLlm(document: TextJson): PriceTable {
  const models: SourceModel[] = [];
  const skipped: Skipped[] = [];
  for (const [id, value] of Object.entries(membersOf(document) ?? {})) {
    const entry = membersOf(value);
    if (id === 'sample_spec') skipped.push({ entry: id, why: 'it explains the format and is no model' });
    else if (!entry) skipped.push({ entry: id, why: 'it is no object' });
    else models.push(readEntry(id, entry));
  }
  return { models, skipped };
}

function readEntry(id: string, entry: { readonly [key: string]: TextJson }): SourceModel {
  const mode = typeof entry['mode'] === 'string' ? entry['mode'] : '';
  const read = [...fields, ...(fieldsOfMode[mode] ?? [])];
  const prices = read.flatMap(([field, kind]): readonly SourcePrice[] => {
    const price = priceText(entry[field]);
    return price === null ? [] : [{ kind, field, price, per: 1 }];
  });
  const known = new Set(read.map(([field]) => field));
  return {
    id,
    name: id,
    provider: typeof entry['litellm_provider'] === 'string' ? entry['litellm_provider'] : '',
    prices,
    unread: Object.keys(entry).filter((field) => /cost|price|pricing/.test(field) && !known.has(field)),
    maxInputTokens: countOf(entry['max_input_tokens']),
    maxOutputTokens: countOf(entry['max_output_tokens']),
    released: null,
  };
}
