import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { ModelAbilities } from '../../../../src/catalog/abilities.ts';
import type { TurnWireId } from '../../../../src/wires/translation/parts.ts';
import { asBody, lossLines, plainSeals, raw, translated, turnWires } from './turn-wires.ts';

/** A body in one wire's words, and what it becomes. Written from the vendors' documentation, not from the code. */
interface GoldenPair {
  readonly name: string;
  readonly from: TurnWireId;
  readonly to: TurnWireId;
  readonly abilities?: Partial<ModelAbilities>;
  readonly request?: object;
  readonly answer?: object;
  readonly expected: Readonly<Record<string, unknown>>;
  readonly losses: readonly string[];
}

const folder = new URL('../../../fixtures/golden/', import.meta.url);

/** The wires of `messages-to-responses.json` are in its name. */
const pairs: readonly GoldenPair[] = readdirSync(folder).flatMap((file) => {
  const [from, to] = file.replace('.json', '').split('-to-');
  const listed = JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as readonly GoldenPair[];
  return listed.map((pair) => ({ ...pair, from: pair.from ?? from, to: pair.to ?? to }));
});

interface Outcome {
  readonly body: Readonly<Record<string, unknown>>;
  readonly losses: readonly string[];
}

function become({ from, to, abilities = {}, answer, request = {} }: GoldenPair): Outcome {
  const found =
    answer === undefined
      ? translated({ from, to }, request, abilities)
      : asBody(to, plainSeals(turnWires[from].readAnswer(raw(answer))));
  return { body: found.body, losses: lossLines(found.losses).toSorted() };
}

type Loose = Record<string, unknown>;

/** Words that are the gateway's own: a label that names the call, a seal, an id of an item. */
function plain(value: unknown, name = ''): unknown {
  if (Array.isArray(value)) return value.map((each) => plain(each, name));
  if (typeof value === 'string')
    return value.startsWith('dg1.') ? 'SEAL' : value.replace(/^(?:LABEL|.*\bcall) (\w+)\b.*$/s, 'LABEL $1');
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, each]) =>
      name === 'output' && key === 'id' ? [] : [[key, plain(each, key)] as const],
    ),
  );
}

/** An answer on Responses repeats its request: only the members that the pair names are compared. */
function compared({ to, answer, expected }: GoldenPair, body: Loose): unknown {
  if (answer === undefined || to !== 'responses') return plain(body);
  return plain(Object.fromEntries(Object.entries(body).filter(([name]) => name in expected)));
}

type Path = readonly (string | number)[];

function places(value: unknown, path: Path = []): readonly Path[] {
  const own = path.length === 0 ? [] : [path];
  if (typeof value !== 'object' || value === null) return own;
  return [
    ...own,
    ...Object.entries(value).flatMap(([name, each]) => places(each, [...path, Array.isArray(value) ? +name : name])),
  ];
}

/** A copy in which what stands at a path is gone. */
function dropped(body: object, path: Path): object {
  const copy = structuredClone(body) as Loose;
  const holder = path.slice(0, -1).reduce<Loose>((at, step) => at[step] as Loose, copy);
  const last = path.at(-1) ?? '';
  if (Array.isArray(holder)) holder.splice(Number(last), 1);
  else delete holder[last];
  return copy;
}

/** A copy in which two neighbours of a list have changed places. */
function swapped(body: object, path: Path): object {
  const copy = structuredClone(body) as Loose;
  const list = path.slice(0, -1).reduce<Loose>((at, step) => at[step] as Loose, copy) as unknown as unknown[];
  const index = Number(path.at(-1));
  [list[index], list[index + 1]] = [list[index + 1], list[index]];
  return copy;
}

/** Members that only repeat what the wire, or another member, says, and what is inside of something that is reported as a whole. */
const formal = new RegExp(
  [
    '(?:^|\\.)(?:model|type|role|object|created|created_at|total_tokens|status|id|index|n|logprobs|store|name|annotations|strict)$',
    '(?:^|\\.)(?:presence_penalty|parameters|properties|reasoning_tokens|stop_sequence|arguments|tool_choice|detail)$',
    '^(?:messages\\.1|choices\\.0\\.message)\\.content$|\\.finish_reason$|\\.input_schema$',
    '^(?:metadata|prediction|mcp_servers\\.0)\\.\\w+$|vector_store_ids|file_id$|input_examples|messages\\.1\\.content\\.2\\.input$|\\.(?:thinking|signature|media_type)$',
    '^content\\.3\\.input$|^usage\\.(?:output_tokens_details|completion_tokens)$|\\.start_index$',
  ].join('|'),
);

/** Output that the total of the same usage includes. */
const isInTotal = (source: object, path: string): boolean =>
  path === 'usage.output_tokens' && JSON.stringify(source).includes('"total_tokens"');

/** A reason to stop that the calls of the answer tell too. */
const isInCalls = (source: object, path: string): boolean =>
  path === 'stop_reason' && JSON.stringify(source).includes('"stop_reason":"tool_use"');

/** A result that changes places with another one, or with the words behind it: all go first, in the order of their calls. */
const resultOrder = ['input.3', 'input.4', 'messages.2', 'messages.3'];

function isNoticed(pair: GoldenPair, changed: object): boolean {
  try {
    const { body, losses } = become({ ...pair, [pair.answer === undefined ? 'request' : 'answer']: changed });
    expect(compared(pair, body)).toEqual(pair.expected);
    expect(losses).toEqual(pair.losses);
    return false;
  } catch {
    return true;
  }
}

describe('thirty pairs, written by hand', () => {
  it('are thirty', () => {
    expect(pairs).toHaveLength(30);
  });

  it.each(pairs)('$from → $to: $name', (pair) => {
    const { body, losses } = become(pair);
    expect(compared(pair, body)).toEqual(pair.expected);
    expect(losses).toEqual(pair.losses);
  });

  it.each(pairs)('$from → $to: $name: no member can be dropped, and no order changed, unseen', (pair) => {
    const source = pair.request ?? pair.answer ?? {};
    const unseen = places(source).filter((path) => !isNoticed(pair, dropped(source, path)));
    const names = unseen
      .map((path) => path.join('.'))
      .filter((path) => !isInTotal(source, path) && !isInCalls(source, path));
    expect(names.filter((path) => !formal.test(path))).toEqual([]);
    const lists = places(source).filter((path) => {
      const next = places(source).some(
        (each) => each.join() === [...path.slice(0, -1), +(path.at(-1) ?? 0) + 1].join(),
      );
      return typeof path.at(-1) === 'number' && next;
    });
    const shuffled = lists.filter((path) => !isNoticed(pair, swapped(source, path)));
    expect(shuffled.map((path) => path.join('.')).filter((path) => !resultOrder.includes(path))).toEqual([]);
  });
});
