import { arrayOf, objectOf, stringOf, type Json, type JsonObject } from '../../shared/json/json.ts';
import {
  lastTextOf,
  limitOf,
  listOf,
  requestedObject,
  type OfferedTool,
  type Prompt,
  type ToolChoice,
} from '../prompt.ts';

/** Reads the prompt of a chat completion request. */
export function readChatPrompt(body: JsonObject): Prompt {
  const messages = arrayOf(body['messages']).map(objectOf);
  const last = messages.at(-1);
  const lastUser = messages.findLast((message) => message['role'] === 'user');
  const tools = [...arrayOf(body['tools']).map(toolOf), ...arrayOf(body['functions']).map(functionOf)];
  return {
    model: stringOf(body['model']) ?? '',
    texts: [...messages.map(textOf), ...tools.map((tool) => tool.name + JSON.stringify(tool.schema ?? ''))],
    lastUserText: lastUser ? textOf(lastUser) : '',
    lastUserPart: lastUser ? (stringOf(lastUser['content']) ?? lastTextOf(partsOf(lastUser))) : '',
    images: messages.flatMap(partsOf).filter((part) => part['type'] === 'image_url').length,
    toolResult: last && (last['role'] === 'tool' || last['role'] === 'function') ? textOf(last) : null,
    tools,
    toolChoice: choiceOf(body['tool_choice'] ?? body['function_call']),
    maxTokens: limitOf(body['max_completion_tokens'], body['max_tokens']),
    stops: listOf(body['stop']),
    schema: schemaOf(objectOf(body['response_format']), messages),
  };
}

const partsOf = (message: JsonObject): readonly JsonObject[] => arrayOf(message['content']).map(objectOf);

const textOf = (message: JsonObject): string =>
  stringOf(message['content']) ??
  partsOf(message)
    .map((part) => stringOf(part['text']) ?? '')
    .join('');

function toolOf(value: Json): OfferedTool {
  const tool = objectOf(value);
  const custom = tool['type'] === 'custom';
  const inner = objectOf(custom ? tool['custom'] : tool['function']);
  return { name: stringOf(inner['name']) ?? 'tool', input: custom ? 'text' : 'json', schema: inner['parameters'] };
}

function functionOf(value: Json): OfferedTool {
  const inner = objectOf(value);
  return { name: stringOf(inner['name']) ?? 'function', input: 'json', schema: inner['parameters'] };
}

function choiceOf(value: Json | undefined): ToolChoice {
  if (value === 'none' || value === 'required') return value;
  const choice = objectOf(value);
  const allowed = allowedOf(choice['type'] === 'allowed_tools' ? objectOf(choice['allowed_tools']) : {});
  if (allowed !== null) return { name: allowed };
  const name = stringOf(objectOf(choice['function'] ?? choice['custom'] ?? choice)['name']);
  return name === null ? 'auto' : { name };
}

/** The first of the allowed tools, if one of them must be called. */
export function allowedOf({ mode, tools }: JsonObject): string | null {
  const first = objectOf(arrayOf(tools)[0]);
  return mode === 'required' ? stringOf(objectOf(first['function'] ?? first['custom'] ?? first)['name']) : null;
}

const schemaOf = (format: JsonObject, messages: readonly JsonObject[]): JsonObject | null => {
  if (format['type'] === 'json_schema') return objectOf(objectOf(format['json_schema'])['schema']);
  return format['type'] === 'json_object' ? requestedObject(messages.map(textOf)) : null;
};
