import { stringOf, type JsonObject } from '../../shared/json.ts';
import { events, json, namedFrame, type Answer, type Frame } from '../answer.ts';
import type { Call, DemoRoute } from '../call.ts';
import { countTokens } from '../count-tokens.ts';
import { badRequest } from '../demo-fault.ts';
import { wavSeconds } from '../make-sound.ts';
import { mannerOf, type Manner } from '../manner.ts';

const task = (path: string, name: string): DemoRoute => ({
  method: 'POST',
  path,
  answer: (call) => hear(call, name),
});

/** `POST /v1/audio/transcriptions` and `/v1/audio/translations`: the demo tells what it was sent instead of what it heard. */
export const transcriptions: readonly DemoRoute[] = [
  task('/v1/audio/transcriptions', 'transcribe'),
  task('/v1/audio/translations', 'translate'),
];

interface Heard {
  readonly task: string;
  readonly text: string;
  readonly duration: number;
}

/** Without a container that tells, a kilobyte counts as half a second. */
const bytesPerSecond = 2_048;
const audioTokensPerSecond = 10;

function hear(call: Call, name: string): Answer {
  const file = call.form?.files.find((one) => one.field === 'file');
  if (!file) throw badRequest("Missing required parameter: 'file'.");
  const manner = mannerOf(stringOf(call.body['model']) ?? '', 'a');
  const duration = Math.round((wavSeconds(file.head, file.length) ?? file.length / bytesPerSecond) * 100) / 100;
  const text = `You sent ${file.name}, ${file.length} bytes of audio.`;
  const heard = { task: name, text, duration };
  if (call.body['stream'] === 'true') return events(frames(heard), manner);
  const format = stringOf(call.body['response_format']) ?? 'json';
  const write = Object.hasOwn(writers, format) ? writers[format] : undefined;
  if (!write) throw badRequest(`Invalid value for response_format: ${format}.`);
  return write(heard, manner);
}

const writers: Readonly<Record<string, (heard: Heard, manner: Manner) => Answer>> = {
  json: (heard, manner) => json({ text: heard.text, usage: tokensOf(heard) }, manner),
  verbose_json: (heard, manner) => json(verbose(heard), manner),
  diarized_json: (heard, manner) => json(diarized(heard), manner),
  text: (heard, manner) => plain(`${heard.text}\n`, 'text/plain; charset=utf-8', manner),
  srt: (heard, manner) => plain(`1\n${span(heard, ',')}\n${heard.text}\n\n`, 'text/plain; charset=utf-8', manner),
  vtt: (heard, manner) => plain(`WEBVTT\n\n${span(heard, '.')}\n${heard.text}\n\n`, 'text/vtt; charset=utf-8', manner),
};

const plain = (text: string, type: string, manner: Manner): Answer => ({
  kind: 'bytes',
  type,
  chunks: [Buffer.from(text)],
  manner,
});

const span = (heard: Heard, mark: string): string => {
  const end = new Date(Math.round(heard.duration * 1_000)).toISOString().slice(11, 23).replace('.', mark);
  return `00:00:00${mark}000 --> ${end}`;
};

function tokensOf({ text, duration }: Heard): JsonObject {
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

const verbose = ({ task: name, text, duration }: Heard): JsonObject => ({
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

const diarized = (heard: Heard): JsonObject => ({
  task: heard.task,
  duration: heard.duration,
  text: heard.text,
  segments: [
    { type: 'transcript.text.segment', id: 'seg_0', start: 0, end: heard.duration, text: heard.text, speaker: 'A' },
  ],
  usage: { type: 'duration', seconds: Math.ceil(heard.duration) },
});

const frames = (heard: Heard): readonly Frame[] => [
  ...(heard.text.match(/\S+\s*/g) ?? []).map((delta) => namedFrame('transcript.text.delta', { delta })),
  namedFrame('transcript.text.done', { text: heard.text, usage: tokensOf(heard) }),
];
