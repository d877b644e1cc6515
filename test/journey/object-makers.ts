import { bytes, head, json, type Script } from '../fakes/script.ts';
import type { ReceivedRequest } from '../fakes/scripted-upstream.ts';
import type { Spec } from '../../src/catalog/catalog.ts';
import type { ObjectKind } from '../../src/objects/owned-object.ts';
import type { CallInit, TestGateway } from './start-gateway.ts';

/** The item that every conversation made here has. */
export const itemId = 'msg_item';

/** An upstream that takes, gives and deletes whatever it is asked for, each new thing under a new id. */
export function makeWillingUpstream(): (request: ReceivedRequest) => Script {
  let made = 0;
  return ({ path }) => {
    if (/\/(?:speech|content|results)$/.test(path)) {
      return [head(200, { 'content-type': 'audio/wav', 'content-length': '4' }), bytes('RIFF')];
    }
    made += 1;
    return json({
      id: `CANARY-upstream-${made}`,
      object: 'thing',
      status: 'completed',
      // What an answer of each format has at least.
      output: [],
      choices: [{ index: 0, message: { role: 'assistant', content: 'x' }, text: 'x', finish_reason: 'stop' }],
      content: [],
      completion: 'x',
      data: [],
      results: [],
      text: 'x',
      input_tokens: 1,
      usage: { input_tokens: 1, output_tokens: 1, prompt_tokens: 1, completion_tokens: 1 },
    });
  };
}

type Call = (path: string, init: CallInit) => Promise<Response>;
type Maker = (call: Call, spec: Spec) => Promise<string>;

const specB = { 'anthropic-version': '2023-06-01' };
const product = { 'x-product-sku': 'test' };
const message = { role: 'user', content: 'x' };

async function idOf(answer: Promise<Response>): Promise<string> {
  const response = await answer;
  const text = await response.text();
  if (!response.ok) throw new Error(`${response.status} ${text}`);
  return String((JSON.parse(text) as { readonly id?: unknown }).id);
}

/** A form as a client sends it. */
const form = (
  fields: Readonly<Record<string, string>>,
  file: string,
  { content = 'x', ...headers }: Readonly<Record<string, string>> = {},
): CallInit => {
  const parts = Object.entries(fields).map(
    ([name, value]) => `--edge\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const last = `--edge\r\ncontent-disposition: form-data; name="${file}"; filename="a.wav"\r\ncontent-type: audio/wav\r\n\r\n${content}\r\n--edge--\r\n`;
  return { body: parts.join('') + last, headers: { ...headers, 'content-type': 'multipart/form-data; boundary=edge' } };
};

/** One request: what the batches of the makers run. */
const content = JSON.stringify({ custom_id: 'one', body: { model: 'test-model', max_tokens: 5, messages: [message] } });

const makeFile: Maker = (call, spec) =>
  idOf(call('/v1/files', spec === 'a' ? form({ purpose: 'batch' }, 'file', { content }) : form({}, 'file', specB)));

const makeConsent: Maker = (call) =>
  idOf(call('/v1/audio/voice_consents', form({ name: 'Me', language: 'en' }, 'recording', product)));

/** How a workspace comes by an object of each kind. */
export const makers: Readonly<Record<ObjectKind, Maker>> = {
  response: (call) => idOf(call('/v1/responses', { body: { model: 'test-model', input: 'x' } })),
  conversation: (call) =>
    idOf(call('/v1/conversations', { body: { items: [{ ...message, type: 'message', id: itemId }] } })),
  'chat-completion': (call) =>
    idOf(call('/v1/chat/completions', { body: { model: 'test-model', store: true, messages: [message] } })),
  voice: async (call, spec) => {
    const consent = await makeConsent(call, spec);
    return idOf(call('/v1/audio/voices', form({ name: 'Mine', consent }, 'audio_sample', product)));
  },
  'voice-consent': makeConsent,
  file: makeFile,
  batch: async (call, spec) => {
    if (spec === 'b') {
      const params = { model: 'test-model', max_tokens: 5, messages: [message] };
      const body = { requests: [{ custom_id: 'one', params }] };
      return idOf(call('/v1/messages/batches', { body, headers: specB }));
    }
    const input_file_id = await makeFile(call, spec);
    const body = { input_file_id, endpoint: '/v1/chat/completions', completion_window: '24h' };
    return idOf(call('/v1/batches', { body }));
  },
  'drive-file': async (call) => {
    const body = { model: 'test-model', input: 'x', voice: 'alloy' };
    const response = await call('/v1/audio/speech', { body, headers: { 'x-drive-store': 'true' } });
    await response.arrayBuffer();
    return response.headers.get('x-diglot-drive-file') ?? '';
  },
};

/** A gateway's `call` with another key. */
export const callWith =
  (gateway: Pick<TestGateway, 'call'>, key: string): Call =>
  (path, init) =>
    gateway.call(path, { ...init, headers: { ...init.headers, authorization: `Bearer ${key}` } });
