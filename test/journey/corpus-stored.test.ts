import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { objectOf, stringOf, type Json, type JsonObject } from '../../src/shared/json/json.ts';
import { corpusNote, eachOf, hasCorpus, recordedPairs, type RecordedPair } from '../fakes/corpus.ts';
import { json, sse } from '../fakes/script.ts';
import { eventsOf, firstStream, strange } from './corpus-usage.ts';
import { startGateway, type TestGateway } from './start-gateway.ts';

const recorded = hasCorpus ? [...recordedPairs()].filter(({ status, id }) => status === 200 && !strange.has(id)) : [];
const byId = new Map(recorded.map((pair) => [pair.id, pair]));
const events = ({ response_sse = '' }: RecordedPair): readonly JsonObject[] =>
  eventsOf(firstStream(response_sse)) as readonly JsonObject[];
/** The response that a stream comes to; undefined where it was recorded without its end. */
const finalOf = (data: readonly JsonObject[]): JsonObject | undefined => {
  const last = data.findLast(({ type }) => /^response\.(?:completed|incomplete)$/.test(stringOf(type) ?? ''));
  return last && objectOf(last['response']);
};
const responses = recorded
  .filter(({ endpoint }) => endpoint === 'responses')
  .filter((pair) => pair.response_sse === undefined || finalOf(events(pair)) !== undefined);
const chats = recorded.filter(
  ({ endpoint, response_sse }) => endpoint === 'chat' && response_sse !== undefined && /\[DONE\]/.test(response_sse),
);

/** What the upstream cannot know of a response. */
const own: readonly string[] = ['id', 'store', 'previous_response_id', 'conversation'];
const theirs = (response: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(response).filter(([name]) => !own.includes(name)));

const listOf = (value: Json | undefined): readonly JsonObject[] => (Array.isArray(value) ? value : []) as JsonObject[];

/** All text of a chat stream's first choice, joined. */
const textOf = (chunks: readonly JsonObject[]): string =>
  chunks
    .flatMap(({ choices }) => listOf(choices))
    .filter(({ index }) => (index ?? 0) === 0)
    .map(({ delta }) => stringOf(objectOf(delta)['content']) ?? '')
    .join('');

describe.skipIf(!hasCorpus)(`recorded answers that are stored${corpusNote}`, () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startGateway();
    gateway.upstream.always(({ headers }) => {
      const pair = byId.get(headers['openai-beta'] ?? '');
      return pair?.response_sse === undefined ? json(pair?.response_body ?? {}) : sse([firstStream(pair.response_sse)]);
    });
  });
  afterAll(() => gateway.close());

  const ask = async (path: string, body: object, { id }: RecordedPair): Promise<string> => {
    const response = await gateway.call(path, { body, headers: { 'openai-beta': id } });
    expect([id, response.status]).toEqual([id, 200]);
    return response.text();
  };
  const read = async (path: string): Promise<JsonObject> => objectOf(await (await gateway.call(path)).json());

  it(`${responses.length} responses are read again as they were answered`, { timeout: 180_000 }, async () => {
    await eachOf(responses, async (pair) => {
      const stream = pair.response_sse !== undefined;
      const text = await ask('/v1/responses', { model: 'test-model', input: 'Hi', stream }, pair);
      const answer = stream ? finalOf(eventsOf(text) as readonly JsonObject[]) : (JSON.parse(text) as JsonObject);
      expect([pair.id, stringOf(answer?.['id'])]).toEqual([pair.id, expect.stringMatching(/^resp_[0-9A-Za-z]{24}$/)]);
      const stored = await read(`/v1/responses/${stringOf(answer?.['id'])}`);
      // The document demands an output; one recording has none.
      expect({ recording: pair.id, ...theirs(stored) }).toEqual({
        recording: pair.id,
        output: [],
        ...theirs(answer ?? {}),
      });
    });
  });

  it(`${chats.length} chat streams are put together`, { timeout: 180_000 }, async () => {
    await eachOf(chats, async (pair) => {
      const messages = [{ role: 'user', content: 'Hi' }];
      const text = await ask(
        '/v1/chat/completions',
        { model: 'test-model', messages, store: true, stream: true },
        pair,
      );
      const [id = ''] = /chatcmpl_[0-9A-Za-z]{24}/.exec(text) ?? [];
      const stored = await read(`/v1/chat/completions/${id}`);
      const [choice] = listOf(stored['choices']);
      const calls = listOf(objectOf(choice?.['message'])['tool_calls']);
      for (const call of calls) JSON.parse(stringOf(objectOf(call['function'])['arguments']) || '{}');
      const content = stringOf(objectOf(choice?.['message'])['content']) ?? '';
      expect([pair.id, content, stored['object']]).toEqual([pair.id, textOf(events(pair)), 'chat.completion']);
    });
  });
});
