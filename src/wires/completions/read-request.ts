import type { RawObject } from '../../shared/json/raw-json.ts';
import { Field, type MemberTable } from '../translation/field.ts';
import { refuseField, stopOf } from '../translation/read-openai.ts';
import type { Turn } from '../turn.ts';

const wire = 'completions';

/** The format's output limit for a request that names none. */
const usualLimit = 16;

/** What becomes of members that have no place in the neutral form. */
export const memberTables: readonly MemberTable[] = [
  {
    wire,
    at: '',
    unknown: 'meaning',
    read: ['model', 'stream', 'stream_options', 'max_tokens', 'temperature', 'top_p', 'stop', 'user', 'echo'],
    rules: {
      prompt: { loss: 'approximated', note: 'it becomes a message of the user, which a chat answers' },
      seed: { also: ['chat-completions', 'gemini'], loss: 'advisory' },
      presence_penalty: { also: ['chat-completions', 'gemini'], loss: 'meaning', unless: [0] },
      frequency_penalty: { also: ['chat-completions', 'gemini'], loss: 'meaning', unless: [0] },
      logit_bias: { also: ['chat-completions'], loss: 'meaning' },
      n: { loss: 'meaning', unless: [1] },
      best_of: { loss: 'meaning', unless: [0, 1] },
      logprobs: { loss: 'meaning' },
      suffix: { loss: 'meaning', unless: [''] },
    },
  },
];

/**
 * The prompt of a request, if it is one text.
 *
 * @throws {GatewayError} 400 for several prompts, and for tokens, which only their own model can read
 */
export function promptOf(body: Field): string {
  const prompt = body.at('prompt');
  const [first, ...others] = prompt.items();
  if (others.length > 0 && first?.text !== null)
    refuseField(prompt, 'A chat answers one prompt. Send each in a request of its own.');
  const text = prompt.text ?? first?.text ?? null;
  if (text !== null) return text;
  return refuseField(prompt, first ? 'A chat takes text and no tokens.' : 'A chat needs a text to answer.');
}

/**
 * A request for a text completion in the neutral form: its prompt becomes a message of the user.
 *
 * @throws {GatewayError} 400 if the prompt is not one text
 */
export function readRequest(root: RawObject): Turn {
  const body = Field.of(root);
  const { path } = body.at('prompt');
  return {
    wire,
    model: body.at('model').text ?? '',
    stream: body.at('stream').value === true,
    messages: [{ role: 'user', path, parts: [{ type: 'text', path, text: promptOf(body) }], isString: true }],
    tools: [],
    toolChoice: null,
    parallel: null,
    limit: body.at('max_tokens').givenNumber() ?? { value: usualLimit, path: 'max_tokens' },
    temperature: body.at('temperature').givenNumber(),
    topP: body.at('top_p').givenNumber(),
    topK: null,
    stop: stopOf(body.at('stop')),
    format: null,
    verbosity: null,
    reasoning: { mode: null, effort: null, summary: null },
    endUser: body.at('user').givenText(),
    serviceTier: null,
    cache: null,
    extras: memberTables.flatMap((table) => body.extras(table)),
  };
}
