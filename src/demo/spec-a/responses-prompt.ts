import { arrayOf, objectOf, stringOf, type Json, type JsonObject } from '../../shared/json/json.ts';
import { lastTextOf, limitOf, requestedObject, type OfferedTool, type Prompt, type ToolChoice } from '../prompt.ts';
import { allowedOf } from './read-chat-prompt.ts';

const callable: Readonly<Record<string, OfferedTool['input']>> = { function: 'json', custom: 'text' };

/** Reads the prompt of a Responses request. Tools that the vendor runs itself, such as search, are never called. */
export function readResponsesPrompt(body: JsonObject): Prompt {
  const items = itemsOf(body['input']);
  const instructions = stringOf(body['instructions']) ?? '';
  const last = items.at(-1);
  const lastUser = items.findLast((item) => item['role'] === 'user');
  const tools = arrayOf(body['tools']).map(objectOf).flatMap(toolOf);
  return {
    model: stringOf(body['model']) ?? '',
    texts: [
      ...(instructions === '' ? [] : [instructions]),
      ...items.map(textOf),
      ...tools.map((tool) => tool.name + JSON.stringify(tool.schema ?? '')),
    ],
    lastUserText: lastUser ? textOf(lastUser) : '',
    lastUserPart: lastUser ? (stringOf(contentOf(lastUser)) ?? lastTextOf(partsOf(lastUser))) : '',
    images: items.flatMap(partsOf).filter((part) => part['type'] === 'input_image').length,
    toolResult: last && stringOf(last['type'])?.endsWith('_call_output') ? textOf(last) : null,
    tools,
    toolChoice: choiceOf(body['tool_choice']),
    maxTokens: limitOf(body['max_output_tokens']),
    stops: [],
    schema: schemaOf(objectOf(objectOf(body['text'])['format']), [instructions, ...items.map(textOf)]),
  };
}

/** `input` as items. A string is one user message. */
export const itemsOf = (input: Json | undefined): readonly JsonObject[] =>
  typeof input === 'string' ? [{ type: 'message', role: 'user', content: input }] : arrayOf(input).map(objectOf);

const contentOf = (item: JsonObject): Json | undefined => item['content'] ?? item['output'];
const partsOf = (item: JsonObject): readonly JsonObject[] => arrayOf(contentOf(item)).map(objectOf);

const textOf = (item: JsonObject): string =>
  stringOf(contentOf(item)) ??
  stringOf(item['arguments'] ?? item['input']) ??
  partsOf(item)
    .map((part) => stringOf(part['text']) ?? '')
    .join('');

function toolOf(tool: JsonObject): readonly OfferedTool[] {
  const type = stringOf(tool['type']) ?? '';
  const input = Object.hasOwn(callable, type) ? callable[type] : undefined;
  return input ? [{ name: stringOf(tool['name']) ?? 'tool', input, schema: tool['parameters'] }] : [];
}

function choiceOf(value: Json | undefined): ToolChoice {
  if (value === 'none' || value === 'required') return value;
  const choice = objectOf(value);
  const name = stringOf(choice['name']) ?? (choice['type'] === 'allowed_tools' ? allowedOf(choice) : null);
  return name === null ? 'auto' : { name };
}

const schemaOf = (format: JsonObject, texts: readonly string[]): JsonObject | null => {
  if (format['type'] === 'json_schema') return objectOf(format['schema']);
  return format['type'] === 'json_object' ? requestedObject(texts) : null;
};
