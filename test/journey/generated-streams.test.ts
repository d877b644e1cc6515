import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Secret } from '../../src/shared/secret.ts';
import type { TurnWireId, UpstreamWireId } from '../../src/wires/translation/parts.ts';
import { eventFrame } from '../fakes/event-frames.ts';
import { makeModel, makeProvider } from '../fakes/make-config.ts';
import { chunk, head, json, lastChunk, slices, sse, type Script } from '../fakes/script.ts';
import { startScriptedUpstream, type ScriptedUpstream } from '../fakes/scripted-upstream.ts';
import { render } from '../model/render-answers.ts';
import { vendorAnswer, type VendorAnswer } from '../model/vendor-answer.ts';
import { comparable, majors, rebuilt } from '../unit/wires/translation/rebuild.ts';
import { streamEvents } from '../unit/wires/translation/turn-wires.ts';
import { lastRecorded, usageOf } from './recorded-calls.ts';
import { startGateway, type TestGateway } from './start-gateway.ts';

const messages = [{ role: 'user', content: 'Hi' }];

const callers: Readonly<Record<TurnWireId, { readonly path: string; readonly request: object }>> = {
  'chat-completions': { path: '/v1/chat/completions', request: { messages } },
  responses: { path: '/v1/responses', request: { input: 'Hi', store: false } },
  messages: { path: '/v1/messages', request: { messages, max_tokens: 9_000 } },
};

const wireIds = Object.keys(callers) as readonly TurnWireId[];
const upstreams = Object.keys(render) as readonly UpstreamWireId[];

/** Texts of hundreds of letters, in dozens of deltas: most of them are alike. */
const long = (answer: VendorAnswer): VendorAnswer => ({
  ...answer,
  pieces: answer.pieces.map((piece) =>
    piece.kind === 'call'
      ? piece
      : { ...piece, text: piece.text.repeat(20), cuts: Array.from({ length: 40 }, (_, at) => (at * 97 + 13) % 1_000) },
  ),
});

const framed = (stream: string, size: number): Script => [
  head(200, { 'content-type': 'application/vnd.amazon.eventstream', 'transfer-encoding': 'chunked' }),
  ...slices(
    Buffer.concat(streamEvents(stream).map(({ name, data }) => eventFrame(name ?? '', data as object))),
    size,
  ).map(chunk),
  lastChunk,
];

/** An answer without what is new in each call: ids, times and seals. */
function plain(wire: TurnWireId, answer: object): object {
  const { id = '' } = answer as { readonly id?: string };
  const text = JSON.stringify(comparable(wire, answer))
    .replaceAll(id.replace(/^[a-z]+_/, ''), 'id')
    .replaceAll(/"created(?:_at)?":\d+/g, '"created":0')
    .replaceAll(/"dg1\.[^"]*"/g, '"sealed"');
  return JSON.parse(text) as object;
}

describe.each(upstreams)('a generated answer of %s over the wire', (from) => {
  let gateway: TestGateway;
  let upstream: ScriptedUpstream;
  beforeAll(async () => {
    upstream = await startScriptedUpstream();
    const keys = { accessKeyId: new Secret('AKIA0'), secretAccessKey: new Secret('secret'), sessionToken: null };
    const providers = {
      'chat-completions': { ...makeProvider('up', 'a', upstream.url), wires: ['chat-completions'] },
      responses: { ...makeProvider('up', 'a', upstream.url), wires: ['responses'] },
      messages: makeProvider('up', 'b', upstream.url),
      gemini: { ...makeProvider('up', 'a', upstream.url), kind: 'gemini', wires: ['gemini'], operations: [] },
      converse: {
        ...makeProvider('up', 'b', upstream.url),
        kind: 'bedrock',
        wires: ['converse'],
        operations: [],
        credential: { type: 'aws-keys', ...keys, region: 'us-east-1', service: 'bedrock' },
      },
    } as const;
    gateway = await startGateway({ providers: [providers[from]], models: [makeModel('m', ['up'])] });
  });
  afterAll(async () => {
    await Promise.all([gateway.close(), upstream.close()]);
  });

  const ask = async (to: TurnWireId, script: Script, stream: boolean): Promise<string> => {
    upstream.next(script);
    const { path, request } = callers[to];
    const usage = to === 'chat-completions' && stream ? { stream_options: { include_usage: true } } : {};
    const response = await gateway.call(path, { body: { model: 'm', ...request, stream, ...usage } });
    const text = await response.text();
    expect([response.status, text.slice(0, 300)]).toEqual([200, expect.any(String)]);
    return text;
  };

  it.each(wireIds)('is the same of %s, streamed and whole, for the SDKs and in the books', async (to) => {
    await fc.assert(
      fc.asyncProperty(
        vendorAnswer,
        fc.constantFrom(7, 300, 5_000),
        fc.constantFrom(...majors),
        async (each, size, major) => {
          const answer = long(each);
          const { body, stream } = render[from](answer);
          const { input, cached, output } = answer.usage;
          const expected = { input_tokens: input - cached, cached_input_tokens: cached, output_tokens: output };
          const charged = Object.fromEntries(Object.entries(expected).filter(([, count]) => count > 0));

          const whole = JSON.parse(await ask(to, json(body), false)) as object;
          expect(usageOf(await lastRecorded(gateway))).toEqual(charged);
          const script = from === 'converse' ? framed(stream, size) : sse(slices(stream, size));
          const bytes = Buffer.from(await ask(to, script, true));
          expect(usageOf(await lastRecorded(gateway))).toEqual(charged);
          if (from === to) {
            expect(bytes.toString()).toBe(stream);
            return;
          }
          const found = await rebuilt(to, [{ bytes, data: null, last: true }], major);
          expect(plain(to, found)).toEqual(plain(to, whole));
        },
      ),
      { numRuns: 25 },
    );
  });
});
