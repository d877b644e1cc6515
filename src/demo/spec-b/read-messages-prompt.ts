import { arrayOf, objectOf, stringOf, type Json, type JsonObject } from '../../shared/json/json.ts';
import { lastTextOf, limitOf, listOf, type OfferedTool, type Prompt, type ToolChoice } from '../prompt.ts';

/** Reads the prompt of a Messages request, or of one to count tokens. */
export function readMessagesPrompt(body: JsonObject): Prompt {
  const messages = arrayOf(body['messages']).map(objectOf);
  const last = messages.at(-1);
  const lastUser = messages.findLast((message) => message['role'] === 'user');
  const tools = arrayOf(body['tools']).map(objectOf).flatMap(toolOf);
  const results = last ? blocksOf(last).filter((block) => block['type'] === 'tool_result') : [];
  const system = textOf(body['system']);
  return {
    model: stringOf(body['model']) ?? '',
    texts: [
      ...(system === '' ? [] : [system]),
      ...messages.map((message) => textOf(message['content'])),
      ...tools.map((tool) => tool.name + JSON.stringify(tool.schema ?? '')),
    ],
    lastUserText: lastUser ? textOf(lastUser['content']) : '',
    lastUserPart: lastUser ? (stringOf(lastUser['content']) ?? lastTextOf(blocksOf(lastUser))) : '',
    images: messages.flatMap(blocksOf).filter((block) => block['type'] === 'image').length,
    toolResult: results.length === 0 ? null : results.map((block) => textOf(block['content'])).join(' '),
    tools,
    toolChoice: choiceOf(objectOf(body['tool_choice'])),
    maxTokens: limitOf(body['max_tokens']),
    stops: listOf(body['stop_sequences']),
    schema: schemaOf(objectOf(objectOf(body['output_config'])['format'] ?? body['output_format'])),
  };
}

const blocksOf = (message: JsonObject): readonly JsonObject[] => arrayOf(message['content']).map(objectOf);

/** The text of a content: a string, or the text of its blocks and of nested results. */
const textOf = (content: Json | undefined): string =>
  stringOf(content) ??
  arrayOf(content)
    .map(objectOf)
    .map((block) => stringOf(block['text']) ?? (block['type'] === 'tool_result' ? textOf(block['content']) : ''))
    .join('');

/** Reads tools that the caller runs. They have a schema; the vendor's own do not. */
const toolOf = (tool: JsonObject): readonly OfferedTool[] =>
  tool['input_schema'] === undefined
    ? []
    : [{ name: stringOf(tool['name']) ?? 'tool', input: 'json', schema: tool['input_schema'] }];

const choices: Readonly<Record<string, ToolChoice>> = { none: 'none', any: 'required' };

function choiceOf(choice: JsonObject): ToolChoice {
  const type = stringOf(choice['type']) ?? 'auto';
  const name = stringOf(choice['name']);
  if (type === 'tool' && name !== null) return { name };
  return (Object.hasOwn(choices, type) ? choices[type] : undefined) ?? 'auto';
}

const schemaOf = (format: JsonObject): JsonObject | null =>
  format['type'] === 'json_schema' ? objectOf(format['schema']) : null;
