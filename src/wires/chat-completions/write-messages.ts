import { arrayOf, type Json, objectOf, parseJson, stringOf } from '../../shared/json/json.ts';
import { parseRaw, RawJson, writeJson, type Writable } from '../../shared/json/raw-json.ts';
import { idFor, nameFor } from '../translation/tool-calls.ts';
import type { CallPart, ImagePart, Part, ResultPart, TurnMessage } from '../translation/parts.ts';
import {
  argumentsFor,
  contentWriter,
  isEmptyContent,
  isOwn,
  isTextCall,
  roleFor,
  textParts,
  writeAudio,
  writeUrl,
} from '../translation/write-openai.ts';
import { isProven } from '../translation/proofs.ts';
import { rawMembers, type Members, type Writing } from '../translation/writing.ts';

const wire = 'chat-completions';

function writeDocument(part: Part & { readonly type: 'document' }, { target, losses }: Writing): Members | null {
  const { source, path, name } = part;
  losses.own(part.extras);
  if (target.abilities.documents && source.kind === 'data') {
    const filename = name ?? 'document.pdf';
    return { type: 'file', file: { filename, file_data: `data:${source.mediaType};base64,${source.data}` } };
  }
  losses.add(target.abilities.documents ? 'document-address' : 'document-unread', path);
  return null;
}

function writeImage(part: ImagePart, writing: Writing): Members | null {
  const { losses, target } = writing;
  if (!target.abilities.images) losses.add('image-unread', part.path);
  const url = writeUrl(part, part.source, writing);
  const extras = rawMembers(losses.own(part.extras));
  return url === null || !target.abilities.images ? null : { type: 'image_url', image_url: { url, ...extras } };
}

/** A content part; null if there is none, which is reported. */
function writePart(part: Part, writing: Writing): Members | RawJson | null {
  const { losses } = writing;
  if (part.type === 'text') {
    losses.own(part.extras);
    return { type: 'text', text: part.text };
  }
  if (part.type === 'refusal') return { type: 'refusal', refusal: part.text };
  if (part.type === 'image') return writeImage(part, writing);
  if (part.type === 'document') return writeDocument(part, writing);
  if (part.type === 'audio') return writeAudio(part, writing);
  if (part.type === 'other' && part.wire === wire) return new RawJson(part.raw);
  losses.other(part);
  return null;
}

const writeContent = contentWriter({ textType: 'text', writePart });

const isText = ({ type }: Part): boolean => type === 'text';

/** The result of a tool is text in this format; anything else follows in a message of the user. */
function writeResult(
  part: ResultPart,
  writing: Writing,
): { readonly message: Members; readonly rest: readonly Part[] } {
  const { losses } = writing;
  const flat = part.content.flatMap((each) => textParts(each, writing));
  const texts = flat.filter(isText);
  // What cannot be written is reported here, and nothing announces it.
  const rest = flat.filter((each) => !isText(each) && writePart(each, writing) !== null);
  losses.cache(part.cache);
  losses.own(part.extras);
  for (const each of rest) losses.add('result-attached', each.path);
  if (part.isError) losses.add('result-error', part.path);
  const [first, ...others] = texts;
  const marked: readonly Part[] =
    part.isError && first?.type === 'text' ? [{ ...first, text: `Error: ${first.text}` }, ...others] : texts;
  const empty = part.isError ? 'Error' : rest.length > 0 ? 'The result is attached below.' : '';
  const content = marked.length === 0 ? empty : writeContent(marked, writing);
  const label: Part = { type: 'text', path: part.path, text: `Result of the call ${idFor(wire, part.callId)}:` };
  return {
    message: { role: 'tool', tool_call_id: idFor(wire, part.callId), content },
    rest: rest.length === 0 ? [] : [label, ...rest],
  };
}

/** @param wanted what its host wants back with each call, by id */
function writeCall(part: CallPart, wanted: ReadonlyMap<string, Json>, writing: Writing): Members {
  const id = idFor(wire, part.id);
  const name = nameFor(wire, part.name);
  const extra = wanted.get(part.id);
  return {
    id,
    ...(isTextCall(part, writing)
      ? { type: 'custom', custom: { name, input: part.input } }
      : { type: 'function', function: { name, arguments: argumentsFor(part) } }),
    ...rawMembers(writing.losses.own(part.extras)),
    ...(extra !== undefined && { extra_content: new RawJson(JSON.stringify(extra)) }),
  };
}

/** What a host wants back with its calls, by the ids that callers have of them. @param calls JSON text of a list with their own ids */
const wantedOf = (calls: string | undefined): ReadonlyMap<string, Json> =>
  new Map(
    arrayOf(parseJson(calls ?? '')).flatMap((call) => {
      const { id: own, extra_content: extra = null } = objectOf(call);
      const id = stringOf(own) ?? '';
      return [id, idFor('responses', id), idFor('messages', id)].map((each) => [each, extra] as const);
    }),
  );

/** The values of one member, each as JSON text, as one: lists are put together, texts are joined; else the last one counts. */
function joinRaw(values: readonly string[]): string {
  const last = values.at(-1) ?? 'null';
  if (values.length < 2) return last;
  const parsed = values.map(parseJson);
  if (parsed.every((value) => typeof value === 'string')) return JSON.stringify(parsed.join(''));
  if (!parsed.every((value) => Array.isArray(value))) return last;
  const inside = values.map((list) => list.trim().slice(1, -1)).filter((items) => items.trim() !== '');
  return `[${inside.join(',')}]`;
}

/** Thoughts of the same host, in the members that it sent them in, as JSON text. */
function thoughtsIn(parts: readonly Part[], writing: Writing): ReadonlyMap<string, string> {
  const members = new Map<string, string[]>();
  for (const part of parts) {
    if (!isProven(part) || !isOwn(part, wire, writing)) continue;
    const raw = parseRaw(part.proof?.raw ?? '');
    for (const name of Object.keys(raw?.value ?? {})) {
      const values = members.get(name) ?? [];
      values.push(raw?.slice([name]) ?? 'null');
      members.set(name, values);
    }
  }
  return new Map([...members].map(([name, values]) => [name, joinRaw(values)]));
}

/** The content with the thoughts of a host that puts them among it, which come first. */
function withThoughts(content: Writable, thoughts: string | undefined): Writable {
  if (thoughts === undefined) return content;
  const said = typeof content === 'string' ? [{ type: 'text', text: content }] : (content ?? []);
  return new RawJson(joinRaw([thoughts, writeJson(said)]));
}

function writeAssistant(message: TurnMessage, writing: Writing): Members | null {
  const { parts } = message;
  const said = parts.filter((part) => !isProven(part) && part.type !== 'call' && part.type !== 'refusal');
  const { content: inside, tool_calls: wanted, ...thoughts } = Object.fromEntries(thoughtsIn(parts, writing));
  const extras = wantedOf(wanted);
  const calls = parts.flatMap((part) => (part.type === 'call' ? [writeCall(part, extras, writing)] : []));
  const refusals = parts.flatMap((part) => (part.type === 'refusal' ? [part.text] : []));
  const firstCall = parts.findIndex(({ type }) => type === 'call');
  for (const [index, part] of parts.entries()) {
    if (part.type === 'call') writing.losses.cache(part.cache);
    if (firstCall !== -1 && index > firstCall && isText(part)) writing.losses.add('call-order', part.path);
  }
  const written = writeContent(said, writing);
  const content = isEmptyContent(written) ? null : written;
  if (content === null && calls.length === 0 && refusals.length === 0) {
    for (const part of parts) if (isProven(part)) writing.losses.add('thought-last', part.path);
    return null;
  }
  return {
    role: 'assistant',
    content: withThoughts(content, inside),
    refusal: refusals.length === 0 ? undefined : refusals.join(''),
    ...Object.fromEntries(Object.entries(thoughts).map(([name, text]) => [name, new RawJson(text)])),
    tool_calls: calls.length === 0 ? undefined : calls,
  };
}

/** Successive messages of one role: results first, and after the last of them what they cannot hold. */
function writeUsers(messages: readonly TurnMessage[], writing: Writing): readonly Members[] {
  const results = messages.flatMap(({ parts }) => parts.flatMap((part) => (part.type === 'result' ? [part] : [])));
  const written = results.map((part) => writeResult(part, writing));
  const attached = written.flatMap(({ rest }) => rest);
  const others = messages.flatMap((message): readonly Members[] => {
    const extras = rawMembers(writing.losses.own(message.extras));
    const parts = message.parts.filter(({ type }) => type !== 'result');
    if (parts.length === 0) return [];
    const content = writeContent(parts, writing);
    return isEmptyContent(content) ? [] : [{ role: roleFor(message.role, writing), content, ...extras }];
  });
  return [
    ...written.map(({ message }) => message),
    ...(attached.length === 0 ? [] : [{ role: 'user', content: writeContent(attached, writing) }]),
    ...others,
  ];
}

/** A message of a chat that has a role and text alone, which another one can be joined to. */
const isPlainSystem = (message: Members | undefined): message is Members =>
  message?.['role'] === 'system' && Object.keys(message).length === 2;

/**
 * Joins instructions that follow one another. The templates of many models refuse a second system message; hosts that know the role
 * `developer` take any number.
 */
function joinSystem(messages: readonly Members[], { target }: Writing): readonly Members[] {
  if (target.abilities.developerRole) return messages;
  const joined: Members[] = [];
  for (const message of messages) {
    const last = joined.at(-1);
    if (isPlainSystem(last) && isPlainSystem(message))
      joined[joined.length - 1] = { role: 'system', content: joinContent(last['content'], message['content']) };
    else joined.push(message);
  }
  return joined;
}

const partsOf = (content: Writable): readonly Writable[] =>
  Array.isArray(content) ? (content as readonly Writable[]) : [{ type: 'text', text: content }];

const joinContent = (one: Writable, other: Writable): Writable =>
  typeof one === 'string' && typeof other === 'string' ? `${one}\n\n${other}` : [...partsOf(one), ...partsOf(other)];

export function writeMessages(writing: Writing): readonly Writable[] {
  const { messages } = writing.turn;
  const written: Writable[] = [];
  let others: TurnMessage[] = [];
  const flush = (): void => {
    for (const message of joinSystem(writeUsers(others, writing), writing)) written.push(message);
    others = [];
  };
  for (const message of messages) {
    if (message.role !== 'assistant') {
      others.push(message);
      continue;
    }
    flush();
    const extras = rawMembers(writing.losses.own(message.extras));
    const assistant = writeAssistant(message, writing);
    if (assistant) written.push({ ...assistant, ...extras });
  }
  flush();
  return written;
}
