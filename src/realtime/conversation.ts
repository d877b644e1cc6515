import { arrayOf, objectOf, stringOf, type Json, type JsonObject } from '../shared/json/json.ts';
import { tokensPerImage } from '../shared/tokens/file-tokens.ts';
import type { Usage } from '../shared/usage.ts';
import type { Amounts } from './response-slot.ts';

/** Bytes of sent audio for each token: a tenth of a second at 24 kHz and 16 bits. */
const audioBytesOfToken = 4_800;
/** Bytes of text for each token. */
const textBytesOfToken = 4;

export const nothing: Amounts = { text: 0, audio: 0 };

const sumOf = (one: Amounts, other: Amounts): Amounts => ({
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

/** The input of a request that states nothing, and of a response that the model begins by itself. */
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

/** What one response reads, as the client's events say that came before it. */
export interface Reading {
  readonly request: RequestedInput;
  /** Tokens of the settings in force. */
  readonly settings: number;
  /** Everything that the client had sent. */
  readonly sent: Amounts;
}

/** What the responses of a session read: what was reported last, and estimates of what came since. */
export interface Conversation {
  /** The client sent input. */
  readonly received: (input: Amounts) => void;
  /** The client changed the session's settings. */
  readonly configured: (settings: SettingsInput) => void;
  /** A response is requested, or begins by itself. */
  readonly read: (request: RequestedInput) => Reading;
  /** Its input, as an estimate. Reports that have come since it was requested count. */
  readonly inputOf: (reading: Reading) => Amounts;
  /** A response has ended with this report. */
  readonly reported: (reading: Reading, usage: Usage) => void;
}

const outputOf = (usage: Usage): Amounts => ({
  text: usage.output_tokens ?? 0,
  audio: usage.output_audio_tokens ?? 0,
});

const inputOfReport = (usage: Usage): Amounts => ({
  text: (usage.input_tokens ?? 0) + (usage.cached_input_tokens ?? 0),
  audio: (usage.input_audio_tokens ?? 0) + (usage.cached_input_audio_tokens ?? 0),
});

const less = (one: Amounts, other: Amounts): Amounts => ({
  text: Math.max(0, one.text - other.text),
  audio: Math.max(0, one.audio - other.audio),
});

const totalOf = (settings: SettingsInput): number => Object.values(settings).reduce((sum, tokens) => sum + tokens, 0);

export function makeConversation(): Conversation {
  let settings: SettingsInput = {};
  let sent = nothing;
  /** The items of the conversation by the last report, and what the client had sent by then. */
  let known = { items: nothing, sent: nothing };
  return {
    received: (input) => {
      sent = sumOf(sent, input);
    },
    configured: (changed) => {
      settings = { ...settings, ...changed };
    },
    read: (request) => ({ request, settings: totalOf({ ...settings, ...request.settings }), sent }),
    inputOf: ({ request, settings: text, sent: until }) => {
      const own = sumOf(request.items, { text, audio: 0 });
      return request.readsConversation ? sumOf(own, sumOf(known.items, less(until, known.sent))) : own;
    },
    reported: ({ request, settings: text, sent: until }, usage) => {
      const output = request.isKept ? outputOf(usage) : nothing;
      const isWhole = request.readsConversation && request.items.text + request.items.audio === 0;
      known = isWhole
        ? { items: sumOf(less(inputOfReport(usage), { text, audio: 0 }), output), sent: until }
        : { ...known, items: sumOf(known.items, output) };
    },
  };
}
