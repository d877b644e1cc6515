import { arrayOf, type Json, type JsonObject, objectOf, parseJson, stringOf } from '../../shared/json/json.ts';
import { type Edits, rawObject, type RawObject, type Step } from '../../shared/json/raw-json.ts';
import { isSeal, makeSealer, type SealContext } from '../../shared/secret.ts';
import type { Turn, TurnEvent } from '../turn.ts';
import { lossOf } from './losses.ts';
import type { Loss, Part, Proof, ProvenPart, UpstreamWireId } from './parts.ts';

/** What a sealed text belongs to: it can be opened only for the same three values. */
export interface SealBinding {
  readonly workspace: string;
  readonly vendor: string;
  readonly family: string;
}

/**
 * Seals what a vendor wants back unchanged and the caller should keep, but not read or change: signatures and encrypted thoughts. The
 * text inside is the vendor's own block, byte for byte.
 */
export interface Seals {
  readonly seal: (text: string, binding: SealBinding) => string;
  /** @returns null if the gateway did not seal it, it was changed, or it belongs to something else */
  readonly open: (seal: string, binding: SealBinding) => string | null;
}

/** Each workspace has a key of its own. */
const contextOf = ({ workspace, vendor, family }: SealBinding): SealContext => ({
  purpose: `diglot seal ${workspace}`,
  names: [workspace, vendor, family],
});

/** @param keys at least one of at least 32 bytes; the first one seals, all of them open */
export function makeSeals(keys: readonly Buffer[]): Seals {
  const { seal, open } = makeSealer(keys);
  return {
    seal: (text, binding) => seal(text, contextOf(binding)),
    open: (sealed, binding) => open(sealed, contextOf(binding)),
  };
}

/** A proof as one text: the wire, a line feed, the block. */
const textOf = ({ wire, raw }: Proof): string => `${wire}\n${raw}`;

function proofOf(text: string): Proof {
  const end = text.indexOf('\n');
  return { wire: text.slice(0, end) as UpstreamWireId, raw: text.slice(end + 1) };
}

/** Whether only the vendor that made a part accepts it back. */
export const isProven = (part: Part): part is ProvenPart =>
  part.type === 'reasoning' || part.type === 'search' || part.type === 'code';

/**
 * Seals the proofs of one answer for the caller. What has no proof, and every citation, gets an empty seal, which shows that the gateway
 * wrote it: a vendor must not get it as its own.
 */
export function sealProofs(seals: Seals, binding: SealBinding): (event: TurnEvent) => readonly TurnEvent[] {
  /** Parts without a proof so far, and whether there is anything in them. */
  const unproven = new Map<number, boolean>();
  let made: string | null = null;
  const empty = (): string => (made ??= seals.seal('', binding));
  return (event) => {
    if (event.type === 'delta') {
      if (event.text !== '' && unproven.get(event.part) === false) unproven.set(event.part, true);
    } else if (event.type === 'open') {
      const { kind } = event.head;
      if (kind === 'reasoning' || kind === 'search' || kind === 'code') unproven.set(event.part, kind !== 'reasoning');
    } else if (event.type === 'mark') {
      const { part, mark } = event;
      if (mark.type === 'citation') return [{ ...event, mark: { ...mark, seal: empty() } }];
      if (mark.type !== 'proof') return [event];
      unproven.delete(part);
      return [{ ...event, mark: { type: 'seal', seal: seals.seal(textOf(mark.proof), binding) } }];
    } else if (event.type === 'close' && unproven.get(event.part) === true)
      return [{ type: 'mark', part: event.part, mark: { type: 'seal', seal: empty() } }, event];
    return [event];
  };
}

/**
 * Opens what the gateway sealed for the same workspace, vendor and model family. A part whose seal cannot be opened is removed if it
 * would otherwise go to a vendor that did not make it.
 */
export function openProofs(
  turn: Turn,
  seals: Seals,
  binding: SealBinding,
): { readonly turn: Turn; readonly losses: readonly Loss[] } {
  const losses: Loss[] = [];
  const openPart = (part: Part): readonly Part[] => {
    if (!isProven(part) || part.seal === null) return [part];
    const text = seals.open(part.seal, binding);
    // Of what has no proof, its vendor wants nothing back.
    if (text === '') return [];
    if (text !== null) return [{ ...part, seal: null, proof: proofOf(text) }];
    losses.push(lossOf('thought-sealed', part.path));
    return [];
  };
  const messages = turn.messages.map((message) => {
    const parts = message.parts.flatMap(openPart);
    return parts.length === message.parts.length && parts.every((part, index) => part === message.parts[index])
      ? message
      : { ...message, parts };
  });
  return { turn: { ...turn, messages }, losses };
}

/** Members in which callers keep seals. */
const sealMembers = ['signature', 'data', 'encrypted_content', 'encrypted_stdout', 'encrypted_index'] as const;

/** Lists of a message in which what is sealed may stand. */
const sealLists = ['content', 'reasoning_details'];

const isSealed = (value: Json): boolean => {
  const { type, content } = objectOf(value);
  const found = [value, content ?? null, ...(type === 'web_search_tool_result' ? arrayOf(content) : [])];
  return found.some((each) => sealMembers.some((name) => isSeal(stringOf(objectOf(each)[name]) ?? '')));
};

/** What the model that a request goes to wants of thoughts, although they are another's. */
interface ThoughtNeeds {
  /** Whether it refuses its calls without the thoughts before them, and thinking can be turned off. */
  readonly mustThink: boolean;
  /** Whether its host refuses messages of the model without words of thoughts (`reasoning_content`). Others refuse those words. */
  readonly wantsWords: boolean;
}

/** A request that is gone through, and what was cut out of it. */
interface Cut extends ThoughtNeeds {
  readonly root: RawObject;
  readonly losses: Loss[];
}

/** The text of a list without what is sealed in it; null if nothing is. */
function openList(cut: Cut, path: readonly Step[], list: readonly Json[]): string | null {
  const { root, losses } = cut;
  const sealed = list.filter(isSealed);
  // A run of the provider's own tool is two blocks: without its result no vendor takes its call.
  const runs = new Set(sealed.flatMap((each) => stringOf(objectOf(each)['tool_use_id']) ?? []));
  const isCut = (each: Json): boolean => isSealed(each) || runs.has(stringOf(objectOf(each)['id']) ?? '');
  let isOpened = false;
  const left = list.flatMap((each, index) => {
    const at = [...path, index];
    const isOut = isCut(each);
    const opened = isOut ? null : withoutCitations(cut, at, objectOf(each));
    isOpened ||= isOut || opened !== null;
    if (!isOut) return opened === '' ? [] : [opened ?? root.slice(at) ?? ''];
    losses.push(lossOf('thought-sealed', pathOf(at)));
    return [];
  });
  return isOpened ? `[${left.join(',')}]` : null;
}

/** The text of a block without the citations that the gateway wrote; the empty text where nothing else is in it, null if it has none. */
function withoutCitations({ root, losses }: Cut, path: readonly Step[], block: JsonObject): string | null {
  const citations = arrayOf(block['citations']);
  if (!citations.some(isSealed)) return null;
  const list = [...path, 'citations'];
  losses.push(lossOf('thought-sealed', pathOf(list)));
  const kept = citations.flatMap((each, index) => (isSealed(each) ? [] : [root.slice([...list, index]) ?? '']));
  // No vendor takes a text without words.
  if (kept.length === 0 && stringOf(block['text'])?.trim() === '') return '';
  const members = Object.keys(block).flatMap((name) => {
    if (name !== 'citations') return [`${JSON.stringify(name)}:${root.slice([...path, name]) ?? 'null'}`];
    return kept.length === 0 ? [] : [`"citations":[${kept.join(',')}]`];
  });
  return `{${members.join(',')}}`;
}

const pathOf = (steps: readonly Step[]): string =>
  steps
    .map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`))
    .join('')
    .slice(1);

/** Members in which a message of the model says something next to its content. */
const nextToContent = ['tool_calls', 'function_call', 'refusal', 'audio'];

/** The text of a message without what is sealed in it; the empty text where nothing else is in it, null if nothing is sealed. */
function openMessage(cut: Cut, path: readonly Step[], message: JsonObject): string | null {
  const saysMore = nextToContent.some((name) => !['null', '[]'].includes(JSON.stringify(message[name] ?? null)));
  const opened = new Map(sealLists.map((name) => [name, openList(cut, [...path, name], arrayOf(message[name]))]));
  if ([...opened.values()].every((each) => each === null)) return null;
  const hasNoDetails = opened.get('reasoning_details') === '[]';
  const { content = null, reasoning_content: words } = message;
  const isEmpty = !saysMore && (opened.get('content') === '[]' || (hasNoDetails && content === null));
  // With nothing but seals next to them, the words are those that the gateway wrote.
  const losesWords = words !== undefined && (isEmpty || (hasNoDetails && !cut.wantsWords));
  if (losesWords) cut.losses.push(lossOf('thought-sealed', pathOf([...path, 'reasoning_content'])));
  if (isEmpty) return '';
  const members = Object.keys(message).flatMap((name): readonly string[] => {
    const left = opened.get(name) ?? null;
    if ((hasNoDetails && name === 'reasoning_details') || (losesWords && name === 'reasoning_content')) return [];
    if (left === '[]') return ['"content":null'];
    return [`${JSON.stringify(name)}:${left ?? cut.root.slice([...path, name]) ?? 'null'}`];
  });
  return `{${members.join(',')}}`;
}

/** A request without seals. */
interface WithoutSeals {
  /** The new text of members, by name; nothing where nothing is sealed. */
  readonly edits: Edits;
  /** What was cut out. */
  readonly losses: readonly Loss[];
}

/**
 * A request without what the gateway has sealed: another vendor's thoughts, which the model that it goes to cannot read, or would take
 * for its own. The list that they stand in is written anew, of the caller's own texts.
 *
 * @param bytes a JSON object
 */
export function withoutSeals(bytes: Buffer, needs: ThoughtNeeds): WithoutSeals {
  const text = bytes.toString('utf8');
  const value = objectOf(parseJson(text));
  const cut: Cut = { ...needs, root: rawObject(text, value), losses: [] };
  const { losses } = cut;
  if (Array.isArray(value['input'])) {
    const opened = openList(cut, ['input'], arrayOf(value['input']));
    return { edits: opened === null ? {} : { input: opened }, losses };
  }
  const opened = arrayOf(value['messages']).map((message, index) =>
    openMessage(cut, ['messages', index], objectOf(message)),
  );
  if (opened.every((each) => each === null)) return { edits: {}, losses };
  const left = opened.map((each, index) => each ?? cut.root.slice(['messages', index]) ?? '');
  const messages = `[${left.filter((each) => each !== '').join(',')}]`;
  return { edits: { messages, ...(needs.mustThink && thinkLess(cut, opened)) }, losses };
}

const isOneOf =
  (...types: readonly string[]) =>
  (block: Json): boolean =>
    types.includes(stringOf(objectOf(block)['type']) ?? '');

/**
 * Turns thinking off if the thoughts before the last calls of Messages were cut out, and their results follow: with a budget of
 * tokens, the vendor refuses that. Edits of the context that require thinking go with it.
 *
 * @param opened the messages as `openMessage` returns them
 */
function thinkLess({ root, losses }: Cut, opened: readonly (string | null)[]): Edits {
  const { messages, thinking, context_management: context } = root.value;
  const said = arrayOf(messages).map(objectOf);
  // The vendor joins messages of the model that follow one another.
  const last = said.findLastIndex(({ role }) => role === 'assistant');
  const first = said.findLastIndex(({ role }, index) => index < last && role !== 'assistant') + 1;
  const turn = opened
    .slice(first, last + 1)
    .map((each, index) => each ?? root.slice(['messages', first + index]) ?? '');
  const left = turn.flatMap((text) => arrayOf(objectOf(parseJson(text))['content']));
  const isCut = opened.slice(first, last + 1).some((each) => each !== null);
  const hasResults = said.slice(last + 1).some(({ content }) => arrayOf(content).some(isOneOf('tool_result')));
  const lacks =
    isCut && left.some(isOneOf('tool_use')) && !left.slice(0, 1).some(isOneOf('thinking', 'redacted_thinking'));
  if (!isOneOf('enabled')(thinking ?? null) || !hasResults || !lacks) return {};
  losses.push(lossOf('thinking-lost', 'thinking'));
  const path = ['context_management', 'edits'];
  const edits = arrayOf(objectOf(context)['edits']);
  const kept = edits.flatMap((edit, index) => {
    if (!stringOf(objectOf(edit)['type'])?.startsWith('clear_thinking_')) return [root.slice([...path, index]) ?? ''];
    losses.push(lossOf('thinking-lost', pathOf([...path, index])));
    return [];
  });
  const off = '{"type":"disabled"}';
  if (kept.length === edits.length) return { thinking: off };
  const others = Object.keys(objectOf(context)).filter((name) => name !== 'edits');
  if (kept.length === 0 && others.length === 0) return { thinking: off, context_management: null };
  const members = others.map((name) => `${JSON.stringify(name)}:${root.slice(['context_management', name]) ?? 'null'}`);
  return { thinking: off, context_management: `{${[`"edits":[${kept.join(',')}]`, ...members].join(',')}}` };
}
