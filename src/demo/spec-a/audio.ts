import { type JsonObject, stringOf } from '../../shared/json/json.ts';
import { behaviourOf, plainBehaviour } from '../behaviour.ts';
import {
  type Answer,
  badRequest,
  type Behaviour,
  type Call,
  type DemoRoute,
  events,
  type Frame,
  json,
  type Kind,
  namedFrame,
  seconds,
} from '../call.ts';
import { countTokens } from '../compose.ts';
import { deleteRoute, newestFirst, objectsOf, pageOf, storeObject, takeObject } from '../object-store.ts';

/** `POST /v1/audio/speech`: a beep for every word, streamed as bytes or as events. */
export const createSpeech: DemoRoute = {
  method: 'POST',
  path: '/v1/audio/speech',
  answer: ({ body }) => {
    const behaviour = behaviourOf(stringOf(body['model']) ?? '', 'a');
    const input = stringOf(body['input']) ?? '';
    const format = stringOf(body['response_format']) ?? 'mp3';
    const speech = makeSpeech(input, format);
    if (!speech) throw badRequest(`The demo writes mp3, wav and pcm; it has no encoder for ${format}.`);
    if (body['stream_format'] !== 'sse') return { kind: 'bytes', ...speech, behaviour };
    const input_tokens = countTokens(input);
    const output_tokens = speech.chunks.length * 3;
    const usage = { input_tokens, output_tokens, total_tokens: input_tokens + output_tokens };
    const pieces = speech.chunks.map((chunk) => namedFrame('speech.audio.delta', { audio: chunk.toString('base64') }));
    return events([...pieces, namedFrame('speech.audio.done', { usage })], behaviour);
  },
};

const samplesPerSecond = 24_000;
const secondsPerWord = 0.12;
const longestWords = 500;

/** Audio in a format that needs no encoder. */
interface Audio {
  readonly type: string;
  readonly chunks: readonly Buffer[];
}

/** A beep for every word; null for an unsupported format. */
function makeSpeech(text: string, format: string): Audio | null {
  const words = Math.min(text.split(/\s+/).filter(Boolean).length, longestWords);
  const write = Object.hasOwn(speechFormats, format) ? speechFormats[format] : undefined;
  return write ? write(Math.max(words, 1)) : null;
}

const speechFormats: Readonly<Record<string, (words: number) => Audio>> = {
  pcm: (words) => ({ type: 'audio/pcm', chunks: beeps(words) }),
  wav: (words) => {
    const chunks = beeps(words);
    const length = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
    return { type: 'audio/wav', chunks: [wavHead(length), ...chunks] };
  },
  mp3: (words) => ({ type: 'audio/mpeg', chunks: Array.from({ length: words }, () => silentMp3) }),
};

/** 16 bits, one channel, alternating pitch. */
const beeps = (words: number): readonly Buffer[] =>
  Array.from({ length: words }, (_, word) => {
    const samples = Math.floor(samplesPerSecond * secondsPerWord);
    const audio = Buffer.alloc(samples * 2);
    const pitch = 440 + 110 * (word % 4);
    for (let index = 0; index < samples; index += 1) {
      const fade = Math.sin((Math.PI * index) / samples);
      audio.writeInt16LE(
        Math.round(6_000 * fade * Math.sin((2 * Math.PI * pitch * index) / samplesPerSecond)),
        index * 2,
      );
    }
    return audio;
  });

function wavHead(length: number): Buffer {
  const head = Buffer.alloc(44);
  head.write('RIFF', 0, 'latin1');
  head.writeUInt32LE(36 + length, 4);
  head.write('WAVEfmt ', 8, 'latin1');
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20); // PCM
  head.writeUInt16LE(1, 22); // channels
  head.writeUInt32LE(samplesPerSecond, 24);
  head.writeUInt32LE(samplesPerSecond * 2, 28);
  head.writeUInt16LE(2, 32);
  head.writeUInt16LE(16, 34);
  head.write('data', 36, 'latin1');
  head.writeUInt32LE(length, 40);
  return head;
}

/** Five frames of silence (MPEG-1 layer III, 128 kbit/s, 44.1 kHz): a header, and nothing but zeros after it. */
const silentMp3 = Buffer.concat(
  Array.from({ length: 5 }, () => Buffer.concat([Buffer.from([0xff, 0xfb, 0x90, 0xc4]), Buffer.alloc(413)])),
);

/** Seconds of a WAV file, from its head; null if it is not one. */
export function wavSeconds(head: Buffer, length: number): number | null {
  if (head.length < 44 || head.toString('latin1', 0, 4) !== 'RIFF') return null;
  const bytesPerSecond = head.readUInt32LE(28);
  return bytesPerSecond === 0 ? null : (length - 44) / bytesPerSecond;
}

const transcriptionRoute = (path: string, name: string): DemoRoute => ({
  method: 'POST',
  path,
  answer: (call) => transcribe(call, name),
});

/** `POST /v1/audio/transcriptions` and `/v1/audio/translations`: the text describes the uploaded file. */
export const transcriptions: readonly DemoRoute[] = [
  transcriptionRoute('/v1/audio/transcriptions', 'transcribe'),
  transcriptionRoute('/v1/audio/translations', 'translate'),
];

interface Transcript {
  readonly task: string;
  readonly text: string;
  readonly duration: number;
}

/** If the format does not state the duration, a kilobyte counts as half a second. */
const bytesPerSecond = 2_048;
const audioTokensPerSecond = 10;

function transcribe(call: Call, name: string): Answer {
  const file = call.form?.files.find((one) => one.field === 'file');
  if (!file) throw badRequest("Missing required parameter: 'file'.");
  const behaviour = behaviourOf(stringOf(call.body['model']) ?? '', 'a');
  const duration = Math.round((wavSeconds(file.head, file.length) ?? file.length / bytesPerSecond) * 100) / 100;
  const text = `You sent ${file.name}, ${file.length} bytes of audio.`;
  const transcript = { task: name, text, duration };
  if (call.body['stream'] === 'true') return events(transcriptFrames(transcript), behaviour);
  const format = stringOf(call.body['response_format']) ?? 'json';
  const write = Object.hasOwn(transcriptFormats, format) ? transcriptFormats[format] : undefined;
  if (!write) throw badRequest(`Invalid value for response_format: ${format}.`);
  return write(transcript, behaviour);
}

const transcriptFormats: Readonly<Record<string, (transcript: Transcript, behaviour: Behaviour) => Answer>> = {
  json: (transcript, behaviour) => json({ text: transcript.text, usage: tokensOf(transcript) }, behaviour),
  verbose_json: (transcript, behaviour) => json(verbose(transcript), behaviour),
  diarized_json: (transcript, behaviour) => json(diarized(transcript), behaviour),
  text: (transcript, behaviour) => plain(`${transcript.text}\n`, 'text/plain; charset=utf-8', behaviour),
  srt: (transcript, behaviour) =>
    plain(`1\n${span(transcript, ',')}\n${transcript.text}\n\n`, 'text/plain; charset=utf-8', behaviour),
  vtt: (transcript, behaviour) =>
    plain(`WEBVTT\n\n${span(transcript, '.')}\n${transcript.text}\n\n`, 'text/vtt; charset=utf-8', behaviour),
};

const plain = (text: string, type: string, behaviour: Behaviour): Answer => ({
  kind: 'bytes',
  type,
  chunks: [Buffer.from(text)],
  behaviour,
});

const span = (transcript: Transcript, mark: string): string => {
  const end = new Date(Math.round(transcript.duration * 1_000)).toISOString().slice(11, 23).replace('.', mark);
  return `00:00:00${mark}000 --> ${end}`;
};

function tokensOf({ text, duration }: Transcript): JsonObject {
  const audio_tokens = Math.ceil(duration * audioTokensPerSecond);
  const output_tokens = countTokens(text);
  const input_token_details = { text_tokens: 0, audio_tokens };
  return {
    type: 'tokens',
    input_tokens: audio_tokens,
    input_token_details,
    output_tokens,
    total_tokens: audio_tokens + output_tokens,
  };
}

const verbose = ({ task: name, text, duration }: Transcript): JsonObject => ({
  task: name,
  language: 'english',
  duration,
  text,
  segments: [
    {
      id: 0,
      seek: 0,
      start: 0,
      end: duration,
      text,
      tokens: [],
      temperature: 0,
      avg_logprob: -0.1,
      compression_ratio: 1,
      no_speech_prob: 0,
    },
  ],
  usage: { type: 'duration', seconds: Math.ceil(duration) },
});

const diarized = (transcript: Transcript): JsonObject => ({
  task: transcript.task,
  duration: transcript.duration,
  text: transcript.text,
  segments: [
    {
      type: 'transcript.text.segment',
      id: 'seg_0',
      start: 0,
      end: transcript.duration,
      text: transcript.text,
      speaker: 'A',
    },
  ],
  usage: { type: 'duration', seconds: Math.ceil(transcript.duration) },
});

const transcriptFrames = (transcript: Transcript): readonly Frame[] => [
  ...(transcript.text.match(/\S+\s*/g) ?? []).map((delta) => namedFrame('transcript.text.delta', { delta })),
  namedFrame('transcript.text.done', { text: transcript.text, usage: tokensOf(transcript) }),
];

/** The differences between voices and voice consents. */
interface Collection {
  readonly kind: Kind;
  readonly path: string;
  readonly object: string;
  /** Suffix of `object` for a deleted one. */
  readonly deletedSuffix: string;
  readonly own: (call: Call) => JsonObject;
}

const collections: readonly Collection[] = [
  {
    kind: 'voice',
    path: '/v1/audio/voices',
    object: 'audio.voice',
    deletedSuffix: '.deleted',
    own: () => ({ type: 'audio_sample' }),
  },
  {
    kind: 'consent',
    path: '/v1/audio/voice_consents',
    object: 'audio.voice_consent',
    deletedSuffix: '',
    own: ({ body }) => ({ language: stringOf(body['language']) ?? 'en-US' }),
  },
];

/** Everything under `/v1/audio/voices` and `/v1/audio/voice_consents`. */
export const voices: readonly DemoRoute[] = collections.flatMap(routesOf);

function routesOf({ kind, path, object, deletedSuffix, own }: Collection): readonly DemoRoute[] {
  const create: DemoRoute['answer'] = (call) => {
    const name = stringOf(call.body['name']) ?? 'Voice';
    const body = { id: call.newId(kind), object, name, ...own(call), created_at: seconds(call.now) };
    return storeObject(call, { kind, body });
  };
  const rename: DemoRoute['answer'] = (call) => {
    const stored = takeObject(call, kind);
    const body = { ...stored.body, name: call.body['name'] };
    objectsOf(call.objects, kind).set(call.id, { ...stored, body });
    return json(body, plainBehaviour);
  };
  return [
    { method: 'POST', path, answer: create },
    {
      method: 'GET',
      path,
      answer: (call) => {
        const items = newestFirst(call, kind).map((stored) => stored.body);
        return json({ object: 'list', ...pageOf(items, call.query) }, plainBehaviour);
      },
    },
    { method: 'GET', path: `${path}/{}`, answer: (call) => json(takeObject(call, kind).body, plainBehaviour) },
    { method: 'POST', path: `${path}/{}`, answer: rename },
    deleteRoute(`${path}/{}`, kind, (id) => ({ id, object: `${object}${deletedSuffix}`, deleted: true })),
  ];
}
