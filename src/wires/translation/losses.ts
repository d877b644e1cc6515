import type { WireId } from '../wire.ts';
import type { Loss, LossKind, UpstreamWireId } from './parts.ts';

/** One thing that a translation may not carry. */
export interface LossRule {
  readonly kind: LossKind;
  /** The field, as callers name it: of Chat Completions, Responses and Messages. */
  readonly field: string;
  /** For people: what is lost, or what stands in its place. */
  readonly note: string;
  /** The wires that it is reported for when they are written. */
  readonly on: readonly WireId[];
  /** In which cases, for a table; absent: always where the field is sent. */
  readonly when?: string;
}

interface Where {
  readonly on: readonly WireId[];
  readonly when?: string;
}

const all: readonly UpstreamWireId[] = ['chat-completions', 'responses', 'messages', 'gemini'];
const except = (...wires: readonly UpstreamWireId[]): readonly UpstreamWireId[] =>
  all.filter((wire) => !wires.includes(wire));
/** The wires of callers: those of requests, and the one that no upstream gets. */
const callers: readonly WireId[] = [...except('gemini'), 'completions'];
const openai: readonly UpstreamWireId[] = ['chat-completions', 'responses'];

const everywhere: Where = { on: all };

const meaning = (field: string, note: string, where = everywhere): LossRule => ({
  kind: 'meaning',
  field,
  note,
  ...where,
});
const approximated = (field: string, note: string, where = everywhere): LossRule => ({
  kind: 'approximated',
  field,
  note,
  ...where,
});
const advisory = (field: string, note: string, where = everywhere): LossRule => ({
  kind: 'advisory',
  field,
  note,
  ...where,
});

const limit = '`max_completion_tokens`, `max_output_tokens`, `max_tokens`';
const sampling = '`temperature`, `top_p`, `top_k`';
const stop = '`stop`, `stop_sequences`';
const format = '`response_format`, `text.format`, `output_config.format`';
const user = '`user`, `safety_identifier`, `metadata.user_id`';
const effort = '`reasoning_effort`, `reasoning.effort`, `output_config.effort`';
const thinking = '`thinking`, or the effort';
const summary = '`reasoning.summary`, `thinking.display`';
const search = 'web search';
const result = 'results of tools';

/** Every loss that the writers of requests report. A writer has no other words. */
export const requestLosses = {
  'limit-zero': meaning(limit, 'The upstream requires a limit of at least 1.'),
  'limit-most': approximated(limit, 'The model puts out less.'),
  'sampling-fixed': advisory(sampling, 'The model takes only its default.'),
  'temperature-above': approximated('`temperature`', 'The upstream takes 1 at most.', {
    on: ['messages'],
    when: 'above 1',
  }),
  'top-k-none': advisory('`top_k`', 'The upstream has no such member.', { on: openai }),
  'stop-none': meaning(stop, 'The upstream does not support stop sequences.', { on: ['responses'] }),
  'stop-four': meaning(stop, 'The upstream takes four sequences at most.', {
    on: ['chat-completions'],
    when: 'beyond four',
  }),
  'stop-five': meaning(stop, 'The upstream takes five sequences at most.', { on: ['gemini'], when: 'beyond five' }),
  'stop-blank': meaning(stop, 'A sequence of white space alone is not taken.', { on: ['messages'], when: 'if blank' }),
  'format-refused': meaning(format, 'The model cannot be held to this format.'),
  'tier-none': advisory('`service_tier`', 'The upstream has no such tier to be asked for.', {
    on: ['messages', 'gemini'],
    when: 'but `auto` and `default`',
  }),
  'verbosity-none': advisory('`verbosity`, `text.verbosity`', 'The upstream does not support verbosity.', {
    on: ['messages', 'gemini'],
  }),
  'user-hash': approximated(user, 'It is longer than the upstream takes: its hash stands for it.', {
    on: openai,
    when: 'above 64 characters',
  }),
  'user-long': advisory(user, 'It is longer than the upstream takes.', {
    on: ['messages'],
    when: 'above 512 characters',
  }),
  'user-second': advisory('`user`', 'Another member names the person already.', {
    on: ['messages'],
    when: 'beside `safety_identifier`',
  }),
  'user-none': advisory(user, 'The upstream has no such member.', { on: ['gemini'] }),
  'effort-none': approximated(effort, 'The model has no effort setting.'),
  'effort-other': approximated(effort, 'The model takes another effort.'),
  'effort-budget': approximated(effort, 'It becomes a budget of tokens.', {
    on: ['messages', 'gemini'],
    when: 'if the model has budgets',
  }),
  'budget-effort': approximated('`thinking.budget_tokens`', 'It becomes an effort.', { on: except('messages') }),
  'thinking-none': approximated(thinking, 'The model does not think before it answers.', {
    on: ['messages', 'gemini'],
    when: 'if the model does not think',
  }),
  'thinking-always': approximated(thinking, 'The model always thinks: it thinks as little as it can.', {
    on: ['messages'],
    when: 'if it cannot be off',
  }),
  'thinking-forced': approximated(thinking, 'The model cannot think where a tool is forced.', {
    on: ['messages'],
    when: 'if a tool is forced',
  }),
  'thinking-lost': approximated(
    thinking,
    'The thoughts before the last calls did not come back: the model goes on without.',
    { on: ['messages'], when: 'if thoughts did not come back' },
  ),
  'thinking-room': approximated(thinking, 'The limit of the output leaves no room to think.', {
    on: ['messages'],
    when: 'if the limit is low',
  }),
  'thinking-tools': approximated(thinking, 'The model does not think where it has tools, on this wire.', {
    on: ['chat-completions'],
    when: 'with tools, on some models',
  }),
  'summary-unasked': advisory(summary, 'The model is not asked to think.', {
    on: ['messages'],
    when: 'without an effort',
  }),
  'summary-none': advisory(summary, 'The upstream shows of its thoughts what it will.', { on: ['chat-completions'] }),
  'summary-kind': approximated(summary, 'The upstream has summaries of one kind.', {
    on: ['messages'],
    when: '`concise`, `detailed`',
  }),
  'tool-other': meaning('`tools[]` of one vendor', 'The upstream has no such tool.'),
  'tool-strict': approximated('`tools[].strict`', 'The upstream does not promise to hold this schema.'),
  'tool-text': approximated('`tools[]` that take text', 'It becomes a tool that takes an object with the text.', {
    on: ['messages', 'gemini'],
  }),
  'tool-allowed': approximated('`tools[]`', 'Tools that `allowed_tools` does not name are left out.', {
    on: ['messages'],
    when: 'not allowed',
  }),
  'choice-other': meaning('`tool_choice`', 'The upstream does not support this tool choice.'),
  'choice-forced': meaning('`tool_choice`', 'No tool of this model can be forced.', {
    on: ['messages'],
    when: 'on some models',
  }),
  'parallel-single': meaning(
    '`parallel_tool_calls`, `tool_choice.disable_parallel_tool_use`',
    'The upstream cannot be held to one call at a time.',
    { on: ['gemini'] },
  ),
  'search-none': meaning(search, 'The upstream has no web search.'),
  'search-domains': meaning('domains of a web search', 'The upstream searches everywhere.', {
    on: ['chat-completions', 'gemini'],
  }),
  'search-size': advisory('`search_context_size`', 'The upstream does not support this setting.', {
    on: ['messages', 'gemini'],
  }),
  'search-uses': advisory('`max_uses` of a web search', 'The upstream cannot be limited.', { on: except('messages') }),
  'search-place': advisory('`user_location` of a web search', 'The upstream has no such setting.', { on: ['gemini'] }),
  'cache-none': advisory('marks of what to cache', 'The upstream has no mark here.', {
    on: except('messages'),
    when: 'unless the model takes them',
  }),
  'cache-ttl': advisory('`ttl` of a mark of what to cache', 'The upstream keeps what it caches as long as it will.', {
    on: except('gemini'),
  }),
  'image-unread': meaning('images', 'The model reads no images.'),
  'image-file': meaning('images', 'The file is stored at another provider.', { on: except('gemini'), when: 'by id' }),
  'image-type': meaning('images', 'The upstream does not read images of this type.', {
    on: ['messages'],
    when: 'of other types',
  }),
  'image-address': meaning('images', 'The upstream takes images written out, and no addresses or ids.', {
    on: ['gemini'],
    when: 'by address or id',
  }),
  'document-unread': meaning('documents', 'The model reads no documents.'),
  'document-file': meaning('documents', 'The file is stored at another provider.', {
    on: ['responses', 'messages'],
    when: 'by id',
  }),
  'document-type': meaning('documents', 'The upstream does not read documents of this type.', {
    on: ['messages'],
    when: 'of other types',
  }),
  'document-address': meaning('documents', 'The upstream takes documents written out, and no addresses or ids.', {
    on: ['chat-completions', 'gemini'],
    when: 'by address or id',
  }),
  'document-name': advisory('names and titles of documents', 'The upstream has no such member.', { on: ['gemini'] }),
  'document-text': approximated('documents that are text', 'Written as text.', { on: except('messages') }),
  'audio-unheard': meaning('audio', 'The model does not accept audio.'),
  'part-other': meaning('parts, blocks and items of one vendor', 'The upstream has nothing like it.'),
  'call-arguments': meaning('calls of tools', 'The arguments are no JSON object, which the upstream requires.', {
    on: ['messages', 'gemini'],
    when: 'if no object',
  }),
  'call-order': approximated('words behind calls', 'Written before the calls: the wire does not keep their order.', {
    on: ['chat-completions'],
  }),
  'call-unsigned': approximated('calls of tools', 'Made by another model: it goes without the thoughts behind it.', {
    on: ['gemini'],
    when: 'of other models',
  }),
  'result-error': approximated(result, 'Marked by "Error: " before the text.', { on: openai, when: 'if failed' }),
  'result-attached': approximated(result, 'Written behind the results of the turn.', {
    on: ['chat-completions', 'gemini'],
    when: 'if not text',
  }),
  'thought-foreign': advisory('thoughts and searches', 'Made by another vendor, who alone can read it.'),
  'thought-sealed': advisory('thoughts and searches', 'Made by another model, or for another workspace.'),
  'system-middle': approximated(
    'messages of the operator amid others',
    'Written as text of the user between <system> and </system>.',
    { on: ['messages', 'gemini'], when: 'if the model has none' },
  ),
  'prefill-none': meaning('a message begun for the model', 'The model does not continue it.'),
} as const satisfies Readonly<Record<string, LossRule>>;

/** Every loss that the writers of answers report; `on` are the wires of callers. */
export const answerLosses = {
  'answer-thought': advisory('thoughts', 'The format has no place for them.', { on: ['completions'] }),
  'answer-other': meaning('blocks and items of one vendor', 'It has no counterpart.', { on: callers }),
  'answer-stop': approximated('the reason to stop', 'It becomes the end of the answer.', { on: callers }),
  'answer-citation': advisory('citations', 'A place in a document has no counterpart.', { on: callers }),
  'answer-order': approximated('words, thoughts and calls', 'The wire does not keep their order.', {
    on: ['chat-completions'],
  }),
  'answer-arguments': meaning('calls', 'The arguments are no JSON object: they were cut.', { on: ['messages'] }),
} as const satisfies Readonly<Record<string, LossRule>>;

/** Every loss that has a name. What only some wires have as members stands in the readers' tables. */
export const namedLosses: Readonly<Record<LossKey, LossRule>> = { ...requestLosses, ...answerLosses };

export type LossKey = keyof typeof requestLosses | keyof typeof answerLosses;

/** A loss by its name. @param detail of this request: `9 → 5` */
export function lossOf(key: LossKey, path: string, detail?: string): Loss {
  const { kind, note } = namedLosses[key];
  return { key, path, kind, note: detail === undefined ? note : `${note.slice(0, -1)}: ${detail}.` };
}
