import { objectOf, stringOf, type Json, type JsonObject } from '../../shared/json/json.ts';
import { events, json, namedFrame, type Frame, seconds, type Call, type DemoRoute } from '../call.ts';
import { compose, inputTokensOf, type Reply } from '../compose.ts';
import { behaviourOf, plainBehaviour } from '../behaviour.ts';
import { readResponsesPrompt, itemsOf } from './responses-prompt.ts';
import { responseItem, type ResponseItem } from './response-item.ts';

const create: DemoRoute = {
  method: 'POST',
  path: '/v1/responses',
  answer: (call) => {
    const prompt = readResponsesPrompt(call.body);
    const behaviour = behaviourOf(prompt.model, 'a');
    const reply = compose(prompt, behaviour);
    const item = responseItem(call, reply);
    const started = startedResponse(call, prompt.model);
    const finished = { ...started, ...ending(call, reply, item) };
    return call.body['stream'] === true
      ? events(responseFrames({ started, finished, item }), behaviour)
      : json(finished, behaviour);
  },
};

const countInput: DemoRoute = {
  method: 'POST',
  path: '/v1/responses/input_tokens',
  answer: ({ body }) => {
    const input_tokens = inputTokensOf(readResponsesPrompt(body));
    return json({ object: 'response.input_tokens', input_tokens }, plainBehaviour);
  },
};

const compact: DemoRoute = {
  method: 'POST',
  path: '/v1/responses/compact',
  answer: (call) => {
    const prompt = readResponsesPrompt(call.body);
    const behaviour = behaviourOf(prompt.model, 'a');
    const fromUser = itemsOf(call.body['input']).filter((item) => item['role'] === 'user');
    const messages = fromUser.map((item) => ({ ...item, id: call.newId('msg'), type: 'message', status: 'completed' }));
    const encrypted_content = Buffer.from(`demo:${prompt.texts.length} items`).toString('base64');
    const output = [...messages, { id: call.newId('cmp'), type: 'compaction', encrypted_content }];
    const usage = usageOf(inputTokensOf(prompt), 1);
    const head = { id: call.newId('resp'), object: 'response.compaction', created_at: seconds(call.now) };
    return json({ ...head, output, usage }, behaviour);
  },
};

/** The operations under `/v1/responses` that the gateway sends upstream. */
export const responses: readonly DemoRoute[] = [create, countInput, compact];

const echoed = {
  background: false,
  instructions: null,
  max_output_tokens: null,
  max_tool_calls: null,
  metadata: {},
  parallel_tool_calls: true,
  previous_response_id: null,
  prompt_cache_key: null,
  safety_identifier: null,
  store: true,
  temperature: 1,
  text: { format: { type: 'text' }, verbosity: 'medium' },
  tool_choice: 'auto',
  tools: [],
  top_logprobs: 0,
  top_p: 1,
  truncation: 'disabled',
  user: null,
} as const satisfies JsonObject;

function startedResponse(call: Call, model: string): JsonObject {
  const fields = Object.entries(echoed).map(([name, value]): [string, Json] => [name, call.body[name] ?? value]);
  const reasoning = { effort: stringOf(objectOf(call.body['reasoning'])['effort']), summary: null };
  return {
    id: call.newId('resp'),
    object: 'response',
    created_at: seconds(call.now),
    status: 'in_progress',
    completed_at: null,
    error: null,
    incomplete_details: null,
    model,
    output: [],
    reasoning,
    service_tier: 'default',
    usage: null,
    ...Object.fromEntries(fields),
  };
}

const ending = (call: Call, reply: Reply, item: ResponseItem): JsonObject => ({
  output: [item.whole],
  usage: usageOf(reply.inputTokens, reply.outputTokens),
  ...(reply.finish === 'length'
    ? { status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' } }
    : { status: 'completed', completed_at: seconds(call.now) }),
});

const usageOf = (input_tokens: number, output_tokens: number): JsonObject => ({
  input_tokens,
  input_tokens_details: { cached_tokens: 0, cache_write_tokens: 0 },
  output_tokens,
  output_tokens_details: { reasoning_tokens: 0 },
  total_tokens: input_tokens + output_tokens,
});

interface Course {
  readonly started: JsonObject;
  readonly finished: JsonObject;
  readonly item: ResponseItem;
}

function responseFrames({ started, finished, item }: Course): readonly Frame[] {
  const place = { item_id: item.id, output_index: 0 };
  const course: readonly (readonly [string, JsonObject])[] = [
    ['response.created', { response: started }],
    ['response.in_progress', { response: started }],
    ['response.output_item.added', { output_index: 0, item: item.empty }],
    ...item.filling.map(([event, fields]) => [event, { ...place, ...fields }] as const),
    ['response.output_item.done', { output_index: 0, item: item.whole }],
    [`response.${stringOf(finished['status'])}`, { response: finished }],
  ];
  return course.map(([event, fields], sequence_number) => namedFrame(event, { sequence_number, ...fields }));
}
