import type { RawObject } from '../../shared/json/raw-json.ts';
import type { Turn } from '../turn.ts';
import { advisoryMembers, Field, type MemberTable } from '../translation/field.ts';
import type { CustomTool, FunctionTool, Tool, ToolChoice } from '../translation/settings.ts';
import {
  alikeRules,
  alikeSettings,
  breakpointOf,
  formatOf,
  isAnyText,
  searchMembers,
  searchToolOf,
  stopOf,
} from '../translation/read-openai.ts';
import { messageTables, readMessages } from './read-messages.ts';

const wire = 'chat-completions';
const membersOf = advisoryMembers(wire);

/** Members that both OpenAI wires have. */
const alsoResponses = ['responses'] as const;

/** Members that Gemini has under another name. */
const alsoGemini = ['gemini'] as const;

const table: MemberTable = {
  wire,
  at: '',
  unknown: 'meaning',
  read: [
    ...['model', 'messages', 'stream', 'stream_options', 'tools', 'tool_choice', 'functions', 'function_call'],
    ...['parallel_tool_calls', 'max_completion_tokens', 'max_tokens', 'temperature', 'top_p', 'top_k', 'stop'],
    ...['response_format', 'reasoning_effort', 'verbosity', 'safety_identifier', 'service_tier', 'web_search_options'],
    'store',
  ],
  rules: {
    ...alikeRules(alsoResponses),
    seed: { also: alsoGemini, loss: 'advisory' },
    n: { loss: 'meaning', unless: [1] },
    logprobs: { loss: 'meaning', unless: [false] },
    top_logprobs: { loss: 'meaning', unless: [0] },
    logit_bias: { loss: 'meaning' },
    presence_penalty: { also: alsoGemini, loss: 'meaning', unless: [0] },
    frequency_penalty: { also: alsoGemini, loss: 'meaning', unless: [0] },
    prediction: { loss: 'advisory' },
    modalities: { loss: 'meaning', unless: [['text']] },
    audio: { loss: 'meaning' },
    client_metadata: { loss: 'advisory' },
  },
};

/** `auto`, `required`, a function, or a list of those that are allowed. */
function choiceOf(choice: Field): ToolChoice | null {
  if (choice.text === 'auto' || choice.text === 'none') return { kind: choice.text };
  if (choice.text === 'required') return { kind: 'any' };
  if (!choice.isThere) return null;
  const name = choice.at('function').at('name').text ?? choice.at('name').text;
  const custom = choice.at('custom').at('name').text;
  if (choice.type === 'allowed_tools') return allowedOf(choice.at('allowed_tools'));
  if (custom !== null) return { kind: 'tool', name: custom, isCustom: true };
  return name === null ? { kind: 'other', wire, raw: choice.raw } : { kind: 'tool', name };
}

const allowedOf = (allowed: Field): ToolChoice => ({
  kind: 'allowed',
  mode: allowed.at('mode').text === 'required' ? 'any' : 'auto',
  names: allowed
    .at('tools')
    .items()
    .flatMap((tool) => tool.at('function').at('name').text ?? tool.at('custom').at('name').text ?? []),
  own: null,
});

const functionMembers = membersOf(
  'tools[].function',
  ['type', 'name', 'description', 'parameters', 'strict', 'cache_control'],
  { defer_loading: { also: alsoResponses, loss: 'advisory' } },
);

const toolMembers = membersOf('tools[]', ['type', 'function', 'custom', 'cache_control']);

/** What becomes of members that have no place in the neutral form. */
export const memberTables: readonly MemberTable[] = [
  table,
  functionMembers,
  toolMembers,
  searchMembers,
  ...messageTables,
];

function functionOf(declared: Field, tool: Field): FunctionTool {
  const schema = declared.at('parameters');
  return {
    type: 'function',
    path: tool.path,
    ...breakpointOf(tool),
    name: declared.at('name').text ?? '',
    description: declared.at('description').text,
    schema: schema.isThere ? schema.raw : null,
    strict: declared.at('strict').givenFlag(),
    extras: [...declared.extras(functionMembers), ...(tool === declared ? [] : tool.extras(toolMembers))],
  };
}

function customOf(declared: Field, path: string): CustomTool {
  const format = declared.at('format');
  const grammar = format.at('grammar');
  const text =
    format.type === 'grammar' && grammar.isThere ? flatGrammar(grammar) : isAnyText(format) ? null : format.raw;
  return {
    type: 'custom',
    path,
    name: declared.at('name').text ?? '',
    description: declared.at('description').text,
    format: text,
  };
}

/** A grammar in the form of Responses, whose members are next to the type. */
const flatGrammar = (grammar: Field): string =>
  `{"type":"grammar","syntax":${grammar.at('syntax').raw},"definition":${grammar.at('definition').raw}}`;

function toolOf(tool: Field): Tool {
  // Some hosts accept a function without its type.
  if (tool.type === 'function' || (tool.type === '' && tool.at('function').isThere))
    return functionOf(tool.at('function'), tool);
  if (tool.type === 'custom') return customOf(tool.at('custom'), tool.path);
  return { type: 'other', wire, path: tool.path, kind: tool.type, raw: tool.raw };
}

function toolsOf(body: Field): readonly Tool[] {
  const search = body.at('web_search_options');
  return [
    ...body.at('tools').items().map(toolOf),
    ...body
      .at('functions')
      .items()
      .map((declared) => functionOf(declared, declared)),
    ...(search.isThere ? [searchToolOf(search)] : []),
  ];
}

/** Whether the caller uses the deprecated `functions`, whose answers have one call at most. */
export const usesFunctions = (body: Field): boolean => body.at('functions').isThere && !body.at('tools').isThere;

export function readRequest(root: RawObject): Turn {
  const body = Field.of(root);
  const choice = body.at('tool_choice');
  const settings = alikeSettings(body);
  return {
    wire,
    ...settings,
    messages: readMessages(body.at('messages')),
    tools: toolsOf(body),
    toolChoice: (choice.isThere ? choice : body.at('function_call')).givenBy(choiceOf),
    limit: body.at('max_completion_tokens').givenNumber() ?? body.at('max_tokens').givenNumber(),
    stop: stopOf(body.at('stop')),
    format: body.at('response_format').givenBy((format) => formatOf(format, format.at('json_schema'))),
    verbosity: body.at('verbosity').givenText(),
    ...(usesFunctions(body) && { hasOneCall: true }),
    reasoning: { mode: null, effort: body.at('reasoning_effort').givenText(), summary: null },
    extras: body.extras(table).filter(({ path }) => path !== settings.endUser?.path),
  };
}
