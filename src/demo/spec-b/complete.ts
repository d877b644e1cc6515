import { stringOf, type JsonObject } from '../../shared/json/json.ts';
import { events, json, namedFrame, type DemoRoute } from '../call.ts';
import { compose } from '../compose.ts';
import { behaviourOf } from '../behaviour.ts';
import { limitOf, listOf, plainPrompt, type Prompt } from '../prompt.ts';

const stopReasons = { stop: 'stop_sequence', length: 'max_tokens', tool: 'stop_sequence', refusal: 'refusal' } as const;

/** `POST /v1/complete`, the legacy text completions, streamed or not. They report no usage. */
export const complete: DemoRoute = {
  method: 'POST',
  path: '/v1/complete',
  answer: ({ body, newId }) => {
    const prompt = readPrompt(body);
    const behaviour = behaviourOf(prompt.model, 'b');
    const reply = compose(prompt, behaviour);
    const stop_reason = stopReasons[reply.finish];
    const head = { id: newId('compl'), model: prompt.model };
    if (body['stream'] !== true) {
      return json(
        { type: 'completion', ...head, completion: reply.text, stop_reason, stop: reply.stopSequence },
        behaviour,
      );
    }
    const part = (completion: string, reason: string | null): JsonObject => ({
      ...head,
      completion,
      stop_reason: reason,
      stop: reply.stopSequence,
    });
    const words = reply.words.map((word) => namedFrame('completion', part(word, null)));
    return events([...words, namedFrame('completion', part('', stop_reason))], behaviour);
  },
};

function readPrompt(body: JsonObject): Prompt {
  const text = stringOf(body['prompt']) ?? '';
  const turn = text.split('\n\nHuman:').at(-1)?.split('\n\nAssistant:')[0]?.trim();
  return {
    ...plainPrompt,
    model: stringOf(body['model']) ?? '',
    texts: [text],
    lastUserText: turn ?? text,
    maxTokens: limitOf(body['max_tokens_to_sample']),
    stops: listOf(body['stop_sequences']),
  };
}
