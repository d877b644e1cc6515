import { stringOf, type JsonObject } from '../../shared/json/json.ts';
import { events, json, namedFrame, type Answer, type Frame, type Call, type DemoRoute } from '../call.ts';
import { countTokens } from '../compose.ts';
import { badRequest } from '../fault.ts';
import { wavSeconds } from './speech.ts';
import { behaviourOf, type Behaviour } from '../behaviour.ts';

const task = (path: string, name: string): DemoRoute => ({
  method: 'POST',
  path,
  answer: (call) => transcribe(call, name),
});

/** `POST /v1/audio/transcriptions` and `/v1/audio/translations`: the text describes the uploaded file. */
export const transcriptions: readonly DemoRoute[] = [
  task('/v1/audio/transcriptions', 'transcribe'),
  task('/v1/audio/translations', 'translate'),
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
  if (call.body['stream'] === 'true') return events(frames(transcript), behaviour);
  const format = stringOf(call.body['response_format']) ?? 'json';
  const write = Object.hasOwn(writers, format) ? writers[format] : undefined;
  if (!write) throw badRequest(`Invalid value for response_format: ${format}.`);
  return write(transcript, behaviour);
}

const writers: Readonly<Record<string, (transcript: Transcript, behaviour: Behaviour) => Answer>> = {
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

const frames = (transcript: Transcript): readonly Frame[] => [
  ...(transcript.text.match(/\S+\s*/g) ?? []).map((delta) => namedFrame('transcript.text.delta', { delta })),
  namedFrame('transcript.text.done', { text: transcript.text, usage: tokensOf(transcript) }),
];
