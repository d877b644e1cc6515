import { objectOf, parseJson } from '../../src/shared/json/json.ts';
import type { CacheMark, Part, Placed, TurnMessage, TurnWireId } from '../../src/wires/translation/parts.ts';
import type { Given, Tool } from '../../src/wires/translation/settings.ts';
import type { Turn } from '../../src/wires/turn.ts';
import { isAllowed } from '../../src/wires/translation/writing.ts';
import { able, raw, turnWires } from '../unit/wires/translation/turn-wires.ts';

/** One thing that a request says, and where. Two requests that say the same have the same things. */
interface Said {
  readonly what: string;
  readonly path: string;
}

const said = (path: string, ...words: readonly unknown[]): Said => ({ path, what: JSON.stringify(words) });
const jsonOf = (text: string): unknown => parseJson(text === '' ? '{}' : text) ?? text;

/** How long what is cached is to last. */
function ttlSaid({ path, raw: mark }: CacheMark): readonly Said[] {
  const { ttl } = objectOf(parseJson(mark));
  return ttl === undefined ? [] : [said(`${path}.ttl`, 'ttl', ttl)];
}

/** What stands beside a part or a tool: marks of what to cache, and members that only some wires have. */
const beside = ({ cache, extras = [] }: Placed, ...holder: readonly unknown[]): readonly Said[] => [
  ...(cache ? [said(cache.path, 'cache', ...holder), ...ttlSaid(cache)] : []),
  ...extras.map(({ path, name, raw: text }) => said(path, 'extra', name, jsonOf(text))),
];

/** A part's own words, whatever it is called on its wire. */
function wordsOf(part: Part): readonly unknown[] {
  switch (part.type) {
    case 'text':
    case 'refusal':
      return ['text', part.text];
    case 'call':
      return ['call', part.name, part.isCustom === true ? { input: part.input } : jsonOf(part.input)];
    case 'image':
      return ['image', part.source];
    case 'document':
      return ['document', part.source.kind === 'parts' ? '' : part.source];
    case 'audio':
      return ['audio', part.data, part.format];
    case 'reasoning':
    case 'search':
    case 'code':
      return [part.type, part.proof?.raw ?? ''];
    case 'other':
      return ['other', part.raw];
    case 'result':
      return ['result', part.isError];
  }
}

function partsSaid(part: Part, role: string): readonly Said[] {
  const inside =
    part.type === 'result'
      ? part.content
      : part.type === 'document' && part.source.kind === 'parts'
        ? part.source.parts
        : [];
  if ((part.type === 'text' || part.type === 'refusal') && part.text === '') return beside(part, role);
  const place = part.type === 'result' ? 'result' : role;
  return [
    said(part.path, role, ...wordsOf(part)),
    ...(part.type === 'document' && part.name !== null ? [said(part.path, 'title', part.name)] : []),
    ...beside(part, role, ...wordsOf(part)),
    ...inside.flatMap((each) => partsSaid(each, place)),
  ];
}

const messageSaid = ({ role, parts, ...message }: TurnMessage): readonly Said[] => [
  ...beside(message),
  ...parts.flatMap((part) => partsSaid(part, role === 'developer' ? 'system' : role)),
];

function toolSaid(tool: Tool): readonly Said[] {
  const { path } = tool;
  if (tool.type === 'function')
    return [
      said(path, 'tool', tool.name, tool.description ?? '', jsonOf(tool.schema ?? '{"type":"object","properties":{}}')),
      ...(tool.strict?.value === true ? [said(tool.strict.path, 'strict', tool.name)] : []),
      ...beside(tool, tool.name),
    ];
  if (tool.type === 'custom') return [said(path, 'custom', tool.name, tool.format ?? ''), ...beside(tool)];
  if (tool.type === 'other') return [said(path, 'other', tool.raw), ...beside(tool)];
  if (tool.type === 'code') return [said(path, 'code'), ...beside(tool)];
  const { allowedDomains, blockedDomains, maxUses, contextSize, location } = tool;
  return [
    said(path, 'search', location),
    ...(allowedDomains ? [said(`${path}.allowed_domains`, allowedDomains)] : []),
    ...(blockedDomains ? [said(`${path}.blocked_domains`, blockedDomains)] : []),
    ...(maxUses === null ? [] : [said(`${path}.max_uses`, maxUses)]),
    ...(contextSize === null || contextSize === 'medium' ? [] : [said(`${path}.search_context_size`, contextSize)]),
    ...beside(tool),
  ];
}

/** Values that say what every wire does anyway. */
const usual = ['auto', 'medium', '{"kind":"auto"}', '{"kind":"text"}', 'true'];

const settings = [
  ...(['limit', 'temperature', 'topP', 'topK', 'stop', 'verbosity', 'endUser', 'serviceTier', 'parallel'] as const),
] as const;

function settingsSaid(turn: Turn): readonly Said[] {
  const { reasoning, format, toolChoice, tools } = turn;
  const given = (name: string, each: Given<unknown> | null): readonly Said[] => {
    const text = typeof each?.value === 'string' ? each.value : JSON.stringify(each?.value);
    // Every vendor samples at 1 by default.
    const isUsual = usual.includes(text) || (['temperature', 'topP'].includes(name) && each?.value === 1);
    return !each || isUsual ? [] : [said(each.path, name, each.value)];
  };
  // Of tools that are allowed, those that are not are reported each; where none is, none may be called.
  const isSome = tools.some((tool) => isAllowed(tool, turn));
  const chosen =
    toolChoice?.value.kind === 'allowed'
      ? { ...toolChoice, value: { kind: isSome ? toolChoice.value.mode : 'none' } }
      : toolChoice;
  const thought =
    reasoning.mode?.value.kind === 'off' ? { ...reasoning.mode, value: 'none' } : (reasoning.effort ?? reasoning.mode);
  return [
    ...settings.flatMap((name) => (name === 'parallel' && tools.length === 0 ? [] : given(name, turn[name]))),
    ...(tools.length === 0 ? [] : given('toolChoice', chosen)),
    ...(format?.value.kind === 'schema'
      ? [said(format.path, 'schema', jsonOf(format.value.schema))]
      : given('format', format)),
    ...(thought && JSON.stringify(thought.value) !== '{"kind":"adaptive"}'
      ? [said(thought.path, 'think', thought.value)]
      : []),
    ...(reasoning.summary ? [said(reasoning.summary.path, 'summary', reasoning.summary.value)] : []),
    ...(turn.cache ? [said(turn.cache.path, 'cache all')] : []),
    ...turn.extras.map(({ path, name, raw: text }) => said(path, 'extra', name, jsonOf(text))),
  ];
}

const everything = (turn: Turn): readonly Said[] => [
  ...settingsSaid(turn),
  ...turn.tools.flatMap(toolSaid),
  ...turn.messages.flatMap(messageSaid),
];

/** Whether one path is the other, or inside of it. */
const isWithin = (path: string, outer: string): boolean =>
  path === outer || (path.startsWith(outer) && /^[.[]/.test(path.slice(outer.length)));

/** What the first says and the second does not, each as often as it is missing. */
function missingFrom(before: readonly Said[], after: readonly Said[]): readonly Said[] {
  const counts = new Map<string, number>();
  for (const { what } of after) counts.set(what, (counts.get(what) ?? 0) + 1);
  return before.filter(({ what }) => {
    const left = counts.get(what) ?? 0;
    counts.set(what, left - 1);
    return left <= 0;
  });
}

/** What a request lost on its way to another wire and back, against what was reported. */
export interface Account {
  /** Said, not said any more, and not reported. */
  readonly silent: readonly string[];
  /** Reported, and still said. */
  readonly idle: readonly string[];
  /** Said though nothing that is like it was said before, and nothing reported. */
  readonly invented: readonly string[];
}

/**
 * What a wire does by default, and others do when asked: a limit, a name of a document, strict schemas, thoughts that are shown, and
 * one call at a time where tools are written as `functions`.
 */
const isDefault = (what: string, from: TurnWireId, body: object): boolean =>
  ('functions' in body && what === '["parallel",false]') ||
  ['["limit",64000]', '["title","document.pdf"]'].includes(what) ||
  (from === 'responses' && what.startsWith('["strict"')) ||
  what.startsWith('["summary"');

/** The wires between which a request goes, and what becomes of what is written. */
export interface Journey {
  readonly from: TurnWireId;
  readonly to: TurnWireId;
  /** A planted bug. Absent: none. */
  readonly spoil?: (written: string) => string;
}

/** @throws {GatewayError} where the request cannot be read or written */
export function accountOf(body: object, { from, to, spoil }: Journey): Account {
  const turn = turnWires[from].readRequest(raw(body));
  const { body: written, losses } = turnWires[to].writeRequest(turn, { model: 'm', abilities: able });
  const back = turnWires[to].readRequest(raw(spoil ? spoil(written.toString()) : written.toString()));
  const [before, after] = [everything(turn), everything(back)];
  const lost = missingFrom(before, after);
  const gained = missingFrom(after, before);
  return {
    silent: lost
      .filter(({ path }) => !losses.some((loss) => isWithin(path, loss.path) || isWithin(loss.path, path)))
      .map(({ path, what }) => `${path} ${what.slice(0, 160)}`),
    idle: losses
      .filter((loss) => !lost.some(({ path }) => isWithin(path, loss.path) || isWithin(loss.path, path)))
      .map(({ path, kind, note }) => `${path} ${kind} ${note}`),
    // What is written in another form is reported, and may take several words.
    invented: losses.some(({ kind }) => kind !== 'advisory')
      ? []
      : gained
          .filter(({ what }) => !isDefault(what, from, body))
          .map(({ path, what }) => `${path} ${what.slice(0, 160)}`),
  };
}
