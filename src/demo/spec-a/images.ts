import { createHash } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';
import { arrayOf, stringOf, type JsonObject } from '../../shared/json/json.ts';
import {
  badRequest,
  type Call,
  DemoFault,
  type DemoRoute,
  events,
  type Frame,
  json,
  namedFrame,
  seconds,
} from '../call.ts';
import { behaviourOf, plainBehaviour } from '../behaviour.ts';
import { countTokens, tokensPerImage } from '../compose.ts';

/** The differences between the three image operations. */
interface ImageTask {
  /** Prefix of the names of stream events; null if the operation does not stream. */
  readonly event: string | null;
  readonly needsImage: boolean;
}

const tasks: Readonly<Record<string, ImageTask>> = {
  '/v1/images/generations': { event: 'image_generation', needsImage: false },
  '/v1/images/edits': { event: 'image_edit', needsImage: true },
  '/v1/images/variations': { event: null, needsImage: true },
};

const tokensPerDrawing = 272;

/** The image behind a URL in an answer. Its name encodes the prompt. */
const picture: DemoRoute = {
  method: 'GET',
  path: '/pictures/{}',
  answer: ({ id }) => {
    const name = Buffer.from(id.replace(/\.png$/, ''), 'base64url').toString('utf8');
    return { kind: 'bytes', type: 'image/png', chunks: [drawPng(name)], behaviour: plainBehaviour };
  },
};

/** `POST /v1/images/…`, and the images behind URLs. */
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
  const behaviour = behaviourOf(stringOf(body['model']) ?? 'demo-image', 'a');
  if (behaviour.speech === 'refusal') throw refused;
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
      behaviour,
    );
  }
  const data = Array.from({ length: count }, (_, index) =>
    imageOf(call, index === 0 ? prompt : `${prompt} ${index + 1}`),
  );
  return json({ created, ...looks, data, usage }, behaviour);
}

const refused = new DemoFault({
  status: 400,
  type: 'image_generation_user_error',
  message: 'Your request was rejected by the safety system. (The model demo-refusal declines everything.)',
  code: 'moderation_blocked',
});

/** An image as base64, or as a URL if requested. */
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

const side = 64;
const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** A PNG of 64 × 64 pixels with a gradient whose colours depend only on the prompt. */
export function drawPng(prompt: string): Buffer {
  const colour = createHash('sha256').update(prompt).digest();
  const rows = Array.from({ length: side }, (_, y) => {
    const points = Array.from({ length: side }, (__, x) => pointAt(colour, x, y));
    return Buffer.from([0, ...points.flat()]); // 0: no filter
  });
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([8, 2], 8); // 8 bits for each of red, green, blue
  const pixels = deflateSync(Buffer.concat(rows));
  return Buffer.concat([signature, part('IHDR', header), part('IDAT', pixels), part('IEND', Buffer.alloc(0))]);
}

const pointAt = (colour: Buffer, x: number, y: number): readonly number[] =>
  [0, 1, 2].map((channel) => {
    const from = colour[channel] ?? 0;
    const to = colour[channel + 3] ?? 255;
    return Math.round(from + ((to - from) * (x + y)) / (2 * side));
  });

function part(name: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const whole = Buffer.alloc(named.length + 8);
  whole.writeUInt32BE(data.length, 0);
  whole.set(named, 4);
  whole.writeUInt32BE(crc32(named), named.length + 4);
  return whole;
}
