import { newObjectId, newOwnObject } from '../../objects/owned-object.ts';
import { plainHook, type AnswerHook } from '../../pipeline/answer-hook.ts';
import type { Call } from '../../pipeline/call.ts';
import { isObject, objectOf, parseJson, stringOf, type Json, type JsonObject } from '../../shared/json/json.ts';
import { spliceJson } from '../../shared/json/splice-json.ts';
import { spliceEvent } from '../../shared/json/sse.ts';
import type { ApiDeps } from '../deps.ts';

type Deps = Pick<ApiDeps, 'objects' | 'clock' | 'responseRetention'>;

/** Stores a chat completion under an id of the gateway, whether it is whole or streamed. */
export function storeCompletion(call: Call & { readonly body: unknown }, deps: Deps): AnswerHook {
  const id = newObjectId('chat-completion');
  const setId = (bytes: Buffer): Buffer => spliceJson(bytes, { id: JSON.stringify(id) });
  const assembly = assembleCompletion();
  const store = async (answer: JsonObject): Promise<void> => {
    const body = objectOf(call.body);
    const now = deps.clock.now();
    const fields = { ...answer, id, metadata: body['metadata'] ?? {} };
    const expiresAt = now + deps.responseRetention();
    const object = newOwnObject({ id, kind: 'chat-completion', call, createdAt: now, expiresAt, fields });
    await deps.objects.add(object, messagesOf(id, body['messages']));
  };

  return {
    ...plainHook,
    answerId: id,
    holds: true,
    whole: async (body) => {
      await store(objectOf(parseJson(body)));
      return setId(body);
    },
    events: (events) =>
      events.map((event) => {
        const { bytes, data } = event;
        if (!isObject(data) || data['choices'] === undefined) return event;
        assembly.add(data);
        return { ...event, bytes: spliceEvent(bytes, setId) };
      }),
    end: async () => {
      const completion = assembly.completion();
      if (completion !== null) await store(completion);
    },
  };
}

/** The input messages as items, each with an id. */
const messagesOf = (id: string, messages: Json | undefined) =>
  (Array.isArray(messages) ? (messages as readonly Json[]) : [])
    .filter(isObject)
    .map((body, index) => ({ id: `${id}-${index}`, part: 'input', body }) as const);

/** Assembles a completion from its chunks. */
interface Assembly {
  readonly add: (chunk: JsonObject) => void;
  /** The completion as if it had not been streamed; null if there was no chunk. */
  readonly completion: () => JsonObject | null;
}

type Draft = Record<string, Json | undefined>;

interface ChoiceDraft {
  readonly message: Draft;
  readonly toolCalls: Map<number, Draft>;
  finishReason: Json;
  logprobs: Record<string, Json[]> | null;
}

const listOf = (value: Json | undefined): readonly JsonObject[] =>
  Array.isArray(value) ? (value as readonly Json[]).filter(isObject) : [];

const join = (before: Json | undefined, more: string): string => (stringOf(before) ?? '') + more;

/** Merges a delta: members in `joined` are concatenated, all others replaced. */
function addPieces(draft: Draft, delta: JsonObject, joined: ReadonlySet<string>): void {
  for (const [name, value] of Object.entries(delta)) {
    if (typeof value === 'string' && joined.has(name)) draft[name] = join(draft[name], value);
    else if (isObject(value)) {
      const inner: Draft = { ...objectOf(draft[name]) };
      addPieces(inner, value, joined);
      draft[name] = inner;
    } else if (value !== null || draft[name] === undefined) draft[name] = value;
  }
}

/** Members of a delta that are fragments of a text. */
const inPieces: ReadonlySet<string> = new Set(['content', 'refusal', 'arguments', 'input', 'data', 'transcript']);

function addDelta(choice: ChoiceDraft, delta: JsonObject): void {
  const { tool_calls: calls, ...rest } = delta;
  addPieces(choice.message, rest, inPieces);
  for (const { index, ...call } of listOf(calls)) {
    const place = typeof index === 'number' ? index : choice.toolCalls.size;
    const draft = choice.toolCalls.get(place) ?? {};
    choice.toolCalls.set(place, draft);
    addPieces(draft, call, inPieces);
  }
}

function addLogprobs(choice: ChoiceDraft, logprobs: JsonObject): void {
  choice.logprobs ??= {};
  for (const [name, tokens] of Object.entries(logprobs)) {
    if (!Array.isArray(tokens)) continue;
    const known = (choice.logprobs[name] ??= []);
    for (const token of tokens as readonly Json[]) known.push(token);
  }
}

const finished = (index: number, { message, toolCalls, finishReason, logprobs }: ChoiceDraft): JsonObject => {
  const calls = [...toolCalls].toSorted(([one], [other]) => one - other).map(([, call]) => call);
  const tools = calls.length === 0 ? {} : { tool_calls: calls };
  return {
    index,
    message: { role: 'assistant', content: null, refusal: null, ...message, ...tools },
    logprobs,
    finish_reason: finishReason,
  };
};

export function assembleCompletion(): Assembly {
  let head: JsonObject | null = null;
  let usage: Json | undefined;
  const choices = new Map<number, ChoiceDraft>();

  const choiceOf = (index: number): ChoiceDraft => {
    const known = choices.get(index) ?? { message: {}, toolCalls: new Map(), finishReason: null, logprobs: null };
    choices.set(index, known);
    return known;
  };

  return {
    add: (chunk) => {
      const { choices: pieces, usage: reported, obfuscation: _, ...rest } = chunk;
      head = { ...head, ...rest };
      if (isObject(reported)) usage = reported;
      for (const piece of listOf(pieces)) {
        const choice = choiceOf(typeof piece['index'] === 'number' ? piece['index'] : 0);
        addDelta(choice, objectOf(piece['delta']));
        if (isObject(piece['logprobs'])) addLogprobs(choice, piece['logprobs']);
        choice.finishReason = piece['finish_reason'] ?? choice.finishReason;
      }
    },
    completion: () => {
      if (head === null) return null;
      const all = [...choices].toSorted(([one], [other]) => one - other);
      return {
        ...head,
        object: 'chat.completion',
        choices: all.map(([index, choice]) => finished(index, choice)),
        ...(usage !== undefined && { usage }),
      };
    },
  };
}
