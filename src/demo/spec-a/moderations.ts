import { objectOf, stringOf, type Json, type JsonObject } from '../../shared/json/json.ts';
import { json, type DemoRoute } from '../call.ts';
import { behaviourOf } from '../behaviour.ts';

const categories = [
  'harassment', 'harassment/threatening', 'hate', 'hate/threatening', 'illicit', 'illicit/violent', 'self-harm',
  'self-harm/instructions', 'self-harm/intent', 'sexual', 'sexual/minors', 'violence', 'violence/graphic',
] as const; // prettier-ignore

/** Words that the demo flags. */
const triggers: Readonly<Record<string, (typeof categories)[number]>> = {
  kill: 'violence',
  hate: 'hate',
  stupid: 'harassment',
};

/** `POST /v1/moderations`: flags a few words, and everything for `demo-refusal`. */
export const moderations: DemoRoute = {
  method: 'POST',
  path: '/v1/moderations',
  answer: ({ body, newId }) => {
    const model = stringOf(body['model']) ?? 'demo';
    const behaviour = behaviourOf(model, 'a');
    const always = behaviour.speech === 'refusal';
    const results = textsOf(body['input']).map((text) => resultOf(text, always));
    return json({ id: newId('modr'), model, results }, behaviour);
  },
};

/** One text for each string; the parts of a mixed input are joined. */
function textsOf(input: Json | undefined): readonly string[] {
  if (!Array.isArray(input)) return [stringOf(input) ?? ''];
  const parts = input as readonly Json[];
  if (parts.every((part) => typeof part === 'string')) return parts;
  return [parts.map((part) => stringOf(objectOf(part)['text']) ?? '').join(' ')];
}

function resultOf(text: string, always: boolean): JsonObject {
  const words = new Set(text.toLowerCase().match(/\p{L}+/gu));
  const found = new Set(Object.entries(triggers).flatMap(([word, category]) => (words.has(word) ? [category] : [])));
  const flagged = (category: (typeof categories)[number]): boolean => always || found.has(category);
  return {
    flagged: always || found.size > 0,
    categories: Object.fromEntries(categories.map((category) => [category, flagged(category)])),
    category_scores: Object.fromEntries(categories.map((category) => [category, flagged(category) ? 0.98 : 0.0001])),
    category_applied_input_types: Object.fromEntries(categories.map((category) => [category, ['text']])),
  };
}
