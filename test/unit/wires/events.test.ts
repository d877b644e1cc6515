import { describe, expect, it } from 'vitest';
import type { EventMeaning, StreamFailure, WireId } from '../../../src/wires/meter.ts';
import { wires } from '../../../src/wires/wires.ts';
import { parseJson } from '../../../src/shared/json/json.ts';
import { readEventFields, splitEvents } from '../../../src/shared/json/sse.ts';

const means = (wire: WireId | 'none', text: string, name: string | null = null): EventMeaning =>
  wires[wire].meter.readEvent({ name, text, data: parseJson(text) });

const chunk = (members: object): string => JSON.stringify({ id: 'c1', object: 'chat.completion.chunk', ...members });
const choice = (delta: object, finish: string | null = null): object => ({ index: 0, delta, finish_reason: finish });
const usage = { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 };
const read = { input_tokens: 3, output_tokens: 2 };
const failedWith = (message: string): EventMeaning => ({ end: 'failed', message, isNative: true });

describe('an event of a chat stream', () => {
  it.each<[string, string, EventMeaning]>([
    ['the marker', '[DONE]', { end: 'last' }],
    ['another marker', 'keepalive', {}],
    ['a word', chunk({ choices: [choice({ content: 'Hi' })] }), { output: 'Hi' }],
    [
      'words of two answers',
      chunk({ choices: [choice({ content: 'a' }), choice({ content: 'b' })] }),
      { output: 'ab' },
    ],
    ['a refusal', chunk({ choices: [choice({ refusal: 'No' })] }), { output: 'No' }],
    ['a thought', chunk({ choices: [choice({ reasoning_content: 'Hm', content: null })] }), { output: 'Hm' }],
    [
      'a call of a tool',
      chunk({ choices: [choice({ tool_calls: [{ index: 0, function: { name: 'f', arguments: '{"a"' } }] })] }),
      { output: 'f{"a"' },
    ],
    [
      'a call of a function of old',
      chunk({ choices: [choice({ function_call: { arguments: '{}' } })] }),
      { output: '{}' },
    ],
    ['words in parts', chunk({ choices: [choice({ content: [{ type: 'text', text: 'Hi' }] })] }), { output: 'Hi' }],
    ['the role', chunk({ choices: [choice({ role: 'assistant', content: '' })], usage: null }), {}],
    ['the finish', chunk({ choices: [choice({}, 'stop')] }), { completes: [0] }],
    ['the finish of the second', chunk({ choices: [{ index: 1, finish_reason: 'stop' }] }), { completes: [1] }],
    ['the finish with usage', chunk({ choices: [choice({}, 'stop')], usage }), { completes: [0], usage: read }],
    ['a whole message', chunk({ choices: [{ message: { content: 'a' } }] }), { output: 'a', isWholeOutput: true }],
    [
      'a whole message at the end',
      chunk({ choices: [{ index: 0, delta: null, message: { content: 'a' }, finish_reason: 'stop' }], usage }),
      { output: 'a', isWholeOutput: true, completes: [0], usage: read },
    ],
    [
      'a message beside its delta',
      chunk({ choices: [{ delta: { content: 'b' }, message: { content: 'ab' } }] }),
      { output: 'b' },
    ],
    ['usage alone', chunk({ choices: [], usage }), { usage: read, onlyUsage: true }],
    [
      'usage on the way',
      chunk({ choices: [choice({ content: 'a' })], usage }),
      { output: 'a', usage: read, isInterim: true },
    ],
    ['usage after the words', chunk({ choices: [choice({ content: '' })], usage }), { usage: read }],
    ['bad usage alone', chunk({ choices: [], usage: { prompt_tokens: -3 } }), { isUnbelieved: true, onlyUsage: true }],
    ['no choices', chunk({ choices: [], prompt_filter_results: [] }), {}],
    ['an error', '{"error":{"message":"Overloaded"}}', { end: 'failed', message: 'Overloaded', isNative: true }],
    ['an error that is a word', '{"error":"Overloaded"}', { end: 'failed', message: 'Overloaded', isNative: true }],
    ['an error without words', '{"error":{}}', { end: 'failed', isNative: true }],
    ['an error with usage', chunk({ error: { message: 'x' }, usage }), { ...failedWith('x'), usage: read }],
    ['an error of a choice', chunk({ choices: [{ error: { message: 'x' } }] }), { end: 'failed', message: 'x' }],
    ['an error without its name', '{"message":"x"}', { end: 'failed' }],
    ['an error beside an id', '{"id":"c1","object":"error","message":"x"}', { end: 'failed' }],
    ['an error of another format', '{"type":"error","message":"x"}', { end: 'failed' }],
    ['an unknown type', '{"type":"chat.new","x":1}', {}],
    ['no error', chunk({ error: null, choices: [] }), {}],
    ['a list', '[]', { end: 'failed' }],
    ['null', 'null', { end: 'failed' }],
    ['choices of a strange kind', chunk({ choices: [null, 1, 'x', { delta: null }] }), {}],
  ])('%s', (_, text, meaning) => {
    expect(means('chat-completions', text)).toEqual(meaning);
  });

  it('has the thoughts of its parts, and nothing that lies deeper, however deep it is', () => {
    const deep = `${'[{"type":"thinking","thinking":'.repeat(5_000)}"x"${'}]'.repeat(5_000)}`;
    const parts = `[{"type":"thinking","thinking":[{"type":"text","text":"Hm"}]},{"thinking":${deep}}]`;
    expect(means('chat-completions', `{"choices":[{"index":0,"delta":{"content":${parts}}}]}`)).toEqual({
      output: 'Hm',
    });
  });
});

describe('an event of a completion stream', () => {
  it.each<[string, EventMeaning]>([
    ['[DONE]', { end: 'last' }],
    ['{"choices":[{"text":"Hi","finish_reason":null}]}', { output: 'Hi' }],
    ['{"choices":[{"text":"","finish_reason":"length"}]}', { completes: [0] }],
    [JSON.stringify({ choices: [], usage }), { usage: read, onlyUsage: true }],
    ['{"error":{"message":"x"}}', failedWith('x')],
    [JSON.stringify({ error: { message: 'x' }, usage }), { ...failedWith('x'), usage: read }],
    ['{"detail":"x"}', { end: 'failed' }],
  ])('%s', (text, meaning) => {
    expect(means('completions', text)).toEqual(meaning);
  });
});

describe('an event of a response stream', () => {
  const counted = { usage: { input_tokens: 3, output_tokens: 2, total_tokens: 5 } };

  it.each<[string, object, EventMeaning]>([
    ['text', { type: 'response.output_text.delta', delta: 'Hi' }, { output: 'Hi' }],
    ['arguments', { type: 'response.function_call_arguments.delta', delta: '{"a"' }, { output: '{"a"' }],
    ['a thought', { type: 'response.reasoning_summary_text.delta', delta: 'Hm' }, { output: 'Hm' }],
    ['sound', { type: 'response.audio.delta', delta: 'QUJD'.repeat(99) }, { adds: {} }],
    ['what it said', { type: 'response.audio.transcript.delta', delta: 'Hi' }, { output: 'Hi' }],
    ['the beginning', { type: 'response.created', response: { usage: null } }, {}],
    ['the end', { type: 'response.completed', response: counted }, { end: 'last', usage: read }],
    ['the end without usage', { type: 'response.completed', response: {} }, { end: 'last' }],
    ['an early end', { type: 'response.incomplete', response: counted }, { end: 'last', usage: read }],
    [
      'a failure',
      { type: 'response.failed', response: { ...counted, error: { code: 'server_error', message: 'Broke' } } },
      { ...failedWith('Broke'), usage: read },
    ],
    ['a failure without words', { type: 'response.failed', response: {} }, failedWith('')],
    [
      'an end with an error in it',
      { type: 'response.completed', response: { error: { message: 'Broke' } } },
      { end: 'failed', message: 'Broke', isNative: false, isFinal: true },
    ],
    [
      'a beginning with an error in it',
      { type: 'response.in_progress', response: { error: { message: 'Broke' } } },
      { end: 'failed', message: 'Broke', isNative: false },
    ],
    ['an error', { type: 'error', message: 'Broke', code: 'x' }, { end: 'failed' }],
    ['an error within', { type: 'error', error: { message: 'Broke' } }, failedWith('Broke')],
    ['an error without a type', { error: { message: 'Broke' } }, failedWith('Broke')],
    ['words of another format', { id: 'c1', choices: [] }, { end: 'failed' }],
    [
      'the beginning of a call',
      { type: 'response.output_item.added', item: { type: 'function_call', name: 'f', arguments: '' } },
      { output: 'f' },
    ],
    ['a name that objects inherit', { type: 'constructor', end: 'last' }, {}],
    ['another', { type: '__proto__' }, {}],
    ['no type', { sequence_number: 1 }, {}],
  ])('%s', (_, data, meaning) => {
    expect(means('responses', JSON.stringify(data))).toEqual(meaning);
  });

  it('is known by its name where the data has no type', () => {
    expect(means('responses', JSON.stringify({ response: counted }), 'response.completed')).toMatchObject({
      end: 'last',
    });
  });
});

describe('an event of a message stream', () => {
  it.each<[string, object, EventMeaning]>([
    [
      'the beginning',
      { type: 'message_start', message: { usage: { input_tokens: 3, cache_read_input_tokens: 9, output_tokens: 1 } } },
      { usage: { input_tokens: 3, cached_input_tokens: 9, output_tokens: 1 }, isForetold: true },
    ],
    ['the beginning without usage', { type: 'message_start', message: {} }, {}],
    ['text', { type: 'content_block_delta', delta: { type: 'text_delta', text: 'Hi' } }, { output: 'Hi' }],
    ['a thought', { type: 'content_block_delta', delta: { type: 'thinking_delta', thinking: 'Hm' } }, { output: 'Hm' }],
    [
      'arguments',
      { type: 'content_block_delta', delta: { type: 'input_json_delta', partial_json: '{' } },
      { output: '{' },
    ],
    [
      'a signature',
      { type: 'content_block_delta', delta: { type: 'signature_delta', signature: 'QUJD' } },
      { output: '' },
    ],
    [
      'more usage',
      { type: 'message_delta', delta: {}, usage: { output_tokens: 7 } },
      { usage: { output_tokens: 7 }, isUpdate: true, isInterim: true },
    ],
    ['a tool without input', { type: 'content_block_start', content_block: { name: 'f', input: {} } }, { output: 'f' }],
    [
      'a result',
      { type: 'content_block_start', content_block: { type: 'web_search_tool_result' } },
      { guess: { web_searches: 1 } },
    ],
    ['a text that begins', { type: 'content_block_start', content_block: { type: 'text', text: '' } }, {}],
    [
      'the whole usage',
      {
        type: 'message_delta',
        delta: { stop_reason: 'end_turn', container: { id: 'container_1' } },
        usage: { input_tokens: 3, cache_creation_input_tokens: 4, output_tokens: 7 },
      },
      { usage: { input_tokens: 3, cache_write_tokens: 4, output_tokens: 7, code_sessions: 1 }, isUpdate: true },
    ],
    ['usage that cannot be', { type: 'message_delta', usage: { output_tokens: -7 } }, { isUnbelieved: true }],
    [
      'usage of which a part cannot be',
      { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { input_tokens: 1.5, output_tokens: 7 } },
      { usage: { output_tokens: 7 }, isUpdate: true, isUnbelieved: true },
    ],
    ['usage without counts', { type: 'message_delta', usage: {} }, {}],
    ['the end', { type: 'message_stop' }, { end: 'last' }],
    [
      'usage at the end',
      { type: 'message_stop', usage: { cache_read_input_tokens: 900 } },
      { usage: { cached_input_tokens: 900 }, isUpdate: true, end: 'last' },
    ],
    [
      'usage at the end that cannot be',
      { type: 'message_stop', usage: { output_tokens: -7 } },
      { isUnbelieved: true, end: 'last' },
    ],
    ['a sign of life', { type: 'ping' }, {}],
    [
      'an error that its name does not tell',
      { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } },
      { end: 'failed', message: 'Overloaded', isNative: false },
    ],
    ['an error without words', { type: 'error' }, { end: 'failed', isNative: false }],
    ['an error without a type', { error: 'x' }, { end: 'failed', message: 'x', isNative: false }],
    ['a detail', { detail: 'x' }, { end: 'failed', isNative: false }],
    [
      'the beginning of a call',
      { type: 'content_block_start', index: 0, content_block: { type: 'tool_use', name: 'f', input: {} } },
      { output: 'f' },
    ],
    ['a name that objects inherit', { type: 'toString' }, {}],
    ['another', { type: '__proto__' }, {}],
  ])('%s', (_, data, meaning) => {
    expect(means('messages', JSON.stringify(data))).toEqual(meaning);
  });

  it('is a failure for every client where it has the name of one', () => {
    const text = '{"type":"error","error":{"message":"x"}}';
    expect(means('messages', text, 'error')).toEqual({ ...failedWith('x'), isFinal: true });
    expect(means('messages', '{"message":"x"}', 'error')).toEqual({ end: 'failed', isNative: false });
    expect(means('messages', '{}', 'ping')).toEqual({});
  });

  it('may be one of the completions of old', () => {
    expect(means('text-completions', '{"type":"completion","completion":" Hi","stop_reason":null}')).toEqual({
      output: ' Hi',
    });
    expect(means('text-completions', '{"type":"completion","completion":"","stop_reason":"stop_sequence"}')).toEqual({
      output: '',
      completes: [0],
    });
    expect(means('text-completions', '{"type":"error","error":{"message":"x"}}')).toMatchObject({ end: 'failed' });
  });
});

describe('an event of images and sound', () => {
  it.each<[WireId, string, EventMeaning]>([
    [
      'images',
      '{"type":"image_generation.partial_image","b64_json":"x","partial_image_index":0}',
      { guess: { images: 1, output_tokens: 1_056 }, lastingGuess: { output_tokens: 100 } },
    ],
    [
      'images',
      '{"type":"image_generation.completed","b64_json":"x"}',
      { lastingGuess: { output_tokens: 1_056 }, adds: { images: 1 }, completes: [null] },
    ],
    [
      'images',
      '{"type":"image_edit.completed","usage":{"input_tokens":3,"output_tokens":2}}',
      { adds: { images: 1 }, completes: [null], usage: read },
    ],
    ['images', '{"type":"error","error":{"message":"x"}}', failedWith('x')],
    ['images', '{"detail":"x"}', { end: 'failed' }],
    ['images', '[DONE]', { end: 'last' }],
    ['audio', '{"type":"transcript.text.delta","delta":"Hi"}', { output: 'Hi' }],
    [
      'audio',
      '{"type":"transcript.text.done","text":"Hi","usage":{"type":"tokens","input_tokens":3,"input_token_details":{"audio_tokens":2},"output_tokens":2}}',
      { end: 'last', usage: { input_tokens: 1, input_audio_tokens: 2, output_tokens: 2 } },
    ],
    ['audio', '{"type":"transcript.text.done","text":"Hi"}', { end: 'last' }],
    ['audio', '{"type":"speech.audio.delta","audio":"QUJD"}', { adds: {} }],
    ['audio', '{"type":"transcript.text.segment","text":"Hi"}', { adds: {} }],
    [
      'audio',
      '{"type":"speech.audio.done","usage":{"input_tokens":3,"output_tokens":2,"total_tokens":5}}',
      { end: 'last', usage: { input_tokens: 3, output_audio_tokens: 2 } },
    ],
    [
      'audio',
      '{"type":"speech.audio.done","usage":{"input_tokens":3,"output_tokens":9,"output_tokens_details":{"audio_tokens":7}}}',
      { end: 'last', usage: { input_tokens: 3, output_audio_tokens: 9 } },
    ],
    ['audio', '{"error":{"message":"x"}}', failedWith('x')],
    ['audio', '{"message":"x"}', { end: 'failed' }],
    ['audio', '[DONE]', { end: 'last' }],
    ['embeddings', '{"error":{"message":"x"}}', failedWith('x')],
  ])('%s: %s', (wire, text, meaning) => {
    expect(means(wire, text)).toEqual(meaning);
  });
});

describe('a stream that broke', () => {
  const failure: StreamFailure = {
    message: 'It "broke"\n\nhere.',
    type: 'server_error',
    code: 'upstream_invalid',
    requestId: 'req_1',
    answerId: null,
    sequence: 4,
  };

  it.each(Object.entries(wires))('says so in words that its own wire takes for a failure: %s', (id, wire) => {
    const events = splitEvents().push(wire.writeFault(failure));
    expect(Buffer.concat([...events]).equals(wire.writeFault(failure))).toBe(true);
    const [first] = events.map(readEventFields);
    if (/^none$|embeddings|moderations|count/.test(id)) return;
    expect(means(id as WireId, first?.data ?? '', first?.name)).toMatchObject({
      end: 'failed',
      message: failure.message,
      isNative: true,
    });
  });

  it('goes on counting events where the format counts', () => {
    const [error, failed] = splitEvents().push(wires['responses'].writeFault({ ...failure, answerId: 'resp_1' }));
    expect(parseJson(readEventFields(error ?? Buffer.alloc(0)).data ?? '')).toMatchObject({
      type: 'error',
      code: failure.code,
      message: failure.message,
      param: null,
      error: { type: failure.type, code: failure.code, message: failure.message, param: null },
      sequence_number: 4,
    });
    expect(parseJson(readEventFields(failed ?? Buffer.alloc(0)).data ?? '')).toMatchObject({
      type: 'response.failed',
      sequence_number: 5,
      response: { id: 'resp_1', status: 'failed', error: { message: failure.message } },
    });
  });

  it.each(Object.entries(wires))('stays alive by bytes that mean nothing: %s', (id, { keepalive }) => {
    const [event, ...others] = splitEvents().push(keepalive);
    expect(others).toEqual([]);
    const { name, data } = readEventFields(event ?? Buffer.alloc(0));
    expect(data === null || (name === 'ping' && ['messages', 'text-completions', 'count-tokens'].includes(id))).toBe(
      true,
    );
  });
});
