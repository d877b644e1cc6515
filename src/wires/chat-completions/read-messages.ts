import { objectOf } from '../../shared/json/json.ts';
import { isSeal } from '../../shared/secret.ts';
import { advisoryMembers, type Field, type MemberTable } from '../translation/field.ts';
import { originalId } from '../translation/tool-calls.ts';
import type { CallPart, Part, ReasoningPart, TurnMessage, TurnWireId } from '../translation/parts.ts';
import {
  alikeParts,
  breakpointOf,
  contentReader,
  fileSource,
  otherPart,
  sourceOfUrl,
} from '../translation/read-openai.ts';
import { thinkingText } from './thoughts.ts';

const wire = 'chat-completions' satisfies TurnWireId;
const membersOf = advisoryMembers(wire);

const messageMembers = membersOf(
  'messages[]',
  [
    ...['role', 'content', 'tool_calls', 'function_call', 'tool_call_id', 'refusal', 'audio'],
    ...['reasoning_content', 'reasoning', 'reasoning_details'],
  ],
  { name: { loss: 'advisory' }, annotations: { loss: 'advisory' } },
);

// The name of an answering tool adds nothing to its call.
const resultMembers = membersOf(
  'messages[] of tools',
  ['role', 'content', 'tool_call_id', 'name'],
  // Clients that have one form for all messages send empty ones.
  { tool_calls: { loss: 'advisory' }, annotations: { loss: 'advisory' } },
);

const imageMembers = membersOf('messages[].content[].image_url', ['url'], {
  detail: { also: ['responses'], loss: 'advisory', unless: ['auto'] },
});

const callMembers = membersOf('messages[].tool_calls[]', [
  ...['index', 'id', 'type', 'function', 'custom', 'cache_control', 'prompt_cache_breakpoint'],
]);

/** What becomes of members of messages that have no place in the neutral form. */
export const messageTables: readonly MemberTable[] = [messageMembers, resultMembers, callMembers, imageMembers];

function documentOf(part: Field): Part {
  const file = part.at('file');
  const { text: data } = file.at('file_data');
  const { text: id } = file.at('file_id');
  const { text: name } = file.at('filename');
  const at = { path: part.path, ...breakpointOf(part) };
  if (data !== null) return { ...fileSource(data, name), ...at };
  return { type: 'document', ...at, source: { kind: 'file', id: id ?? '' }, name };
}

const readers: Readonly<Record<string, (part: Field) => Part>> = {
  ...alikeParts,
  text: (part) => ({ type: 'text', path: part.path, text: part.at('text').text ?? '', ...breakpointOf(part) }),
  image_url: (part) => ({
    type: 'image',
    path: part.path,
    source: sourceOfUrl(part.at('image_url').at('url').text ?? ''),
    extras: part.at('image_url').extras(imageMembers),
    ...breakpointOf(part),
  }),
  file: documentOf,
  // What the model of some host thought, as it was put among its content.
  thinking: (part) => ({
    type: 'reasoning',
    path: part.path,
    texts: [thinkingText(objectOf(part.value))],
    form: 'full',
    proof: { wire, raw: `{"content":[${part.raw}]}` },
    seal: null,
  }),
};

const contentOf = contentReader(wire, readers);

function callOf(call: Field): Part {
  const custom = call.at('custom');
  const called = custom.isThere ? custom : call.at('function');
  return {
    type: 'call',
    path: call.path,
    id: originalId(call.at('id').text ?? ''),
    name: called.at('name').text ?? '',
    input: called.at(custom.isThere ? 'input' : 'arguments').text ?? '',
    extras: call.extras(callMembers),
    ...breakpointOf(call),
    ...(custom.isThere && { isCustom: true }),
  };
}

/** Reasoning that a caller sends back: sealed by the gateway, or in the words of some other host, which prove nothing. */
function reasoningOf(message: Field): readonly ReasoningPart[] {
  const details = message.at('reasoning_details');
  // Clients that join the lists of a stream have some seals several times.
  const known = new Set<string>();
  const found = details.items().flatMap((detail): readonly ReasoningPart[] => {
    const seal = detail.at('signature').text ?? detail.at('data').text;
    const text = detail.at('text').text ?? detail.at('summary').text;
    const isOurs = seal !== null && isSeal(seal);
    if (isOurs && known.has(seal)) return [];
    if (isOurs) known.add(seal);
    const texts = text === null || text === '' ? [] : [text];
    return [{ type: 'reasoning', path: detail.path, texts, form: 'summary', proof: null, seal: isOurs ? seal : null }];
  });
  if (found.length > 0) return found;
  const plain = [message.at('reasoning_content'), message.at('reasoning')].find(({ text }) => text !== null);
  if (plain === undefined || plain.text === '') return [];
  const raw = `{${JSON.stringify(plain.path.split('.').at(-1))}:${plain.raw}}`;
  const proof = { wire, raw } as const;
  return [{ type: 'reasoning', path: plain.path, texts: [plain.text ?? ''], form: 'full', proof, seal: null }];
}

/** Calls by the deprecated member have no id: their position serves as one. */
const oldCallId = (index: number): string => `function_call_${index}`;

function assistantParts(message: Field, index: number): readonly Part[] {
  const old = message.at('function_call');
  const refusal = message.at('refusal');
  const audio = message.at('audio');
  const oldCall: CallPart = {
    type: 'call',
    path: old.path,
    id: oldCallId(index),
    name: old.at('name').text ?? '',
    input: old.at('arguments').text ?? '',
  };
  return [
    ...reasoningOf(message),
    ...contentOf(message.at('content')),
    ...(refusal.text === null ? [] : [{ type: 'refusal' as const, path: refusal.path, text: refusal.text }]),
    ...message.at('tool_calls').items().map(callOf),
    ...(old.isThere ? [oldCall] : []),
    ...(audio.isThere ? [otherPart(wire, audio, 'audio')] : []),
  ];
}

/** The result of a tool; one of the deprecated kind answers the last call of that name. */
function resultOf(message: Field, callId: string): Part {
  const content = message.at('content');
  return {
    type: 'result',
    path: message.path,
    callId,
    isError: false,
    content: contentOf(content),
    isString: content.text !== null,
    extras: message.extras(resultMembers),
  };
}

/** The messages of a chat in the neutral form; results of tools become messages of the user. */
export function readMessages(list: Field): readonly TurnMessage[] {
  let lastOldCall = 0;
  return list.items().map((message, index): TurnMessage => {
    const role = message.at('role').text;
    const content = message.at('content');
    const base = { path: message.path, isString: content.text !== null, extras: message.extras(messageMembers) };
    if (role === 'system' || role === 'developer' || role === 'user')
      return { ...base, role, parts: contentOf(content) };
    if (role === 'assistant') {
      if (message.at('function_call').isThere) lastOldCall = index;
      return { ...base, role, parts: assistantParts(message, index) };
    }
    const id = role === 'tool' ? originalId(message.at('tool_call_id').text ?? '') : oldCallId(lastOldCall);
    return { ...base, role: 'user', parts: [resultOf(message, id)], extras: [] };
  });
}
