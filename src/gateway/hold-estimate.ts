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

/** The most that a call in one format can use: what is asked for, within what the model can do. */
export function estimateHold(asked: Asked, model: Model, dialect: DialectId | 'none'): Usage {
  const { input, output, answers } = asked.bound;
  const most = {
    input_tokens: Math.min(input, model.maxInputTokens ?? input),
    output_tokens: Math.min(output ?? mostOutput(model), model.maxOutputTokens ?? Number.MAX_SAFE_INTEGER) * answers,
    characters: asked.units.characters ?? 0,
    audio_seconds: asked.units.audio_seconds ?? mostSeconds(input),
    images: answers,
    requests: 1,
  };
  return usableOf(most, dialect);
}
