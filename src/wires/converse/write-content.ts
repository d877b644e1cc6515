import { isObject, objectOf, parseJson, stringOf } from '../../shared/json/json.ts';
import { RawJson, type Writable } from '../../shared/json/raw-json.ts';
import { idFor, joinResults, nameFor } from '../translation/tool-calls.ts';
import type {
  CacheMark,
  DocumentPart,
  ImagePart,
  Part,
  ReasoningPart,
  ResultPart,
  TurnMessage,
} from '../translation/parts.ts';
import { isOwn, textParts } from '../translation/write-openai.ts';
import {
  argumentsAsObject,
  isOperator,
  isWritten,
  speakAsUser,
  splitOperator,
  type LossList,
  type Members,
  type Writing,
} from '../translation/writing.ts';

const wire = 'converse';

const imageFormats: ReadonlyMap<string, string> = new Map([
  ['image/png', 'png'],
  ['image/jpeg', 'jpeg'],
  ['image/jpg', 'jpeg'],
  ['image/gif', 'gif'],
  ['image/webp', 'webp'],
]);

const documentFormats: ReadonlyMap<string, string> = new Map([
  ['application/pdf', 'pdf'],
  ['text/csv', 'csv'],
  ['text/html', 'html'],
  ['text/markdown', 'md'],
  ['text/plain', 'txt'],
  ['application/msword', 'doc'],
  ['application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'docx'],
  ['application/vnd.ms-excel', 'xls'],
  ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'xlsx'],
]);

/**
 * The cache mark after what it belongs to; nothing if the model accepts none there.
 *
 * @param places where the model accepts marks
 */
export function cachePoint(
  mark: CacheMark | null | undefined,
  { target, losses }: Writing,
  places: readonly string[] = ['everywhere', 'content'],
): readonly Members[] {
  if (!mark) return [];
  if (!places.includes(target.abilities.cachePoints)) {
    losses.cache(mark);
    return [];
  }
  if (!mark.isControl) losses.ttl(mark);
  const ttl = mark.isControl ? stringOf(objectOf(parseJson(mark.raw))['ttl']) : null;
  return [{ cachePoint: { type: 'default', ttl: ttl ?? undefined } }];
}

/** Writes the content of the caller's messages. Names of documents are remembered, because no two may be equal. */
class ContentWriter {
  readonly #writing: Writing;
  /** Names in use, each with the last number that was appended to it. */
  readonly #names = new Map<string, number>();

  constructor(writing: Writing) {
    this.#writing = writing;
  }

  /** The blocks of a message, each followed by its mark; of several marks in one part, by the last. */
  write({ parts, extras }: TurnMessage): readonly Writable[] {
    const { losses } = this.#writing;
    losses.own(extras);
    return parts.flatMap((part) => {
      const blocks = this.#writePart(part);
      const marks = marksOf(part);
      const kept = blocks.length === 0 ? undefined : marks.at(-1);
      for (const mark of marks) if (mark !== kept) losses.cache(mark);
      return [...blocks, ...cachePoint(kept, this.#writing)];
    });
  }

  #writePart(part: Part): readonly Writable[] {
    const { losses } = this.#writing;
    losses.own(part.extras);
    switch (part.type) {
      case 'text':
      case 'refusal':
        return isWritten(part, losses) ? [{ text: part.text }] : [];
      case 'image':
        return this.#writeImage(part);
      case 'document':
        return this.#writeDocument(part);
      case 'audio':
        losses.add('audio-unheard', part.path);
        return [];
      case 'call':
        return [
          {
            toolUse: {
              toolUseId: idFor(wire, part.id),
              name: nameFor(wire, part.name),
              input: argumentsAsObject(part, losses),
            },
          },
        ];
      case 'result':
        return [this.#writeResult(part)];
      case 'reasoning':
        return this.#writeThought(part);
      case 'search':
      case 'code':
        isOwn(part, wire, this.#writing);
        return [];
      case 'other':
        losses.other(part);
        return [];
    }
  }

  /** Thoughts are sent back as the block that they came in. */
  #writeThought(part: ReasoningPart): readonly Writable[] {
    return isOwn(part, wire, this.#writing) && part.proof ? [new RawJson(part.proof.raw)] : [];
  }

  #writeResult(part: ResultPart): Members {
    return {
      toolResult: {
        toolUseId: idFor(wire, part.callId),
        content: part.content.flatMap((each) => this.#writePart(each)),
        status: part.isError ? 'error' : undefined,
      },
    };
  }

  #writeImage({ source, path }: ImagePart): readonly Writable[] {
    const { target, losses } = this.#writing;
    const format = source.kind === 'data' ? imageFormats.get(source.mediaType) : undefined;
    if (target.abilities.images && source.kind === 'data' && format !== undefined)
      return [{ image: { format, source: { bytes: source.data } } }];
    if (!target.abilities.images) losses.add('image-unread', path);
    else if (source.kind === 'data') losses.add('image-type', path, source.mediaType);
    else losses.add('image-address', path);
    return [];
  }

  #writeDocument(part: DocumentPart): readonly Writable[] {
    const { target, losses } = this.#writing;
    const { source, path } = part;
    // The parts of a document are written as text; for a model that reads no documents, all of it is.
    if (source.kind === 'parts' || (source.kind === 'text' && !target.abilities.documents))
      return textParts(part, this.#writing).flatMap((each) => this.#writePart(each));
    const mediaType = source.kind === 'data' ? source.mediaType : 'text/plain';
    const format = documentFormats.get(mediaType);
    if (target.abilities.documents && format !== undefined && (source.kind === 'data' || source.kind === 'text')) {
      const bytes = source.kind === 'data' ? source.data : Buffer.from(source.text).toString('base64');
      return [{ document: { format, name: this.#nameOf(part), source: { bytes } } }];
    }
    if (!target.abilities.documents) losses.add('document-unread', path);
    else if (source.kind === 'data') losses.add('document-type', path, mediaType);
    else losses.add('document-address', path);
    return [];
  }

  /** The vendor accepts ASCII letters, digits, single blanks, hyphens and brackets in the name of a document, and no name twice. */
  #nameOf({ name, path }: DocumentPart): string {
    const plain = (name ?? 'document')
      .replace(/[^A-Za-z0-9\s()[\]-]/g, '-')
      .replace(/\s+/g, ' ')
      .slice(0, longestName)
      .trim();
    const base = plain === '' ? 'document' : plain;
    let count = this.#names.get(base) ?? 1;
    let written = base;
    for (; this.#names.has(written); written = `${base} (${count})`) count += 1;
    this.#names.set(written, 1);
    this.#names.set(base, count);
    if (name !== null && written !== name) this.#writing.losses.add('document-renamed', path, written);
    return written;
  }
}

/** Characters of a document's name, without the number that distinguishes it. */
const longestName = 190;

const partsWithin = (part: Part): readonly Part[] => {
  if (part.type === 'result') return part.content;
  return part.type === 'document' && part.source.kind === 'parts' ? part.source.parts : [];
};

/** The marks within a part, which can only follow it, then its own. */
const marksOf = (part: Part): readonly CacheMark[] => [
  ...partsWithin(part).flatMap(marksOf),
  ...(part.cache ? [part.cache] : []),
];

/** A call or a result as text; the content of a result is between its marks. */
function callAsText(part: Part, losses: LossList): readonly Part[] {
  if (part.type !== 'call' && part.type !== 'result') return [part];
  const { path, cache, extras = [] } = part;
  losses.add('call-text', path);
  const end = { type: 'text', path, ...(cache && { cache }) } as const;
  if (part.type === 'call') {
    const head = `<tool_call id=${JSON.stringify(part.id)} name=${JSON.stringify(part.name)}>`;
    return [{ ...end, extras, text: `${head}\n${part.input}\n</tool_call>` }];
  }
  const head = `<tool_result id=${JSON.stringify(part.callId)}${part.isError ? ' status="error"' : ''}>\n`;
  return [{ type: 'text', path, extras, text: head }, ...part.content, { ...end, text: '\n</tool_result>' }];
}

/**
 * The conversation with calls and results as text: the vendor refuses both in a request without tools
 * ("The toolConfig field must be defined when using toolUse and toolResult content blocks"), and invented tools could be called.
 */
export const withCallsAsText = ({ turn, target, losses }: Writing): Writing => {
  const messages = turn.messages.map((message) => ({
    ...message,
    parts: message.parts.flatMap((part) => callAsText(part, losses)),
  }));
  return { turn: { ...turn, messages }, target, losses };
};

/** A message as the vendor has it, and where it begins in the caller's. */
interface WrittenMessage {
  readonly role: string;
  readonly content: Writable[];
  readonly path: string;
}

/** Messages of alternating roles: the vendor accepts no others. */
function alternate(messages: readonly WrittenMessage[]): readonly WrittenMessage[] {
  const joined: WrittenMessage[] = [];
  for (const message of messages) {
    const last = joined.at(-1);
    if (last?.role === message.role) for (const block of message.content) last.content.push(block);
    else if (message.content.length > 0) joined.push(message);
  }
  return joined;
}

const has = (block: Writable | undefined, name: string): boolean => isObject(block) && name in block;

/** Words for documents that have none: the vendor wants some ("A text block must be included when using documents"). */
function addWords({ role, content, path }: WrittenMessage, losses: LossList): void {
  if (role !== 'user' || !content.some((block) => has(block, 'document'))) return;
  if (content.some((block) => has(block, 'text'))) return;
  losses.add('document-bare', path);
  const mark = content.findLastIndex((block) => has(block, 'cachePoint'));
  content.splice(mark === -1 ? content.length : mark, 0, { text: '.' });
}

/** `system`, which is what the operator says before anything else; and `messages`. */
export function writeContent(writing: Writing): Members {
  const { messages, cache } = writing.turn;
  const [before, rest] = splitOperator(messages);
  const writer = new ContentWriter(writing);
  const system = before.flatMap((message) => writer.write(message));
  const placed = rest.map((message) => (isOperator(message) ? speakAsUser(message, writing.losses) : message));
  const written = joinResults(placed).map((message) => ({
    role: message.role === 'assistant' ? 'assistant' : 'user',
    content: [...writer.write(message)],
    path: message.path,
  }));
  const alternating = alternate(written);
  const content = alternating.at(-1)?.content;
  // A mark at the end of the conversation already says the same.
  if (!has(content?.at(-1), 'cachePoint')) content?.push(...cachePoint(cache, writing));
  for (const message of alternating) addWords(message, writing.losses);
  return {
    system: system.length === 0 ? undefined : system,
    messages: alternating.map((message) => ({ role: message.role, content: message.content })),
  };
}
