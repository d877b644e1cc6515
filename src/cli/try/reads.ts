import { arrayOf, isObject, objectOf, stringOf, type Json, type JsonObject } from '../../shared/json/json.ts';
import { isStream, modelName, type Seen, type Take, type TryAnswer } from './call.ts';

type Read = (answer: TryAnswer, take: Take) => Seen;

/** The answer's document; empty if it is not a JSON object. */
export const documentOf = ({ documents }: TryAnswer): JsonObject => objectOf(documents[0]);

const firstOf = (value: Json | undefined): JsonObject => objectOf(arrayOf(value)[0]);

function usageOf(value: Json | undefined, input: string, output: string): Seen['usage'] {
  if (!isObject(value)) return null;
  const [tokensIn, tokensOut] = [value[input], value[output]];
  return typeof tokensIn === 'number' && typeof tokensOut === 'number' ? { input: tokensIn, output: tokensOut } : null;
}

const lastUsage = (all: readonly JsonObject[], input: string, output: string): Seen['usage'] =>
  all.map(({ usage, message }) => usageOf(usage ?? objectOf(message)['usage'], input, output)).findLast(isObject) ??
  null;

const seenText = (text: string, usage: Seen['usage']): Seen =>
  text === '' ? { text, usage, fault: 'The answer has no text.' } : { text, usage };

/** A chat completion, whole or in chunks. */
export const readChat: Read = ({ documents, headers }) => {
  const all = documents.map(objectOf);
  const choices = all.map(({ choices: list }) => firstOf(list));
  const text = choices.map(({ message, delta }) => stringOf(objectOf(message ?? delta)['content']) ?? '').join('');
  const product = headers.get('x-diglot-product-sku');
  return {
    ...seenText(text, lastUsage(all, 'prompt_tokens', 'completion_tokens')),
    ...(product !== null && { keep: { product } }),
  };
};

/** Expects a stream that came whole, to what its specification ends it with. */
const streamed =
  (read: Read, isWhole: (answer: TryAnswer) => boolean): Read =>
  (answer, take) => {
    const seen = read(answer, take);
    if (!isStream(answer)) return { ...seen, fault: 'The answer is not a stream.' };
    return isWhole(answer) ? seen : { ...seen, fault: 'The stream ended before its end.' };
  };

/** Chunks of a chat completion, up to `[DONE]`, with the reason of its end. */
export const readChatStream: Read = streamed(
  readChat,
  ({ bytes, documents }) =>
    /\ndata: ?\[DONE\]\s*$/.test(bytes.toString()) &&
    documents.some((chunk) => stringOf(firstOf(objectOf(chunk)['choices'])['finish_reason']) !== null),
);

/** A message of Spec B, whole or in events. */
export const readMessage: Read = ({ documents }) => {
  const all = documents.map(objectOf);
  const parts = all.map(({ content, delta }) => stringOf((content ? firstOf(content) : objectOf(delta))['text']) ?? '');
  const usage = lastUsage(all, 'input_tokens', 'output_tokens');
  return seenText(parts.join(''), usage);
};

/** The events of a message, up to `message_stop`. */
export const readMessageStream: Read = streamed(
  readMessage,
  ({ documents }) => objectOf(documents.at(-1))['type'] === 'message_stop',
);

/** The text of a response's first message. */
export const readResponse: Read = (answer) => {
  const { output, usage } = documentOf(answer);
  const message = arrayOf(output)
    .map(objectOf)
    .find(({ type }) => type === 'message');
  const text = stringOf(firstOf(message?.['content'])['text']) ?? '';
  return seenText(text, usageOf(usage, 'input_tokens', 'output_tokens'));
};

/** Also stores the answer's id under this name. */
export const keepsId =
  (name: string, read: Read = (answer) => ({ text: stringOf(documentOf(answer)['id']) ?? '', usage: null })): Read =>
  (answer, take) => {
    const id = stringOf(documentOf(answer)['id']);
    const seen = read(answer, take);
    return id === null ? { ...seen, fault: 'The answer has no id.' } : { ...seen, keep: { ...seen.keep, [name]: id } };
  };

/** Expects the object whose id was stored under this name. */
export const readSame =
  (name: string): Read =>
  (answer, take) => {
    const { id, status, processing_status } = documentOf(answer);
    const text = stringOf(status ?? processing_status) ?? stringOf(id) ?? '';
    return id === take(name) ? { text, usage: null } : { text, usage: null, fault: 'The answer has another id.' };
  };

/** Expects a list that contains the id stored under this name. */
export const readListWith =
  (name: string): Read =>
  (answer, take) => {
    const items = arrayOf(documentOf(answer)['data']).map(objectOf);
    const seen = { text: `${items.length} listed`, usage: null };
    return items.some(({ id }) => id === take(name)) ? seen : { ...seen, fault: 'The new object is missing.' };
  };

/** Expects a list that is not empty. */
export const readList: Read = (answer) => {
  const { length } = arrayOf(documentOf(answer)['data']);
  const seen = { text: `${length} listed`, usage: null };
  return length > 0 ? seen : { ...seen, fault: 'The list is empty.' };
};

/** The ids of a list of models, in order; null if it is not a list. */
export function listedModels(answer: TryAnswer): readonly string[] | null {
  const { data } = documentOf(answer);
  return Array.isArray(data) ? data.flatMap((item: Json) => stringOf(objectOf(item)['id']) ?? []) : null;
}

/** The list of models; stores a value for each. */
export const readModels: Read = (answer, take) => {
  const keep = Object.fromEntries((listedModels(answer) ?? []).map((id) => [modelName(id), id]));
  return { ...readList(answer, take), keep };
};

/** Expects the confirmation of a deletion. */
export const readGone: Read = (answer) => {
  const { deleted, type } = documentOf(answer);
  const gone = deleted === true || stringOf(type)?.endsWith('_deleted') === true;
  return gone
    ? { text: 'deleted', usage: null }
    : { text: '', usage: null, fault: 'The answer does not confirm the deletion.' };
};

/** Bytes of any type, stored in base64 if a name is given. */
export const readBytes =
  (name?: string): Read =>
  ({ bytes, headers }) => {
    const text = `${bytes.length} bytes of ${headers.get('content-type') ?? 'no type'}`;
    if (bytes.length === 0) return { text, usage: null, fault: 'The answer is empty.' };
    return { text, usage: null, ...(name !== undefined && { keep: { [name]: bytes.toString('base64') } }) };
  };

/** Expects exactly this text. */
export const readText =
  (expected: string): Read =>
  (answer, take) => ({
    ...readBytes()(answer, take),
    ...(answer.bytes.toString() !== expected && { fault: 'The bytes differ from those sent.' }),
  });

/** An embedding. */
export const readEmbedding: Read = (answer) => {
  const { data, usage } = documentOf(answer);
  const { length } = arrayOf(firstOf(data)['embedding']);
  const tokens = objectOf(usage)['prompt_tokens'];
  const seen = { text: `${length} numbers`, usage: typeof tokens === 'number' ? { input: tokens, output: 0 } : null };
  return length > 0 ? seen : { ...seen, fault: 'The answer has no vector.' };
};

/** Expects an image in the drive, whose id is stored as `image`. */
export const readImageUrl: Read = (answer) => {
  const { data, usage } = documentOf(answer);
  const url = stringOf(firstOf(data)['url']) ?? '';
  const image = /\/drive\/files\/([^/]+)\/content$/.exec(url)?.[1];
  const seen = { text: url, usage: usageOf(usage, 'input_tokens', 'output_tokens') };
  return image === undefined ? { ...seen, fault: 'The image is not in the drive.' } : { ...seen, keep: { image } };
};

/** A transcription. */
export const readTranscript: Read = (answer) => {
  const { text, usage } = documentOf(answer);
  return seenText(stringOf(text) ?? '', usageOf(usage, 'input_tokens', 'output_tokens'));
};

/** The events of a realtime session: text as it came, and the usage of its response. */
export const readSession: Read = ({ documents }) => {
  const events = documents.map(objectOf);
  const deltas = events.filter(({ type }) =>
    /^response\.(?:output_)?(?:text|audio_transcript)\.delta$/.test(stringOf(type) ?? ''),
  );
  const text = deltas.map(({ delta }) => stringOf(delta) ?? '').join('');
  const done = events.find(({ type }) => type === 'response.done');
  const failed = stringOf(objectOf(events.find(({ type }) => type === 'error')?.['error'])['message']);
  const usage = lastUsage([objectOf(done?.['response'])], 'input_tokens', 'output_tokens');
  return {
    ...seenText(text, usage),
    ...(done === undefined && { fault: failed ?? 'The session ended without a response.' }),
  };
};
