import { RawJson, type Writable } from '../../shared/json/raw-json.ts';
import { idFor, nameFor } from '../translation/tool-calls.ts';
import type {
  CacheMark,
  DocumentPart,
  ImagePart,
  MediaSource,
  Part,
  ProvenPart,
  ResultPart,
} from '../translation/parts.ts';
import { isOwn } from '../translation/write-openai.ts';
import {
  argumentsAsObject,
  hasWords,
  isWritten,
  type Members,
  rawMembers,
  type Writing,
} from '../translation/writing.ts';

/** A cache mark of another format becomes the vendor's usual one. */
export const cacheMarkOf = (mark: CacheMark | undefined): Writable =>
  mark === undefined ? undefined : mark.isControl ? new RawJson(mark.raw) : { type: 'ephemeral' };

const imageTypes = ['image/jpeg', 'image/png', 'image/gif', 'image/webp'];

const writeSource = (source: MediaSource): Writable =>
  source.kind === 'data'
    ? { type: 'base64', media_type: source.mediaType, data: source.data }
    : source.kind === 'url'
      ? { type: 'url', url: source.url }
      : { type: 'file', file_id: source.id };

function writeImage(part: ImagePart, { target, losses }: Writing): Members | null {
  const { source, path } = part;
  losses.own(part.extras);
  if (!target.abilities.images) losses.add('image-unread', path);
  else if (source.kind === 'file') losses.add('image-file', path);
  else if (source.kind === 'data' && !imageTypes.includes(source.mediaType))
    losses.add('image-type', path, source.mediaType);
  else return { type: 'image', source: writeSource(source) };
  return null;
}

function documentSource(part: DocumentPart, writing: Writing): Writable {
  const { source } = part;
  if (source.kind === 'text') return { type: 'text', media_type: 'text/plain', data: source.text };
  if (source.kind === 'parts') return { type: 'content', content: writeParts(source.parts, writing) };
  if (source.kind === 'data' && source.mediaType.startsWith('text/'))
    return { type: 'text', media_type: 'text/plain', data: Buffer.from(source.data, 'base64').toString('utf8') };
  return writeSource(source);
}

function writeDocument(part: DocumentPart, writing: Writing): Members | null {
  const { source, path, name } = part;
  const { losses, target } = writing;
  const isText = source.kind === 'text' || source.kind === 'parts';
  const isRead =
    source.kind !== 'data' || source.mediaType === 'application/pdf' || source.mediaType.startsWith('text/');
  const reason =
    !isText && !target.abilities.documents
      ? 'document-unread'
      : source.kind === 'file'
        ? 'document-file'
        : isRead
          ? null
          : 'document-type';
  const extras = losses.own(part.extras);
  if (reason !== null) {
    losses.add(reason, path);
    return null;
  }
  return {
    type: 'document',
    source: documentSource(part, writing),
    title: name ?? undefined,
    ...rawMembers(extras),
  };
}

function writeResult(part: ResultPart, writing: Writing): Members {
  writing.losses.own(part.extras);
  const [first] = part.content;
  const isString = part.isString && first?.type === 'text' && hasWords(first.text);
  const content = isString ? first.text : writeParts(part.content, writing);
  return {
    type: 'tool_result',
    tool_use_id: idFor('messages', part.callId),
    is_error: part.isError ? true : undefined,
    content: content.length === 0 ? undefined : content,
  };
}

/** A block for a part; null if there is none, which is reported unless the part is empty. */
function writePart(part: Part, writing: Writing): Writable | null {
  const { losses } = writing;
  switch (part.type) {
    case 'text':
    case 'refusal':
      losses.own(part.extras);
      return isWritten(part, losses) ? { type: 'text', text: part.text } : null;
    case 'image':
      return writeImage(part, writing);
    case 'document':
      return writeDocument(part, writing);
    case 'audio':
      losses.add('audio-unheard', part.path);
      return null;
    case 'call':
      losses.own(part.extras);
      return {
        type: 'tool_use',
        id: idFor('messages', part.id),
        name: nameFor('messages', part.name),
        input: argumentsAsObject(part, writing.losses),
      };
    case 'result':
      return writeResult(part, writing);
    case 'reasoning':
    case 'search':
    case 'code':
      return writeProven(part, writing);
    case 'other':
      if (part.wire === 'messages') return new RawJson(part.raw);
      losses.other(part);
      return null;
  }
}

/** Content that only the vendor that made it accepts back, in its original block or blocks. */
function writeProven(part: ProvenPart, writing: Writing): Writable | null {
  if (!isOwn(part, 'messages', writing)) return null;
  if (part.type === 'code') writing.losses.add('code-fresh', part.path);
  const raw = part.proof?.raw ?? '';
  return new RawJson(raw.startsWith('[') ? raw.slice(1, -1) : raw);
}

export const writeParts = (parts: readonly Part[], writing: Writing): readonly Writable[] =>
  parts.flatMap((part) => {
    const block = writePart(part, writing);
    if (block === null) return [];
    const mark = cacheMarkOf(part.cache);
    if (part.cache && !part.cache.isControl) writing.losses.ttl(part.cache);
    return [mark === undefined || block instanceof RawJson ? block : { ...(block as Members), cache_control: mark }];
  });
