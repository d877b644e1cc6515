import { describe, expect, it } from 'vitest';
import { abilitiesOf } from '../../src/catalog/abilities.ts';
import { GatewayError } from '../../src/errors/gateway-error.ts';
import type { TurnWireId } from '../../src/wires/translation/parts.ts';
import { raw, turnWires, wireIds } from '../unit/wires/translation/turn-wires.ts';

type Loose = Readonly<Record<string, unknown>>;
const listOf = (value: unknown): readonly Loose[] => (Array.isArray(value) ? (value as readonly Loose[]) : []);
const objectOf = (value: unknown): Loose => (typeof value === 'object' && value !== null ? (value as Loose) : {});

/** What a vendor refuses, as its pages and its recorded refusals say, and not as the catalogue does. */
interface Rules {
  readonly sampling: 'free' | 'one' | 'none';
  readonly thinking: readonly string[];
  readonly efforts: readonly string[];
  readonly prefill: boolean;
  readonly force: boolean;
}

const adaptive = ['adaptive', 'disabled'];
const budget = ['enabled', 'disabled'];
const efforts = ['low', 'medium', 'high', 'xhigh', 'max'];
const claude: Readonly<Record<string, Rules>> = {
  'claude-3-5-haiku-20241022': { sampling: 'free', thinking: [], efforts: [], prefill: true, force: true },
  'claude-sonnet-4-20250514': { sampling: 'free', thinking: budget, efforts: [], prefill: true, force: true },
  'claude-haiku-4-5': { sampling: 'one', thinking: budget, efforts: [], prefill: true, force: true },
  'claude-opus-4-6': {
    sampling: 'one',
    thinking: [...adaptive, 'enabled'],
    efforts: ['low', 'medium', 'high', 'max'],
    prefill: false,
    force: true,
  },
  'claude-opus-4-8': { sampling: 'none', thinking: adaptive, efforts, prefill: false, force: true },
  'claude-opus-5-5': { sampling: 'none', thinking: ['adaptive'], efforts, prefill: false, force: false },
};

function checkClaude(body: Loose, rules: Rules): void {
  const thinking = objectOf(body['thinking']);
  const thinks = thinking['type'] !== undefined && thinking['type'] !== 'disabled';
  const { temperature, top_p: topP, top_k: topK, max_tokens: limit } = body;
  const sampled = [temperature, topP].filter((value) => value !== undefined && value !== 1);
  if (rules.sampling === 'one') expect(temperature === undefined || topP === undefined).toBe(true);
  if (rules.sampling === 'none' || thinks) expect([sampled, topK]).toEqual([[], undefined]);
  expect(typeof temperature === 'number' ? temperature : 0).toBeLessThanOrEqual(1);
  if (thinking['type'] !== undefined) expect(rules.thinking).toContain(thinking['type']);
  if (thinking['type'] === 'enabled') {
    expect(thinking['budget_tokens']).toBeGreaterThanOrEqual(1_024);
    expect(thinking['budget_tokens']).toBeLessThan(Number(limit));
  }
  const { effort } = objectOf(body['output_config']);
  if (effort !== undefined) expect(rules.efforts).toContain(effort);
  const forced = ['any', 'tool'].includes(String(objectOf(body['tool_choice'])['type']));
  if (forced) expect([rules.force, thinks && thinking['type'] === 'enabled']).toEqual([true, false]);
  if (!rules.prefill) expect(listOf(body['messages']).at(-1)?.['role']).not.toBe('assistant');
  expect(limit).toBeGreaterThan(0);
}

interface GptRules {
  readonly efforts: readonly string[];
  readonly sampling: boolean;
  readonly stop: boolean;
  /** What a chat with tools takes. */
  readonly withTools: 'any' | 'absent' | 'none';
}

const gpt: Readonly<Record<string, GptRules>> = {
  'gpt-4.1': { efforts: [], sampling: true, stop: true, withTools: 'any' },
  'gpt-5': { efforts: ['minimal', 'low', 'medium', 'high'], sampling: false, stop: false, withTools: 'any' },
  'gpt-5.1': { efforts: ['none', 'low', 'medium', 'high'], sampling: false, stop: false, withTools: 'any' },
  'gpt-5.4': { efforts: ['none', ...efforts.slice(0, 4)], sampling: false, stop: false, withTools: 'absent' },
  'gpt-5.6': { efforts: ['none', ...efforts], sampling: false, stop: true, withTools: 'none' },
};

function checkGpt(body: Loose, { efforts: known, sampling, stop, withTools }: GptRules): void {
  expect(body['max_tokens']).toBeUndefined();
  const effort = body['reasoning_effort'] ?? objectOf(body['reasoning'])['effort'];
  if (effort !== undefined) expect(known).toContain(effort);
  if (!sampling) expect([body['temperature'] ?? 1, body['top_p'] ?? 1]).toEqual([1, 1]);
  if (!stop || body['input'] !== undefined) expect(body['stop']).toBeUndefined();
  if (body['messages'] === undefined || listOf(body['tools']).length === 0) return;
  if (withTools !== 'any') expect(effort).toBe(withTools === 'absent' ? undefined : 'none');
}

/** Every combination of settings that a vendor may refuse together. */
function* settings(): Iterable<{ readonly [name: string]: unknown }> {
  const samplings = [{}, { temperature: 0 }, { temperature: 1.5, top_p: 0.9 }, { temperature: 1, top_p: 1 }];
  const asked = [undefined, 'none', 'minimal', 'low', 'high', 'xhigh', 'max'];
  for (const sampling of samplings)
    for (const effort of asked)
      for (const limit of [undefined, 500, 20_000])
        for (const choice of [undefined, 'required'])
          for (const prefill of [false, true]) yield { sampling, effort, limit, choice, prefill };
}

const schema = { type: 'object', properties: {} };

/** The same settings in the words of each format. */
const requests: Readonly<Record<TurnWireId, (given: Loose) => object>> = {
  'chat-completions': ({ sampling, effort, limit, choice, prefill }) => ({
    model: 'm',
    ...objectOf(sampling),
    reasoning_effort: effort,
    max_completion_tokens: limit,
    stop: ['x'],
    ...(choice !== undefined && {
      tools: [{ type: 'function', function: { name: 'f', parameters: schema } }],
      tool_choice: choice,
    }),
    messages: [{ role: 'user', content: 'Hi' }, ...(prefill === true ? [{ role: 'assistant', content: 'A' }] : [])],
  }),
  responses: ({ sampling, effort, limit, choice, prefill }) => ({
    model: 'm',
    ...objectOf(sampling),
    reasoning: { effort },
    max_output_tokens: limit,
    ...(choice !== undefined && {
      tools: [{ type: 'function', name: 'f', parameters: schema }],
      tool_choice: choice,
    }),
    input: [{ role: 'user', content: 'Hi' }, ...(prefill === true ? [{ role: 'assistant', content: 'A' }] : [])],
  }),
  messages: ({ sampling, effort, limit = 9_000, choice, prefill }) => ({
    model: 'm',
    ...objectOf(sampling),
    max_tokens: limit,
    top_k: 5,
    stop_sequences: ['x'],
    ...(effort === 'none' ? { thinking: { type: 'disabled' } } : { output_config: { effort } }),
    ...(effort === 'high' && { thinking: { type: 'enabled', budget_tokens: 4_000 } }),
    ...(choice !== undefined && { tools: [{ name: 'f', input_schema: schema }], tool_choice: { type: 'any' } }),
    messages: [{ role: 'user', content: 'Hi' }, ...(prefill === true ? [{ role: 'assistant', content: 'A' }] : [])],
  }),
};

/** What goes to a model; null where it is refused before. */
function sent(from: TurnWireId, to: TurnWireId, given: Loose, model: string): Loose | null {
  try {
    const turn = turnWires[from].readRequest(raw(requests[from](given)));
    const { body, losses } = turnWires[to].writeRequest(turn, { model, abilities: abilitiesOf({}, model) });
    return losses.some(({ kind }) => kind === 'meaning') ? null : (JSON.parse(body.toString()) as Loose);
  } catch (error) {
    if (error instanceof GatewayError) return null;
    throw error;
  }
}

function checkAll(model: string, targets: readonly TurnWireId[], check: (body: Loose) => void): number {
  let count = 0;
  for (const to of targets)
    for (const from of wireIds.filter((wire) => wire !== to))
      for (const given of settings()) {
        const body = sent(from, to, given, model);
        if (body === null) continue;
        count += 1;
        try {
          check(body);
        } catch (error) {
          throw new Error(`${from} → ${to} ${JSON.stringify(given)}: ${JSON.stringify(body)}`, { cause: error });
        }
      }
  return count;
}

describe('what a model gets is what its vendor takes', () => {
  it.each(Object.entries(claude))('%s', (model, rules) => {
    expect(checkAll(model, ['messages'], (body) => checkClaude(body, rules))).toBeGreaterThan(100);
  });

  it.each(Object.entries(gpt))('%s', (model, rules) => {
    expect(checkAll(model, ['chat-completions', 'responses'], (body) => checkGpt(body, rules))).toBeGreaterThan(100);
  });
});
