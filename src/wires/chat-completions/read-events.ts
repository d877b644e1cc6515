import { arrayOf, isObject, memberOf, objectOf, stringOf, type Json, type JsonObject } from '../../shared/json/json.ts';
import { rawObject, type RawObject, type Step } from '../../shared/json/raw-json.ts';
import type { ReasoningPlace } from '../../shared/usage.ts';
import { cutOff, type EventReader, faultOf, modelFailed, type StopReason, type TurnEvent } from '../turn.ts';
import { DeltaReader } from './delta-reader.ts';
import { isFilled } from './thoughts.ts';
import { choiceError, readChatTotals, usageIn } from '../read-usage.ts';
import type { Citation } from '../translation/parts.ts';
import { readTier, urlCitation } from '../translation/read-openai.ts';

/** Why an answer stopped, in lower case. */
const finishReasons: Readonly<Record<string, StopReason>> = {
  stop: 'end',
  length: 'limit',
  tool_calls: 'tool',
  function_call: 'tool',
  content_filter: 'refusal',
  // Mistral, Z.ai.
  model_length: 'context',
  model_context_window_exceeded: 'context',
  sensitive: 'refusal',
  // Google uses its own words in this format.
  max_tokens: 'limit',
  safety: 'refusal',
  recitation: 'refusal',
  language: 'refusal',
  blocklist: 'refusal',
  prohibited_content: 'refusal',
  spii: 'refusal',
};

/** Reasons that mean that the model failed, so that its answer is not complete. A reason in neither list is an ordinary end. */
const failures: ReadonlySet<string> = new Set([
  // OpenRouter, Mistral, vLLM; SGLang; DeepSeek; Z.ai; Google.
  ...['error', 'abort', 'insufficient_system_resource', 'network_error', 'malformed_function_call'],
]);

interface Progress {
  started: boolean;
  over: boolean;
  /** Whether there were deltas: then a whole message behind them repeats them. */
  hasDeltas: boolean;
  /** The first reason that was given. */
  finish: string | null;
  /** What stopped the output, if the host says so. */
  sequence: string | null;
  /** What the whole answer is based on, as some hosts list it next to the choices, in each chunk anew. */
  sources: readonly Json[];
}

/** The reason in lower case, without what Google appends: `content_filter: SAFETY`. */
const plainReason = (finish: string | null): string => finish?.split(':', 1)[0]?.toLowerCase() ?? '';

/** How the answer ended. Many hosts say `stop` for a forced call, or nothing at all, so the answer itself decides. */
function endOf({ finish, sequence }: Progress, hasCalls: boolean): readonly TurnEvent[] {
  const word = plainReason(finish);
  if (failures.has(word)) return [modelFailed(word)];
  const said = memberOf(finishReasons, word) ?? 'end';
  const isOrdinary = said === 'end' || said === 'tool';
  // Where the host repeats its reason, that is no sequence.
  const isMet = sequence !== null && memberOf(finishReasons, sequence.toLowerCase()) === undefined;
  const reason = !isOrdinary ? said : hasCalls ? 'tool' : isMet ? 'sequence' : 'end';
  return [
    { type: 'stop', reason, sequence: reason === 'sequence' ? sequence : null, explanation: null },
    { type: 'end' },
  ];
}

/** A source of the whole answer: an address, or an object with one. */
const sourceOf = (source: Json): Citation => urlCitation(isObject(source) ? source : { url: source });

/** Members of a message with content that no other format has. */
const unreadMembers = ['images', 'video', 'executed_tools'] as const;

/** The types of the parts of a content that have a place elsewhere. */
const readTypes: readonly unknown[] = ['text', 'thinking'];

/** The names of the content of a delta that no caller gets. */
function unreadIn(delta: JsonObject): readonly string[] {
  const { audio, content } = delta;
  const names: string[] = [];
  for (const name of unreadMembers) {
    const value = delta[name];
    if (typeof value === 'object' && isFilled(value)) names.push(name);
  }
  if (audio !== undefined && objectOf(audio)['data']) names.push('audio');
  if (!Array.isArray(content)) return names;
  const types = arrayOf(content)
    .filter(isFilled)
    .map((part) => objectOf(part)['type']);
  return [...names, ...types.filter((type) => !readTypes.includes(type)).map((type) => stringOf(type) ?? 'content')];
}

/** What the members of a message say. All others, such as thoughts, come first or are too late. */
const memberKinds: ReadonlyMap<string, 'text' | 'refusal' | 'citation' | 'call'> = new Map([
  ['content', 'text'],
  ['audio', 'text'],
  ['refusal', 'refusal'],
  ['annotations', 'citation'],
  ['tool_calls', 'call'],
  ['function_call', 'call'],
]);

/** A call or a function, whose arguments came as an object, with them as the host wrote them: written anew, they would lose digits. */
function withRawArguments(called: JsonObject, path: readonly Step[], { slice }: RawObject): JsonObject {
  if (!isObject(called['arguments'])) return called;
  return { ...called, arguments: slice([...path, 'arguments']) ?? '' };
}

/** A message, or what a chunk adds to it, in which all arguments of functions are text. */
function withArguments(message: JsonObject, path: readonly Step[], root: RawObject): JsonObject {
  const { tool_calls: calls, function_call: old } = message;
  const list = arrayOf(calls);
  const isObjectIn = (called: Json | undefined): boolean => isObject(objectOf(called)['arguments']);
  if (!isObjectIn(old) && !list.some((call) => isObjectIn(objectOf(call)['function']))) return message;
  const given = list.map((call, index): Json => {
    const { function: called, ...others } = objectOf(call);
    const at = [...path, 'tool_calls', index, 'function'];
    return isObject(called) ? { ...others, function: withRawArguments(called, at, root) } : call;
  });
  return {
    ...message,
    ...(list.length > 0 && { tool_calls: given }),
    ...(isObject(old) && { function_call: withRawArguments(old, [...path, 'function_call'], root) }),
  };
}

/** Whether a text may have such arguments. */
const objectArguments = /"arguments"\s*:\s*\{/;

/** An answer, or a chunk of one, in which all arguments of functions are text. */
function withArgumentTexts(root: RawObject): JsonObject {
  const choices = arrayOf(root.value['choices']).map((each, index): Json => {
    const members = ['delta', 'message'].flatMap((name) => {
      const value = objectOf(each)[name];
      if (!isObject(value)) return [];
      const changed = withArguments(value, ['choices', index, name], root);
      return changed === value ? [] : [[name, changed] as const];
    });
    return members.length === 0 ? each : { ...objectOf(each), ...Object.fromEntries(members) };
  });
  return { ...root.value, choices };
}

/** What a choice adds. A whole message behind deltas repeats them. What a host wants back may come twice. */
function newIn({ delta, message }: JsonObject, progress: Progress, { said }: DeltaReader): JsonObject {
  if (isObject(delta)) {
    progress.hasDeltas = true;
    return delta;
  }
  if (!progress.hasDeltas) return objectOf(message);
  const isNew = ([name]: readonly [string, unknown]): boolean => {
    const kind = memberKinds.get(name);
    return name === 'extra_content' || (kind === undefined ? said.size === 0 : !said.has(kind));
  };
  return Object.fromEntries(Object.entries(objectOf(message)).filter(isNew));
}

export function openReader(reasoning: ReasoningPlace | null = null): EventReader {
  const progress: Progress = {
    started: false,
    over: false,
    hasDeltas: false,
    finish: null,
    sequence: null,
    sources: [],
  };
  const deltas = new DeltaReader();

  const conclude = (): readonly TurnEvent[] => {
    progress.over = true;
    return [
      ...deltas.cite(progress.sources.map(sourceOf)),
      ...deltas.closeAll(),
      ...endOf(progress, deltas.said.has('call')),
    ];
  };
  const fail = (report: Json): readonly TurnEvent[] => {
    progress.over = true;
    return [faultOf(report)];
  };
  const readChunk = (chunk: JsonObject): readonly TurnEvent[] => {
    const events: TurnEvent[] = [];
    const choices = arrayOf(chunk['choices']);
    if (!progress.started && (choices.length > 0 || chunk['id'] !== undefined)) {
      progress.started = true;
      deltas.answerId = stringOf(chunk['id']) ?? '';
      events.push(...readTier(chunk), { type: 'start' });
    }
    for (const each of choices) {
      const choice = objectOf(each);
      if (choice['index'] !== undefined && choice['index'] !== 0) continue;
      for (const event of deltas.push(newIn(choice, progress, deltas))) events.push(event);
      for (const name of unreadIn(objectOf(choice['delta'] ?? choice['message'])))
        events.push(...deltas.leaveOut(name));
      const finish = stringOf(choice['finish_reason']);
      if (finish !== null && finish !== '') progress.finish ??= finish;
      progress.sequence ??= stringOf(choice['stop_reason']);
    }
    const found = arrayOf(chunk['search_results']).filter(isFilled);
    const sources = found.length > 0 ? found : arrayOf(chunk['citations']).filter(isFilled);
    if (sources.length > 0) progress.sources = sources;
    events.push(...readChatTotals(usageIn(chunk, choices), reasoning));
    return events;
  };
  return {
    push: ({ data, text, name }) => {
      if (progress.over) return [];
      if (text === '[DONE]') return progress.started ? conclude() : fail({});
      if (!isObject(data)) return [];
      const inChoice = choiceError(data['choices']);
      if (inChoice !== undefined) return fail({ error: inChoice });
      if (data['error'] || name === 'error') return fail(data);
      return readChunk(objectArguments.test(text) ? withArgumentTexts(rawObject(text, data)) : data);
    },
    // A host that has given its reason has finished.
    finish: () => (progress.over ? [] : progress.finish === null ? [cutOff] : conclude()),
  };
}

/** Calls of a whole message have no index, and may have no id. */
const indexed = (call: Json, index: number): Json => ({ ...objectOf(call), index });

/** Reads a whole answer as the one chunk that it would be. */
function chunkOf(value: JsonObject): JsonObject {
  const choices = arrayOf(value['choices']).map((each): JsonObject => {
    const choice = objectOf(each);
    // Some hosts send the whole message as the one delta of a stream.
    const message = objectOf(choice['message'] ?? choice['delta']);
    const calls = message['tool_calls'];
    const delta = Array.isArray(calls) ? { ...message, tool_calls: arrayOf(calls).map(indexed) } : message;
    return { ...choice, delta };
  });
  return { ...value, choices };
}

export function readAnswer(body: RawObject, reasoning: ReasoningPlace | null = null): readonly TurnEvent[] {
  const value = withArgumentTexts(body);
  const reader = openReader(reasoning);
  const chunk = isObject(value['error']) ? value : chunkOf(value);
  return [
    ...reader.push({ name: null, text: '', data: chunk }),
    ...reader.push({ name: null, text: '[DONE]', data: undefined }),
  ];
}
