import { objectOf, stringOf, type JsonObject } from '../../shared/json/json.ts';
import { doneFrame, events, json, plainFrame, type Frame, seconds, type DemoRoute } from '../call.ts';
import { compose, type Reply } from '../compose.ts';
import { behaviourOf } from '../behaviour.ts';
import { limitOf, listOf, plainPrompt, type Prompt } from '../prompt.ts';

const finishReasons = { stop: 'stop', length: 'length', tool: 'stop', refusal: 'content_filter' } as const;

/** `POST /v1/completions`, the legacy text completions, streamed or not. */
export const completions: DemoRoute = {
  method: 'POST',
  path: '/v1/completions',
  answer: ({ body, now, newId }) => {
    const prompt = readPrompt(body);
    const behaviour = behaviourOf(prompt.model, 'a');
    const reply = compose(prompt, behaviour);
    const head = { id: newId('cmpl'), object: 'text_completion', created: seconds(now), model: prompt.model };
    const choice = (text: string, finish_reason: string | null): JsonObject => ({
      text,
      index: 0,
      logprobs: null,
      finish_reason,
    });
    if (body['stream'] !== true) {
      return json(
        { ...head, choices: [choice(reply.text, finishReasons[reply.finish])], usage: usageOf(reply) },
        behaviour,
      );
    }
    const wanted = objectOf(body['stream_options'])['include_usage'] === true;
    const chunk = (choices: readonly JsonObject[], usage: JsonObject | null): Frame =>
      plainFrame({ ...head, choices, ...(wanted ? { usage } : {}) });
    const words = reply.words.map((word) => chunk([choice(word, null)], null));
    const last = chunk([choice('', finishReasons[reply.finish])], null);
    return events([...words, last, ...(wanted ? [chunk([], usageOf(reply))] : []), doneFrame], behaviour);
  },
};

function readPrompt(body: JsonObject): Prompt {
  const texts = listOf(body['prompt']);
  return {
    ...plainPrompt,
    model: stringOf(body['model']) ?? '',
    texts,
    lastUserText: texts.at(-1) ?? '',
    maxTokens: limitOf(body['max_tokens']),
    stops: listOf(body['stop']),
  };
}

const usageOf = (reply: Reply): JsonObject => ({
  prompt_tokens: reply.inputTokens,
  completion_tokens: reply.outputTokens,
  total_tokens: reply.inputTokens + reply.outputTokens,
});
