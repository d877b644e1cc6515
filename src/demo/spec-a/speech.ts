import { stringOf } from '../../shared/json.ts';
import { events, namedFrame } from '../answer.ts';
import type { DemoRoute } from '../call.ts';
import { countTokens } from '../count-tokens.ts';
import { badRequest } from '../demo-fault.ts';
import { makeSound } from '../make-sound.ts';
import { mannerOf } from '../manner.ts';

/** `POST /v1/audio/speech`: beeps instead of words, streamed as bytes or as events. */
export const speech: DemoRoute = {
  method: 'POST',
  path: '/v1/audio/speech',
  answer: ({ body }) => {
    const manner = mannerOf(stringOf(body['model']) ?? '', 'a');
    const input = stringOf(body['input']) ?? '';
    const format = stringOf(body['response_format']) ?? 'mp3';
    const sound = makeSound(input, format);
    if (!sound) throw badRequest(`The demo writes mp3, wav and pcm; it has no encoder for ${format}.`);
    if (body['stream_format'] !== 'sse') return { kind: 'bytes', ...sound, manner };
    const input_tokens = countTokens(input);
    const output_tokens = sound.chunks.length * 3;
    const usage = { input_tokens, output_tokens, total_tokens: input_tokens + output_tokens };
    const pieces = sound.chunks.map((chunk) => namedFrame('speech.audio.delta', { audio: chunk.toString('base64') }));
    return events([...pieces, namedFrame('speech.audio.done', { usage })], manner);
  },
};
