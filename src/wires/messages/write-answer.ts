import { RawJson, type Writable } from '../../shared/json/raw-json.ts';
import { isObject, memberOf, parseJson } from '../../shared/json/json.ts';
import type { AnswerFrame, StopReason, TurnUsage } from '../turn.ts';
import { type CallerTool, idFor } from '../translation/tool-calls.ts';
import { argumentsOf, type FoldedAnswer, type FoldedPart } from '../translation/fold-answer.ts';
import type { LossList, Members } from '../translation/writing.ts';
import { CallInput } from '../translation/call-input.ts';
import type { Citation } from '../translation/parts.ts';

const stopReasons: Readonly<Record<StopReason, string>> = {
  end: 'end_turn',
  sequence: 'stop_sequence',
  tool: 'tool_use',
  limit: 'max_tokens',
  context: 'model_context_window_exceeded',
  refusal: 'refusal',
  pause: 'pause_turn',
  compaction: 'end_turn',
};

/** Why the message stopped, and where its code ran. Text that is a refusal makes it one. */
export function writeStop({ stop, parts }: FoldedAnswer): Members {
  const refuses = stop?.reason === 'end' && parts.some(({ head }) => head.kind === 'refusal');
  const reason = refuses ? 'refusal' : (stop?.reason ?? 'end');
  const details =
    reason === 'refusal' ? { type: 'refusal', category: null, explanation: stop?.explanation ?? null } : null;
  const sequence = stop?.sequence ?? null;
  return { stop_reason: stopReasons[reason], stop_sequence: sequence, stop_details: details, container: null };
}

/** Tiers of the OpenAI formats, by this format's name of the capacity. */
const tiers: Readonly<Record<string, string>> = { default: 'standard', priority: 'priority' };

/** Every member that the vendor's own answers have. @param tier null: unknown */
export const writeUsage = (usage: TurnUsage, tier: string | null): Members => ({
  input_tokens: usage.input,
  cache_creation_input_tokens: usage.written,
  cache_creation:
    usage.writtenHour === 0
      ? null
      : {
          ephemeral_5m_input_tokens: usage.written - usage.writtenHour,
          ephemeral_1h_input_tokens: usage.writtenHour,
        },
  cache_read_input_tokens: usage.cached,
  output_tokens: usage.output,
  output_tokens_details: usage.reasoning > 0 ? { thinking_tokens: usage.reasoning } : null,
  service_tier: memberOf(tiers, tier ?? '') ?? null,
  server_tool_use: usage.searches > 0 ? { web_search_requests: usage.searches, web_fetch_requests: 0 } : null,
  inference_geo: null,
  speed: null,
});

/** Who calls a tool: the model itself. */
export const caller: Members = { type: 'direct' };

/** A citation of a web page; nothing for any other, which is reported. */
export const writeCitation = ({ url, title, quoted, seal }: Citation): readonly Members[] =>
  url === null
    ? []
    : [{ type: 'web_search_result_location', url, title, cited_text: quoted ?? '', encrypted_index: seal ?? '' }];

/** A run of the provider's search: the call and its findings. The first one, or else their block, carries what the vendor wants back. */
function searchBlocks({ whole, head, seal }: FoldedPart): readonly Members[] {
  if (head.kind !== 'search' || whole?.type !== 'search') return [];
  const id = `srvtoolu_${idFor('messages', head.id)}`;
  const results = whole.sources.map(({ url, title }, index) => ({
    type: 'web_search_result',
    url,
    title: title ?? url,
    encrypted_content: index === 0 ? (seal ?? '') : '',
    page_age: null,
  }));
  const content = whole.failed ? { type: 'web_search_tool_result_error', error_code: 'unavailable' } : results;
  const outside = whole.failed || results.length === 0 ? { encrypted_content: seal ?? undefined } : {};
  return [
    {
      type: 'server_tool_use',
      id,
      caller,
      name: 'web_search',
      input: whole.query === null ? {} : { query: whole.query },
    },
    { type: 'web_search_tool_result', tool_use_id: id, caller, content, ...outside },
  ];
}

/** A run of the provider's own tool, as the blocks of call and result. */
export const runBlocks = (part: FoldedPart): readonly Members[] =>
  part.head.kind === 'code' ? codeBlocks(part) : searchBlocks(part);

/** The input of a call as an object: no input, and free text, become one. */
export const objectInput = ({ head, text }: FoldedPart): string =>
  head.kind === 'call' && head.isCustom === true ? JSON.stringify({ input: text }) : argumentsOf(text);

/** The input of a call: the model's own text, if it is an object. */
function inputOf(part: FoldedPart, path: string, losses: LossList): Writable {
  const written = objectInput(part);
  if (isObject(parseJson(written))) return new RawJson(written.trim());
  losses.add('answer-arguments', path);
  const input = new CallInput();
  const completed = input.push(written) + input.complete(written);
  return isObject(parseJson(completed)) ? new RawJson(completed.trim()) : { _raw: part.text };
}

/** What a writer of blocks needs to know. */
export interface BlockContext {
  readonly tools: (name: string) => CallerTool;
  readonly losses: LossList;
}

/** The blocks of a part of a whole answer; none for a part that is empty. */
export function writeBlocks(part: FoldedPart, { tools, losses }: BlockContext): readonly Members[] {
  const { head, text, seal, citations } = part;
  if (head.kind === 'search' || head.kind === 'code') return runBlocks(part);
  if (head.kind === 'other') return [];
  if (head.kind === 'call') {
    const input = inputOf(part, `content[${part.part}]`, losses);
    return [{ type: 'tool_use', id: idFor('messages', head.id), caller, name: tools(head.name).name, input }];
  }
  if (head.kind === 'reasoning') {
    if (text !== '') return [{ type: 'thinking', thinking: text, signature: seal ?? '' }];
    return seal === null ? [] : [{ type: 'redacted_thinking', data: seal }];
  }
  const cited = citations.flatMap(writeCitation);
  if (text === '' && cited.length === 0) return [];
  return [{ type: 'text', text, citations: cited.length === 0 ? null : cited }];
}

export const writeMessage = (
  frame: AnswerFrame,
  {
    content,
    stop,
    usage,
  }: { readonly content: readonly Writable[]; readonly stop: Members | null; readonly usage: Members },
): Members => ({
  id: frame.id,
  type: 'message',
  role: 'assistant',
  model: frame.model,
  content,
  ...(stop ?? { stop_reason: null, stop_sequence: null, stop_details: null, container: null }),
  diagnostics: null,
  usage,
});

/** A run of the provider's code: the call and its result, which carries what the vendor wants back. */
function codeBlocks({ whole, head, seal }: FoldedPart): readonly Members[] {
  if (head.kind !== 'code' || whole?.type !== 'code') return [];
  const id = `srvtoolu_${idFor('messages', head.id)}`;
  const sealed = { encrypted_stdout: seal ?? undefined };
  const content =
    whole.failed && !whole.output
      ? { type: 'code_execution_tool_result_error', error_code: 'unavailable', ...sealed }
      : {
          type: 'code_execution_result',
          stdout: whole.output ?? '',
          stderr: '',
          return_code: whole.exitCode ?? (whole.failed ? 1 : 0),
          content: [],
          ...sealed,
        };
  return [
    { type: 'server_tool_use', id, caller, name: 'code_execution', input: { code: whole.code } },
    { type: 'code_execution_tool_result', tool_use_id: id, content },
  ];
}
