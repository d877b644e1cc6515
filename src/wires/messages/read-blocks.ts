import {
  arrayOf,
  type Json,
  type JsonObject,
  memberOf,
  objectOf,
  parseJson,
  stringOf,
} from '../../shared/json/json.ts';
import { isSeal } from '../../shared/secret.ts';
import { advisoryMembers, type Field, type MemberTable } from '../translation/field.ts';
import { otherPart } from '../translation/read-openai.ts';
import { originalId } from '../translation/tool-calls.ts';
import type {
  CacheMark,
  CodePart,
  DocumentPart,
  MediaSource,
  Part,
  ReasoningPart,
  TextPart,
} from '../translation/parts.ts';

const wire = 'messages';
const membersOf = advisoryMembers(wire);

/** A cache mark: the conversation may be cached up to its block, tool or request. */
export const cacheOf = (holder: Field): { readonly cache?: CacheMark } => {
  const mark = holder.at('cache_control');
  return mark.isThere ? { cache: { path: mark.path, raw: mark.raw, isControl: true } } : {};
};

const at = (block: Field): { readonly path: string; readonly cache?: CacheMark } => ({
  path: block.path,
  ...cacheOf(block),
});

function sourceOf(source: Field): MediaSource {
  if (source.type === 'url') return { kind: 'url', url: source.at('url').text ?? '' };
  if (source.type === 'file') return { kind: 'file', id: source.at('file_id').text ?? '' };
  return { kind: 'data', mediaType: source.at('media_type').text ?? '', data: source.at('data').text ?? '' };
}

const documentMembers = membersOf('documents', ['type', 'source', 'title', 'cache_control'], {
  citations: { loss: 'approximated', unless: [{ enabled: false }] },
  context: { loss: 'advisory' },
  search_result: { loss: 'approximated', note: 'it becomes a document' },
});

function documentOf(block: Field): DocumentPart {
  const source = block.at('source');
  const content = source.at('content');
  const read =
    source.type === 'text'
      ? ({ kind: 'text', text: source.at('data').text ?? '' } as const)
      : source.type === 'content'
        ? ({ kind: 'parts', parts: readContent(content) } as const)
        : sourceOf(source);
  return {
    type: 'document',
    ...at(block),
    source: read,
    name: block.at('title').text,
    extras: block.extras(documentMembers),
  };
}

function thinkingOf(block: Field): ReasoningPart {
  const thinking = block.at('thinking').text ?? '';
  const signature = (block.type === 'thinking' ? block.at('signature') : block.at('data')).text ?? '';
  const sealed = isSeal(signature);
  return {
    type: 'reasoning',
    path: block.path,
    texts: thinking === '' ? [] : [thinking],
    form: 'summary',
    proof: sealed ? null : { wire, raw: block.raw },
    seal: sealed ? signature : null,
  };
}

const imageMembers = membersOf('images', ['type', 'source', 'cache_control'], { transformations: { loss: 'meaning' } });

const resultMembers = membersOf('results', ['type', 'tool_use_id', 'content', 'is_error', 'cache_control']);

const textMembers = membersOf('texts', ['type', 'text', 'cache_control'], { citations: { loss: 'advisory' } });

const callMembers = membersOf('calls', ['type', 'id', 'name', 'input', 'cache_control'], {
  caller: { loss: 'advisory', unless: [{ type: 'direct' }] },
});

const textOf = (block: Field): TextPart => ({
  type: 'text',
  ...at(block),
  text: block.at('text').text ?? '',
  extras: block.extras(textMembers),
});

/** A result of the caller's own search: its text, with its source. */
const searchResultOf = (block: Field): Part => ({
  type: 'document',
  ...at(block),
  source: { kind: 'parts', parts: readContent(block.at('content')) },
  name: [block.at('title').text, block.at('source').text].filter((each) => each !== null).join(', ') || null,
  extras: [{ wires: [wire], name: 'search_result', path: block.path, raw: block.raw, loss: 'approximated' }],
});

const readers: Readonly<Record<string, (block: Field) => Part>> = {
  text: textOf,
  image: (block) => ({
    type: 'image',
    ...at(block),
    source: sourceOf(block.at('source')),
    extras: block.extras(imageMembers),
  }),
  document: documentOf,
  search_result: searchResultOf,
  thinking: thinkingOf,
  redacted_thinking: thinkingOf,
  tool_use: (block) => ({
    type: 'call',
    ...at(block),
    id: originalId(block.at('id').text ?? ''),
    name: block.at('name').text ?? '',
    input: block.at('input').isThere ? block.at('input').raw : '{}',
    extras: block.extras(callMembers),
  }),
  tool_result: (block) => {
    const content = block.at('content');
    return {
      type: 'result',
      ...at(block),
      callId: originalId(block.at('tool_use_id').text ?? ''),
      isError: block.at('is_error').value === true,
      content: readContent(content),
      isString: content.text !== null,
      extras: block.extras(resultMembers),
    };
  },
};

/** What becomes of members of blocks that have no place in the neutral form. */
export const blockTables: readonly MemberTable[] = [
  documentMembers,
  imageMembers,
  textMembers,
  callMembers,
  resultMembers,
];

/** A run of the provider's search: the call, and the result that follows it. */
function searchOf(call: Field, result: Field | null): Part {
  const results = result?.at('content').items() ?? [];
  const sealed = [...(result ? [result] : []), ...results]
    .map((each) => each.at('encrypted_content').text)
    .find((text) => text !== null && isSeal(text));
  return {
    type: 'search',
    path: call.path,
    id: call.at('id').text ?? '',
    query: call.at('input').at('query').text,
    sources: results.flatMap((each) => {
      const url = each.at('url').text;
      return url === null ? [] : [{ url, title: each.at('title').text }];
    }),
    failed: result?.at('content').type === 'web_search_tool_result_error',
    proof: sealed ? null : { wire, raw: `[${[call, ...(result ? [result] : [])].map(({ raw }) => raw).join(',')}]` },
    seal: sealed ?? null,
  };
}

/** A run of the provider's code: the call, and the result that follows it. */
function codeRunOf(call: Field, result: Field | null): Part {
  const [id, name] = [call.at('id').text ?? '', call.at('name').text ?? ''];
  const seal = sealOfCode(result?.value);
  const run = codeOf({ id, name, input: call.at('input').raw, result: result && objectOf(result.value) });
  const raw = `[${[call, ...(result ? [result] : [])].map((block) => block.raw).join(',')}]`;
  return { ...run, path: call.path, proof: seal === null ? { wire, raw } : null, seal };
}

/** Calls of the provider's tools that form one part with their result. */
const isRunCall = (block: Field): boolean =>
  block.type === 'server_tool_use' && (block.at('name').text === 'web_search' || isCodeTool(block.at('name').value));

/** The runs of the provider's tools in one message's content. */
interface Runs {
  /** Ids of the calls. */
  readonly calls: ReadonlySet<string | null>;
  /** The first result of each id. */
  readonly results: ReadonlyMap<string | null, Field>;
}

const isRunResult = ({ type }: Field): boolean => type === 'web_search_tool_result' || isCodeResult(type);

const runsIn = (blocks: readonly Field[]): Runs => ({
  calls: new Set(blocks.filter(isRunCall).map((call) => call.at('id').text)),
  results: new Map(
    blocks
      .filter(isRunResult)
      .map((result) => [result.at('tool_use_id').text, result] as const)
      .toReversed(),
  ),
});

function blockOf(block: Field, { calls, results }: Runs): readonly Part[] {
  const read = memberOf(readers, block.type);
  if (read) return [read(block)];
  if (isRunCall(block)) {
    const runOf = block.at('name').text === 'web_search' ? searchOf : codeRunOf;
    return [runOf(block, results.get(block.at('id').text) ?? null)];
  }
  return isRunResult(block) && calls.has(block.at('tool_use_id').text)
    ? []
    : [{ ...otherPart(wire, block), ...cacheOf(block) }];
}

/** The parts of a content that is a text, or a list of blocks. */
export function readContent(content: Field): readonly Part[] {
  if (content.text !== null) return [{ type: 'text', path: content.path, text: content.text }];
  const blocks = content.items();
  const runs = runsIn(blocks);
  return blocks.flatMap((block) => blockOf(block, runs));
}

/** The vendor's tools that run code, and the member of their input that holds it; an edit of a file has none. */
const codeTools: Readonly<Record<string, 'code' | 'command' | null>> = {
  code_execution: 'code',
  bash_code_execution: 'command',
  text_editor_code_execution: null,
};

export const isCodeTool = (name: Json | undefined): boolean =>
  typeof name === 'string' && Object.hasOwn(codeTools, name);

const isCodeResult = (type: Json | undefined): boolean =>
  typeof type === 'string' && /^(?:bash_|text_editor_)?code_execution_tool_result$/.test(type);

/** A call of such a tool, and its result. */
interface Run {
  readonly id: string;
  /** The tool's name. */
  readonly name: string;
  /** JSON text. */
  readonly input: string;
  /** The block with the result; null if there is none yet. */
  readonly result: JsonObject | null;
}

/** What a program printed, an edit showed, or why there is nothing. */
function printedBy(content: JsonObject): string {
  const { stdout, stderr, content: shown, lines, error_message: message, error_code: code } = content;
  const texts = [stdout, stderr, shown, message ?? code].map((each) => stringOf(each) ?? '');
  const changed = arrayOf(lines).map((each) => stringOf(each) ?? '');
  return [...texts.filter((text) => text !== ''), ...changed].join('\n');
}

/** A run in the neutral form, without its position and its proof. */
export function codeOf({ id, name, input, result }: Run): Omit<CodePart, 'path' | 'proof' | 'seal'> {
  const member = memberOf(codeTools, name);
  const content = objectOf(result?.['content']);
  const exitCode = content['return_code'];
  return {
    type: 'code',
    id,
    code: (member ? stringOf(objectOf(parseJson(input))[member]) : null) ?? input,
    isProgram: member === 'code',
    output: result === null ? null : printedBy(content),
    exitCode: typeof exitCode === 'number' ? exitCode : null,
    failed: stringOf(content['type'])?.endsWith('_error') ?? false,
    hasFiles: arrayOf(content['content']).length > 0,
  };
}

/** The seal in a result of an earlier answer; null if there is none. */
function sealOfCode(result: Json | undefined): string | null {
  const seal = stringOf(objectOf(objectOf(result)['content'])['encrypted_stdout']);
  return seal !== null && isSeal(seal) ? seal : null;
}
