import type { MessageCreateParams } from '@anthropic-ai/sdk/resources/beta/messages/messages';
import type OpenAI from 'openai';
import type { ChatCompletionCreateParams } from 'openai/resources/chat';
import type { ResponseCreateParams } from 'openai/resources/responses/responses';
import { describe, expect, it } from 'vitest';
import { asJson } from './by-kind.ts';
import { checkBodies } from './check-bodies.ts';

const user = { role: 'user', content: 'Hello' } as const;
const config = { type: 'json_schema', schema: {} } as const;

/** Members beside the required ones, as the OpenAI SDK types them. */
const chats: readonly Partial<ChatCompletionCreateParams>[] = [
  { modalities: ['text', 'audio'], audio: { voice: { id: 'voice_1' }, format: 'pcm16' } },
  { prediction: { type: 'content', content: [{ type: 'text', text: 'x' }] } },
  { web_search_options: { user_location: { type: 'approximate', approximate: { city: 'Paris' } } } },
  { web_search_options: { user_location: null, search_context_size: 'high' } },
  { moderation: { model: 'm', policy: { input: { mode: 'block' }, output: null } }, service_tier: 'fast' },
  { prompt_cache_options: { mode: 'explicit', ttl: '30m' }, reasoning_effort: 'max', verbosity: null },
  { stop: null, logit_bias: { 1: -100 }, n: null, stream_options: null },
  { stream: true, stream_options: { include_usage: true, include_obfuscation: false } },
  { functions: [{ name: 'f' }], function_call: { name: 'f' } },
  { messages: [user, { role: 'assistant', content: null, refusal: null, audio: null, function_call: null }] },
  { messages: [user, { role: 'assistant', audio: { id: 'audio_1' } }, { role: 'developer', content: 'x', name: 'y' }] },
  { messages: [user, { role: 'assistant', content: [{ type: 'refusal', refusal: 'No' }] }] },
  {
    messages: [
      user,
      { role: 'assistant', tool_calls: [{ id: 'c', type: 'custom', custom: { name: 'calc', input: '1' } }] },
      { role: 'tool', tool_call_id: 'c', content: [{ type: 'text', text: '1' }] },
      { role: 'function', name: 'f', content: null },
    ],
  },
];

const responses: readonly ResponseCreateParams[] = [
  {},
  { input: [{ id: 'msg_1' }] },
  { input: [{ id: 'msg_1', type: null }] },
  { input: [{ role: 'assistant', content: 'x', phase: 'commentary' }] },
  { tool_choice: 'required', parallel_tool_calls: null, max_tool_calls: 3, truncation: null },
  { reasoning: { mode: 'pro', effort: null, summary: 'detailed', context: 'all_turns' }, stream_options: null },
  { conversation: 'conv_1', context_management: [{ type: 'compaction', compact_threshold: 1000 }] },
  { prompt: { id: 'p', version: null, variables: { a: 'x', b: { type: 'input_text', text: 'x' } } } },
  { prompt_cache_options: { prewarm: true, comparison_response_id: null }, image: { context_compression: 'auto' } },
  { access_programs: { cyber: 'standard' }, text: { verbosity: null, format: { type: 'text' } }, include: null },
];

const messages: readonly Partial<MessageCreateParams>[] = [
  { messages: [user, { role: 'system', output_config: { effort: 'low' } }] },
  { messages: [user, { role: 'system', content: 'x', output_config: null, clear_at: 'next_user_message' }] },
  { system: [{ type: 'text', text: 'x', cache_control: { type: 'ephemeral', ttl: '5m' } }], cache_control: null },
  { container: { id: null, skills: [{ type: 'anthropic', skill_id: 'pdf', version: 'latest' }] } },
  { container: 'container_1', inference_geo: null, service_tier: 'standard_only', metadata: { user_id: null } },
  { output_config: { effort: null, format: config, task_budget: { type: 'tokens', total: 20_000, remaining: null } } },
  { mcp_servers: [{ type: 'url', name: 'wiki', url: 'https://example.com', tool_configuration: null }] },
  { fallbacks: [{ model: 'm', max_tokens: null, thinking: { type: 'disabled' } }], fallback_credit_token: null },
  { fallbacks: 'default', fallback_credit_token: { token: 'x', mode: 'best_effort' }, speed: 'fast' },
  { thread: { type: 'continue', previous_message_id: 'msg_1' }, compaction: { type: 'summarize' } },
  { billing_policy: { type: 'billing_policy', bill_to: 'self' }, diagnostics: { previous_message_id: null } },
  { context_management: null, output_format: null, stop_sequences: [], max_tokens: 0 },
];

/** What an answer put out, as programs send it back that keep no state: without ids, or with a null for each of them. */
const echoes: readonly object[] = [
  { type: 'reasoning', summary: [], encrypted_content: 'gAAA' },
  { type: 'reasoning', id: null, summary: [], content: null, encrypted_content: null, status: null },
  {
    type: 'web_search_call',
    action: { type: 'search', query: 'x', queries: null, sources: [{ type: 'api', name: 'y' }] },
  },
  { type: 'web_search_call', action: { type: 'find_in_page' } },
  { type: 'reasoning', summary: [], content: [{ type: 'text', text: 'x' }] },
  { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'x', annotations: null }], id: null },
  { type: 'file_search_call', queries: ['x'], results: null },
  { type: 'code_interpreter_call', code: '1', container_id: 'cntr_1', outputs: null },
  { type: 'image_generation_call', result: 'iVBORw==', revised_prompt: 'x' },
  { type: 'computer_call', call_id: 'c', action: null, actions: null, pending_safety_checks: [] },
  { type: 'local_shell_call', call_id: 'c', action: { type: 'exec', command: ['ls'], env: {} } },
  { type: 'local_shell_call', call_id: 'c', action: { type: 'exec', command: ['ls'] } },
  { type: 'local_shell_call_output', call_id: 'c', output: 'a.txt' },
  { type: 'computer_call', call_id: 'c', actions: [{ type: 'double_click', x: 1, y: 1 }], pending_safety_checks: [] },
  { type: 'mcp_list_tools', server_label: 'wiki', tools: [] },
  { type: 'mcp_call', server_label: 'wiki', name: 'f', arguments: '{}', error: 'No such page', status: null },
  { type: 'mcp_approval_request', server_label: 'wiki', name: 'f', arguments: '{}' },
  { type: 'program', call_id: 'c', code: '', fingerprint: 'x' },
  { type: 'program_output', call_id: 'c', result: '' },
  { type: 'function_call', id: null, call_id: 'c', name: 'f', arguments: '{}', status: null, created_by: null },
  { type: 'custom_tool_call', call_id: 'c', name: 'f', input: '', async: null, created_by: null },
];

const blocks: readonly object[] = [
  { type: 'text', text: 'x', citations: null },
  { type: 'tool_use', id: 'toolu_1', name: 'f', input: {}, caller: null },
  { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: {}, caller: null },
  { type: 'web_search_tool_result', tool_use_id: 'srvtoolu_1', content: [], caller: null },
];

const svg: OpenAI.ImageGenerateParams = { prompt: 'x', svg: null, size: '1536x864', quality: 'xhigh', stream: null };

describe('bodies that programs send', () => {
  const [checkA, checkB] = [checkBodies('spec-a'), checkBodies('spec-b')];

  it.each(chats)('createChatCompletion takes %j', async (body) => {
    expect(await checkA('createChatCompletion', asJson({ model: 'm', messages: [user], ...body }))).toBeNull();
  });

  it.each(responses)('createResponse takes %j', async (body) => {
    expect(await checkA('createResponse', asJson({ model: 'm', ...body }))).toBeNull();
  });

  it.each(messages)('createMessage takes %j', async (body) => {
    const required = { model: 'm', max_tokens: 16, messages: [user] };
    expect(await checkB('createMessage', asJson({ ...required, ...body }))).toBeNull();
  });

  it.each(echoes)('createResponse takes back %j', async (item) => {
    expect(await checkA('createResponse', asJson({ model: 'm', input: [item] }))).toBeNull();
  });

  it.each(blocks)('createMessage takes back %j', async (block) => {
    const said = { role: 'assistant', content: [block] };
    expect(await checkB('createMessage', asJson({ model: 'm', max_tokens: 16, messages: [said] }))).toBeNull();
  });

  it('createImage takes a null for SVG', async () => {
    expect(await checkA('createImage', asJson(svg))).toBeNull();
  });
});

describe('items that say too little', () => {
  const checkBody = checkBodies('spec-a');

  it.each([
    [{}, 'input[0].role is required.'],
    [{ role: 'user' }, 'input[0].content is required.'],
    [{ role: 'user', id: 'msg_1' }, 'input[0].content is required.'],
    [{ id: 5 }, 'input[0].role is required.'],
    [{ type: 'item_reference' }, 'input[0].id is required.'],
    [{ type: 'reasoning' }, 'input[0].summary is required.'],
    [{ type: 'mcp_call', name: 'f', arguments: '' }, 'input[0].server_label is required.'],
  ])('%j is refused', async (item, sentence) => {
    expect(await checkBody('createResponse', asJson({ model: 'm', input: [item] }))).toBe(sentence);
  });

  it('a system turn of Spec B that neither says nor sets anything is refused', async () => {
    const body = { model: 'm', max_tokens: 16, messages: [user, { role: 'system' }] };
    expect(await checkBodies('spec-b')('createMessage', asJson(body))).toBe('messages[1].content is required.');
  });
});
