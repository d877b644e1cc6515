import { advisoryMembers, type Field, type MemberTable } from '../translation/field.ts';
import { joinModelTurns, originalId, type SentNames } from '../translation/tool-calls.ts';
import type { Part, ResultPart, TurnMessage, CodePart, ReasoningPart, SearchPart } from '../translation/parts.ts';
import {
  alikeParts,
  breakpointOf,
  contentReader,
  fileSource,
  otherPart,
  sourceOfUrl,
} from '../translation/read-openai.ts';
import { memberOf } from '../../shared/json/json.ts';
import { isSeal } from '../../shared/secret.ts';

const wire = 'responses';
const membersOf = advisoryMembers(wire);

const imageMembers = membersOf('input[].content[]', ['type', 'image_url', 'file_id', 'prompt_cache_breakpoint'], {
  detail: { also: ['chat-completions'], loss: 'advisory', unless: ['auto'] },
});

function imageOf(part: Field): Part {
  const { text: url } = part.at('image_url');
  const source = url === null ? { kind: 'file' as const, id: part.at('file_id').text ?? '' } : sourceOfUrl(url);
  return { type: 'image', path: part.path, source, extras: part.extras(imageMembers), ...breakpointOf(part) };
}

function documentOf(part: Field): Part {
  const { text: data } = part.at('file_data');
  const { text: url } = part.at('file_url');
  const { text: name } = part.at('filename');
  const at = { path: part.path, ...breakpointOf(part) };
  if (data !== null) return { ...fileSource(data, name), ...at };
  const source =
    url === null ? { kind: 'file' as const, id: part.at('file_id').text ?? '' } : { kind: 'url' as const, url };
  return { type: 'document', ...at, source, name };
}

const messageMembers = membersOf('input[]', ['type', 'role', 'content', 'id', 'status']);

const callMembers = membersOf(
  'input[] of calls and results',
  ['type', 'id', 'status', 'call_id', 'name', 'namespace', 'arguments', 'input', 'output', 'created_by'],
  { caller: { loss: 'advisory', unless: [{ type: 'direct' }] }, async: { loss: 'advisory', unless: [false] } },
);

// The probability of its words means nothing to a model.
const textMembers = membersOf('texts', ['type', 'text', 'prompt_cache_breakpoint', 'logprobs'], {
  annotations: { loss: 'advisory' },
});

/** What becomes of members of items that have no place in the neutral form. */
export const itemTables: readonly MemberTable[] = [imageMembers, messageMembers, callMembers, textMembers];

const textOf = (part: Field): Part => ({
  type: 'text',
  path: part.path,
  text: part.at('text').text ?? '',
  extras: part.extras(textMembers),
  ...breakpointOf(part),
});

const partReaders: Readonly<Record<string, (part: Field) => Part>> = {
  ...alikeParts,
  input_text: textOf,
  output_text: textOf,
  text: textOf,
  input_image: imageOf,
  input_file: documentOf,
};

const contentOf = contentReader(wire, partReaders);

const callReader =
  (isCustom: boolean) =>
  (item: Field, sent: SentNames): Part => ({
    type: 'call',
    path: item.path,
    id: originalId(item.at('call_id').text ?? ''),
    name: sent.of(item.at('namespace').text, item.at('name').text ?? ''),
    input: item.at(isCustom ? 'input' : 'arguments').text ?? '',
    extras: item.extras(callMembers),
    ...(isCustom && { isCustom }),
  });

function resultOf(item: Field): ResultPart {
  const output = item.at('output');
  return {
    type: 'result',
    path: item.path,
    callId: originalId(item.at('call_id').text ?? ''),
    isError: false,
    content: contentOf(output),
    isString: output.text !== null,
    extras: item.extras(callMembers),
  };
}

/** Items of the model's output, except messages. */
const modelItems: Readonly<Record<string, (item: Field, sent: SentNames) => Part>> = {
  function_call: callReader(false),
  custom_tool_call: callReader(true),
  reasoning: readReasoning,
  web_search_call: readSearch,
  code_interpreter_call: readCode,
};

const resultItems: Readonly<Record<string, (item: Field) => ResultPart>> = {
  function_call_output: resultOf,
  custom_tool_call_output: resultOf,
};

/** Calls of tools that only this format has are the model's; their results are the user's. */
const byModel = /_call$|^(?:program|compaction|mcp_list_tools|mcp_approval_request|tool_search_output)$/;

function messageOf(item: Field): TurnMessage {
  const role = item.at('role').text;
  const content = item.at('content');
  const known = role === 'system' || role === 'developer' || role === 'assistant' ? role : 'user';
  const parts = contentOf(content);
  const extras = item.extras(messageMembers);
  const [first, ...others] = parts;
  // What a message of the model says about itself goes with its first part, because it may be joined with its neighbours.
  if (known === 'assistant' && first && extras.length > 0)
    return {
      role: known,
      path: item.path,
      parts: [{ ...first, extras: [...extras, ...(first.extras ?? [])] }, ...others],
      isString: false,
    };
  return { role: known, path: item.path, parts, isString: content.text !== null, extras };
}

function readItem(item: Field, sent: SentNames): TurnMessage {
  const { type, path } = item;
  if (type === 'message' || (type === '' && item.at('role').isThere)) return messageOf(item);
  const own = memberOf(modelItems, type);
  if (own) return { role: 'assistant', path, parts: [own(item, sent)], isString: false };
  const result = memberOf(resultItems, type);
  if (result) return { role: 'user', path, parts: [result(item)], isString: false };
  return { role: byModel.test(type) ? 'assistant' : 'user', path, parts: [otherPart(wire, item)], isString: false };
}

/**
 * Puts results that come after later messages of the model behind the calls that they answer, for a format that accepts them
 * anywhere: others accept them nowhere else.
 */
function placeLateResults(messages: readonly TurnMessage[]): readonly TurnMessage[] {
  /** Each turn of the model, with what follows it. */
  const turns: TurnMessage[][] = [];
  const open = new Map<string, TurnMessage[]>();
  let turn: TurnMessage[] | null = null;
  let before: TurnMessage['role'] | null = null;
  for (const message of messages) {
    if (turn === null || (message.role === 'assistant' && before !== 'assistant')) turns.push((turn = []));
    let place: TurnMessage[] = turn;
    for (const part of message.parts) {
      if (part.type === 'call') open.set(part.id, turn);
      if (part.type !== 'result') continue;
      place = open.get(part.callId) ?? turn;
      open.delete(part.callId);
    }
    place.push(message);
    if (place === turn) before = message.role;
  }
  return turns.flat();
}

/** Items as messages: the items of one turn of the model become one message. @param sent the names of the tools that they call */
export function readItems(input: Field, sent: SentNames): readonly TurnMessage[] {
  const { text, path } = input;
  if (text !== null) return [{ role: 'user', path, parts: [{ type: 'text', path, text }], isString: true }];
  return joinModelTurns(placeLateResults(input.items().map((item) => readItem(item, sent))), () => true);
}

/** The seal of an earlier answer; null if its vendor has encrypted the content, or if it is not encrypted. */
function sealOf(item: Field): string | null {
  const { text } = item.at('encrypted_content');
  return text !== null && isSeal(text) ? text : null;
}

const textsOf = (list: Field): readonly string[] => list.items().flatMap((each) => each.at('text').text ?? []);

/** A reasoning item, of a request or of an answer. */
export function readReasoning(item: Field): ReasoningPart {
  const seal = sealOf(item);
  const full = textsOf(item.at('content'));
  // Where nothing is kept, the vendor does not find an item by its id alone.
  const isWhole = Boolean(item.at('encrypted_content').text) || item.at('content').items().length > 0;
  return {
    type: 'reasoning',
    path: item.path,
    texts: full.length > 0 ? full : textsOf(item.at('summary')),
    form: full.length > 0 ? 'full' : 'summary',
    proof: isWhole && seal === null ? { wire, raw: item.raw } : null,
    seal,
  };
}

/** A run of the web search, of a request or of an answer. */
export function readSearch(item: Field): SearchPart {
  const action = item.at('action');
  const seal = sealOf(item);
  // A page that was opened, or searched for a text.
  const { text: page } = action.at('url');
  return {
    type: 'search',
    path: item.path,
    id: item.at('id').text ?? '',
    query: action.at('query').text ?? action.at('queries').items()[0]?.text ?? null,
    sources: [
      ...(page === null || page === '' ? [] : [{ url: page, title: null }]),
      ...action
        .at('sources')
        .items()
        .flatMap((source) => {
          const url = source.at('url').text;
          return url === null ? [] : [{ url, title: source.at('title').text }];
        }),
    ],
    failed: item.at('status').text === 'failed',
    proof: seal === null ? { wire, raw: item.raw } : null,
    seal,
  };
}

/** A run of the provider's code, of a request or of an answer. */
export function readCode(item: Field): CodePart {
  const outputs = item.at('outputs');
  const seal = sealOf(item);
  const logs = outputs.items().flatMap((output) => output.at('logs').text ?? []);
  return {
    type: 'code',
    path: item.path,
    id: item.at('id').text ?? '',
    code: item.at('code').text ?? '',
    isProgram: true,
    output: outputs.isThere ? logs.join('') : null,
    exitCode: null,
    failed: ['failed', 'incomplete'].includes(item.at('status').text ?? ''),
    hasFiles: logs.length < outputs.items().length,
    proof: seal === null ? { wire, raw: item.raw } : null,
    seal,
  };
}
