import type { Model } from '../catalog/catalog.ts';
import type { DialectId } from '../dialects/dialect.ts';
import type { Usage } from '../shared/usage.ts';
import type { Asked } from './read-asked.ts';
import { mostSeconds } from './sound/sound-seconds.ts';
import { usableOf } from './usable-units.ts';

/** Output tokens that a call may use when neither the request nor the catalogue names a limit. */
const unstatedOutput = 32_768;

/** Output tokens of one answer that nobody limited. */
export const mostOutput = ({ maxOutputTokens }: Pick<Model, 'maxOutputTokens'>): number =>
  maxOutputTokens ?? unstatedOutput;

const least = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? (one ?? other) : Math.min(one, other);

/** What is asked for, within what the model can do; `output` is null where neither names a limit. */
export const boundOf = (
  { bound: { input, output, answers } }: Asked,
  { maxInputTokens, maxOutputTokens }: Pick<Model, 'maxInputTokens' | 'maxOutputTokens'>,
): Asked['bound'] => ({
  input: Math.min(input, maxInputTokens ?? input),
  output: least(output, maxOutputTokens),
  answers,
});

/** The most that a call in one format can use. */
export function estimateHold(asked: Asked, model: Model, dialect: DialectId | 'none'): Usage {
  const { input, output, answers } = boundOf(asked, model);
  const most = {
    input_tokens: input,
    output_tokens: (output ?? unstatedOutput) * answers,
    characters: asked.units.characters ?? 0,
    audio_seconds: asked.units.audio_seconds ?? mostSeconds(asked.bound.input),
    images: answers,
    requests: 1,
  };
  return usableOf(most, dialect);
}
