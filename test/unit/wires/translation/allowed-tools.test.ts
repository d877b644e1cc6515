import { describe, expect, it } from 'vitest';
import type { ModelAbilities } from '../../../../src/catalog/abilities.ts';
import type { Loss, TurnWireId, UpstreamWireId } from '../../../../src/wires/translation/parts.ts';
import { wires } from '../../../../src/wires/wires.ts';
import { growthOf, quadratic } from '../../../fakes/growth.ts';
import { able, lossLines, raw, turnWires } from './turn-wires.ts';

type Body = Readonly<Record<string, unknown>>;

const parameters = { type: 'object', properties: {} };
const functions = ['f', 'g'].map((name) => ({ type: 'function', name, parameters, strict: false }));
const search = { type: 'web_search' };
const code = { type: 'code_interpreter' };
const hosted = { type: 'file_search', vector_store_ids: ['vs_1'] };

function written(
  to: UpstreamWireId,
  body: object,
  abilities: Partial<ModelAbilities> = {},
  from: TurnWireId = 'responses',
) {
  const turn = turnWires[from].readRequest(raw({ model: 'm', ...(from === 'responses' && { input: 'Hi' }), ...body }));
  const found = wires[to].turn?.writeRequest?.(turn, { model: 'm', abilities: { ...able, ...abilities } });
  if (!found) throw new TypeError(`${to} is not written`);
  return { body: JSON.parse(found.body.toString()) as Body, losses: found.losses };
}

/** What a model may use, and whether it has to use something. */
interface Usable {
  readonly tools: readonly string[];
  readonly must: boolean;
}

const usable = (tools: readonly unknown[], must: boolean): Usable => ({ tools: tools.map(String).toSorted(), must });
const at = (value: unknown, ...path: readonly string[]): unknown =>
  path.reduce((each, name) => (each as Body | undefined)?.[name], value);
const list = (value: unknown): readonly Body[] => (Array.isArray(value) ? (value as readonly Body[]) : []);

/** What the caller's choice says of tools of its own and of the provider's. */
function ofResponses({ tools, tool_choice: choice }: Body): Usable {
  const nameOf = (tool: Body): unknown => tool['name'] ?? tool['type'];
  const names = list(tools).map(nameOf);
  if (choice === 'none') return usable([], false);
  if (choice === undefined || choice === 'auto' || choice === 'required') return usable(names, choice === 'required');
  if (at(choice, 'type') !== 'allowed_tools') return usable([nameOf(choice as Body)], true);
  const allowed = list(at(choice, 'tools')).map(nameOf);
  return usable(
    names.filter((name) => allowed.includes(name)),
    at(choice, 'mode') === 'required',
  );
}

function ofMessages({ tools, tool_choice: choice }: Body): Usable {
  const names = list(tools).map((tool) => tool['name']);
  const type = at(choice, 'type');
  if (type === 'none') return usable([], false);
  return usable(type === 'tool' ? [at(choice, 'name')] : names, type === 'any' || type === 'tool');
}

/** The search of a chat stands beside the tools: no choice of tools holds it back. */
function ofChat({ tools, tool_choice: choice, web_search_options: options }: Body): Usable {
  const names = list(tools).map((tool) => at(tool, 'function', 'name'));
  const beside = options === undefined ? [] : ['web_search'];
  if (choice === 'none') return usable(beside, false);
  const allowed = at(choice, 'allowed_tools');
  if (allowed !== undefined)
    return usable(
      [...list(at(allowed, 'tools')).map((tool) => at(tool, 'function', 'name')), ...beside],
      at(allowed, 'mode') === 'required',
    );
  const named = at(choice, 'function', 'name');
  return usable([...(named === undefined ? names : [named]), ...beside], named !== undefined || choice === 'required');
}

function ofGemini({ tools, toolConfig }: Body): Usable {
  const declared = list(tools).flatMap((tool) => list(tool['functionDeclarations']).map(({ name }) => name));
  const beside = list(tools).some((tool) => tool['googleSearch'] !== undefined) ? ['web_search'] : [];
  const mode = at(toolConfig, 'functionCallingConfig', 'mode');
  const allowed = at(toolConfig, 'functionCallingConfig', 'allowedFunctionNames');
  // "Function calling config is set without function_declarations", and no function beside the vendor's own tools.
  if (mode !== undefined || beside.length > 0) expect(declared.length > 0).toBe(mode !== undefined);
  if (allowed !== undefined)
    expect([allowed, ['ANY', 'VALIDATED']]).toEqual([
      expect.not.arrayContaining([undefined]),
      expect.arrayContaining([mode]),
    ]);
  if (allowed !== undefined) expect(allowed).not.toEqual([]);
  if (mode === 'NONE') return usable(beside, false);
  return usable([...((allowed ?? declared) as readonly unknown[]), ...beside], mode === 'ANY');
}

function ofConverse({ toolConfig }: Body): Usable {
  const names = list(at(toolConfig, 'tools')).map((tool) => at(tool, 'toolSpec', 'name'));
  const choice = at(toolConfig, 'toolChoice') ?? {};
  if (toolConfig !== undefined) expect(names).not.toEqual([]);
  const named = at(choice, 'tool', 'name');
  return usable(named === undefined ? names : [named], named !== undefined || at(choice, 'any') !== undefined);
}

const readers: Readonly<Record<UpstreamWireId, (body: Body) => Usable>> = {
  responses: ofResponses,
  messages: ofMessages,
  'chat-completions': ofChat,
  gemini: ofGemini,
  converse: ofConverse,
};

const allowed = (mode: string, ...tools: readonly object[]): object => ({ type: 'allowed_tools', mode, tools });
const f = { type: 'function', name: 'f' };
const choices = [
  ...[undefined, 'auto', 'required', 'none', f, search],
  ...['auto', 'required'].flatMap((mode) => [
    allowed(mode, f),
    allowed(mode, search),
    allowed(mode, f, search),
    allowed(mode, hosted),
    allowed(mode),
  ]),
];
const offers = [functions, [search], [...functions, search], [...functions, search, code], [...functions, hosted]];

const isMeaning = ({ kind }: Loss): boolean => kind === 'meaning';

describe('what a model may use, and must, is what the caller allows, or the call is refused', () => {
  const cases = Object.keys(readers).flatMap((to) =>
    choices.map((choice) => [to as UpstreamWireId, JSON.stringify(choice) ?? 'no choice', choice] as const),
  );
  it.each(cases)('%s: %s', (to, _, choice) => {
    for (const tools of offers)
      for (const abilities of [{}, { search: false, code: false }, { code: false }, { allowedTools: false }]) {
        const body = { tools, tool_choice: choice };
        const { body: found, losses } = written(to, body, abilities);
        const names: Readonly<Record<string, string>> = { code_execution: 'code_interpreter' };
        const { tools: usedTools, must } = readers[to](found);
        const used = usable(
          usedTools.map((name) => names[name] ?? name),
          must,
        );
        const asked = readers.responses(body);
        // A demand for a tool that the request does not have is the caller's own fault, and the vendor's to refuse.
        const isPossible = !asked.must || asked.tools.some((name) => JSON.stringify(tools).includes(`"${name}"`));
        if (losses.some(isMeaning) || !isPossible) continue;
        expect(used, JSON.stringify({ body, losses })).toEqual(asked);
      }
  });

  it('a call is not refused for a tool that it does not allow', () => {
    const tools = [...functions, search, code, hosted];
    for (const to of ['chat-completions', 'gemini', 'messages', 'converse'] as const)
      for (const choice of ['none', f, allowed('auto', f), allowed('required', f), allowed('auto')]) {
        const { losses } = written(to, { tools, tool_choice: choice }, { search: false, code: false });
        expect(losses.filter(isMeaning), `${to} ${JSON.stringify(choice)}`).toEqual([]);
      }
  });
});

describe('what is written for it', () => {
  it('chat: no search where it may not be used', () => {
    const { body, losses } = written('chat-completions', {
      tools: [...functions, search],
      tool_choice: allowed('auto', f),
    });
    expect(body).not.toHaveProperty('web_search_options');
    expect(lossLines(losses)).toEqual(['tools[2]: approximated']);
  });

  it('chat: a tool that takes text is named as one', () => {
    const tools = [{ type: 'custom', name: 'c' }, ...functions];
    const { body } = written('chat-completions', {
      tools,
      tool_choice: allowed('auto', { type: 'custom', name: 'c' }, f),
    });
    expect(at(body, 'tool_choice', 'allowed_tools', 'tools')).toEqual([
      { type: 'custom', custom: { name: 'c' } },
      { type: 'function', function: { name: 'f' } },
    ]);
  });

  it.each(['chat-completions', 'responses'] as const)('%s: the allowed tools alone, where none can be listed', (to) => {
    const tool_choice = allowed('required', { type: 'function', name: 'g' });
    const { body, losses } = written(to, { tools: functions, tool_choice }, { allowedTools: false });
    expect([body['tools'], body['tool_choice']]).toEqual([[expect.anything()], 'required']);
    expect(lossLines(losses)).toEqual(['tools[0]: approximated']);
  });

  it.each<[string, object, object]>([
    ['the caller’s tools alone', allowed('auto', f), { mode: 'VALIDATED', allowedFunctionNames: ['f'] }],
    ['nothing', allowed('auto'), { mode: 'NONE' }],
  ])('gemini: %s', (_, choice, config) => {
    const { body, losses } = written('gemini', { tools: [...functions, search], tool_choice: choice });
    expect(body['toolConfig']).toEqual({ functionCallingConfig: config });
    expect(body['tools']).toEqual([{ functionDeclarations: [expect.anything(), expect.anything()] }]);
    expect(lossLines(losses)).toEqual(['tools[2]: approximated']);
  });

  it('gemini: the search alone, without a choice among functions', () => {
    const { body, losses } = written('gemini', { tools: [...functions, search], tool_choice: allowed('auto', search) });
    expect([body['tools'], body['toolConfig']]).toEqual([[{ googleSearch: {} }], undefined]);
    expect(lossLines(losses)).toEqual(['tools[0]: approximated', 'tools[1]: approximated']);
  });

  it('gemini: both are refused, and the search gives way where that is let pass', () => {
    const { body, losses } = written('gemini', { tools: [...functions, search] });
    expect([body['tools'], lossLines(losses)]).toEqual([
      [{ functionDeclarations: [expect.anything(), expect.anything()] }],
      ['tools[2]: meaning'],
    ]);
  });

  it('messages and responses keep what a choice holds back: the prefix of the conversation stays the same', () => {
    const body = { tools: [...functions, search], tool_choice: 'none' };
    for (const to of ['messages', 'responses'] as const) {
      expect(written(to, body).body['tools']).toHaveLength(3);
      expect(written(to, body).losses).toEqual([]);
    }
  });
});

describe('the work of writing a choice grows with its size alone', () => {
  const times = (count: number, make: (index: number) => object): readonly object[] =>
    Array.from({ length: count }, (_, index) => make(index));
  const many = {
    'tools of the caller': (index: number) => ({ type: index % 2 === 0 ? 'function' : 'custom', name: `f${index}` }),
    'tools of a vendor': (index: number) => ({ type: `t${index}` }),
  };
  const cases = Object.keys(readers).flatMap((to) =>
    Object.entries(many).map(([what, make]) => [to as UpstreamWireId, what, make] as const),
  );
  it.each(cases)('%s: %s', (to, _, make) => {
    // The last of the tools comes first in the list of the allowed.
    const body = (size: number): object => ({
      tools: times(size, make),
      tool_choice: allowed('auto', ...times(size, make).toReversed()),
    });
    expect(growthOf(3_000, body, (prepared) => written(to, prepared))).toBeLessThan(quadratic);
  });
});
