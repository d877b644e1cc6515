import { stringOf, type JsonObject } from '../../shared/json.ts';
import { events, json, namedFrame, type Frame } from '../answer.ts';
import { seconds, type Call, type DemoRoute } from '../call.ts';
import { countTokens, tokensPerImage } from '../count-tokens.ts';
import { badRequest, DemoFault } from '../demo-fault.ts';
import { drawPng } from '../draw-png.ts';
import { mannerOf, plainManner } from '../manner.ts';
import { arrayOf } from './read-chat-prompt.ts';

/** What differs between the three ways to get an image. */
interface ImageTask {
  /** First part of the names of stream events; null: this one does not stream. */
  readonly event: string | null;
  readonly needsImage: boolean;
}

const tasks: Readonly<Record<string, ImageTask>> = {
  '/v1/images/generations': { event: 'image_generation', needsImage: false },
  '/v1/images/edits': { event: 'image_edit', needsImage: true },
  '/v1/images/variations': { event: null, needsImage: true },
};

const tokensPerDrawing = 272;

/** The picture that links of answers point at; its name carries the prompt. */
const picture: DemoRoute = {
  method: 'GET',
  path: '/pictures/{}',
  answer: ({ id }) => {
    const name = Buffer.from(id.replace(/\.png$/, ''), 'base64url').toString('utf8');
    return { kind: 'bytes', type: 'image/png', chunks: [drawPng(name)], manner: plainManner };
  },
};

/** `POST /v1/images/…`, three times, and the pictures themselves. */
export const images: readonly DemoRoute[] = [
  ...Object.entries(tasks).map(([path, task]): DemoRoute => ({
    method: 'POST',
    path,
    answer: (call) => draw(call, task),
  })),
  picture,
];

function draw(call: Call, task: ImageTask): ReturnType<DemoRoute['answer']> {
  const { body } = call;
  const manner = mannerOf(stringOf(body['model']) ?? 'demo-image', 'a');
  if (manner.speech === 'refusal') throw refused;
  const sent = call.form
    ? call.form.files.filter((file) => file.field === 'image').length
    : arrayOf(body['images']).length;
  if (task.needsImage && sent === 0) throw badRequest("Missing required parameter: 'image'.");
  const prompt = stringOf(body['prompt']) ?? `variation of ${call.form?.files[0]?.name ?? 'an image'}`;
  const count = Math.min(Math.max(Number(body['n'] ?? 1), 1), 10);
  const usage = usageOf(countTokens(prompt), sent * tokensPerImage, count * tokensPerDrawing);
  const looks = { background: 'opaque', output_format: 'png', quality: 'low', size: '1024x1024' };
  const created = seconds(call.now);
  if (task.event !== null && (body['stream'] === true || body['stream'] === 'true')) {
    return events(
      partialFrames(task.event, { prompt, usage, looks, created, partials: Number(body['partial_images'] ?? 0) }),
      manner,
    );
  }
  const data = Array.from({ length: count }, (_, index) =>
    imageOf(call, index === 0 ? prompt : `${prompt} ${index + 1}`),
  );
  return json({ created, ...looks, data, usage }, manner);
}

const refused = new DemoFault({
  status: 400,
  type: 'image_generation_user_error',
  message: 'Your request was rejected by the safety system. (The model demo-refusal declines everything.)',
  code: 'moderation_blocked',
});

/** As base64, or as a link where links were asked for. */
function imageOf({ body, origin }: Call, prompt: string): JsonObject {
  if (body['response_format'] !== 'url') return { b64_json: drawPng(prompt).toString('base64') };
  return {
    url: `${origin}/pictures/${Buffer.from(prompt.slice(0, 200)).toString('base64url')}.png`,
    revised_prompt: prompt,
  };
}

const usageOf = (text_tokens: number, image_tokens: number, output_tokens: number): JsonObject => ({
  input_tokens: text_tokens + image_tokens,
  input_tokens_details: { text_tokens, image_tokens },
  output_tokens,
  total_tokens: text_tokens + image_tokens + output_tokens,
});

interface Drawing {
  readonly prompt: string;
  readonly usage: JsonObject;
  readonly looks: JsonObject;
  readonly created: number;
  readonly partials: number;
}

function partialFrames(event: string, { prompt, usage, looks, created, partials }: Drawing): readonly Frame[] {
  const common = { created_at: created, ...looks };
  const sketch = (index: number): string => drawPng(`${prompt}, sketch ${index}`).toString('base64');
  return [
    ...Array.from({ length: Math.min(partials, 3) }, (_, partial_image_index) =>
      namedFrame(`${event}.partial_image`, { ...common, b64_json: sketch(partial_image_index), partial_image_index }),
    ),
    namedFrame(`${event}.completed`, { ...common, b64_json: drawPng(prompt).toString('base64'), usage }),
  ];
}
