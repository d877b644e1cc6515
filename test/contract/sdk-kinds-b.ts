import type * as Beta from '@anthropic-ai/sdk/resources/beta/messages/messages';
import { asJson, type ByKind, type Kinds } from './by-kind.ts';

const name = 'weather';
const said = { type: 'text', text: 'Hello' } as const;
const failed = { error_code: 'unavailable' } as const;
const answered = { tool_use_id: 'toolu_1' } as const;
const screen = { name: 'computer', display_height_px: 768, display_width_px: 1024 } as const;
const mcpTools = [{ name, description: null, input_schema: { type: 'object' } }];
const toolByName = { type: 'tool_reference', name } as const;

const blocks: ByKind<Beta.BetaContentBlockParam> = {
  text: { ...said, citations: null, cache_control: { type: 'ephemeral', ttl: '1h' } },
  image: { type: 'image', source: { type: 'url', url: 'https://example.com/a.png' } },
  document: { type: 'document', source: { type: 'file', file_id: 'file_1' }, title: null, context: null },
  search_result: { type: 'search_result', content: [said], source: 'x', title: 'x', citations: { enabled: true } },
  thinking: { type: 'thinking', thinking: '', signature: 'x' },
  redacted_thinking: { type: 'redacted_thinking', data: 'x' },
  tool_use: { type: 'tool_use', id: 'toolu_1', name, input: {}, caller: { type: 'direct' } },
  tool_result: { type: 'tool_result', ...answered, content: [said, { type: 'tool_reference', tool_name: name }] },
  server_tool_use: { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: {} },
  web_search_tool_result: {
    type: 'web_search_tool_result',
    ...answered,
    content: [{ type: 'web_search_result', encrypted_content: 'x', title: 'x', url: 'https://example.com' }],
  },
  web_fetch_tool_result: {
    type: 'web_fetch_tool_result',
    ...answered,
    content: { type: 'web_fetch_tool_result_error', error_code: 'content_too_large' },
  },
  advisor_tool_result: {
    type: 'advisor_tool_result',
    ...answered,
    content: { type: 'advisor_tool_result_error', error_code: 'unavailable' },
  },
  code_execution_tool_result: {
    type: 'code_execution_tool_result',
    ...answered,
    content: { type: 'code_execution_result', content: [], return_code: 0, stderr: '', stdout: '' },
  },
  bash_code_execution_tool_result: {
    type: 'bash_code_execution_tool_result',
    ...answered,
    content: { type: 'bash_code_execution_tool_result_error', ...failed },
  },
  text_editor_code_execution_tool_result: {
    type: 'text_editor_code_execution_tool_result',
    ...answered,
    content: { type: 'text_editor_code_execution_tool_result_error', ...failed, error_message: null },
  },
  tool_search_tool_result: {
    type: 'tool_search_tool_result',
    ...answered,
    content: { type: 'tool_search_tool_search_result', tool_references: [{ type: 'tool_reference', tool_name: name }] },
  },
  mcp_tool_use: { type: 'mcp_tool_use', id: 'mcptoolu_1', name, input: {}, server_name: 'wiki' },
  mcp_tool_result: { type: 'mcp_tool_result', ...answered, content: [said], is_error: false },
  mcp_tool_listing: { type: 'mcp_tool_listing', mcp_server_name: 'wiki', tools: mcpTools },
  container_upload: { type: 'container_upload', file_id: 'file_1' },
  compaction: { type: 'compaction', content: null, tool_changes: [{ type: 'tool_removal', tool: toolByName }] },
  tool_addition: {
    type: 'tool_addition',
    tool: { type: 'tool_definition', definition: { name, input_schema: { type: 'object' } } },
  },
  tool_removal: { type: 'tool_removal', tool: { type: 'mcp_tool_reference', name, server_name: 'wiki' } },
  fallback: { type: 'fallback', from: { model: 'one' }, to: { model: 'two' }, trigger: null },
};

/** An entry without `type` is the caller's own tool; all others tell their kind. */
type TypedTool = Exclude<Beta.BetaToolUnion, Beta.BetaTool>;

const tools: ByKind<TypedTool> = {
  bash_20241022: { type: 'bash_20241022', name: 'bash' },
  bash_20250124: { type: 'bash_20250124', name: 'bash', input_examples: [{ command: 'ls' }] },
  code_execution_20250522: { type: 'code_execution_20250522', name: 'code_execution' },
  code_execution_20250825: { type: 'code_execution_20250825', name: 'code_execution' },
  code_execution_20260120: { type: 'code_execution_20260120', name: 'code_execution' },
  code_execution_20260521: { type: 'code_execution_20260521', name: 'code_execution' },
  browser_toolset_20260801: { type: 'browser_toolset_20260801', configs: { zoom: { enabled: false } } },
  computer_toolset_20260801: { type: 'computer_toolset_20260801', configs: null },
  memory_20250818: { type: 'memory_20250818', name: 'memory' },
  computer_20241022: { type: 'computer_20241022', ...screen, display_number: null },
  computer_20250124: { type: 'computer_20250124', ...screen },
  computer_20251124: { type: 'computer_20251124', ...screen, enable_zoom: true },
  text_editor_20241022: { type: 'text_editor_20241022', name: 'str_replace_editor' },
  text_editor_20250124: { type: 'text_editor_20250124', name: 'str_replace_editor' },
  text_editor_20250429: { type: 'text_editor_20250429', name: 'str_replace_based_edit_tool' },
  text_editor_20250728: { type: 'text_editor_20250728', name: 'str_replace_based_edit_tool', max_characters: null },
  web_search_20250305: { type: 'web_search_20250305', name: 'web_search', max_uses: null },
  web_search_20260209: { type: 'web_search_20260209', name: 'web_search', allowed_domains: ['example.com'] },
  web_search_20260318: { type: 'web_search_20260318', name: 'web_search', response_inclusion: 'excluded' },
  web_fetch_20250910: { type: 'web_fetch_20250910', name: 'web_fetch', citations: { enabled: true } },
  web_fetch_20260209: { type: 'web_fetch_20260209', name: 'web_fetch', url_sources: null },
  web_fetch_20260309: { type: 'web_fetch_20260309', name: 'web_fetch', use_cache: false },
  web_fetch_20260318: {
    type: 'web_fetch_20260318',
    name: 'web_fetch',
    url_sources: { client_tool_results: { type: 'only', tools: [toolByName] }, user_input: { type: 'all' } },
  },
  advisor_20260301: { type: 'advisor_20260301', name: 'advisor', model: 'demo' },
  tool_search_tool_bm25: { type: 'tool_search_tool_bm25', name: 'tool_search_tool_bm25' },
  tool_search_tool_bm25_20251119: { type: 'tool_search_tool_bm25_20251119', name: 'tool_search_tool_bm25' },
  tool_search_tool_regex: { type: 'tool_search_tool_regex', name: 'tool_search_tool_regex' },
  tool_search_tool_regex_20251119: { type: 'tool_search_tool_regex_20251119', name: 'tool_search_tool_regex' },
  mcp_toolset: { type: 'mcp_toolset', mcp_server_name: 'wiki', tools: mcpTools },
};

const choices: ByKind<Beta.BetaToolChoice> = {
  auto: { type: 'auto', disable_parallel_tool_use: true },
  any: { type: 'any' },
  tool: { type: 'tool', name },
  none: { type: 'none' },
};

const thinking: ByKind<Beta.BetaThinkingConfigParam> = {
  enabled: { type: 'enabled', budget_tokens: 1024, display: 'updates' },
  disabled: { type: 'disabled' },
  adaptive: { type: 'adaptive', display: null, block_binding: { prefix_mismatch_behavior: 'drop_block' } },
  between_tools: { type: 'between_tools' },
};

const edits: ByKind<NonNullable<Beta.BetaContextManagementConfig['edits']>[number]> = {
  clear_tool_uses_20250919: {
    type: 'clear_tool_uses_20250919',
    clear_at_least: { type: 'input_tokens', value: 5000 },
    clear_tool_inputs: [name],
    keep: { type: 'tool_uses', value: 3 },
    trigger: { type: 'input_tokens', value: 30_000 },
  },
  clear_thinking_20251015: { type: 'clear_thinking_20251015', keep: 'all' },
  compact_20260112: { type: 'compact_20260112', instructions: null, trigger: null },
};

const images: ByKind<Beta.BetaImageBlockParam['source']> = {
  base64: { type: 'base64', media_type: 'image/png', data: 'iVBORw==' },
  url: { type: 'url', url: 'https://example.com/a.png' },
  file: { type: 'file', file_id: 'file_1' },
};

const documents: ByKind<Beta.BetaRequestDocumentBlock['source']> = {
  base64: { type: 'base64', media_type: 'application/pdf', data: 'JVBERg==' },
  text: { type: 'text', media_type: 'text/plain', data: 'Hello' },
  content: { type: 'content', content: [said] },
  url: { type: 'url', url: 'https://example.com/a.pdf' },
  file: { type: 'file', file_id: 'file_1' },
};

const message = (schema: string, samples: object, member: (sample: object) => object): Kinds => ({
  schema,
  operation: 'createMessage',
  samples: asJson(samples) as Kinds['samples'],
  body: (sample) =>
    asJson({ model: 'demo', max_tokens: 2048, messages: [{ role: 'user', content: 'Hello' }], ...member(sample) }),
});
const inBlock = (block: object) => ({ messages: [{ role: 'user', content: [block] }] });

/** The unions of the Anthropic SDK that a request can hold, those of its betas included. */
export const kindsB: readonly Kinds[] = [
  message('InputContentBlock', blocks, inBlock),
  message('TypedTool', tools, (tool) => ({ tools: [tool] })),
  message('ToolChoice', choices, (choice) => ({ tool_choice: choice })),
  message('ThinkingConfigParam', thinking, (config) => ({ thinking: config })),
  message('ContextEdit', edits, (edit) => ({ context_management: { edits: [edit] } })),
  message('ImageSource', images, (source) => inBlock({ type: 'image', source })),
  message('DocumentSource', documents, (source) => inBlock({ type: 'document', source })),
];
