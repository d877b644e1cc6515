import { describe, expect, it } from 'vitest';
import { GatewayError } from '../../src/errors/gateway-error.ts';
import type { TurnWireId, UpstreamWireId } from '../../src/wires/translation/parts.ts';
import { wires } from '../../src/wires/wires.ts';
import { corpusNote, hasCorpus, recordedPairs } from '../fakes/corpus.ts';
import { able, raw, turnWires, wireIds } from '../unit/wires/translation/turn-wires.ts';

const wireOf: Readonly<Record<string, TurnWireId>> = {
  chat: 'chat-completions',
  responses: 'responses',
  messages: 'messages',
};

interface Request {
  readonly id: string;
  readonly from: TurnWireId;
  readonly body: Readonly<Record<string, unknown>>;
}

const all: readonly Request[] = hasCorpus
  ? [...recordedPairs()].flatMap(({ endpoint, id, request_body: body, status }) => {
      const from = wireOf[endpoint];
      return from === undefined || !body || status !== 200 ? [] : [{ id, from, body }];
    })
  : [];

const target = { model: 'upstream', abilities: able };

type Written = ReturnType<(typeof turnWires)['messages']['writeRequest']> & { readonly value: Record<string, unknown> };

/** A request on another wire; null where it is refused with 400 at a field. */
function translate(from: TurnWireId, to: UpstreamWireId, body: string): Written | null {
  const { writeRequest } = wires[to].turn ?? {};
  if (!writeRequest) throw new TypeError(`${to} is not written`);
  try {
    const written = writeRequest(turnWires[from].readRequest(raw(body)), target);
    return { ...written, value: JSON.parse(written.body.toString()) as Record<string, unknown> };
  } catch (error) {
    if (error instanceof GatewayError && error.status === 400 && error.param !== null) return null;
    throw error;
  }
}

/** The bytes of a request on another wire; undefined where it is refused. */
const textOf = (from: TurnWireId, to: UpstreamWireId, body: object): string | undefined =>
  translate(from, to, JSON.stringify(body))?.body.toString();

const otherWires = (from: TurnWireId): readonly TurnWireId[] => wireIds.filter((wire) => wire !== from);

/** With those that no caller speaks. */
const upstreamWires = (from: TurnWireId): readonly UpstreamWireId[] => [...otherWires(from), 'gemini', 'converse'];
const listOf = (value: unknown): readonly Record<string, unknown>[] =>
  Array.isArray(value) ? (value as readonly Record<string, unknown>[]) : [];

/** Top-level members that each wire has: nothing else goes out. */
const members: Readonly<Record<UpstreamWireId, readonly string[]>> = {
  gemini: ['generationConfig', 'toolConfig', 'tools', 'systemInstruction', 'contents', 'serviceTier', 'labels'],
  converse: [
    ...['inferenceConfig', 'toolConfig', 'outputConfig', 'additionalModelRequestFields', 'serviceTier', 'system'],
    ...['additionalModelResponseFieldPaths', 'requestMetadata', 'messages'],
  ],
  'chat-completions': [
    ...['model', 'max_completion_tokens', 'stream', 'stream_options', 'temperature', 'top_p', 'top_k', 'stop'],
    ...['reasoning_effort', 'verbosity', 'response_format', 'service_tier', 'user', 'safety_identifier', 'metadata'],
    ...['prompt_cache_key', 'prompt_cache_options', 'prompt_cache_retention', 'web_search_options', 'moderation'],
    ...['parallel_tool_calls', 'tool_choice', 'tools', 'messages'],
  ],
  responses: [
    ...['model', 'max_output_tokens', 'stream', 'store', 'include', 'temperature', 'top_p', 'reasoning', 'text'],
    ...['service_tier', 'user', 'safety_identifier', 'metadata', 'prompt_cache_key', 'prompt_cache_options'],
    ...['prompt_cache_retention', 'moderation', 'parallel_tool_calls', 'tool_choice', 'tools', 'instructions', 'input'],
  ],
  messages: [
    ...['model', 'max_tokens', 'stream', 'temperature', 'top_p', 'top_k', 'stop_sequences', 'thinking'],
    ...['output_config', 'metadata', 'service_tier', 'cache_control', 'tool_choice', 'tools', 'system', 'messages'],
  ],
};

/** Rules of Messages: results first and complete, legal ids, no empty text. */
function checkMessages(body: Record<string, unknown>, record: string): void {
  expect(body['max_tokens']).toBeGreaterThan(0);
  let open: unknown[] = [];
  for (const { role, content } of listOf(body['messages'])) {
    const blocks = listOf(content);
    const results = blocks.filter(({ type }) => type === 'tool_result');
    expect(blocks.slice(0, results.length)).toEqual(results);
    if (role !== 'assistant' || open.length > 0)
      expect(
        results.map((each) => each['tool_use_id']),
        record,
      ).toEqual(open);
    open = blocks.filter(({ type }) => type === 'tool_use').map(({ id }) => id);
    for (const id of open) expect(id).toMatch(/^[a-zA-Z0-9_-]+$/);
    for (const { type, text } of blocks) if (type === 'text') expect(text).not.toBe('');
    expect(content).not.toEqual('');
  }
}

/** Rules of Chat Completions: results stand directly behind their calls, one for each. */
function checkChat(body: Record<string, unknown>): void {
  let open: unknown[] = [];
  for (const { role, tool_call_id: id, tool_calls: calls } of listOf(body['messages'])) {
    if (role === 'tool') {
      expect(open).toContain(id);
      open = open.filter((each) => each !== id);
    } else {
      expect(open).toEqual([]);
      open = listOf(calls).map((call) => call['id']);
    }
  }
}

function checkResponses(body: Record<string, unknown>): void {
  const calls = new Set<unknown>();
  for (const item of listOf(body['input'])) {
    if (String(item['type']).endsWith('_call')) calls.add(item['call_id']);
    if (String(item['type']).endsWith('_call_output')) expect(calls).toContain(item['call_id']);
  }
}

/** Rules of Gemini: contents with parts; results in the content behind their calls, as many as there are calls, and nothing else there. */
function checkGemini(body: Record<string, unknown>, record: string): void {
  let open = 0;
  for (const { role, parts } of listOf(body['contents'])) {
    expect(['user', 'model'], record).toContain(role);
    expect(listOf(parts).length, record).toBeGreaterThan(0);
    const results = listOf(parts).filter((part) => 'functionResponse' in part);
    expect(results.length, record).toBe(role === 'user' ? open : 0);
    if (results.length > 0) expect(listOf(parts).length, record).toBe(results.length);
    open = listOf(parts).filter((part) => 'functionCall' in part).length;
  }
}

/** Rules of Converse: speakers alternate, results stand behind their calls, documents have words beside them, no text is blank. */
function checkConverse(body: Record<string, unknown>, record: string): void {
  let open: unknown[] = [];
  const idsIn = (blocks: readonly Record<string, unknown>[], name: string): unknown[] =>
    blocks.flatMap((block) => (name in block ? [(block[name] as Record<string, unknown>)['toolUseId']] : []));
  let before: unknown = null;
  for (const { role, content } of listOf(body['messages'])) {
    expect(role, record).not.toBe(before);
    before = role;
    expect(listOf(content).length, record).toBeGreaterThan(0);
    expect(idsIn(listOf(content), 'toolResult'), record).toEqual(role === 'user' ? open : []);
    open = idsIn(listOf(content), 'toolUse');
    if (open.length > 0) expect(body['toolConfig'], record).toBeDefined();
    for (const id of open) expect(id).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
    const texts = listOf(content).filter((block) => 'text' in block);
    for (const { text } of texts) expect(text, record).toMatch(/\S/);
    if (listOf(content).some((block) => 'document' in block)) expect(texts.length, record).toBeGreaterThan(0);
  }
}

const checks = {
  'chat-completions': checkChat,
  responses: checkResponses,
  messages: checkMessages,
  gemini: checkGemini,
  converse: checkConverse,
};

/**
 * What of a turn is not in the next one. Converse wants speakers that alternate, so the last message may go on; and the mark of what
 * is to be cached so far moves with the end of the conversation.
 */
const endings: Readonly<Record<UpstreamWireId, RegExp>> = {
  'chat-completions': /\]\}$/,
  responses: /\]\}$/,
  messages: /\]\}$/,
  gemini: /\]\}$/,
  converse: /(?:,\{"cachePoint":\{[^}]*\}\})?\]\}\]\}$/,
};

/** Where the turns of a conversation end: before a message of the model that follows one of the user or a result. */
function turnsOf(from: TurnWireId, body: Request['body']) {
  const name = from === 'responses' ? 'input' : 'messages';
  const items = listOf(body[name]);
  const isAsked = (each: Record<string, unknown> | undefined): boolean =>
    ['user', 'tool'].includes(String(each?.['role'])) || String(each?.['type']).endsWith('_call_output');
  const isSaid = (each: Record<string, unknown>): boolean =>
    each['role'] === 'assistant' || /^(?:reasoning|\w+_call)$/.test(String(each['type']));
  const ends = items.flatMap((each, index) => (isAsked(items[index - 1]) && isSaid(each) ? [index] : []));
  return { name, items, ends };
}

describe.skipIf(!hasCorpus)(`recorded requests, translated${corpusNote}`, () => {
  it('gives a body that the other wire takes, or 400 at a field', () => {
    let refused = 0;
    for (const { id, from, body } of all)
      for (const to of upstreamWires(from)) {
        const written = translate(from, to, JSON.stringify(body));
        if (written === null) refused += 1;
        else {
          expect(
            Object.keys(written.value).filter((name) => !members[to].includes(name)),
            id,
          ).toEqual([]);
          checks[to](written.value, id);
        }
      }
    expect(all.length).toBeGreaterThan(2_000);
    expect(refused).toBeLessThan(all.length / 25);
  });

  it('changes nothing in what it was given, and gives the same bytes each time', () => {
    for (const { from, body } of all) {
      const text = JSON.stringify(body);
      const given = raw(text);
      for (const to of otherWires(from)) {
        const first = translate(from, to, text);
        expect(translate(from, to, text)?.body.toString()).toBe(first?.body.toString());
      }
      expect(JSON.stringify(given.value)).toBe(text);
    }
  });

  it('makes each turn a prefix of the next one', () => {
    for (const { id, from, body } of all) {
      const { name, items, ends } = turnsOf(from, body);
      for (const to of upstreamWires(from)) {
        const whole = textOf(from, to, body);
        for (const end of ends) {
          const part = textOf(from, to, { ...body, [name]: items.slice(0, end) });
          if (part === undefined || whole === undefined) continue;
          expect(whole.startsWith(part.replace(endings[to], '')), `${id} → ${to} at ${end}`).toBe(true);
        }
      }
    }
  });

  it('may go to another vendor at any turn, and back at the next', () => {
    let switched = 0;
    for (const { id, from, body } of all) {
      const { name, items, ends } = turnsOf(from, body);
      for (const to of otherWires(from))
        for (const end of ends) {
          const there = translate(from, to, JSON.stringify({ ...body, [name]: items.slice(0, end) }));
          if (there === null) continue;
          checks[to](there.value, `${id} → ${to} at ${end}`);
          const back = translate(to, from, there.body.toString());
          if (back !== null) checks[from](back.value, `${id} → ${to} → ${from} at ${end}`);
          switched += 1;
        }
    }
    expect(switched).toBeGreaterThan(1_000);
  });
});

/** Every value in a body that is no object or list, with its path as losses name it. */
function leaves(value: unknown, path = ''): readonly (readonly [path: string, value: unknown])[] {
  if (Array.isArray(value)) return value.flatMap((each, index) => leaves(each, `${path}[${index}]`));
  if (typeof value !== 'object' || value === null) return [[path, value]];
  return Object.entries(value).flatMap(([name, each]) => leaves(each, path === '' ? name : `${path}.${name}`));
}

/** What a wire needs for itself, what stands there anyway, and what is written in another form: nothing is lost with it. */
const formal = new RegExp(
  [
    '(?:^|\\.)(?:type|role|id|call_id|tool_call_id|tool_use_id|status|index|media_type)$',
    '^(?:model|n|store|previous_response_id|conversation|include\\[\\d+\\]|service_tier|stream\\b.*|stream_options\\..*)$',
    '^(?:frequency_penalty|presence_penalty|temperature|top_p)$',
    '(?:json_schema|format)\\.(?:name|description|strict)$',
    '(?:image_url|url|file_data|file_url|arguments)$',
    '\\.name$',
    '(?:cache_control|prompt_cache_breakpoint)\\.',
    'search_context_size$|\\.caller\\.|\\.annotations\\[|\\.logprobs\\[',
    // Thoughts that stand in two members are one thought; results of a search, or of code, go with it.
    '\\.reasoning$|content\\[\\d+\\]\\.content\\[\\d+\\]\\.(?:page_age|encrypted_content|title)$',
    'content\\[\\d+\\]\\.content\\.(?:stdout|stderr|return_code)$',
    '^(?:reasoning|thinking|tool_choice|parallel_tool_calls|reasoning_effort)\\b',
  ].join('|'),
);

/** What only these two say in another form: a member of the result, a word in capitals, no tools where none may be called. */
const formalElsewhere = /(?:^function_call|\.is_error|\.effort|\.detail)$/;

const isFormalElsewhere = (path: string, value: unknown, { body }: Request, text: string): boolean =>
  formalElsewhere.test(path) ||
  (path.startsWith('tools[') && /"tool_choice":(?:"none"|\{"type":"none"\})/.test(JSON.stringify(body))) ||
  (typeof value === 'string' && text.includes(Buffer.from(value).toString('base64')));

const isDefault = (value: unknown): boolean => value === null || value === false || value === '';

it.skipIf(!hasCorpus)(`loses nothing of a recorded request without a word${corpusNote}`, () => {
  const silent: string[] = [];
  for (const request of all) {
    const { id, from, body } = request;
    for (const to of upstreamWires(from)) {
      const written = translate(from, to, JSON.stringify(body));
      if (written === null) continue;
      const text = written.body.toString();
      const isReported = (path: string): boolean =>
        written.losses.some((loss) => path === loss.path || /^[.[]/.test(path.replace(loss.path, '')));
      for (const [path, value] of leaves(body)) {
        if (isDefault(value) || formal.test(path) || isReported(path)) continue;
        const isElsewhere = to === 'gemini' || to === 'converse';
        if (isElsewhere && isFormalElsewhere(path, value, request, text)) continue;
        const plain = JSON.stringify(value).replace(/^"|"$/g, '');
        // Gemini takes the result of a tool as an object.
        if (typeof value === 'string' && value.startsWith('{') && text.includes(value.trim())) continue;
        if (!text.includes(plain) && !text.includes(JSON.stringify(plain).slice(1, -1)))
          silent.push(`${id} → ${to}: ${path}`);
      }
    }
  }
  expect(silent).toEqual([]);
});
