import { stringOf } from '../../shared/json/json.ts';
import { events, namedFrame, type DemoRoute } from '../call.ts';
import { behaviourOf } from '../behaviour.ts';
import { countTokens } from '../compose.ts';
import { badRequest } from '../fault.ts';

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
  const write = Object.hasOwn(formats, format) ? formats[format] : undefined;
  return write ? write(Math.max(words, 1)) : null;
}

const formats: Readonly<Record<string, (words: number) => Audio>> = {
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
