import type { JsonObject } from '../../src/shared/json/json.ts';

/** A body with one fault, and what the error names: the field, and the sentence about it. */
export type BadBody = readonly [operation: string, body: JsonObject, param: string, sentence: string];

const user = { role: 'user', content: 'Hello' };
const required = 'is required.';

const chat = (fault: JsonObject, param: string, says: string): BadBody => {
  const body = { model: 'demo', messages: [user], ...fault };
  return ['createChatCompletion', body, param, `${param} ${says}`];
};
const chatMessage = (message: JsonObject, place: string, says: string): BadBody =>
  chat({ messages: [user, message] }, `messages[1]${place}`, says);
const response = (fault: JsonObject, param: string, says: string): BadBody => {
  const body = { model: 'demo', input: 'Hello', ...fault };
  return ['createResponse', body, param, `${param} ${says}`];
};
const tool = (fault: JsonObject, place: string, says: string): BadBody =>
  response({ tools: [fault] }, `tools[0]${place}`, says);
const embedding = (fault: JsonObject, param: string, says: string): BadBody => {
  const body = { model: 'demo', input: 'Hello', ...fault };
  return ['createEmbedding', body, param, `${param} ${says}`];
};
const message = (fault: JsonObject, param: string, says: string): BadBody => {
  const body = { model: 'demo', max_tokens: 16, messages: [user], ...fault };
  return ['createMessage', body, param, `${param} ${says}`];
};
const block = (fault: JsonObject, place: string, says: string): BadBody =>
  message({ messages: [{ role: 'user', content: [fault] }] }, `messages[0].content[0]${place}`, says);

const pairs = (count: number): JsonObject =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, 'v']));
const search = { type: 'file_search', vector_store_ids: ['vs_1'] };

/** Bodies of Spec A. */
export const badBodiesA: readonly BadBody[] = [
  [
    'createChatCompletion',
    { messages: [user] },
    'model',
    `model ${required} GET /v1/models lists what this key may call.`,
  ],
  ['createChatCompletion', { model: 'demo' }, 'messages', `messages ${required}`],
  chat({ messages: [] }, 'messages', 'must not be empty.'),
  chat({ messages: 'Hello' }, 'messages', 'must be an array; you sent "Hello".'),
  chatMessage({ content: 'Hello' }, '.role', required),
  chatMessage({ role: 5 }, '.role', 'must be a string; you sent 5.'),
  chatMessage({ role: 'user' }, '.content', required),
  chatMessage({ role: 'user', content: 5 }, '.content', 'must be a string or an array; you sent 5.'),
  chatMessage({ role: 'assistant', content: 5 }, '.content', 'must be a string, an array or null; you sent 5.'),
  chatMessage({ role: 'user', content: ['Hello'] }, '.content[0]', 'must be an object; you sent "Hello".'),
  chatMessage({ role: 'user', content: [{ type: 'text' }] }, '.content[0].text', required),
  chatMessage({ role: 'tool', tool_call_id: 'c' }, '.content', required),
  chatMessage(
    { role: 'tool', tool_call_id: 5, content: 'x' },
    '.tool_call_id',
    'must be a string or null; you sent 5.',
  ),
  chatMessage({ role: 'tool', content: [{ type: 'image_url' }] }, '.content[0].image_url', required),
  chatMessage({ role: 'tool', content: [{ type: 'text' }] }, '.content[0].text', required),
  chatMessage({ role: 'system', content: [{ type: 'text' }] }, '.content[0].text', required),
  chatMessage(
    { role: 'user', content: [{ type: 'image_url', image_url: 5 }] },
    '.content[0].image_url',
    'must be a string or an object; you sent 5.',
  ),
  chatMessage({ role: 'user', content: [{ type: 'image_url', image_url: {} }] }, '.content[0].image_url.url', required),
  chat({ temperature: -1 }, 'temperature', 'must be a number of at least 0; you sent -1.'),
  chat({ temperature: 'hot' }, 'temperature', 'must be a number of at least 0 or null; you sent "hot".'),
  chat({ n: 1.5 }, 'n', 'must be an integer from 1 to 128 or null; you sent 1.5.'),
  chat({ stream: 'yes' }, 'stream', 'must be true, false or null; you sent "yes".'),
  chat({ stop: 5 }, 'stop', 'must be a string, an array or null; you sent 5.'),
  chat({ stop: ['a', 5] }, 'stop[1]', 'must be a string; you sent 5.'),
  chat({ tool_choice: { type: 'function' } }, 'tool_choice.function', required),
  chat({ metadata: pairs(17) }, 'metadata', 'must have at most 16 members; you sent 17.'),
  chat({ metadata: { a: 5 } }, 'metadata.a', 'must be a string; you sent 5.'),
  chat({ metadata: { a: 'x'.repeat(600) } }, 'metadata.a', 'must have at most 512 characters; you sent 600.'),
  chat({ prediction: { type: 'x', content: 'y' } }, 'prediction.type', 'must be "content"; you sent "x".'),
  response({ input: 5 }, 'input', 'must be a string or an array; you sent 5.'),
  response({ input: [{ role: 'user', content: 5 }] }, 'input[0].content', 'must be a string or an array; you sent 5.'),
  response({ input: [{ role: 'user' }] }, 'input[0].content', required),
  response({ max_output_tokens: 0 }, 'max_output_tokens', 'must be an integer of at least 1; you sent 0.'),
  response({ reasoning: 'high' }, 'reasoning', 'must be an object or null; you sent "high".'),
  tool({ type: 'function' }, '.name', required),
  tool({ ...search, filters: { type: 'eq', key: 'k' } }, '.filters.value', required),
  tool({ ...search, filters: { type: 'and' } }, '.filters.filters', required),
  embedding({ encoding_format: 5 }, 'encoding_format', 'must be a string or null; you sent 5.'),
  embedding({ input: [] }, 'input', 'must not be empty.'),
  embedding({ input: [[1, 'a']] }, 'input[0][1]', 'must be an integer; you sent "a".'),
  embedding(
    { input: ['a', 5] },
    'input',
    'must be a string, an array of strings, an array of integers, an array of arrays or an array of objects; you sent an array.',
  ),
  [
    'createBatch',
    { input_file_id: 'file-1', endpoint: '/v1/responses', completion_window: '1h' },
    'completion_window',
    'completion_window must be "24h"; you sent "1h".',
  ],
];

/** Bodies of Spec B. */
export const badBodiesB: readonly BadBody[] = [
  ['createMessage', { model: 'demo', messages: [user] }, 'max_tokens', `max_tokens ${required}`],
  message({ max_tokens: 1.5 }, 'max_tokens', 'must be an integer of at least 0; you sent 1.5.'),
  message({ messages: ['Hello'] }, 'messages[0]', 'must be an object; you sent "Hello".'),
  message(
    { messages: [{ role: 'user', content: 5 }] },
    'messages[0].content',
    'must be a string or an array; you sent 5.',
  ),
  message({ system: 5 }, 'system', 'must be a string or an array; you sent 5.'),
  message({ temperature: -1 }, 'temperature', 'must be a number of at least 0; you sent -1.'),
  message({ tool_choice: 'auto' }, 'tool_choice', 'must be an object; you sent "auto".'),
  message(
    { thinking: { type: 'enabled', budget_tokens: 0 } },
    'thinking.budget_tokens',
    'must be an integer of at least 1; you sent 0.',
  ),
  message({ tools: [{ name: 'weather' }] }, 'tools[0].input_schema', required),
  message({ container: 5 }, 'container', 'must be an object, a string or null; you sent 5.'),
  block({ type: 'text', text: 5 }, '.text', 'must be a string; you sent 5.'),
  block({ type: 'image', source: 'x' }, '.source', 'must be an object; you sent "x".'),
  block({ type: 'image', source: { type: 'base64', data: 'x' } }, '.source.media_type', required),
  block({ type: 'text', text: 'x', cache_control: 5 }, '.cache_control', 'must be an object or null; you sent 5.'),
  block(
    { type: 'text', text: 'x', cache_control: { type: 'x' } },
    '.cache_control.type',
    'must be "ephemeral"; you sent "x".',
  ),
  [
    'createMessageBatch',
    { requests: [{ custom_id: 'two words', params: {} }] },
    'requests[0].custom_id',
    'requests[0].custom_id must be 1 to 64 letters (a to z, A to Z), digits, underscores and dashes, such as request-1; you sent "two words".',
  ],
];
