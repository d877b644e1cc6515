import { describe, expect, it } from 'vitest';
import { objectOf, parseJson, type Json, type JsonObject } from '../../src/shared/json/json.ts';
import { corpusNote, hasCorpus, recordedPairs, type RecordedPair } from '../fakes/corpus.ts';
import { checkBodies } from './check-bodies.ts';

const arrayOf = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? value : []);

/** What a conversation that goes on sends back of an answer, each in a request of its own. */
const requests: Readonly<Record<string, (pair: RecordedPair) => readonly JsonObject[]>> = {
  chat: ({ response_body: body }) =>
    arrayOf(objectOf(body)['choices'])
      .flatMap((choice) => objectOf(choice)['message'] ?? [])
      .map((message) => ({ model: 'm', messages: [message] })),
  responses: (pair) =>
    outputOf(pair)
      .flatMap((item): Json[] => [item, withoutId(item)])
      .map((item) => ({ model: 'm', input: [item] })),
  messages: ({ response_body: body }) =>
    arrayOf(objectOf(body)['content']).map((block) => ({
      model: 'm',
      max_tokens: 16,
      messages: [{ role: 'assistant', content: [block] }],
    })),
};

function outputOf({ response_sse: stream, response_body: body }: RecordedPair): readonly JsonObject[] {
  const events = (stream ?? '').split('\n').map((line) => objectOf(parseJson(line.replace(/^data: ?/, ''))));
  const response = stream === undefined ? body : events.find(({ type }) => type === 'response.completed')?.['response'];
  return arrayOf(objectOf(response)['output']).map(objectOf);
}

/** As clients send it that keep no state. */
const withoutId = ({ id: _id, ...rest }: JsonObject): JsonObject => rest;

const [checkA, checkB] = [checkBodies('spec-a'), checkBodies('spec-b')];
const checkBody: typeof checkA = (endpoint, body) =>
  endpoint === 'messages'
    ? checkB('createMessage', body)
    : checkA(endpoint === 'chat' ? 'createChatCompletion' : 'createResponse', body);

/** Refusals that are right, by the recording. */
const refused: Readonly<Record<string, string>> = {
  // A proxy that leaves out what a tool was not given.
  'pydantic-ai-fa00d172bf10': 'messages[0].tool_calls[0].function.arguments is required.',
  // Of the first weeks of the API: the action of a search was its bare name.
  'otel-js-contrib-f963cd8720a2': 'input[0].action must be an object or null; you sent "search".',
};

describe.skipIf(!hasCorpus)(`recorded answers${corpusNote}`, () => {
  it('can be sent back, with ids and without', async () => {
    const pairs = [...recordedPairs()].filter(({ status, endpoint }) => status === 200 && endpoint in requests);
    let count = 0;
    const unexpected: string[] = [];
    for (const pair of pairs)
      for (const body of requests[pair.endpoint]?.(pair) ?? []) {
        count += 1;
        const refusal = await checkBody(pair.endpoint, body);
        if (refusal !== null && refusal !== refused[pair.id]) unexpected.push(`${pair.id}: ${refusal}`);
      }
    expect(count).toBeGreaterThan(3_000);
    expect(unexpected).toEqual([]);
  });
});
