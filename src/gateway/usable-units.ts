import type { DialectId } from '../dialects/dialect.ts';
import type { UnitKind } from '../shared/usage.ts';

const text: readonly UnitKind[] = ['input_tokens', 'output_tokens'];
const inputAlone: readonly UnitKind[] = ['input_tokens'];

/** What calls of each format can be counted in: of nothing else credit is set aside, or calls would be refused for what they cannot cost. */
export const usableUnits: Readonly<Record<DialectId | 'none', readonly UnitKind[]>> = {
  'openai-chat': text,
  'openai-completions': text,
  'openai-responses': text,
  'openai-embeddings': inputAlone,
  'openai-moderations': inputAlone,
  'openai-images': [...text, 'images'],
  'openai-audio': [...text, 'characters', 'audio_seconds'],
  'anthropic-messages': text,
  'anthropic-complete': text,
  'anthropic-count-tokens': [],
  none: [],
};
