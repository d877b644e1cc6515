import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeBatch, doneLine, playBatch, specB } from '../journey/batch-upstream.ts';
import { startGateway, type TestGateway } from '../journey/start-gateway.ts';
import { bytes, chunk, fin, head, lastChunk, type Script } from '../fakes/script.ts';

const type = { 'content-type': 'application/x-jsonl' };
const line = doneLine('r0');
const closed = (text: string): Script => [head(200, { ...type, connection: 'close' }), bytes(text), fin];
const chunked = (text: string): Script => [
  head(200, { ...type, 'transfer-encoding': 'chunked' }),
  chunk(text),
  lastChunk,
];

describe('results of a batch whose end is that of their connection', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startGateway();
  });
  afterAll(() => gateway.close());

  /** The results as a client gets them; null if the connection is cut. */
  const results = async (script: Script): Promise<string | null> => {
    playBatch(gateway, script);
    const { id } = await makeBatch(gateway);
    const answer = await gateway.call(`/v1/messages/batches/${id}/results`, { headers: specB });
    return answer.text().catch(() => null);
  };

  it.each([
    ['in the middle of a line', `${line}\n${line.slice(0, -9)}`],
    ['in the middle of the first line', line.slice(0, 20)],
    ['after a long beginning of a line', `${line}\n{"a":"${'x'.repeat(1_200_000)}`],
  ])('do not look whole where they are cut %s', async (_where, text) => {
    expect(await results(closed(text))).toBeNull();
  });

  it.each([
    ['with a line feed', `${line}\n${line}\n`],
    ['without a line feed', `${line}\n${line}`],
  ])('pass where they end %s', async (_how, text) => {
    expect(await results(closed(text))).toContain(line.slice(10, 40));
  });

  it('pass as they are where chunks show that they are whole', async () => {
    expect(await results(chunked(`${line}\n{"odd`))).toContain('{"odd');
  });
});
