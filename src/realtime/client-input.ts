import { arrayOf, objectOf, stringOf, type Json, type JsonObject } from '../shared/json/json.ts';
import { tokensPerImage } from '../shared/tokens/file-tokens.ts';
import type { Amounts } from './response-slot.ts';

/** Bytes of sent audio for each token: a tenth of a second at 24 kHz and 16 bits. */
const audioBytesOfToken = 4_800;
/** Bytes of text for each token. */
const textBytesOfToken = 4;

export const nothing: Amounts = { text: 0, audio: 0 };

export const sumOf = (one: Amounts, other: Amounts): Amounts => ({
  text: one.text + other.text,
  audio: one.audio + other.audio,
});

/** Tokens of audio in Base64. */
export const soundOf = (audio: Json | undefined): number => ((stringOf(audio)?.length ?? 0) * 0.75) / audioBytesOfToken;

/** Tokens of a text, or of JSON that the model reads as one. */
const textOf = (value: Json | undefined): number => {
  if (value === undefined || value === null) return 0;
  return Buffer.byteLength(typeof value === 'string' ? value : JSON.stringify(value)) / textBytesOfToken;
};

/** A part of a message. The transcript of a sound is read only if the sound is not sent. */
function inputOfPart({ type, text, transcript, audio }: JsonObject): Amounts {
  const sound = soundOf(audio);
  const image = type === 'input_image' ? tokensPerImage : 0;
  return { text: image + textOf(text) + (sound === 0 ? textOf(transcript) : 0), audio: sound };
}

/** Members of an item that the model reads as text. */
const textMembers = ['arguments', 'output', 'tools'] as const;

/** Text, images and audio of an item, as tokens. */
export const inputOfItem = (item: JsonObject): Amounts => {
  const text = textMembers.reduce((sum, name) => sum + textOf(item[name]), 0);
  return arrayOf(item['content'])
    .map((part) => inputOfPart(objectOf(part)))
    .reduce(sumOf, { text, audio: 0 });
};

/** What the model reads of settings, as tokens, by member. What they do not state is absent. */
export type SettingsInput = Readonly<Record<string, number>>;

/** The part of each member that the model reads. */
const readMembers: Readonly<Record<string, (value: Json | undefined) => Json | undefined>> = {
  instructions: (value) => value,
  tools: (value) => value,
  prompt: (value) => objectOf(value)['variables'],
};

export const inputOfSettings = (settings: JsonObject): SettingsInput =>
  Object.fromEntries(
    Object.entries(readMembers).flatMap(([name, read]) =>
      settings[name] === undefined ? [] : [[name, textOf(read(settings[name]))]],
    ),
  );

/** What a request for a response states about its input. */
export interface RequestedInput {
  /** In place of the session's. */
  readonly settings: SettingsInput;
  /** Items in addition to the conversation, or in place of it. */
  readonly items: Amounts;
  readonly readsConversation: boolean;
  /** Whether its output becomes a part of the conversation. */
  readonly isKept: boolean;
}

/** Of a request that states nothing, and of a response that the model begins by itself. */
export const plainRequest: RequestedInput = { settings: {}, items: nothing, readsConversation: true, isKept: true };

/** Reads the `response` of a request. With `input`, the conversation is read only as far as items refer to it: at most all of it. */
export function readRequestedInput(response: JsonObject): RequestedInput {
  const { input, conversation } = response;
  const items = arrayOf(input).map(objectOf);
  return {
    settings: inputOfSettings(response),
    items: items.map(inputOfItem).reduce(sumOf, nothing),
    readsConversation: !Array.isArray(input) || items.some(({ type }) => type === 'item_reference'),
    isKept: conversation !== 'none',
  };
}
