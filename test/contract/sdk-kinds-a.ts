import type {
  ChatCompletionContentPart,
  ChatCompletionCreateParams,
  ChatCompletionTool,
  ChatCompletionToolChoiceOption,
} from 'openai/resources/chat';
import type {
  ResponseCreateParams,
  ResponseFormatTextConfig,
  ResponseInputContent,
  ResponseInputItem,
  Tool,
  ToolChoiceOptions,
} from 'openai/resources/responses/responses';
import { asJson, type ByKind, type Kinds } from './by-kind.ts';

const model = 'demo';
const parameters = { type: 'object', properties: {} };
const weather = { type: 'function', name: 'weather', parameters, strict: true } as const;
const inProgress = { status: 'in_progress' } as const;

const parts: ByKind<ChatCompletionContentPart> = {
  text: { type: 'text', text: 'Hello' },
  image_url: { type: 'image_url', image_url: { url: 'https://example.com/a.png', detail: 'original' } },
  input_audio: { type: 'input_audio', input_audio: { data: 'UklGRg==', format: 'wav' } },
  file: { type: 'file', file: { file_data: 'data:application/pdf;base64,JVBERg==', filename: 'a.pdf' } },
};

const chatTools: ByKind<ChatCompletionTool> = {
  function: { type: 'function', function: { name: 'weather', parameters, strict: null } },
  custom: { type: 'custom', custom: { name: 'calc', format: { type: 'text' } } },
};

const chatChoices: ByKind<Exclude<ChatCompletionToolChoiceOption, string>> = {
  function: { type: 'function', function: { name: 'weather' } },
  custom: { type: 'custom', custom: { name: 'calc' } },
  allowed_tools: { type: 'allowed_tools', allowed_tools: { mode: 'auto', tools: [{ type: 'function' }] } },
};

const formats: ByKind<NonNullable<ChatCompletionCreateParams['response_format']>> = {
  text: { type: 'text' },
  json_object: { type: 'json_object' },
  json_schema: { type: 'json_schema', json_schema: { name: 'city', schema: parameters, strict: null } },
};

const textFormats: ByKind<ResponseFormatTextConfig> = {
  text: { type: 'text' },
  json_object: { type: 'json_object' },
  json_schema: { type: 'json_schema', name: 'city', schema: parameters, strict: null },
};

const inputParts: ByKind<ResponseInputContent> = {
  input_text: { type: 'input_text', text: 'Hello' },
  input_image: { type: 'input_image', detail: 'auto', image_url: 'https://example.com/a.png', file_id: null },
  input_file: { type: 'input_file', file_url: 'https://example.com/a.pdf', file_id: null },
};

const tools: ByKind<Tool> = {
  function: { ...weather, async: true },
  custom: { type: 'custom', name: 'calc', format: { type: 'grammar', syntax: 'regex', definition: '.*' } },
  namespace: { type: 'namespace', name: 'all', description: 'All of them', tools: [weather] },
  tool_search: { type: 'tool_search', execution: 'client' },
  file_search: {
    type: 'file_search',
    vector_store_ids: ['vs_1'],
    filters: { type: 'and', filters: [{ type: 'in', key: 'year', value: [2026] }] },
  },
  web_search: { type: 'web_search', filters: { allowed_domains: null }, user_location: null },
  web_search_2025_08_26: { type: 'web_search_2025_08_26', search_context_size: 'low' },
  web_search_preview: { type: 'web_search_preview', user_location: { type: 'approximate', country: 'FR' } },
  web_search_preview_2025_03_11: { type: 'web_search_preview_2025_03_11' },
  mcp: { type: 'mcp', server_label: 'wiki', server_url: 'https://example.com', require_approval: 'never' },
  code_interpreter: { type: 'code_interpreter', container: { type: 'auto', memory_limit: null } },
  image_generation: { type: 'image_generation', output_format: 'svg', svg: { reasoning: null } },
  computer: { type: 'computer' },
  computer_use_preview: {
    type: 'computer_use_preview',
    display_height: 768,
    display_width: 1024,
    environment: 'browser',
  },
  shell: { type: 'shell', environment: { type: 'local' } },
  local_shell: { type: 'local_shell' },
  apply_patch: { type: 'apply_patch', allowed_callers: null },
  programmatic_tool_calling: { type: 'programmatic_tool_calling' },
};

const choices: ByKind<Exclude<NonNullable<ResponseCreateParams['tool_choice']>, ToolChoiceOptions>> = {
  function: { type: 'function', name: 'weather' },
  custom: { type: 'custom', name: 'calc' },
  allowed_tools: { type: 'allowed_tools', mode: 'auto', tools: [{ type: 'function', name: 'weather' }] },
  mcp: { type: 'mcp' },
  programmatic_tool_calling: { type: 'programmatic_tool_calling' },
  apply_patch: { type: 'apply_patch' },
  shell: { type: 'shell' },
  file_search: { type: 'file_search' },
  web_search_preview: { type: 'web_search_preview' },
  web_search_preview_2025_03_11: { type: 'web_search_preview_2025_03_11' },
  computer: { type: 'computer' },
  computer_use: { type: 'computer_use' },
  computer_use_preview: { type: 'computer_use_preview' },
  image_generation: { type: 'image_generation' },
  code_interpreter: { type: 'code_interpreter' },
};

const call = { call_id: 'call_1', name: 'weather' };
const mcp = { id: 'mcp_1', arguments: '{}', name: 'weather', server_label: 'wiki' };
const items: ByKind<ResponseInputItem> = {
  message: { type: 'message', role: 'developer', content: [inputParts.input_text], ...inProgress },
  item_reference: { type: 'item_reference', id: 'msg_1' },
  reasoning: { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: null },
  function_call: { type: 'function_call', ...call, arguments: '{}', namespace: 'all' },
  function_call_output: { type: 'function_call_output', call_id: 'call_1', output: [inputParts.input_text] },
  custom_tool_call: { type: 'custom_tool_call', ...call, input: '1 + 1' },
  custom_tool_call_output: { type: 'custom_tool_call_output', call_id: 'call_1', output: '2' },
  tool_search_call: { type: 'tool_search_call', arguments: {}, call_id: null },
  tool_search_output: { type: 'tool_search_output', tools: [weather], status: null },
  additional_tools: { type: 'additional_tools', role: 'developer', tools: [weather] },
  configuration_update: { type: 'configuration_update', id: null, reasoning: { effort: 'low' } },
  compaction: { type: 'compaction', encrypted_content: 'gAAA', id: null },
  compaction_trigger: { type: 'compaction_trigger', id: null },
  file_search_call: { type: 'file_search_call', id: 'fs_1', queries: ['x'], results: null, ...inProgress },
  web_search_call: { type: 'web_search_call', id: 'ws_1', action: { type: 'search' }, status: 'incomplete' },
  computer_call: { type: 'computer_call', id: 'cu_1', call_id: 'call_1', pending_safety_checks: [], ...inProgress },
  computer_call_output: { type: 'computer_call_output', call_id: 'call_1', output: { type: 'computer_screenshot' } },
  image_generation_call: { type: 'image_generation_call', id: 'ig_1', result: null, quality: 'max', status: 'failed' },
  code_interpreter_call: {
    type: 'code_interpreter_call',
    id: 'ci_1',
    code: null,
    container_id: 'cntr_1',
    outputs: [{ type: 'logs', logs: '2' }],
    status: 'interpreting',
  },
  local_shell_call: {
    type: 'local_shell_call',
    id: 'ls_1',
    call_id: 'call_1',
    action: { type: 'exec', command: ['ls'], env: {}, timeout_ms: null, user: null },
    ...inProgress,
  },
  local_shell_call_output: { type: 'local_shell_call_output', id: 'call_1', output: '{}', status: null },
  shell_call: { type: 'shell_call', call_id: 'call_1', action: { commands: ['ls'], timeout_ms: null } },
  shell_call_output: {
    type: 'shell_call_output',
    call_id: 'call_1',
    output: [{ outcome: { type: 'exit', exit_code: 0 }, stderr: '', stdout: '' }],
  },
  apply_patch_call: {
    type: 'apply_patch_call',
    call_id: 'call_1',
    operation: { type: 'delete_file', path: 'a.txt' },
    ...inProgress,
  },
  apply_patch_call_output: { type: 'apply_patch_call_output', call_id: 'call_1', status: 'failed', output: null },
  mcp_list_tools: { type: 'mcp_list_tools', id: 'mcpl_1', server_label: 'wiki', tools: [], error: null },
  mcp_approval_request: { type: 'mcp_approval_request', ...mcp },
  mcp_approval_response: { type: 'mcp_approval_response', approval_request_id: 'mcpr_1', approve: true, reason: null },
  mcp_call: { type: 'mcp_call', ...mcp, error: { type: 'http_error', code: 502, message: 'x' } },
  program: { type: 'program', id: 'pg_1', call_id: 'call_1', code: '', fingerprint: 'x' },
  program_output: { type: 'program_output', id: 'po_1', call_id: 'call_1', result: '', status: 'completed' },
};

const chat = (schema: string, samples: object, member: (sample: object) => object): Kinds => ({
  schema,
  operation: 'createChatCompletion',
  samples: asJson(samples) as Kinds['samples'],
  body: (sample) => asJson({ model, messages: [{ role: 'user', content: 'Hello' }], ...member(sample) }),
});
const response = (schema: string, samples: object, member: (sample: object) => object): Kinds => ({
  schema,
  operation: 'createResponse',
  samples: asJson(samples) as Kinds['samples'],
  body: (sample) => asJson({ model, input: 'Hello', ...member(sample) }),
});

/** The unions of the OpenAI SDK that a request can hold. */
export const kindsA: readonly Kinds[] = [
  chat('UserContentPart', parts, (part) => ({ messages: [{ role: 'user', content: [part] }] })),
  chat('ChatTool', chatTools, (tool) => ({ tools: [tool] })),
  chat('ChatToolChoiceObject', chatChoices, (choice) => ({ tool_choice: choice })),
  chat('ChatResponseFormat', formats, (format) => ({ response_format: format })),
  response('TextFormat', textFormats, (format) => ({ text: { format } })),
  response('InputContent', inputParts, (part) => ({ input: [{ role: 'user', content: [part] }] })),
  response('Tool', tools, (tool) => ({ tools: [tool] })),
  response('ToolChoiceObject', choices, (choice) => ({ tool_choice: choice })),
  response('TypedInputItem', items, (item) => ({ input: [item] })),
];
