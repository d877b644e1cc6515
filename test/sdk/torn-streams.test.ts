import type Anthropic from '@anthropic-ai/sdk';
import type Anthropic0 from 'anthropic-sdk-0';
import type OpenAI from 'openai';
import { toFile } from 'openai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chatStream, messageStream, responseStream } from '../fakes/sample-calls.ts';
import { eachOf } from '../fakes/corpus.ts';
import { chunk, lastChunk, sseHead } from '../fakes/script.ts';
import { anthropicMajors, openaiMajors } from './sdk-clients.ts';
import { startSdkGateway, type SdkGateway } from './start-sdk-gateway.ts';

type Events = AsyncIterable<unknown>;
type Options = { readonly headers: Readonly<Record<string, string>> };

const model = 'scripted';
const messages = [{ role: 'user' as const, content: 'Hi' }];

/** A stream in one format, the ways in which an SDK reads it, and where it is whole although its body ended early. */
interface Format<Client> {
  readonly events: readonly string[];
  readonly calls: readonly ((client: Client, options: Options) => Promise<unknown>)[];
  /** By the text as it came, with line feeds alone: its last event is there, though maybe not its blank line. */
  readonly isWhole: (text: string) => boolean;
}

const all = async (stream: Events | Promise<Events>): Promise<void> => {
  for await (const _ of await stream);
};
const dataOf = (event: string): string => event.slice(event.indexOf('data: ')).trimEnd();
const hasLast =
  (event = '') =>
  (text: string): boolean =>
    text.includes(dataOf(event));

/** A response stream with what the SDK's helper needs to put the answer together. */
const [created, words, completed] = responseStream;
const item = { id: 'msg_1', type: 'message', role: 'assistant', status: 'in_progress', content: [] };
const part = { type: 'output_text', text: '', annotations: [] };
const named = (data: { readonly type: string; readonly [name: string]: unknown }): string =>
  `event: ${data.type}\ndata: ${JSON.stringify(data)}\n\n`;
const begun = [
  { type: 'response.output_item.added', sequence_number: 1, output_index: 0, item },
  {
    type: 'response.content_part.added',
    sequence_number: 2,
    item_id: 'msg_1',
    output_index: 0,
    content_index: 0,
    part,
  },
].map(named);
const done = [
  { type: 'response.output_text.done', output_index: 0, content_index: 0, text: 'Héllo 👋' },
  { type: 'response.content_part.done', output_index: 0, content_index: 0, part: { ...part, text: 'Héllo 👋' } },
  {
    type: 'response.output_item.done',
    output_index: 0,
    item: { ...item, status: 'completed', content: [{ ...part, text: 'Héllo 👋' }] },
  },
].map((data, index) => named({ ...data, sequence_number: 4 + index, item_id: 'msg_1' }));
const fullResponse = [created, ...begun, words, ...done, completed];

const completionStream = [
  'data: {"id":"c","object":"text_completion","choices":[{"index":0,"text":"Hi","finish_reason":null}]}\n\n',
  'data: {"id":"c","object":"text_completion","choices":[{"index":0,"text":"","finish_reason":"stop"}]}\n\n',
  'data: [DONE]\n\n',
];
const imageStream = [
  'event: image_generation.partial_image\ndata: {"type":"image_generation.partial_image","b64_json":"eA==","partial_image_index":0}\n\n',
  'event: image_generation.completed\ndata: {"type":"image_generation.completed","b64_json":"eHg=","usage":null}\n\n',
];
const transcriptStream = [
  'data: {"type":"transcript.text.delta","delta":"Hi"}\n\n',
  'data: {"type":"transcript.text.done","text":"Hi","usage":{"type":"tokens","input_tokens":3,"output_tokens":1,"total_tokens":4}}\n\n',
];
const oldStream = [
  'event: completion\ndata: {"type":"completion","completion":" Hi","stop_reason":null,"model":"m"}\n\n',
  'event: completion\ndata: {"type":"completion","completion":"","stop_reason":"stop_sequence","model":"m"}\n\n',
];
const afterFinish = (text: string): boolean =>
  /"(?:finish_reason|stop_reason)": ?"[^\n]*\n(?:[a-z]*:[^\n]*\n)*\n+$/.test(text);

const openaiFormats: Readonly<Record<string, Format<OpenAI>>> = {
  chat: {
    events: chatStream,
    calls: [
      (client, options) => all(client.chat.completions.create({ model, messages, stream: true }, options)),
      (client, options) => client.chat.completions.stream({ model, messages }, options).finalChatCompletion(),
    ],
    isWhole: (text) =>
      hasLast(chatStream[4])(text) || (text.includes('"finish_reason":"stop"') && text.endsWith('\n\n')),
  },
  responses: {
    events: fullResponse,
    calls: [
      (client, options) => all(client.responses.create({ model, input: 'Hi', store: false, stream: true }, options)),
      (client, options) => client.responses.stream({ model, input: 'Hi', store: false }, options).finalResponse(),
    ],
    isWhole: hasLast(completed),
  },
  completions: {
    events: completionStream,
    calls: [(client, options) => all(client.completions.create({ model, prompt: 'Hi', stream: true }, options))],
    isWhole: (text) => hasLast(completionStream[2])(text) || afterFinish(text),
  },
  images: {
    events: imageStream,
    calls: [(client, options) => all(client.images.generate({ model, prompt: 'Hi', stream: true }, options))],
    isWhole: (text) => text.includes('image_generation.completed","') && text.endsWith('\n\n'),
  },
  transcriptions: {
    events: transcriptStream,
    calls: [
      async (client, options) =>
        all(
          client.audio.transcriptions.create(
            { model, stream: true, file: await toFile(Buffer.from('RIFF'), 'a.wav') },
            options,
          ),
        ),
    ],
    isWhole: hasLast(transcriptStream[1]),
  },
};

const anthropicFormats: Readonly<Record<string, Format<Anthropic>>> = {
  messages: {
    events: messageStream,
    calls: [
      (client, options) => all(client.messages.create({ model, messages, max_tokens: 9, stream: true }, options)),
      (client, options) => client.messages.stream({ model, messages, max_tokens: 9 }, options).finalMessage(),
    ],
    isWhole: hasLast(messageStream[6]),
  },
  completions: {
    events: oldStream,
    calls: [
      (client, options) =>
        all(
          (client as unknown as Anthropic0).completions.create(
            { model, prompt: '\n\nHuman: Hi\n\nAssistant:', max_tokens_to_sample: 9, stream: true },
            options,
          ),
        ),
    ],
    isWhole: afterFinish,
  },
};

/** Each kind of line, in each kind of line end; a stream with more than a few lines is cut only around its line ends. */
const dresses: Readonly<Record<string, (event: string) => string>> = {
  'as it is': (event) => event,
  'with CR LF': (event) => event.replaceAll('\n', '\r\n'),
  'with CR': (event) => event.replaceAll('\n', '\r'),
  'with comments, ids and times': (event) => `: a note\nid: 7\nretry: 5\n${event}`,
};

/** Where a body is cut: everywhere, or near ends of lines alone. */
function cutsOf(text: string, everywhere: boolean): readonly number[] {
  const places = Array.from({ length: text.length - 1 }, (_, index) => index + 1);
  return everywhere ? places : places.filter((at) => /[\r\n]/.test(text.slice(Math.max(0, at - 2), at + 2)));
}

let gateway: SdkGateway;
const bodies = new Map<string, string>();
beforeAll(async () => {
  gateway = await startSdkGateway();
  gateway.upstream.always(({ headers }) => {
    const body = bodies.get(String(headers['openai-beta'] ?? headers['anthropic-beta'])) ?? '';
    return body === '' ? [sseHead(), lastChunk] : [sseHead(), chunk(body), lastChunk];
  });
});
afterAll(() => gateway.close());

/** What came of a call whose upstream sent this body and ended it in order. */
async function cameTo<Client>(
  call: Format<Client>['calls'][number],
  client: Client,
  body: string,
): Promise<'whole' | 'thrown'> {
  const id = `body-${(next += 1)}`;
  bodies.set(id, body);
  return call(client, { headers: { 'openai-beta': id, 'anthropic-beta': id } }).then(
    () => 'whole',
    () => 'thrown',
  );
}
let next = 0;

function itThrows<Client>(name: string, format: Format<Client>, client: () => Client): void {
  it.each(Object.entries(dresses))(
    `${name}, %s: throws wherever it is torn`,
    { timeout: 300_000 },
    async (dress, put) => {
      const text = format.events.map(put).join('');
      for (const [index, call] of format.calls.entries()) {
        expect(await cameTo(call, client(), text)).toBe('whole');
        await eachOf(cutsOf(text, dress === 'as it is' && index === 0), async (at) => {
          const body = text.slice(0, at);
          const plain = body.replace(/\r\n?/g, '\n');
          const expected = format.isWhole(plain) ? 'whole' : 'thrown';
          expect([body.slice(-60), await cameTo(call, client(), body)]).toEqual([body.slice(-60), expected]);
        });
      }
    },
  );
}

describe.each(openaiMajors)('%s', (_name, Client) => {
  for (const [name, format] of Object.entries(openaiFormats)) itThrows(name, format, () => new Client(gateway.openai));

  const two = (finish: string): string =>
    `data: {"choices":[{"index":0,"delta":{"content":"a"},"finish_reason":"stop"}]}\n\ndata: {"choices":[{"index":1,"delta":{"content":"b"},"finish_reason":${finish}}]}\n\n`;
  it.each([
    ['of which one did not finish', two('null'), 'thrown'],
    ['that both finished', two('"stop"'), 'whole'],
    ['of which one finished twice', two('null') + two('null'), 'thrown'],
    ['of which one did not finish, ended by the upstream’s word', `${two('null')}data: [DONE]\n\n`, 'whole'],
  ] as const)('two choices %s', async (_case, body, expected) => {
    const call = (client: OpenAI, options: Options): Promise<void> =>
      all(client.chat.completions.create({ model, messages, n: 2, stream: true }, options));
    expect(await cameTo(call, new Client(gateway.openai), body)).toBe(expected);
  });

  it.each([
    [1, 'thrown'],
    [2, 'whole'],
  ] as const)('two images of which %i came are %s', async (count, expected) => {
    const call = (client: OpenAI, options: Options): Promise<void> =>
      all(client.images.generate({ model, prompt: 'Hi', n: 2, stream: true }, options));
    const body = Array.from({ length: count }, () => imageStream.join('')).join('');
    expect(await cameTo(call, new Client(gateway.openai), body)).toBe(expected);
  });

  it.each([
    { type: 'error', code: 'server_error', message: 'Overloaded', param: null, sequence_number: 1 },
    { type: 'error', error: { code: 'server_error', message: 'Overloaded' }, sequence_number: 1 },
    { error: { message: 'Overloaded' } },
    { message: 'Overloaded' },
  ])('a response throws the message of an error that its upstream sends: %j', async (error) => {
    for (const call of openaiFormats['responses']?.calls ?? []) {
      const id = `body-${(next += 1)}`;
      bodies.set(id, `${created}event: error\ndata: ${JSON.stringify(error)}\n\n`);
      await expect(call(new Client(gateway.openai), { headers: { 'openai-beta': id } })).rejects.toThrow('Overloaded');
    }
  });

  it('a response is not ended by the marker of another format', async () => {
    const [call] = openaiFormats['responses']?.calls ?? [];
    const body = `${created}${begun.join('')}${words}data: [DONE]\n\n`;
    expect(await cameTo(call as Format<OpenAI>['calls'][number], new Client(gateway.openai), body)).toBe('thrown');
  });
});

describe.each(anthropicMajors)('%s', (_name, Client) => {
  // The newer major has no text completions any more.
  for (const [name, format] of Object.entries(anthropicFormats).filter(([each]) => each in new Client({ apiKey: 'x' })))
    itThrows(name, format, () => new Client(gateway.anthropic));
});
