import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/shared/json/json.ts';
import { checkBodies } from './check-bodies.ts';

/** What one vendor does not take and another one does: its last word is the provider's, not the document's. */
type HostBody = readonly [takenBy: string, operation: string, more: JsonObject];

const user = { role: 'user', content: 'x' };
const image = { type: 'image_url', image_url: 'https://example.com/a.png' };
const chat = (takenBy: string, more: JsonObject): HostBody => [takenBy, 'createChatCompletion', more];
const says = (takenBy: string, ...messages: readonly JsonObject[]): HostBody =>
  chat(takenBy, { messages: [user, ...messages] });
const response = (takenBy: string, more: JsonObject): HostBody => [takenBy, 'createResponse', more];
const item = (takenBy: string, one: JsonObject): HostBody => response(takenBy, { input: [one] });
const message = (takenBy: string, more: JsonObject): HostBody => [takenBy, 'createMessage', more];
const schema = { type: 'object', properties: {} };
const longId = `call_x__thought__${'A'.repeat(2_000)}`;

const bodiesA: readonly HostBody[] = [
  says('Gemini, vLLM, Kimi', { role: 'tool', tool_call_id: 'c', content: [{ ...image, image_url: { url: 'x' } }] }),
  says('Mistral', { role: 'user', content: [image] }),
  says('Mistral', { role: 'tool', tool_call_id: 'c', content: [image] }),
  says('Mistral', { role: 'user', content: [{ type: 'input_audio', input_audio: 'https://example.com/a.mp3' }] }),
  says('Mistral', { role: 'user', content: [{ type: 'file', file_id: 'x' }] }),
  says('vLLM', { role: 'user', content: [{ type: 'input_audio', input_audio: { data: 'AAAA' } }] }),
  says('LiteLLM', { role: 'user', content: [{ type: 'image_url', image_url: { url: 'x', detail: null } }] }),
  says('Gemini, vLLM', { role: 'tool', content: 'x' }),
  says('Ollama', { role: 'tool', tool_call_id: null, name: 'f', content: 'x' }),
  says('OpenRouter', { role: 'tool', tool_call_id: 'c', content: null }),
  says('vLLM', { role: 'system', content: [{ type: 'image_url', image_url: { url: 'x' } }] }),
  says('Ollama', { role: 'assistant', tool_calls: [{ type: 'function', function: { name: 'f', arguments: {} } }] }),
  says('Mistral', {
    role: 'assistant',
    tool_calls: [{ id: 'c', type: 'function', function: { name: 'f', arguments: { a: 1 } } }],
  }),
  chat('vLLM, Perplexity', { response_format: { type: 'json_schema', json_schema: { schema } } }),
  chat('Together', { response_format: { type: 'json_schema', schema } }),
  chat('Together', { logprobs: 1 }),
  chat('vLLM', { top_logprobs: 50, logprobs: true }),
  chat('vLLM, llama.cpp', { temperature: 2.5 }),
  chat('DeepSeek, vLLM', { stop: ['a', 'b', 'c', 'd', 'e'] }),
  chat('vLLM', { logit_bias: { 5: -0.5 } }),
  chat('many', { tools: [{ type: 'function', function: { name: 'f', description: null, parameters: null } }] }),
  chat('Perplexity', { web_search_options: { user_location: { type: 'approximate', country: 'FR' } } }),
  response('OpenAI', { prompt: { id: 'pmpt_1' } }),
  response('vLLM, Ollama', { text: { format: { type: 'json_schema', schema } } }),
  response('vLLM, OpenRouter, Groq', { max_output_tokens: 1 }),
  response('xAI', { tools: [{ type: 'code_interpreter' }, { type: 'mcp', server_url: 'https://example.com' }] }),
  response('vLLM', { temperature: 2.5, top_logprobs: 50 }),
  item('LiteLLM', { type: 'function_call_output', call_id: longId, output: 'x' }),
  item('LiteLLM', { type: 'shell_call_output', call_id: longId, output: [] }),
  ['Cohere, Voyage', 'createEmbedding', { input: 'x', encoding_format: 'int8' }],
  ['TEI, vLLM', 'createEmbedding', { input: Array.from({ length: 3_000 }, () => 'x') }],
  ['Jina', 'createEmbedding', { input: [{ text: 'x' }, { image: 'x' }] }],
  ['vLLM', 'createCompletion', { prompt: 'x', logprobs: 20, temperature: 2.5 }],
  ['Groq, Kokoro', 'createSpeech', { input: 'x'.repeat(5_000) }],
  ['ElevenLabs', 'createSpeech', { input: 'x', voice: 'v', speed: 5, instructions: null }],
  ['xAI', 'createImageEdit', { prompt: 'x', image: { url: 'https://example.com/a.png' } }],
];

const bodiesB: readonly HostBody[] = [
  message('DeepSeek', { temperature: 1.5 }),
  message('DeepSeek, GLM', { thinking: { type: 'enabled' } }),
  message('Kimi', { thinking: { type: 'enabled', budget_tokens: 512 } }),
  message('DeepSeek', { messages: [{ role: 'user', content: [{ type: 'text', text: '' }] }] }),
  message('OpenRouter', {
    messages: [
      {
        role: 'assistant',
        content: [
          {
            type: 'web_search_tool_result',
            tool_use_id: 't',
            content: [{ type: 'web_search_result', title: 'x', url: 'https://example.com' }],
          },
        ],
      },
    ],
  }),
];

describe.each([
  ['spec-a', bodiesA],
  ['spec-b', bodiesB],
] as const)('%s leaves to the provider', (spec, bodies) => {
  const checkBody = checkBodies(spec);

  it.each(bodies)('what %s takes: %s, %#', async (_host, operation, more) => {
    const required = {
      createMessage: { max_tokens: 16, messages: [user] },
      createChatCompletion: { messages: [user] },
    };
    const asked: JsonObject = required[operation as keyof typeof required] ?? {};
    expect(await checkBody(operation, { model: 'm', ...asked, ...more })).toBeNull();
  });
});
