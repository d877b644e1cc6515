import { GatewayError } from '../../errors/gateway-error.ts';
import { arrayOf } from '../../shared/json/json.ts';
import type { RawObject } from '../../shared/json/raw-json.ts';
import type { Turn } from '../turn.ts';
import { advisoryMembers, Field, type MemberTable } from '../translation/field.ts';
import type { FunctionTool, ReasoningRequest, Tool, ToolChoice } from '../translation/settings.ts';
import {
  alikeRules,
  alikeSettings,
  formatOf,
  isAnyText,
  searchMembers,
  searchToolOf,
  stopOf,
} from '../translation/read-openai.ts';
import { type SentNames, sentNames } from '../translation/tool-calls.ts';
import type { TurnMessage } from '../translation/parts.ts';
import { itemTables, readItems } from './read-items.ts';

const wire = 'responses';
const membersOf = advisoryMembers(wire);

/** Members that both OpenAI wires have. */
const alsoChat = ['chat-completions'] as const;

const harmlessIncludes = [
  'reasoning.encrypted_content',
  'web_search_call.action.sources',
  'code_interpreter_call.outputs',
];

const table: MemberTable = {
  wire,
  at: '',
  unknown: 'meaning',
  read: [
    ...['model', 'input', 'instructions', 'stream', 'stream_options', 'tools', 'tool_choice', 'parallel_tool_calls'],
    ...['max_output_tokens', 'temperature', 'top_p', 'top_k', 'stop', 'text', 'reasoning', 'safety_identifier'],
    // The gateway stores answers and expands references to them before it translates.
    ...['service_tier', 'store', 'previous_response_id', 'conversation'],
  ],
  rules: {
    ...alikeRules(alsoChat),
    top_logprobs: { loss: 'meaning', unless: [0] },
    include: {
      loss: 'meaning',
      read: (value) =>
        arrayOf(value).every((each) => harmlessIncludes.some((harmless) => harmless === each)) ? null : 'meaning',
      note: `nothing for ${harmlessIncludes.map((each) => `\`${each}\``).join(', ')}`,
    },
    truncation: { loss: 'meaning', unless: ['disabled'] },
    background: { loss: 'meaning', unless: [false] },
    max_tool_calls: { loss: 'advisory' },
    client_metadata: { loss: 'advisory' },
  },
};

const reasoningMembers: MemberTable = {
  wire,
  at: 'reasoning',
  unknown: 'meaning',
  read: ['effort', 'summary', 'generate_summary'],
  rules: { mode: { loss: 'meaning', unless: ['standard'] }, context: { loss: 'advisory', unless: ['auto'] } },
};

const textMembers: MemberTable = { wire, at: 'text', unknown: 'meaning', read: ['format', 'verbosity'], rules: {} };

const functionMembers = membersOf('tools[]', ['type', 'name', 'description', 'parameters', 'strict'], {
  defer_loading: { also: alsoChat, loss: 'advisory', unless: [false] },
  output_schema: { loss: 'advisory' },
  namespace: { loss: 'approximated', note: 'its name goes before the names of its tools' },
});

const customMembers = membersOf('tools[] that take text', ['type', 'name', 'description', 'format'], {
  defer_loading: { loss: 'advisory', unless: [false] },
  async: { loss: 'advisory', unless: [false] },
});

const codeMembers = membersOf('tools[] that run code', ['type'], {
  container: {
    loss: 'meaning',
    read: (value) => (typeof value === 'string' ? 'meaning' : null),
    note: 'where it is an id',
  },
  allowed_callers: { loss: 'advisory', unless: [['direct']] },
});
const containerMembers = membersOf('tools[].container', ['type'], {
  file_ids: { loss: 'meaning' },
  memory_limit: { loss: 'advisory' },
  network_policy: { loss: 'meaning', unless: [{ type: 'disabled' }] },
});

/** What becomes of members that have no place in the neutral form. */
export const memberTables: readonly MemberTable[] = [
  table,
  reasoningMembers,
  textMembers,
  functionMembers,
  customMembers,
  searchMembers,
  codeMembers,
  containerMembers,
  ...itemTables,
];

function functionOf(tool: Field): FunctionTool {
  const schema = tool.at('parameters');
  return {
    type: 'function',
    path: tool.path,
    name: tool.at('name').text ?? '',
    description: tool.at('description').text,
    schema: schema.isThere ? schema.raw : null,
    // Unlike in the other formats, a schema is strict unless the caller says otherwise.
    strict: tool.at('strict').givenFlag(),
    extras: tool.extras(functionMembers),
  };
}

/** Types of the caller's own tools in a choice. */
const ofCaller: readonly string[] = ['function', 'custom', 'namespace'];

const isSearch = (type: string): boolean => /^web_search(?:_preview)?(?:_\d|$)/.test(type);

function toolOf(tool: Field): Tool {
  if (tool.type === 'function') return functionOf(tool);
  if (isSearch(tool.type)) return searchToolOf(tool);
  if (tool.type === 'code_interpreter')
    return {
      type: 'code',
      path: tool.path,
      extras: [...tool.extras(codeMembers), ...tool.at('container').extras(containerMembers)],
    };
  if (tool.type !== 'custom') return { type: 'other', wire, path: tool.path, kind: tool.type, raw: tool.raw };
  const format = tool.at('format');
  return {
    type: 'custom',
    path: tool.path,
    name: tool.at('name').text ?? '',
    description: tool.at('description').text,
    format: isAnyText(format) ? null : format.raw,
    extras: tool.extras(customMembers),
  };
}

/** The tools of a namespace, each under the name of both: no other wire has namespaces. What the namespace says goes with its first tool. */
function inNamespaceOf(holder: Field, sent: SentNames): readonly Tool[] {
  const namespace = holder.at('name').text;
  const lost = {
    wires: [wire],
    name: 'namespace',
    path: holder.path,
    raw: holder.raw,
    loss: 'approximated',
  } as const;
  return holder
    .at('tools')
    .items()
    .map(toolOf)
    .map((tool, index): Tool => {
      const { extras = [] } = tool;
      const named = 'name' in tool ? { ...tool, name: sent.of(namespace, tool.name) } : tool;
      return { ...named, extras: index === 0 ? [lost, ...extras] : extras };
    });
}

const toolsOf = (tools: Field, sent: SentNames): readonly Tool[] =>
  tools.items().flatMap((tool) => (tool.type === 'namespace' ? inNamespaceOf(tool, sent) : [toolOf(tool)]));

function choiceOf(choice: Field, sent: SentNames): ToolChoice | null {
  if (choice.text === 'auto' || choice.text === 'none') return { kind: choice.text };
  if (choice.text === 'required') return { kind: 'any' };
  if (!choice.isThere) return null;
  if (isSearch(choice.type)) return { kind: 'search' };
  if (choice.type === 'code_interpreter') return { kind: 'code' };
  const isCustom = choice.type === 'custom';
  if ((choice.type === 'function' || isCustom) && choice.at('name').text !== null) {
    const name = sent.ofTool(choice, choice.at('namespace').text);
    if (name !== null) return { kind: 'tool', name, ...(isCustom && { isCustom }) };
  }
  const allowed = choice.type === 'allowed_tools' ? allowedOf(choice, sent) : null;
  return allowed ?? { kind: 'other', wire, raw: choice.raw };
}

/** A choice among some tools; null if it does not say which. */
function allowedOf(choice: Field, sent: SentNames): ToolChoice | null {
  const names = new Set<string | null>();
  const own = new Set<string>();
  const whole = new Set<string>();
  for (const tool of choice.at('tools').items()) {
    const { type } = tool;
    const name = tool.at('name').text;
    if (type === 'namespace') {
      const some = tool.at('tools').items();
      for (const each of some) names.add(sent.ofTool(each, name));
      if (some.length > 0 || name === null || whole.has(name)) continue;
      whole.add(name);
      for (const each of sent.ofNamespace(name)) names.add(each);
    } else if (name !== null) names.add(sent.ofTool(tool, tool.at('namespace').text));
    if (!ofCaller.includes(type)) own.add(isSearch(type) ? 'search' : type === 'code_interpreter' ? 'code' : type);
  }
  const found = [...names].filter((name) => name !== null);
  if (found.length < names.size) return null;
  const mode = choice.at('mode').text === 'required' ? 'any' : 'auto';
  return { kind: 'allowed', mode, names: found, own: [...own] };
}

function reasoningOf(reasoning: Field): ReasoningRequest {
  return {
    mode: null,
    effort: reasoning.at('effort').givenText(),
    summary: reasoning.at('summary').givenText() ?? reasoning.at('generate_summary').givenText(),
  };
}

function messagesOf(body: Field, sent: SentNames): readonly TurnMessage[] {
  const instructions = body.at('instructions');
  const { text } = instructions;
  const first: TurnMessage | null =
    text === null
      ? null
      : {
          role: 'system',
          path: instructions.path,
          isString: true,
          parts: [{ type: 'text', path: instructions.path, text }],
        };
  return [...(first ? [first] : []), ...readItems(body.at('input'), sent)];
}

/**
 * A request for a response, in the neutral form.
 *
 * @throws {GatewayError} 400 where it names a template, which only its vendor has
 */
export function readRequest(root: RawObject): Turn {
  const body = Field.of(root);
  const settings = alikeSettings(body);
  const sent = sentNames(body);
  const prompt = body.at('prompt');
  if (prompt.isThere)
    throw new GatewayError(
      'invalid_value',
      'prompt: The template is stored at another provider. Send its text as `input`.',
      {
        param: 'prompt',
      },
    );
  return {
    wire,
    ...settings,
    messages: messagesOf(body, sent),
    tools: toolsOf(body.at('tools'), sent),
    toolChoice: body.at('tool_choice').givenBy((choice) => choiceOf(choice, sent)),
    limit: body.at('max_output_tokens').givenNumber(),
    stop: stopOf(body.at('stop')),
    format: body
      .at('text')
      .at('format')
      .givenBy((format) => formatOf(format)),
    verbosity: body.at('text').at('verbosity').givenText(),
    reasoning: reasoningOf(body.at('reasoning')),
    extras: [
      ...body.extras(table).filter(({ path }) => path !== settings.endUser?.path && path !== 'prompt'),
      ...body.at('reasoning').extras(reasoningMembers),
      ...body.at('text').extras(textMembers),
    ],
  };
}
