import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { countTokens } from '../../src/shared/tokens/count-tokens.ts';
import { testKey } from '../fakes/make-config.ts';
import { rawClient, rawRequest } from '../fakes/raw-client.ts';
import { chatCall, messagesCall } from '../fakes/sample-calls.ts';
import { chunk, head, lastChunk, note, sseHead, type Script } from '../fakes/script.ts';
import { startGateway, type TestGateway } from '../journey/start-gateway.ts';

const mebibyte = 1_048_576;
const pieces = 64;

/** An answer of 64 MiB that counts how many of its MiB have left. */
const flood = (first: Script, piece: string, sent: () => void): Script => [
  ...first,
  ...Array.from({ length: pieces }, () => [chunk(piece), note(sent)]).flat(),
  lastChunk,
];

const event = (text: string): string => `data: {"choices":[{"index":0,"delta":{"content":"${text}"}}]}\n\n`;
const jsonHead = head(200, { 'content-type': 'application/json', 'transfer-encoding': 'chunked' });

const floods = [
  {
    name: 'a stream',
    path: chatCall.path,
    request: { ...chatCall.request, stream: true },
    first: [sseHead()],
    piece: event('x'.repeat(mebibyte)),
  },
  {
    name: 'a JSON answer',
    path: messagesCall.path,
    request: messagesCall.request,
    first: [jsonHead, chunk('{"x":"')],
    piece: 'y'.repeat(mebibyte),
  },
] as const;

/** Resolves when a count is above zero and has been the same ten times, 100 ms apart. */
async function standsStill(count: () => number): Promise<void> {
  let before = 0;
  for (let same = 0; same < 10;) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    same = count() > 0 && count() === before ? same + 1 : 0;
    before = count();
  }
}

describe('a client that does not read', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startGateway();
    // The vocabulary takes 80 MB, whatever a client does: it is loaded before memory is measured.
    await countTokens(['a word']);
  });
  afterAll(() => gateway.close());

  it.each(floods)(
    'makes the upstream wait instead of filling our memory: $name',
    async ({ path, request, first, piece }) => {
      let sent = 0;
      gateway.upstream.forget();
      gateway.upstream.next(flood(first, piece, () => (sent += 1)));
      const client = await rawClient(gateway.url);
      onTestFinished(() => void client.socket.destroy());
      client.socket.pause();
      const before = process.memoryUsage.rss();
      const headers = ['host: x', `x-api-key: ${testKey}`, 'content-type: application/json'];
      client.send(rawRequest(`POST ${path}`, headers, JSON.stringify(request)));
      await standsStill(() => sent);
      expect(sent).toBeLessThan(pieces / 2);
      expect(process.memoryUsage.rss() - before).toBeLessThan(96 * mebibyte);
      client.socket.destroy();
      const { closed } = await gateway.upstream.request(1);
      await closed;
      await expect.poll(() => gateway.services.metering.openHolds()).toBe(0);
    },
  );

  it('gets all of it when it reads on', async () => {
    let sent = 0;
    const [stream] = floods;
    gateway.upstream.forget();
    gateway.upstream.next(flood(stream.first, stream.piece, () => (sent += 1)));
    const response = await gateway.call(stream.path, { body: stream.request });
    await new Promise((resolve) => setTimeout(resolve, 500));
    let size = 0;
    for await (const part of response.body ?? []) size += part.length;
    expect(sent).toBe(pieces);
    expect(size).toBeGreaterThanOrEqual(pieces * mebibyte);
  });
});
