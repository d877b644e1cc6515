import { describe, expect, it } from 'vitest';
import { GatewayError } from '../../src/errors/gateway-error.ts';
import type { ModelAbilities } from '../../src/catalog/abilities.ts';
import { isObject, parseJson, type Json } from '../../src/shared/json/json.ts';
import { requestLosses } from '../../src/wires/translation/losses.ts';
import type { CallerWireId, UpstreamWireId } from '../../src/wires/translation/parts.ts';
import { wires } from '../../src/wires/wires.ts';
import { fieldRequests, type FieldRequest } from '../fakes/document-requests.ts';
import { able, raw, wireIds } from '../unit/wires/translation/turn-wires.ts';
import { accountOf } from './loss-account.ts';

const targets: readonly UpstreamWireId[] = [...wireIds, 'gemini', 'converse'];
const callers: readonly CallerWireId[] = [...wireIds, 'completions'];
const cases = callers.flatMap((from) => targets.filter((to) => to !== from).map((to) => ({ from, to })));
const requests = new Map(callers.map((wire) => [wire, [...fieldRequests(wire)]]));
const requestsOf = (wire: CallerWireId): readonly FieldRequest[] => requests.get(wire) ?? [];

/** What says nothing that another wire could repeat, by wire of the caller, and why. */
const saysNothing: Readonly<Record<CallerWireId, readonly (readonly [RegExp, string])[]>> = {
  'chat-completions': [
    [/^model$/, 'the route names the model'],
    [/^(?:stream|stream_options\b.*|store)$/, 'the gateway streams and stores by itself'],
    [/(?:^|[.])type$/, 'the members beside it say as much'],
    [/^messages\[\](?:\.content\[\]\.(?:image_url|input_audio))?$/, 'an empty one'],
    [/^(?:prompt_cache_options|web_search_options\.user_location\.approximate)$/, 'an empty one'],
    [/^response_format(?:\.json_schema)?$/, 'text, and a schema that takes anything, are the default'],
    [/^response_format\.json_schema\.(?:name|description|strict)$/, 'other vendors hold every schema, and name none'],
    [/breakpoint\.mode$/, 'there is one mode'],
    [/^messages\[\]\.name$/, 'the name of a function that answers is that of its call'],
    [/arguments$|allowed_tools\.tools\[\]$/, 'not of the type that means something'],
  ],
  responses: [
    [/^(?:stream|stream_options\b.*|store|previous_response_id|conversation\b.*)$/, 'the gateway keeps answers itself'],
    [/^model$/, 'the route names the model'],
    [/(?:^|[.])type$|^input\[\]\.role$/, 'the members beside it say as much'],
    [/^(?:prompt_cache_options|text|text\.format|reasoning|tools\[\]\.filters)$/, 'an empty one, or the default'],
    [/^tools\[\](?:\.tools\[\])?\.format$/, 'text is the default'],
    [/^tools\[\]\.container(?:\.network_policy)?$/, 'a new one that reaches nothing is the default'],
    [/^text\.format\.(?:name|description|strict)$/, 'other vendors hold every schema, and name none'],
    [/breakpoint\.mode$/, 'there is one mode'],
    [/^input\[\]\.(?:id|status|created_by|name|namespace)$/, 'made by the vendor, or said by the call'],
    [/^input\[\]\.caller(?:\.type)?$/, 'the model itself'],
    [/\.logprobs\[\]/, 'how likely its words were says nothing to a model'],
    [/^tool_choice\.tools\[\]$/, 'not of the type that means something'],
  ],
  completions: [
    [/^model$/, 'the route names the model'],
    [/^(?:stream|stream_options\b.*)$/, 'the gateway streams by itself'],
    [/^echo$/, 'the gateway writes the prompt before the answer'],
  ],
  messages: [
    [/^model$/, 'the route names the model'],
    [/^stream$/, 'it stands in the address of Gemini'],
    [/(?:^|[.])type$|^messages\[\]\.role$|^tools\[\]\.name$/, 'the members beside it say as much'],
    [/^(?:metadata|output_config|context_management|diagnostics|container)$/, 'an empty one'],
    [/\.(?:transformations|citations|source)$/, 'an empty one'],
    [/^messages\[\]\.content\[\]\.source\.media_type$/, 'text has no other'],
    [/^tool_choice$/, 'where it is none, Converse gets no tools'],
    [/^messages\[\]\.content\[\]\.caller$/, 'the model itself'],
    [/^thinking(?:\.display)?$/, 'the model thinks as much as it finds right, and shows it'],
  ],
};

const isWithin = (path: string, outer: string): boolean =>
  path === outer || (path.startsWith(outer) && /^[.[]/.test(path.slice(outer.length)));
const plain = (path: string): string => path.replaceAll(/\[\d+\]/g, '[]');

interface Written {
  readonly text: string;
  /** Of what is lost, or refused. */
  readonly paths: readonly string[];
}

interface Way {
  readonly from: CallerWireId;
  readonly to: UpstreamWireId;
  readonly abilities?: ModelAbilities;
}

function translate(body: object, { from, to, abilities = able }: Way) {
  const { readRequest } = wires[from].turn ?? {};
  const { writeRequest } = wires[to].turn ?? {};
  if (!readRequest || !writeRequest) throw new TypeError(`${from} does not go to ${to}`);
  return writeRequest(readRequest(raw(body)), { model: 'm', abilities });
}

function write(body: object, way: Way): Written {
  try {
    const written = translate(body, way);
    return { text: written.body.toString(), paths: written.losses.map(({ path }) => plain(path)) };
  } catch (error) {
    if (!(error instanceof GatewayError) || error.param === null) throw error;
    return { text: '', paths: [plain(error.param)] };
  }
}

describe.each(cases)('every field of $from that the document has, to $to', ({ from, to }) => {
  it('is carried, reported, or says nothing', () => {
    const silent = new Set<string>();
    for (const { field, body, without } of requestsOf(from)) {
      const { text, paths } = write(body, { from, to });
      const isReported = paths.some((path) => isWithin(field, path) || isWithin(path, field));
      if (!isReported && text === write(without, { from, to }).text) silent.add(field);
    }
    expect([...silent].filter((field) => !saysNothing[from].some(([names]) => names.test(field)))).toEqual([]);
  });
});

/** The members that lead to each value of a body that is no object and no list. */
function* leaves(value: Json, path: readonly (string | number)[] = []): Iterable<readonly (string | number)[]> {
  if (Array.isArray(value))
    for (const [index, each] of (value as readonly Json[]).entries()) yield* leaves(each, [...path, index]);
  else if (isObject(value))
    for (const [name, each] of Object.entries(value)) yield* leaves(each ?? null, [...path, name]);
  else yield path;
}

/** A body without the member that a path leads to. */
function drop(text: string, path: readonly (string | number)[]): string {
  const whole = JSON.parse(text) as Record<string, unknown>;
  const last = path.findLastIndex((step) => typeof step === 'string');
  let holder: Record<string | number, unknown> = whole;
  for (const step of path.slice(0, last)) holder = holder[step] as Record<string, unknown>;
  delete holder[path[last] ?? ''];
  return JSON.stringify(whole);
}

/** What the writers write on their own account, or whose absence means the same. */
const ownWords = new RegExp(
  [
    '^(?:model|store|include\\[\\]|stream|stream_options\\.include_usage|thinking\\.display)$',
    '(?:^|\\.)(?:type|status|id|media_type|filename|detail|title)$',
    '(?:cache_control|prompt_cache_breakpoint|grammar|format)\\.|\\.(?:name|description|strict)$',
    '(?:call_id|tool_call_id|tool_use_id)$',
    '^tools\\[\\]\\.(?:function\\.)?(?:parameters|input_schema)\\.',
    '(?:approximate|user_location)\\.',
  ].join('|'),
);

describe.each(wireIds.flatMap((from) => wireIds.filter((to) => to !== from).map((to) => ({ from, to }))))(
  'a planted bug on the way from $from to $to',
  ({ from, to }) => {
    it('is caught whatever member it drops', () => {
      const seen = new Map<string, boolean>();
      for (const { body } of requestsOf(from)) {
        const { text, paths } = write(body, { from, to });
        if (text === '') continue;
        for (const path of leaves(parseJson(text) ?? null)) {
          const name = plain(path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`)).join('')).slice(
            1,
          );
          // What stands in the place of a loss is reported already.
          if (ownWords.test(name) || seen.get(name) === true || paths.includes(name)) continue;
          seen.set(name, isCaught(body, path));
        }
      }
      expect(seen.size).toBeGreaterThan(15);
      expect([...seen].filter(([, caught]) => !caught).map(([name]) => name)).toEqual([]);
    });

    const isCaught = (body: object, path: readonly (string | number)[]): boolean => {
      try {
        return accountOf(body, { from, to, spoil: (text) => drop(text, path) }).silent.length > 0;
      } catch (error) {
        if (error instanceof GatewayError || error instanceof TypeError) return true;
        throw error;
      }
    };
  },
);

/** Models that cannot do this and that. */
const models = [
  able,
  {
    ...able,
    images: false,
    documents: false,
    audio: false,
    search: false,
    code: false,
    schemas: false,
    strictTools: false,
    developerRole: false,
    customTools: false,
    allowedTools: false,
  },
  { ...able, sampling: 'refused', efforts: [], thinking: 'none', prefill: false, forcedTools: false, topK: false },
  { ...able, thinking: 'budget', efforts: ['low'], systemInMiddle: false, cacheMarks: false, maxOutputTokens: 5 },
  { ...able, thinkingOff: 'never', efforts: ['high'], toolEffort: 'none', parallelSwitch: false },
  { ...able, efforts: [], toolEffort: 'absent', stops: false, sampling: 'one' },
  { ...able, thinking: 'budget', thinkingOff: 'never' },
  { ...able, converseReasoning: 'none', cachePoints: 'none' },
  { ...able, converseReasoning: 'reasoning' },
] as const;

const said = [{ role: 'user', content: 'a' }];
const chat = { model: 'm', messages: said };
const begun = [...said, { role: 'assistant', content: 'b' }];
const tool = { type: 'function', function: { name: 'look' } };
const look = { type: 'function', name: 'look' };
const use = { type: 'tool_use', id: 'call', name: 'look', input: {} };
const linked = { type: 'url', url: 'https://example.com/a.pdf' };
const sound = { data: 'aGVsbG8=', format: 'wav' };
const image = (type: string) => ({ type: 'image_url', image_url: { url: `data:${type};base64,aGVsbG8=` } });
const file = (type: string) => ({ type: 'file', file: { file_data: `data:${type};base64,aGVsbG8=` } });
const called = (text: string) => [
  { role: 'assistant', tool_calls: [{ id: 'call', type: 'function', function: { name: 'look', arguments: text } }] },
  { role: 'tool', tool_call_id: 'call', content: 'b' },
];

/** Requests that say what no single field says. */
const besides: Readonly<Record<CallerWireId, readonly object[]>> = {
  completions: [],
  'chat-completions': [
    { ...chat, max_tokens: 0, temperature: 1.5, stop: ['a', 'b', 'c', 'd', 'e', 'f', ' '], user: 'u'.repeat(600) },
    { ...chat, safety_identifier: 'a', user: 'b', reasoning_effort: 'low', tools: [tool], tool_choice: 'required' },
    { ...chat, reasoning_effort: 'none', temperature: 0.5, top_p: 0.5 },
    { ...chat, reasoning_effort: 'none', service_tier: 'scale' },
    { ...chat, reasoning_effort: 'low', tools: [tool], messages: [...said, ...called('{}')] },
    { ...chat, tools: [tool], messages: [...said, ...called('not JSON')] },
    { ...chat, messages: [...said, ...called('{}')] },
    { ...chat, reasoning_effort: 'low', messages: begun },
    { ...chat, messages: [...said, { role: 'assistant', content: 'b', reasoning_content: 'c' }] },
    { ...chat, messages: [...said, { role: 'system', content: 'b' }] },
    { ...chat, messages: [...said, { role: 'user', content: ' ' }] },
    { ...chat, messages: [{ role: 'user', content: [image('image/bmp'), file('application/zip')] }] },
    { ...chat, response_format: { type: 'json_schema', json_schema: { name: 'n', schema: { maximum: 9 } } } },
  ],
  responses: [
    {
      model: 'm',
      input: 'a',
      tools: [look, { type: 'web_search' }],
      tool_choice: { type: 'allowed_tools', tools: [look] },
    },
    { model: 'm', input: 'a', tools: [look, { type: 'web_search' }] },
    { model: 'm', input: 'a', reasoning: { effort: 'low', summary: 'concise' }, stop: ['a', 'b', 'c', 'd', 'e'] },
    { model: 'm', input: 'a', temperature: 0.5, top_p: 0.5, max_output_tokens: 0, safety_identifier: 'u'.repeat(80) },
    { model: 'm', input: [{ role: 'user', content: [{ type: 'input_audio', input_audio: sound }] }] },
    {
      model: 'm',
      input: [
        { role: 'user', content: 'a' },
        { role: 'system', content: 'b' },
      ],
    },
  ],
  messages: [
    {
      ...chat,
      max_tokens: 9,
      tools: [{ type: 'web_search_20250305', name: 'web_search' }],
      tool_choice: { type: 'none' },
    },
    { ...chat, max_tokens: 0, metadata: { user_id: 'u'.repeat(80) }, stop_sequences: ['a', 'b', 'c', 'd', 'e', 'f'] },
    { ...chat, max_tokens: 9, thinking: { type: 'enabled', budget_tokens: 1_024 }, tools: [{ name: 'a' }] },
    { ...chat, max_tokens: 9, messages: begun },
    { ...chat, max_tokens: 9, thinking: { type: 'disabled' }, output_config: { effort: 'high' } },
    { ...chat, messages: [{ role: 'user', content: [{ type: 'document', title: 'a', source: linked }] }] },
    {
      ...chat,
      messages: [
        ...said,
        {
          role: 'assistant',
          content: [{ type: 'thinking', thinking: 'a', signature: 'b' }, use, { type: 'text', text: 'c' }],
        },
        { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'call', content: 'd' }] },
      ],
    },
  ],
};

it('every loss that is reported is in the table, and every one of the table is reported', () => {
  const reported = new Set<string>();
  for (const { from, to } of cases)
    for (const body of [...requestsOf(from).map((each) => each.body), ...besides[from]])
      for (const abilities of models)
        try {
          for (const { key } of translate(body, { from, to, abilities }).losses)
            if (key !== 'member') reported.add(`${key ?? 'no name'} ${to}`);
        } catch (error) {
          if (!(error instanceof GatewayError)) throw error;
        }
  // Seals are opened, and headers read, before a request is written: `seal.test.ts`, `last-turns.test.ts`,
  // `code.test.ts` and `losses.test.ts` have those.
  const apart = ['thought-sealed', 'thought-last', 'code-fresh', 'beta-none', 'beta-openai'];
  const ofWriters = Object.entries(requestLosses).filter(([key]) => !apart.includes(key));
  const table = ofWriters.flatMap(([key, { on }]) => on.map((wire) => `${key} ${wire}`));
  expect([...reported].filter((each) => !table.includes(each))).toEqual([]);
  expect(table.filter((each) => !reported.has(each))).toEqual([]);
});
