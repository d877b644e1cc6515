import { isObject, parseJson } from '../../shared/json/json.ts';
import { RawJson, type Writable } from '../../shared/json/raw-json.ts';
import { joinResults, nameFor } from '../translation/tool-calls.ts';
import type {
  CallPart,
  MediaSource,
  Part,
  ProvenPart,
  ReasoningPart,
  ResultPart,
  TurnMessage,
} from '../translation/parts.ts';
import { isProven } from '../translation/proofs.ts';
import { isOwn, textParts } from '../translation/write-openai.ts';
import {
  argumentsAsObject,
  isOperator,
  speakAsUser,
  splitOperator,
  type Members,
  type Writing,
} from '../translation/writing.ts';
import { foreignSignature, madeIdPrefix, readProof } from './part-reader.ts';

const wire = 'gemini';

/** Writes the content of the caller's messages. The names of calls are remembered, because results must repeat them. */
class ContentWriter {
  readonly #writing: Writing;
  readonly #names = new Map<string, string>();

  constructor(writing: Writing) {
    this.#writing = writing;
  }

  write(message: TurnMessage): readonly Members[] {
    this.#writing.losses.own(message.extras);
    const isModel = message.role === 'assistant';
    const contents = isModel ? [this.#writeModel(message.parts)] : this.#writeUser(message.parts);
    const role = isModel ? 'model' : 'user';
    return contents.flatMap((parts) => (parts.length === 0 ? [] : [{ role, parts }]));
  }

  /**
   * Results come first; what a result cannot hold follows after all of them. Results stand alone in their content, because newer models
   * take one with anything else in it for the model's own ("Requests ending with a model turn are not supported").
   */
  #writeUser(parts: readonly Part[]): readonly (readonly Writable[])[] {
    const results = parts.flatMap((part) => (part.type === 'result' ? [part] : []));
    const attached = results.flatMap((part, index) => {
      const found = this.#attachments(part);
      if (found.length === 0 || results.length === 1) return found;
      const text = `Result ${index + 1}, of ${this.#names.get(part.callId) ?? ''}:`;
      return [{ type: 'text', path: part.path, text } as const, ...found];
    });
    const others = parts.filter(({ type }) => type !== 'result');
    return [
      results.map((part) => this.#writeResult(part)),
      [...attached, ...others].flatMap((part) => this.#writePart(part)),
    ];
  }

  #writeModel(parts: readonly Part[]): readonly Writable[] {
    const written: Writable[] = [];
    let signature: string | null = null;
    let isFirstCall = true;
    for (const part of parts) {
      if (isProven(part)) {
        const proof = part.type === 'reasoning' ? this.#proofOf(part) : this.#dropped(part);
        if (proof?.on === 'text') written.push({ text: '', thoughtSignature: proof.signature });
        else if (proof) ({ signature } = proof);
      } else if (part.type === 'call') {
        written.push(this.#writeCall(part, signature ?? (isFirstCall ? this.#standIn(part) : null)));
        signature = null;
        isFirstCall = false;
      } else written.push(...this.#writePart(part));
    }
    return written;
  }

  #proofOf(part: ReasoningPart): ReturnType<typeof readProof> | null {
    return isOwn(part, wire, this.#writing) && part.proof ? readProof(part.proof) : null;
  }

  #dropped(part: ProvenPart): null {
    isOwn(part, wire, this.#writing);
    return null;
  }

  /** Models that always think refuse a first call without a signature. */
  #standIn({ path }: CallPart): string | null {
    const { target, losses } = this.#writing;
    if (target.abilities.thinking !== 'adaptive') return null;
    losses.add('call-unsigned', path);
    return foreignSignature;
  }

  #writeCall(part: CallPart, signature: string | null): Members {
    const { losses } = this.#writing;
    losses.own(part.extras);
    losses.cache(part.cache);
    const name = nameFor(wire, part.name);
    this.#names.set(part.id, name);
    const functionCall = { ...this.#idOf(part.id), name, args: argumentsAsObject(part, losses) };
    return { functionCall, thoughtSignature: signature ?? undefined };
  }

  /** An id made by the gateway is not sent; calls and results are then matched by order. */
  #idOf(id: string): Members {
    return this.#writing.target.abilities.callIds && !id.startsWith(madeIdPrefix) ? { id } : {};
  }

  #textsOf = (part: ResultPart): readonly Part[] => part.content.flatMap((each) => textParts(each, this.#writing));

  #attachments(part: ResultPart): readonly Part[] {
    // What cannot be written is reported here, and nothing announces it.
    const attached = this.#textsOf(part).filter((each) => each.type !== 'text' && this.#writePart(each).length > 0);
    for (const { path } of attached) this.#writing.losses.add('result-attached', path);
    return attached;
  }

  /** A result is an object: the tool's own if it returned one, else one with its text. */
  #writeResult(part: ResultPart): Members {
    this.#writing.losses.cache(part.cache);
    this.#writing.losses.own(part.extras);
    const text = this.#textsOf(part)
      .map((each) => (each.type === 'text' ? this.#plainText(each) : ''))
      .join('');
    const isWhole = !part.isError && isObject(parseJson(text));
    const response: Writable = isWhole ? new RawJson(text.trim()) : { [part.isError ? 'error' : 'output']: text };
    return { functionResponse: { ...this.#idOf(part.callId), name: this.#names.get(part.callId) ?? '', response } };
  }

  /** Text within a result, which can hold nothing else. */
  #plainText({ text, cache, extras }: Part & { readonly type: 'text' }): string {
    this.#writing.losses.cache(cache);
    this.#writing.losses.own(extras);
    return text;
  }

  #writePart(part: Part): readonly Writable[] {
    const { losses } = this.#writing;
    losses.cache(part.cache);
    losses.own(part.extras);
    if (part.type === 'text' || part.type === 'refusal') return part.text === '' ? [] : [{ text: part.text }];
    if (part.type === 'image') return this.#writeMedia(part, part.source);
    if (part.type === 'audio') return this.#writeAudio(part);
    if (part.type === 'document') return this.#writeDocument(part);
    losses.other(part);
    return [];
  }

  #writeAudio(part: Part & { readonly type: 'audio' }): readonly Writable[] {
    if (this.#writing.target.abilities.audio)
      return [{ inlineData: { mimeType: `audio/${part.format}`, data: part.data } }];
    this.#writing.losses.add('audio-unheard', part.path);
    return [];
  }

  #writeDocument(part: Part & { readonly type: 'document' }): readonly Writable[] {
    const { source } = part;
    if (source.kind === 'text' || source.kind === 'parts')
      return textParts(part, this.#writing).flatMap((each) => this.#writePart(each));
    return this.#writeMedia(part, source);
  }

  /** Inline media. Addresses and ids of files would have to be fetched by the vendor, which only accepts its own. */
  #writeMedia(part: Part & { readonly type: 'image' | 'document' }, source: MediaSource): readonly Writable[] {
    const { target, losses } = this.#writing;
    const isRead = part.type === 'image' ? target.abilities.images : target.abilities.documents;
    if (part.type === 'document' && part.name !== null) losses.add('document-name', part.path);
    if (isRead && source.kind === 'data') return [{ inlineData: { mimeType: source.mediaType, data: source.data } }];
    losses.add(`${part.type}-${isRead ? 'address' : 'unread'}`, part.path);
    return [];
  }
}

/** `systemInstruction`, which is what the operator says before anything else; and `contents`. */
export function writeContents(writing: Writing): Members {
  const { messages } = writing.turn;
  const [before, rest] = splitOperator(messages);
  const writer = new ContentWriter(writing);
  const system = before.flatMap((message) => writer.write(message));
  const placed = rest.map((message) => (isOperator(message) ? speakAsUser(message, writing.losses) : message));
  const contents = joinResults(placed).flatMap((message) => writer.write(message));
  return {
    systemInstruction:
      system.length === 0 ? undefined : { parts: system.flatMap(({ parts }) => parts as readonly Writable[]) },
    contents,
  };
}
