import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CallRecord } from '../../src/metering/ledger-records.ts';
import { addUsage, unitKinds, type Usage } from '../../src/shared/usage.ts';
import { corpusNote, eachOf, hasCorpus, recordedPairs, type RecordedPair } from '../fakes/corpus.ts';
import { chunk, head, json, lastChunk, slices, type Script } from '../fakes/script.ts';
import {
  eventsOf,
  firstStream,
  isWhole,
  runsOf,
  strange,
  streamUsage,
  throughFailure,
  usageReaders,
  type Fields,
} from './corpus-usage.ts';
import { usageOf } from './recorded-calls.ts';
import { startGateway, type TestGateway } from './start-gateway.ts';

const model = 'test-model';
const messages = [{ role: 'user', content: 'Hi' }];

/** The operation behind each recorded endpoint, and a request that makes an upstream answer so. */
const operations: Readonly<Record<string, { readonly path: string; readonly body: object }>> = {
  chat: { path: '/v1/chat/completions', body: { model, messages, stream_options: { include_usage: true } } },
  responses: { path: '/v1/responses', body: { model, input: 'Hi', store: false } },
  messages: { path: '/v1/messages', body: { model, messages, max_tokens: 9 } },
  count_tokens: { path: '/v1/messages/count_tokens', body: { model, messages } },
  responses_compact: { path: '/v1/responses/compact', body: { model, input: 'Hi' } },
  responses_input_tokens: { path: '/v1/responses/input_tokens', body: { model, input: 'Hi' } },
};

const answers: readonly RecordedPair[] = hasCorpus
  ? [...recordedPairs()].filter(({ endpoint, id }) => Object.hasOwn(operations, endpoint) && !strange.has(id))
  : [];
/** Some were recorded with the status of a success and nothing but an error in them. */
const isError = ({ status, response_body }: RecordedPair): boolean =>
  status >= 400 || Object.keys(response_body ?? {}).join() === 'error';
const whole = answers.filter((pair) => pair.status === 200 && pair.response_sse === undefined && !isError(pair));
/** A recorded stream that has nothing but a failure in it: an answer with an error status. */
const onlyFailure = 'req_llm-a47c71397b94';
const streams = answers.filter(({ status, response_sse }) => status === 200 && response_sse !== undefined);
const errors = answers.filter(isError);

/** A recorded stream as its network chunks: those captured, else pieces of a length that fits no event. */
function pieces({ response_sse = '', sse_chunk_bytes }: RecordedPair): readonly Buffer[] {
  const bytes = Buffer.from(firstStream(response_sse));
  if (!sse_chunk_bytes || sse_chunk_bytes.reduce((sum, length) => sum + length, 0) !== bytes.length)
    return slices(bytes, 173);
  let at = 0;
  return sse_chunk_bytes.map((length) => bytes.subarray(at, (at += length)));
}

/** In the order in which `usageOf` has its kinds. */
const sorted = (usage: Usage): Usage =>
  Object.fromEntries(unitKinds.flatMap((kind) => (usage[kind] === undefined ? [] : [[kind, usage[kind]]])));

describe.skipIf(!hasCorpus)(`recorded answers${corpusNote}`, () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startGateway();
    gateway.upstream.always(
      (request) => scripts.get(request.headers['anthropic-beta'] ?? request.headers['openai-beta'] ?? '') ?? [],
    );
  });
  afterAll(() => gateway.close());

  /** Answers by recording; a header that goes through says which one is meant. */
  const scripts = new Map<string, Script>();
  const ask = async (pair: RecordedPair, script: Script, stream: boolean) => {
    const operation = operations[pair.endpoint];
    scripts.set(pair.id, script);
    const response = await gateway.call(operation?.path ?? '', {
      body: { ...operation?.body, ...(stream ? { stream } : { stream_options: undefined }) },
      headers: { 'anthropic-beta': pair.id, 'openai-beta': pair.id, 'x-request-id': pair.id },
    });
    const text = await response.text();
    scripts.delete(pair.id);
    return { response, text };
  };
  const booked = async ({ id }: RecordedPair): Promise<CallRecord> => {
    const { items } = await gateway.services.store.ledger.calls({ workspaceId: null, requestId: id, limit: 2 });
    expect(items).toHaveLength(1);
    return items[0] as CallRecord;
  };
  const expectUsage = (pair: RecordedPair, parts: readonly Fields[], call: CallRecord): void => {
    const usage = streamUsage(parts);
    const totals = usageReaders[pair.endpoint]?.(usage) ?? null;
    const expected = totals && addUsage(totals, runsOf(pair.endpoint, usage, parts));
    if (!Object.hasOwn(usageReaders, pair.endpoint)) return;
    const shown = (source: string, counted: unknown): string => `${pair.id} ${source} ${JSON.stringify(counted)}`;
    if (expected === null) expect(shown(call.usageSource, null)).toBe(shown('estimate', null));
    else expect(shown(call.usageSource, usageOf(call))).toBe(shown('upstream', sorted(expected)));
  };

  it(`${whole.length} JSON answers come out byte for byte, and their usage is read`, { timeout: 180_000 }, async () => {
    await eachOf(whole, async (pair) => {
      const sent = JSON.stringify(pair.response_body);
      const type = pair.response_headers?.['content-type'] ?? 'application/json';
      const { response, text } = await ask(
        pair,
        json(sent, { headers: { 'content-type': type.includes('json') ? type : 'application/json' } }),
        false,
      );
      expect([pair.id, response.status]).toEqual([pair.id, 200]);
      expect(text === sent, pair.id).toBe(true);
      expectUsage(pair, [pair.response_body as Fields], await booked(pair));
    });
  });

  it(`${streams.length} streams come out byte for byte, and their usage is read`, { timeout: 180_000 }, async () => {
    await eachOf(streams, async (pair) => {
      const sent = firstStream(pair.response_sse ?? '');
      const type = { 'content-type': 'text/event-stream; charset=utf-8', 'transfer-encoding': 'chunked' };
      const { response, text } = await ask(pair, [head(200, type), ...pieces(pair).map(chunk), lastChunk], true);
      if (pair.id === onlyFailure)
        return expect([response.status, await booked(pair)]).toMatchObject([400, { charge: 0n }]);
      expect([pair.id, response.status]).toEqual([pair.id, 200]);
      // Nothing follows the failure that one of them reports.
      expect(text.startsWith(throughFailure(sent).trimEnd()), pair.id).toBe(true);
      const call = await booked(pair);
      if (isWhole(pair.endpoint, sent)) {
        expect([pair.id, text.trimEnd() === sent.trimEnd(), call.outcome]).toEqual([pair.id, true, 'completed']);
        expectUsage(pair, eventsOf(sent), call);
      } else expect([pair.id, call.outcome]).toEqual([pair.id, 'upstream_cut']);
    });
  });

  it(`${errors.length} errors keep their status and the words of their message`, async () => {
    await eachOf(errors, async (pair) => {
      const { response, text } = await ask(pair, json(pair.response_body, { status: pair.status }), false);
      expect([pair.id, response.status]).toEqual([pair.id, pair.status === 200 ? 502 : pair.status]);
      const { message } = (JSON.parse(text) as { error: { message: string } }).error;
      const words = message.replaceAll('[redacted]', ' ').split(/\s+/).slice(0, 3);
      const recorded = JSON.stringify(pair.response_body);
      for (const word of words)
        expect(recorded.includes(JSON.stringify(word).slice(1, -1)), `${pair.id}: ${message}`).toBe(true);
    });
  });
});
