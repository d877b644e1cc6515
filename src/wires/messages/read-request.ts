import { arrayOf, memberOf, objectOf, stringOf, type Json } from '../../shared/json/json.ts';
import type { RawObject } from '../../shared/json/raw-json.ts';
import type { Turn } from '../turn.ts';
import { advisoryMembers, Field, type MemberTable } from '../translation/field.ts';
import type { LossKind, TurnMessage } from '../translation/parts.ts';
import { locationOf } from '../translation/read-openai.ts';
import { joinModelTurns } from '../translation/tool-calls.ts';
import type { Given, OutputFormat, ReasoningRequest, Tool, ToolChoice } from '../translation/settings.ts';
import { blockTables, cacheOf, readContent } from './read-blocks.ts';

const wire = 'messages';
const membersOf = advisoryMembers(wire);

/** Clearing thoughts from the context has no effect on a target without them. */
const editLoss = (value: Json): LossKind | null => {
  const edits = arrayOf(objectOf(value)['edits']);
  const onlyThoughts = edits.every((edit) => stringOf(objectOf(edit)['type'])?.startsWith('clear_thinking_'));
  return edits.length === 0 ? null : onlyThoughts ? 'advisory' : 'meaning';
};

const table: MemberTable = {
  wire,
  at: '',
  unknown: 'meaning',
  read: [
    ...['model', 'messages', 'system', 'stream', 'tools', 'tool_choice', 'max_tokens', 'temperature', 'top_p', 'top_k'],
    ...['stop_sequences', 'output_config', 'output_format', 'thinking', 'metadata', 'service_tier', 'cache_control'],
  ],
  rules: {
    inference_geo: { loss: 'advisory' },
    diagnostics: { loss: 'advisory' },
    speed: { loss: 'advisory', unless: ['standard'] },
    context_management: { loss: 'meaning', read: editLoss, note: 'advisory where it clears thoughts alone' },
    mcp_servers: { loss: 'meaning' },
    container: { loss: 'meaning' },
  },
};

const metadataMembers = membersOf('metadata', ['user_id']);
const thinkingMembers = membersOf('thinking', ['budget_tokens', 'display'], {
  type: { loss: 'approximated', unless: ['enabled', 'adaptive', 'disabled'] },
});
const outputMembers: MemberTable = {
  wire,
  at: 'output_config',
  unknown: 'meaning',
  read: ['effort', 'format'],
  rules: {},
};

const toolMembers = membersOf('tools[]', ['type', 'name', 'description', 'input_schema', 'strict', 'cache_control'], {
  input_examples: { loss: 'advisory' },
  defer_loading: { loss: 'advisory', unless: [false] },
  eager_input_streaming: { loss: 'advisory', unless: [false] },
  allowed_callers: { loss: 'advisory', unless: [['direct']] },
});

const messageMembers = membersOf('messages[]', ['role', 'content']);

const searchMembers = membersOf('tools[] of a web search', [
  ...['type', 'name', 'cache_control'],
  ...['allowed_domains', 'blocked_domains', 'max_uses', 'user_location'],
]);

const codeMembers = membersOf('tools[] that run code', ['type', 'name', 'cache_control'], {
  allowed_callers: { loss: 'advisory', unless: [['direct']] },
});

/** What becomes of members that have no place in the neutral form. */
export const memberTables: readonly MemberTable[] = [
  table,
  metadataMembers,
  thinkingMembers,
  outputMembers,
  toolMembers,
  searchMembers,
  codeMembers,
  messageMembers,
  ...blockTables,
];

function toolOf(tool: Field): Tool {
  const at = { path: tool.path, ...cacheOf(tool) };
  if (tool.type === '' || tool.type === 'custom')
    return {
      type: 'function',
      ...at,
      name: tool.at('name').text ?? '',
      description: tool.at('description').text,
      schema: tool.at('input_schema').isThere ? tool.at('input_schema').raw : null,
      strict: tool.at('strict').givenFlag(),
      extras: tool.extras(toolMembers),
    };
  if (/^code_execution_\d+$/.test(tool.type)) return { type: 'code', ...at, extras: tool.extras(codeMembers) };
  if (!/^web_search_\d+$/.test(tool.type)) return { type: 'other', wire, ...at, kind: tool.type, raw: tool.raw };
  const location = tool.at('user_location');
  return {
    type: 'search',
    ...at,
    allowedDomains: tool.at('allowed_domains').texts(),
    blockedDomains: tool.at('blocked_domains').texts(),
    maxUses: tool.at('max_uses').number,
    contextSize: null,
    location: location.isThere ? locationOf(location) : null,
    extras: tool.extras(searchMembers),
  };
}

const choiceKinds: Readonly<Record<string, ToolChoice>> = {
  auto: { kind: 'auto' },
  any: { kind: 'any' },
  none: { kind: 'none' },
};

/** The provider's own tools, by their names in choices. */
const ownTools: Readonly<Record<string, 'search' | 'code'>> = { web_search: 'search', code_execution: 'code' };

/** A choice by name: the provider's own tool, if the request has it and no tool of the caller has that name. */
function choiceOf(choice: Field, tools: readonly Tool[]): Given<ToolChoice> | null {
  if (!choice.isThere) return null;
  const name = choice.at('name').text;
  const plain = memberOf(choiceKinds, choice.type);
  const named = memberOf(ownTools, name ?? '');
  const own =
    tools.some(({ type }) => type === named) && !tools.some((tool) => tool.type === 'function' && tool.name === name)
      ? named
      : undefined;
  const value: ToolChoice =
    plain ?? (name === null ? { kind: 'other', wire, raw: choice.raw } : own ? { kind: own } : { kind: 'tool', name });
  return { value, path: choice.path };
}

function formatOf(body: Field): Given<OutputFormat> | null {
  const format = [body.at('output_config').at('format'), body.at('output_format')].find(({ isThere }) => isThere);
  const schema = format?.at('schema');
  if (!format || !schema?.isThere) return null;
  return {
    value: { kind: 'schema', name: null, description: null, strict: null, schema: schema.raw },
    path: format.path,
  };
}

function reasoningOf(body: Field): ReasoningRequest {
  const thinking = body.at('thinking');
  const display = thinking.at('display');
  const tokens = thinking.at('budget_tokens').number;
  // Every way to think other than by a budget is decided by the model.
  const mode =
    thinking.type === 'enabled'
      ? ({ kind: 'budget', tokens: tokens ?? 1024 } as const)
      : thinking.isThere && thinking.type !== 'disabled'
        ? ({ kind: 'adaptive' } as const)
        : thinking.type === 'disabled'
          ? ({ kind: 'off' } as const)
          : null;
  return {
    mode: mode && { value: mode, path: thinking.path },
    effort: body.at('output_config').at('effort').givenText(),
    summary:
      display.text === null ? null : { value: display.text === 'omitted' ? 'omitted' : 'auto', path: display.path },
  };
}

function messagesOf(body: Field): readonly TurnMessage[] {
  const system = body.at('system');
  const first: readonly TurnMessage[] = system.isThere
    ? [{ role: 'system', path: system.path, parts: readContent(system), isString: system.text !== null }]
    : [];
  const messages = body
    .at('messages')
    .items()
    .map((message): TurnMessage => {
      const content = message.at('content');
      const role = message.at('role').text;
      return {
        role: role === 'assistant' || role === 'system' ? role : 'user',
        path: message.path,
        parts: readContent(content),
        isString: content.text !== null,
        extras: message.extras(messageMembers),
      };
    });
  // A model may call more tools before the results.
  const hasCalls = (run: readonly TurnMessage[]): boolean =>
    run.some(({ parts }) => parts.some(({ type }) => type === 'call'));
  return [...first, ...joinModelTurns(messages, hasCalls)];
}

const tiers: Readonly<Record<string, string>> = { auto: 'auto', standard_only: 'default' };

export function readRequest(root: RawObject): Turn {
  const body = Field.of(root);
  const tools = body.at('tools').items().map(toolOf);
  const single = body.at('tool_choice').at('disable_parallel_tool_use');
  const tier = body.at('service_tier');
  return {
    wire,
    stream: body.at('stream').value === true,
    messages: messagesOf(body),
    tools,
    toolChoice: choiceOf(body.at('tool_choice'), tools),
    parallel: typeof single.value === 'boolean' ? { value: !single.value, path: single.path } : null,
    limit: body.at('max_tokens').givenNumber(),
    temperature: body.at('temperature').givenNumber(),
    topP: body.at('top_p').givenNumber(),
    topK: body.at('top_k').givenNumber(),
    stop: body.at('stop_sequences').givenBy((field) => field.texts()),
    format: formatOf(body),
    verbosity: null,
    reasoning: reasoningOf(body),
    endUser: body.at('metadata').at('user_id').givenText(),
    serviceTier: tier.text === null ? null : { value: tiers[tier.text] ?? tier.text, path: tier.path },
    cache: cacheOf(body).cache ?? null,
    extras: [
      ...body.extras(table),
      ...body.at('metadata').extras(metadataMembers),
      ...body.at('output_config').extras(outputMembers),
      ...body.at('thinking').extras(thinkingMembers),
    ],
  };
}
