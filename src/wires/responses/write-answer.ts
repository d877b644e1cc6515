import { isObject, parseJson } from '../../shared/json/json.ts';
import { RawJson, type Writable } from '../../shared/json/raw-json.ts';
import type { AnswerFrame, TurnUsage } from '../turn.ts';
import { type CallerTool, idFor } from '../translation/tool-calls.ts';
import { calledTool, callInput, type FoldedAnswer, type FoldedPart } from '../translation/fold-answer.ts';
import type { Citation } from '../translation/parts.ts';
import type { Members } from '../translation/writing.ts';

/** An item of a response, made of one part or, where it is a message, of those that follow each other. */
interface Item {
  readonly id: string;
  readonly parts: readonly FoldedPart[];
  readonly status: ItemStatus;
}

/** `incomplete`: the last words of an answer that was cut, or a call that it was cut in. */
export type ItemStatus = 'completed' | 'incomplete';

export const isSaid = ({ head }: FoldedPart): boolean => head.kind === 'text' || head.kind === 'refusal';

const prefixes: Readonly<Record<FoldedPart['head']['kind'], string>> = {
  text: 'msg',
  refusal: 'msg',
  reasoning: 'rs',
  call: 'fc',
  search: 'ws',
  code: 'ci',
  other: 'item',
};

/** The vendor of the format refuses an item whose id has not the prefix of its type. */
export const prefixOf = (part: FoldedPart, tools: (name: string) => CallerTool): string =>
  calledTool(part, tools).isCustom ? 'ctc' : prefixes[part.head.kind];

/** The id of an item: that of the response, and its place in it. */
export const itemId = ({ id }: AnswerFrame, prefix: string, index: number): string =>
  `${prefix}_${id.replace(/^resp_/, '')}_${index}`;

/** A citation of a page. @param text of the part so far */
export const writeAnnotation = ({ url, title, start, end }: Citation, text: string): Members => ({
  type: 'url_citation',
  url,
  title: title ?? url,
  start_index: start ?? 0,
  end_index: end ?? text.length,
});

const annotationsOf = ({ citations, text }: FoldedPart): readonly Members[] =>
  citations.filter(({ url }) => url !== null).map((citation) => writeAnnotation(citation, text));

export const writeContent = (part: FoldedPart): Members =>
  part.head.kind === 'refusal'
    ? { type: 'refusal', refusal: part.text }
    : { type: 'output_text', text: part.text, annotations: annotationsOf(part), logprobs: [] };

/** Whether a thought is shown in the model's own words. */
export const isFull = ({ head }: FoldedPart): boolean => head.kind === 'reasoning' && head.form === 'full';

function writeReasoning(part: FoldedPart): Members {
  const { text, seal } = part;
  const full = isFull(part);
  return {
    summary: full || text === '' ? [] : [{ type: 'summary_text', text }],
    content: full && text !== '' ? [{ type: 'reasoning_text', text }] : undefined,
    encrypted_content: seal,
  };
}

/** Whether a call may be cut off: its arguments are not whole, or nothing shows that they are. */
export const isUnfinished = ({ head, text }: FoldedPart): boolean =>
  head.kind === 'call' && (head.isCustom === true || !isObject(parseJson(text)));

function writeCall(part: FoldedPart, tools: (name: string) => CallerTool): Members {
  const { head } = part;
  const { name, isCustom, namespace } = calledTool(part, tools);
  const called = { call_id: idFor('responses', head.kind === 'call' ? head.id : ''), name, namespace };
  return isCustom
    ? { type: 'custom_tool_call', ...called, input: callInput(part, true) }
    : { type: 'function_call', ...called, arguments: callInput(part, false) };
}

function writeSearch({ whole, seal }: FoldedPart): Members {
  const search = whole?.type === 'search' ? whole : null;
  const sources = search?.sources.map(({ url }) => ({ type: 'url', url })) ?? [];
  return {
    ...(search?.isCut === true ? { status: 'incomplete' } : search?.failed === true && { status: 'failed' }),
    action: { type: 'search', query: search?.query ?? '', sources: sources.length === 0 ? undefined : sources },
    encrypted_content: seal ?? undefined,
  };
}

/** What a program was, and what it wrote. */
function writeCode({ whole, seal }: FoldedPart): Members {
  const run = whole?.type === 'code' ? whole : null;
  const logs = run?.output ?? null;
  return {
    status: run?.isCut === true ? 'incomplete' : run?.failed === true ? 'failed' : 'completed',
    code: run?.code ?? '',
    container_id: null,
    outputs: logs === null ? null : logs === '' ? [] : [{ type: 'logs', logs }],
    encrypted_content: seal ?? undefined,
  };
}

export function writeItem({ id, parts, status }: Item, tools: (name: string) => CallerTool): Members {
  const [first] = parts;
  if (!first || isSaid(first))
    return { id, type: 'message', status, role: 'assistant', content: parts.map(writeContent) };
  if (first.head.kind === 'reasoning') return { id, type: 'reasoning', ...writeReasoning(first), status };
  if (first.head.kind === 'search') return { id, type: 'web_search_call', status, ...writeSearch(first) };
  if (first.head.kind === 'code') return { id, type: 'code_interpreter_call', ...writeCode(first) };
  return { id, ...writeCall(first, tools), status };
}

/** Whether a part is to be seen: empty words are none, and what only another vendor has is reported. */
function isShown(part: FoldedPart): boolean {
  const { head, text, seal, citations } = part;
  if (head.kind === 'other') return false;
  if (head.kind === 'reasoning') return text !== '' || seal !== null;
  return ['call', 'search', 'code'].includes(head.kind) || text !== '' || citations.length > 0;
}

interface ItemContext {
  readonly frame: AnswerFrame;
  readonly tools: (name: string) => CallerTool;
}

/** The items of a whole answer. @param explanation as `explained` returns it */
export function itemsOf(
  { frame, tools }: ItemContext,
  answer: FoldedAnswer,
  explanation: FoldedPart | null,
): readonly Item[] {
  const items: { id: string; parts: FoldedPart[]; status: ItemStatus }[] = [];
  const isMessage = ({ parts: [first] }: Pick<Item, 'parts'>): boolean => first !== undefined && isSaid(first);
  for (const part of answer.parts.filter(isShown)) {
    const last = items.at(-1);
    if (last && isMessage(last) && isSaid(part)) last.parts.push(part);
    else items.push({ id: itemId(frame, prefixOf(part, tools), items.length), parts: [part], status: 'completed' });
  }
  const last = items.at(-1);
  if (last && isMessage(last)) last.status = endOf(answer);
  const end = items.findLast(({ parts: [first] }) => first?.head.kind !== 'reasoning' && first !== explanation);
  if (end?.parts.some(isUnfinished)) end.status = endOf(answer);
  return items;
}

/** Adds the explanation of a refusal that the model did not put into words, as words. Returns null if there is nothing to add. */
export function explained(answer: FoldedAnswer): FoldedPart | null {
  const { stop, parts } = answer;
  if (stop?.reason !== 'refusal' || stop.explanation === null) return null;
  if (parts.some(({ head }) => head.kind === 'refusal')) return null;
  const part = parts.length;
  answer.push({ type: 'open', part, head: { kind: 'refusal' } });
  answer.push({ type: 'delta', part, text: stop.explanation });
  return answer.at(part);
}

const writeUsage = (usage: TurnUsage): Members => {
  const input = usage.input + usage.cached + usage.written;
  return {
    input_tokens: input,
    input_tokens_details: { cached_tokens: usage.cached, cache_write_tokens: usage.written },
    output_tokens: usage.output,
    output_tokens_details: { reasoning_tokens: usage.reasoning },
    total_tokens: input + usage.output,
  };
};

const cutReasons: Readonly<Record<string, string>> = {
  limit: 'max_output_tokens',
  context: 'max_output_tokens',
  refusal: 'content_filter',
};

/** Members of the request that the response repeats, with what stands there where the caller sent none. */
const repeated: readonly (readonly [name: string, usual: string])[] = [
  ['instructions', 'null'],
  ['max_output_tokens', 'null'],
  ['metadata', '{}'],
  ['parallel_tool_calls', 'true'],
  ['previous_response_id', 'null'],
  ['reasoning', '{"effort":null,"summary":null}'],
  ['store', 'true'],
  ['temperature', '1'],
  ['text', '{"format":{"type":"text"}}'],
  ['tool_choice', '"auto"'],
  ['tools', '[]'],
  ['top_p', '1'],
  ['truncation', '"disabled"'],
  ['user', 'null'],
];

/** Line breaks between the values of the caller's own text: an event has one line of data. */
const oneLine = (text: string): string => text.replace(/[\r\n]+/g, ' ');

/** What the response repeats of the request. */
export const echoOf = ({ request }: AnswerFrame): Members =>
  Object.fromEntries(
    repeated.map(([name, usual]) => {
      const sent = request.slice([name]);
      return [name, new RawJson(sent === null || sent === 'null' ? usual : oneLine(sent))];
    }),
  );

interface State {
  readonly status: 'in_progress' | 'ended';
  readonly output: readonly Writable[];
  readonly echo: Members;
}

/** How a response ended, in its own word. */
export const endOf = ({ stop }: FoldedAnswer): 'completed' | 'incomplete' =>
  stop !== null && Object.hasOwn(cutReasons, stop.reason) ? 'incomplete' : 'completed';

/** A response, as far as it has come. */
export function writeResponse(frame: AnswerFrame, answer: FoldedAnswer, { status, output, echo }: State): Members {
  const cut = cutReasons[answer.stop?.reason ?? ''];
  const ended = status === 'ended';
  return {
    id: frame.id,
    object: 'response',
    created_at: frame.createdAt,
    status: ended ? endOf(answer) : status,
    background: false,
    error: null,
    incomplete_details: ended && cut !== undefined ? { reason: cut } : null,
    model: frame.model,
    output,
    ...echo,
    service_tier: answer.tier ?? undefined,
    usage: ended ? writeUsage(answer.totals()) : null,
  };
}
