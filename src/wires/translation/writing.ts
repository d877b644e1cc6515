import { isObject, objectOf, parseJson, stringOf } from '../../shared/json/json.ts';
import { RawJson, writeJson, type Writable } from '../../shared/json/raw-json.ts';
import type { TargetProfile, Turn, UpstreamTurns } from '../turn.ts';
import { checkCalls, distinctCalls } from './tool-calls.ts';
import { lossOf, type LossKey } from './losses.ts';
import { isProven } from './proofs.ts';
import type { CallPart, Extra, CacheMark, Loss, Part, TurnMessage, UpstreamWireId } from './parts.ts';
import type { WireId } from '../meter.ts';
import type { AllowedTools, CustomTool, FunctionTool, Tool } from './settings.ts';

/** What one translation could not carry, in the order in which it was found; each place and kind once. */
export class LossList {
  readonly #losses = new Map<string, Loss>();
  /** The wire that is written. */
  readonly wire: WireId;

  constructor(wire: WireId) {
    this.wire = wire;
  }

  /** @param detail of this request: `9 → 5` */
  add(key: LossKey, path: string, detail?: string): void {
    this.#put(lossOf(key, path, detail));
  }

  #put(loss: Loss): void {
    const place = `${loss.kind} ${loss.path}`;
    if (!this.#losses.has(place)) this.#losses.set(place, loss);
  }

  /** Members that only some wires have: gives those of the wire that is written, and reports the others. */
  own(extras: readonly Extra[] | undefined): readonly Extra[] {
    const own = extras?.filter(({ wires }) => wires.includes(this.wire)) ?? [];
    for (const { wires, path, loss } of extras ?? [])
      if (!wires.includes(this.wire))
        this.#put({ key: 'member', path, kind: loss, note: "The provider's format has no such field." });
    return own;
  }

  /** A part that only another wire has, or that does not belong where it stands. */
  other(part: Part): void {
    this.add('part-other', part.path, part.type === 'other' ? part.kind : part.type);
  }

  cache(mark: CacheMark | undefined | null): void {
    if (mark) this.add('cache-none', mark.path);
  }

  /** How long a mark is to last goes only where marks are alike. */
  ttl({ path, raw }: CacheMark): void {
    if (stringOf(objectOf(parseJson(raw))['ttl']) !== null) this.add('cache-ttl', `${path}.ttl`);
  }

  list(): readonly Loss[] {
    return [...this.#losses.values()];
  }
}

/** What the writers of a request's pieces have in common. */
export interface Writing {
  readonly turn: Turn;
  readonly target: TargetProfile;
  readonly losses: LossList;
}

/**
 * Makes the `writeRequest` of a format.
 *
 * @param write the body. What grows from turn to turn stands last in it and in the same order, so that one turn is a prefix of the next
 */
export const requestWriter =
  (wire: UpstreamWireId, write: (writing: Writing) => Writable): UpstreamTurns['writeRequest'] =>
  (asked, target) => {
    checkCalls(asked.messages);
    const losses = new LossList(wire);
    const turn = { ...asked, messages: distinctCalls(wire, asked.messages) };
    const messages = closeTurns(wire, { turn, target, losses });
    const body = Buffer.from(writeJson(write({ turn: { ...turn, messages }, target, losses })));
    return { body, losses: losses.list() };
  };

/** An object that is being written. Members that are undefined are left out. */
export type Members = { readonly [name: string]: Writable };

/** Members that go out as they came. */
export const rawMembers = (extras: readonly Extra[]): Members =>
  Object.fromEntries(extras.map(({ name, raw }) => [name, new RawJson(raw)]));

/** Schema of a tool that takes free text, on wires whose tools take an object. */
export const textSchema = new RawJson(
  '{"type":"object","properties":{"input":{"type":"string"}},"required":["input"],"additionalProperties":false}',
);

/** Whether a tool is the caller's own, so that the caller runs it. */
export const isOfCaller = (tool: Tool): tool is FunctionTool | CustomTool =>
  tool.type === 'function' || tool.type === 'custom';

/** Each list of allowed names, made a set once: both the list and the tools are as long as the caller likes. */
const sets = new WeakMap<readonly string[], ReadonlySet<string>>();

function isIn(list: readonly string[], name: string): boolean {
  const set = sets.get(list) ?? new Set(list);
  sets.set(list, set);
  return set.has(name);
}

/** The names of the tools that take free text, if the target accepts any. */
export const customNames = ({ turn: { tools }, target }: Writing): ReadonlySet<string> =>
  new Set(tools.flatMap((tool) => (tool.type === 'custom' && target.abilities.customTools ? [tool.name] : [])));

/** Whether the choice of the caller lets the model use a tool. Of the caller's own tools only a list of the allowed says so. */
export function isAllowed(tool: Tool, { toolChoice }: Turn): boolean {
  const choice = toolChoice?.value;
  if (choice?.kind === 'allowed') {
    const { names, own } = choice;
    if (isOfCaller(tool)) return isIn(names, tool.name);
    return own === null || isIn(own, tool.type === 'other' ? tool.kind : tool.type);
  }
  if (isOfCaller(tool) || !choice) return true;
  if (choice.kind === 'search' || choice.kind === 'code') return tool.type === choice.kind;
  return choice.kind !== 'none' && choice.kind !== 'tool';
}

const keep = ({ turn, losses }: Writing, isKept: (tool: Tool) => boolean): readonly Tool[] =>
  turn.tools.filter((tool) => {
    if (!isKept(tool)) losses.add('tool-allowed', tool.path);
    return isKept(tool);
  });

/** The tools that are allowed, for wires that cannot name those that are; the others are reported. */
export const allowedTools = (writing: Writing): readonly Tool[] =>
  keep(writing, (tool) => writing.turn.toolChoice?.value.kind !== 'allowed' || isAllowed(tool, writing.turn));

/**
 * The tools, for wires whose choices hold back the caller's alone: of the provider's those that are allowed; the others are reported.
 *
 * @param canList whether a choice can list the allowed ones; if not, the caller's other tools are left out too
 */
export const offeredTools = (writing: Writing, canList = true): readonly Tool[] =>
  keep(writing, (tool) => (canList && isOfCaller(tool)) || isAllowed(tool, writing.turn));

/** Whether a choice that allows none of the tools that go out allows another one, or demands a call. If not, `none` says the same. */
export const isMissed = ({ mode, names, own }: AllowedTools): boolean =>
  mode === 'any' || names.length > 0 || (own !== null && own.length > 0);

const lackings = { search: 'search-none', code: 'code-none', other: 'tool-other' } as const;

/** Reports a tool of the provider that the target lacks. Where the choice holds it back anyway, that changes no answer. */
export function lackTool(tool: Exclude<Tool, FunctionTool | CustomTool>, { turn, losses }: Writing): null {
  if (tool.type === 'code') losses.own(tool.extras);
  if (isAllowed(tool, turn)) losses.add(lackings[tool.type], tool.path, tool.type === 'other' ? tool.kind : undefined);
  else losses.add('tool-allowed', tool.path);
  return null;
}

/** Reports a choice that is left out because no tool goes out. What models do anyway is no loss. */
export function leaveChoice({ turn: { toolChoice, tools }, losses }: Writing): undefined {
  const choice = toolChoice?.value;
  const mode = choice?.kind === 'allowed' ? choice.mode : choice?.kind;
  if (toolChoice && tools.length > 0 && mode !== 'auto' && mode !== 'none') losses.add('choice-other', toolChoice.path);
}

/** Reports that a tool which takes free text becomes one that takes an object. @returns its description, with its grammar */
export function describeAsObject(tool: CustomTool, losses: LossList): string | undefined {
  losses.own(tool.extras);
  losses.add('tool-text', tool.path);
  const grammar = tool.format === null ? '' : `\n\nThe input has to follow this grammar: ${tool.format}`;
  const description = `${tool.description ?? ''}${grammar}`.trim();
  return description === '' ? undefined : description;
}

/**
 * The arguments of a call as an object: the text of the model where it is one; else, which is reported, the text as `_raw`. Callers
 * cannot leave out a call that the token limit cut.
 */
export function argumentsAsObject(part: CallPart, losses: LossList): Writable {
  if (part.isCustom === true) return { input: part.input };
  if (part.input.trim() === '') return {};
  if (isObject(parseJson(part.input))) return new RawJson(part.input.trim());
  losses.add('call-arguments', part.path);
  return { _raw: part.input };
}

/** Whether a text is more than white space. */
export const hasWords = (text: string): boolean => /\S/.test(text);

/** Whether a text is written for a vendor that refuses white space alone, which is reported. */
export function isWritten({ text, path }: { readonly text: string; readonly path: string }, losses: LossList): boolean {
  if (hasWords(text)) return true;
  if (text !== '') losses.add('text-blank', path);
  return false;
}

/** Whether a part counts for nothing where no other follows it: thoughts, and runs of another vendor's tools. */
const isMute = (part: Part, wire: WireId): boolean =>
  isProven(part) && (part.type === 'reasoning' || part.proof?.wire !== wire);

/** Formats that leave out texts without words; the others leave out empty ones. */
const needWords: readonly WireId[] = ['messages', 'converse'];

/** Whether a part says something where nothing follows it. */
const isSaid = (part: Part, wire: WireId): boolean =>
  !isMute(part, wire) && (part.type !== 'text' || (needWords.includes(wire) ? hasWords(part.text) : part.text !== ''));

/** The place of the last message that says something. */
const endOf = (messages: readonly TurnMessage[], wire: WireId): number =>
  messages.findLastIndex(({ parts }) => parts.some((part) => isSaid(part, wire)));

/** Whether a conversation ends with a message that the model has begun, and is to continue. A run of the vendor's tools is no such end: it paused. */
export function isPrefilled(messages: readonly TurnMessage[], wire: WireId): boolean {
  const { role, parts = [] } = messages[endOf(messages, wire)] ?? {};
  const last = parts.findLast((part) => isSaid(part, wire));
  return role === 'assistant' && last !== undefined && !isProven(last);
}

/** A message without its last thoughts, or without any; they are reported. */
function leaveThoughts(message: TurnMessage, losses: LossList, areAll = false): TurnMessage {
  const { wire } = losses;
  const end = areAll ? 0 : message.parts.findLastIndex((part) => !isMute(part, wire)) + 1;
  const parts = message.parts.filter((part, index) => {
    if (index < end || !isProven(part) || !isMute(part, wire)) return true;
    losses.add(part.proof?.wire === wire ? 'thought-last' : 'thought-foreign', part.path);
    return false;
  });
  return parts.length === message.parts.length ? message : { ...message, parts };
}

/** The messages without thoughts that nothing follows, where the vendor refuses those. */
function cutThoughts(wire: UpstreamWireId, { turn: { messages }, target, losses }: Writing): readonly TurnMessage[] {
  if (wire === 'chat-completions') return messages;
  const end = endOf(messages, wire);
  const isClaude = wire === 'messages' || wire === 'converse';
  const areAllCut = target.abilities.prefill && isPrefilled(messages, wire);
  let isFollowed = false;
  return messages
    .toReversed()
    .map((message, index) => {
      const place = messages.length - 1 - index;
      if (message.role !== 'assistant') isFollowed = false;
      else if (place > end) return leaveThoughts(message, losses, true);
      else if (place === end && isClaude) return leaveThoughts(message, losses, areAllCut);
      else if (wire === 'responses' && !isFollowed) {
        const cut = leaveThoughts(message, losses);
        isFollowed = cut.parts.length > 0;
        return cut;
      }
      return message;
    })
    .toReversed();
}

/**
 * The messages as the model can go on with them. A message of the model at their end is a prefill to callers of Messages, and history
 * to others. Vendors that neither continue it nor take it for history get a word of the user behind it.
 */
function closeTurns(wire: UpstreamWireId, writing: Writing): readonly TurnMessage[] {
  const { turn, target, losses } = writing;
  const messages = cutThoughts(wire, writing);
  if (!isPrefilled(messages, wire) || target.abilities.prefill) return messages;
  const { path = '' } = messages[endOf(messages, wire)] ?? {};
  if (turn.wire === 'messages') losses.add('prefill-none', path);
  if (wire === 'chat-completions' || wire === 'responses') return messages;
  losses.add('prefill-added', path);
  return [...messages, { role: 'user', path, parts: [{ type: 'text', path, text: 'Continue.' }], isString: true }];
}

/** Whether a message has the operator's authority. */
export const isOperator = ({ role }: TurnMessage): boolean => role === 'system' || role === 'developer';

/** What the operator says before anything else, and all that follows. */
export function splitOperator(
  messages: readonly TurnMessage[],
): readonly [readonly TurnMessage[], readonly TurnMessage[]] {
  const found = messages.findIndex((message) => !isOperator(message));
  const begin = found === -1 ? messages.length : found;
  return [messages.slice(0, begin), messages.slice(begin)];
}

/** A message of the operator in the middle of a conversation, as marked text of the user. */
export function speakAsUser(message: TurnMessage, losses: LossList): TurnMessage {
  losses.add('system-middle', message.path);
  const parts = message.parts.map((part) =>
    part.type === 'text' ? { ...part, text: `<system>\n${part.text}\n</system>` } : part,
  );
  return { ...message, role: 'user', parts };
}
