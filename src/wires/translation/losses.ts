import { echo } from '../../shared/text/names.ts';
import type { WireId } from '../meter.ts';
import type { Loss, LossKind, UpstreamWireId } from './parts.ts';

/** Something that a translation may not be able to carry. */
export interface LossRule {
  readonly kind: LossKind;
  /** The field, in the callers' terms: of Chat Completions, Responses and Messages. */
  readonly field: string;
  /** For people: what is lost, or what replaces it. */
  readonly note: string;
  /** The formats whose writers report it. */
  readonly on: readonly WireId[];
  /** In which cases, for a table. Absent: whenever the field is sent. */
  readonly when?: string;
}

/** The formats whose writers report a loss, and in which cases. */
type Where = readonly WireId[] | Pick<LossRule, 'on' | 'when'>;

const all: readonly UpstreamWireId[] = ['chat-completions', 'responses', 'messages', 'gemini', 'converse'];
const except = (...wires: readonly UpstreamWireId[]): readonly UpstreamWireId[] =>
  all.filter((wire) => !wires.includes(wire));
/** The callers' formats: those that requests are written in, and Text Completions, which nothing is translated into. */
const callers: readonly WireId[] = [...except('gemini', 'converse'), 'completions'];
const chat: readonly UpstreamWireId[] = ['chat-completions'];
const responses: readonly UpstreamWireId[] = ['responses'];
const messages: readonly UpstreamWireId[] = ['messages'];
const openai = [...chat, ...responses];

const notOpenai = except(...openai);
const notMessages = except('messages');

/** The formats of clouds, which are not those of the models' vendors. */
const clouds: readonly UpstreamWireId[] = ['gemini', 'converse'];

/** The formats of vendors that refuse fields more often than they ignore them. */
const strict: readonly UpstreamWireId[] = ['messages', 'converse'];

const at = (on: readonly WireId[], when: string): Where => ({ on, when });

const ruleOf =
  (kind: LossKind) =>
  (field: string, note: string, where: Where = all): LossRule => ({
    kind,
    field,
    note,
    ...('on' in where ? where : { on: where }),
  });
const meaning = ruleOf('meaning');
const approximated = ruleOf('approximated');
const advisory = ruleOf('advisory');

const limit = '`max_completion_tokens`, `max_output_tokens`, `max_tokens`';
const sampling = '`temperature`, `top_p`, `top_k`';
const stop = '`stop`, `stop_sequences`';
const format = '`response_format`, `text.format`, `output_config.format`';
const user = '`user`, `safety_identifier`, `metadata.user_id`';
const effort = '`reasoning_effort`, `reasoning.effort`, `output_config.effort`';
const thinking = '`thinking`, or the effort';
const summary = '`reasoning.summary`, `thinking.display`';
const parallel = '`parallel_tool_calls`, `tool_choice.disable_parallel_tool_use`';
const some = 'on some models';
const noSetting = 'The upstream does not support this setting.';
const search = 'web search';
const result = 'tool results';
const names = 'names and titles of documents';
const proven = 'thinking, searches and code execution';
const run = 'code execution';

/** Every loss that the writers of requests report. They can report no other. */
export const requestLosses = {
  'limit-zero': meaning(limit, 'The upstream requires a limit of at least 1.'),
  'limit-least': approximated(limit, 'The minimum of the upstream is 16.', at(responses, 'below 16')),
  'limit-most': approximated(limit, 'The maximum of the model is lower.'),
  'sampling-fixed': advisory(sampling, 'The model accepts only the default.'),
  'sampling-one': advisory('`top_p`', 'The model accepts temperature or top_p, not both.'),
  'temperature-above': approximated('`temperature`', 'The maximum of the upstream is 1.', at(strict, 'above 1')),
  'top-k-none': advisory('`top_k`', 'The upstream does not support it.', [...openai, 'converse']),
  'stop-none': meaning(stop, 'The upstream does not support stop sequences.', responses),
  'stop-model': meaning(stop, 'The model does not support stop sequences.', at(chat, some)),
  'stop-four': meaning(stop, 'The upstream accepts at most four sequences.', at(chat, 'beyond four')),
  'stop-five': meaning(stop, 'The upstream accepts at most five sequences.', at(['gemini'], 'beyond five')),
  'stop-blank': meaning(stop, 'The upstream refuses blank sequences.', at(messages, 'if blank')),
  'format-refused': meaning(format, 'The model does not support this format.'),
  'format-bounds': approximated(format, 'The upstream does not enforce bounds of values.', at(strict, 'with bounds')),
  'tier-none': advisory(
    '`service_tier`',
    'The upstream does not have this tier.',
    at(['messages', 'gemini'], 'except `auto` and `default`'),
  ),
  'tier-other': advisory(
    '`service_tier`',
    'This tier cannot be requested from the upstream.',
    at(['converse'], 'except `auto`, `default`, `flex` and `priority`'),
  ),
  'verbosity-none': advisory('`verbosity`, `text.verbosity`', 'The upstream does not support verbosity.', notOpenai),
  'user-hash': approximated(
    user,
    'It is too long for the upstream and is replaced by its hash.',
    at(openai, 'above 64 characters'),
  ),
  'user-long': advisory(user, 'It is too long for the upstream.', at(messages, 'above 512 characters')),
  'user-second': advisory(
    '`user`',
    'Another member already names the user.',
    at(messages, 'next to `safety_identifier`'),
  ),
  'user-none': advisory(user, 'The upstream does not support it.', clouds),
  'effort-none': approximated(effort, 'The model has no effort setting.'),
  'effort-other': approximated(effort, 'The model supports other effort levels.'),
  'effort-off': approximated(effort, 'Thinking is off, and the effort with it.', at(notMessages, 'if thinking is off')),
  'effort-budget': approximated(effort, 'It becomes a token budget.', at(notOpenai, 'if the model has budgets')),
  'budget-effort': approximated('`thinking.budget_tokens`', 'It becomes an effort.', notMessages),
  'budget-bounds': approximated('`thinking.budget_tokens`', 'The model accepts other budgets.', ['gemini']),
  'thinking-none': approximated(
    thinking,
    'The model does not support thinking.',
    at(notOpenai, 'if the model does not think'),
  ),
  'thinking-always': approximated(
    thinking,
    'Thinking cannot be turned off for this model; it is set to the minimum.',
    at([...strict, 'gemini'], 'if it cannot be turned off'),
  ),
  'thinking-forced': approximated(
    thinking,
    'The model cannot think if a tool is forced.',
    at(strict, 'if a tool is forced'),
  ),
  'thinking-lost': approximated(
    thinking,
    'The thinking blocks before the last calls are missing, so thinking is turned off.',
    at(strict, 'if thinking blocks were not sent back'),
  ),
  'thinking-limit': approximated(
    thinking,
    'The output limit is too low for thinking.',
    at(strict, 'if the limit is low'),
  ),
  'thinking-tools': approximated(
    thinking,
    'The model does not support reasoning with tools in this format.',
    at(chat, 'with tools, on some models'),
  ),
  'thinking-prefill': approximated(thinking, 'The model cannot combine it with prefill.', at(strict, 'with prefill')),
  'summary-unasked': advisory(summary, 'Thinking was not requested.', at(strict, 'without an effort')),
  'summary-none': advisory(summary, 'The upstream does not support it.', [...openai, 'converse']),
  'summary-kind': approximated(summary, 'The upstream has one kind of summary.', at(strict, '`concise`, `detailed`')),
  'tool-other': meaning('`tools[]` of one vendor', 'The upstream does not have this tool.'),
  'tool-strict': approximated('`tools[].strict`', 'The upstream does not guarantee this schema.'),
  'tool-text': approximated('`tools[]` that take text', 'It becomes a tool that takes an object with the text.'),
  'tool-allowed': approximated(
    '`tools[]`',
    'Tools that the choice does not allow are omitted.',
    at(all, 'not allowed'),
  ),
  'choice-other': meaning('`tool_choice`', 'The upstream does not support this tool choice.'),
  'choice-forced': meaning('`tool_choice`', 'The model does not support forced tools.', at(strict, some)),
  'parallel-single': meaning(parallel, 'The upstream cannot be limited to one call at a time.', clouds),
  'parallel-model': meaning(parallel, 'The model does not accept this setting.', at(openai, some)),
  'search-none': meaning(search, 'Web search is not available.'),
  'search-tools': meaning(search, 'The upstream cannot combine it with other tools.', at(['gemini'], 'with tools')),
  'search-domains': meaning('domains of web search', 'The upstream does not support domain filters.', [
    'chat-completions',
    'gemini',
  ]),
  'search-size': advisory('`search_context_size`', noSetting, ['messages', 'gemini']),
  'search-uses': advisory('`max_uses` of web search', noSetting, except('messages', 'converse')),
  'search-place': advisory('`user_location` of web search', noSetting, ['gemini']),
  'code-none': meaning('code execution by the provider', 'The provider does not run code for this model.'),
  'code-fresh': approximated(
    'earlier code execution',
    'Later code runs in a new container without these files.',
    messages,
  ),
  'text-blank': advisory('texts', 'The upstream refuses blank text.', at(strict, 'if blank')),
  'cache-none': advisory(
    'cache markers',
    'The upstream does not support cache markers here.',
    at(notMessages, 'unless the model accepts them'),
  ),
  'cache-ttl': advisory('`ttl` of cache markers', 'The upstream does not support this lifetime.', except('gemini')),
  'image-unread': meaning('images', 'The model does not accept images.'),
  'image-file': meaning('images', 'The file is stored at another provider.', at(except('gemini', 'converse'), 'by id')),
  'image-type': meaning('images', 'The upstream does not accept this image type.', at(strict, 'of other types')),
  'image-address': meaning('images', 'The upstream accepts only inline images.', at(clouds, 'by address or id')),
  'document-unread': meaning('documents', 'The model does not accept documents.'),
  'document-file': meaning(
    'documents',
    'The file is stored at another provider.',
    at(['responses', 'messages'], 'by id'),
  ),
  'document-type': meaning(
    'documents',
    'The upstream does not accept this document type.',
    at(strict, 'of other types'),
  ),
  'document-address': meaning(
    'documents',
    'The upstream accepts only inline documents.',
    at(['chat-completions', 'gemini', 'converse'], 'by address or id'),
  ),
  'document-bare': approximated('documents', 'A "." is added as text.', at(['converse'], 'without text')),
  'document-name': advisory(names, 'The upstream does not support document names.', ['gemini']),
  'document-linked': advisory(names, 'The upstream accepts an address or a name.', at(responses, 'by address')),
  'document-renamed': approximated(
    names,
    'The upstream allows few characters and no duplicate names.',
    at(['converse'], 'with other characters'),
  ),
  'document-text': approximated('text documents', 'It becomes text.', notMessages),
  'audio-unheard': meaning('audio', 'The model does not accept audio.'),
  'part-other': meaning('parts, blocks and items of one vendor', 'The upstream has no equivalent.'),
  'call-arguments': approximated(
    'tool calls',
    'The arguments are not a JSON object, which the upstream requires; their text is sent as `_raw`.',
    at(notOpenai, 'if not an object'),
  ),
  'call-order': approximated('text after tool calls', 'Text after the calls is placed before them.', chat),
  'call-text': approximated('tool calls', 'Without tools, they become text.', at(['converse'], 'without tools')),
  'call-unsigned': approximated(
    'tool calls',
    'Another model made this call, so it is sent without its reasoning.',
    at(['gemini'], 'of other models'),
  ),
  'result-error': approximated(result, 'The text is prefixed with "Error: ".', at(openai, 'if failed')),
  'result-attached': approximated(
    result,
    'Placed after the results of the turn.',
    at(['chat-completions', 'gemini'], 'if not text'),
  ),
  'thought-foreign': advisory(proven, 'Only the vendor that made it can read it.'),
  'thought-sealed': advisory(proven, 'Made by another model, or for another workspace.'),
  'thought-last': advisory(proven, 'The upstream refuses thinking that nothing follows, or within a prefill.'),
  'system-middle': approximated(
    'system messages in mid-conversation',
    'It becomes user text in <system> tags.',
    at(notOpenai, 'if the model accepts none there'),
  ),
  'beta-none': advisory('`anthropic-beta`, each name', 'The upstream does not have this beta.', notMessages),
  'beta-openai': advisory('`openai-beta`, each name', 'It belongs to a format that the upstream does not receive.'),
  'prefill-none': meaning('prefill of Messages', 'The model does not support prefill.', at(notMessages, some)),
  'prefill-added': approximated(
    'an assistant message at the end',
    'A user message "Continue." is added after it.',
    at(notOpenai, 'if the model does not continue it'),
  ),
} as const satisfies Readonly<Record<string, LossRule>>;

/** Every loss that the writers of answers report; `on` lists formats of callers. */
export const answerLosses = {
  'answer-thought': advisory('thinking', 'The format does not support reasoning.', ['completions']),
  'answer-other': meaning('blocks and items of one vendor', 'The format has no equivalent.', callers),
  'answer-command': approximated(run, 'A shell command or a file edit takes the place of the program.', responses),
  'answer-exit': advisory('exit codes of programs', 'The format does not have them.', responses),
  'answer-exit-unknown': approximated(
    'exit codes of programs',
    'The upstream does not report them: the code is 0, or 1 if the program failed.',
    messages,
  ),
  'answer-container': advisory('the container that ran code', 'It belongs to the provider and has no id here.', [
    'responses',
    'messages',
  ]),
  'answer-files': meaning('files and images that a program created', 'They stay with the provider of the model.', [
    'responses',
    'messages',
  ]),
  'answer-stop': approximated('the stop reason', 'It is reported as a normal end.', callers),
  'answer-phase': advisory(
    'the phase of a message',
    'The format does not mark commentary or final answers.',
    except('responses', 'gemini', 'converse'),
  ),
  'answer-tier': advisory('the tier that served the answer', 'The format does not have this tier.', messages),
  'answer-sequence': advisory(
    'the stop sequence that was met',
    'The format does not report it.',
    callers.filter((wire) => wire !== 'messages'),
  ),
  'answer-usage': approximated('usage', 'The upstream did not report it, so 0 is reported.', callers),
  'answer-citation': advisory('citations', 'The format does not support citations of documents.', callers),
  'answer-citation-late': advisory('citations', 'They arrived after their text was complete.', callers),
  'answer-order': approximated('text, thinking and tool calls', 'The format does not keep their order.', chat),
  'answer-calls': meaning('tool calls', '`functions` can hold one call.', chat),
  'answer-arguments': meaning('tool calls', 'The arguments are not a JSON object.', messages),
} as const satisfies Readonly<Record<string, LossRule>>;

/** Every named loss. Members that only some formats have are in the readers' tables. */
const namedLosses: Readonly<Record<LossKey, LossRule>> = { ...requestLosses, ...answerLosses };

export type LossKey = keyof typeof requestLosses | keyof typeof answerLosses;

/** A loss by its name. @param detail what this request lost, shortened: `9 → 5` */
export function lossOf(key: LossKey, path: string, detail?: string): Loss {
  const { kind, note } = namedLosses[key];
  return { key, path, kind, note: detail === undefined ? note : `${note.slice(0, -1)}: ${echo(detail)}.` };
}
