import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { objectOf } from '../../src/shared/json/json.ts';
import { corpusNote, eachOf, hasCorpus, recordedPairs, type RecordedPair } from '../fakes/corpus.ts';
import { makeModel } from '../fakes/make-config.ts';
import { makeWillingUpstream } from './object-makers.ts';
import { startGateway, type TestGateway } from './start-gateway.ts';

const paths: Readonly<Record<string, string>> = {
  chat: '/v1/chat/completions',
  responses: '/v1/responses',
  messages: '/v1/messages',
  count_tokens: '/v1/messages/count_tokens',
  responses_compact: '/v1/responses/compact',
  responses_input_tokens: '/v1/responses/input_tokens',
};

const requests: readonly RecordedPair[] = hasCorpus
  ? [...recordedPairs()].filter(({ endpoint, request_body }) => Object.hasOwn(paths, endpoint) && request_body !== null)
  : [];

/** Every refusal that is right, by what the message says, with its reason. */
const rightRefusals: readonly (readonly [message: RegExp, reason: string])[] = [
  [/^This workspace has no such (?:file|response|conversation)/, 'It is an object of the account that was recorded.'],
  [/^background is not supported/, 'A stored response cannot be waited for; a stream shows it grow.'],
  [/^model is required/, 'Azure has the model in the address; here it must stand in the body.'],
  [/^model must be a string; you sent null/, 'As above: the client left the field empty.'],
  [
    /^messages\[0\]\.content must be a string or an array; you sent null/,
    'A negative case of its source; the vendor answers 400 to a user without content.',
  ],
  [/^messages\[0\] must be an object/, 'A negative case: the upstream answered 400 itself.'],
  [/^temperature must be a number of at least 0/, 'A negative case: the upstream answered 400 itself.'],
];

describe.skipIf(!hasCorpus)(`recorded requests${corpusNote}`, () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startGateway({ models: [makeModel('*', ['up-a', 'up-b'])] });
    gateway.upstream.always(makeWillingUpstream());
  });
  afterAll(() => gateway.close());

  const ask = async ({ id, endpoint, request_body, request_headers }: RecordedPair): Promise<Response> => {
    const version = request_headers?.['anthropic-version'];
    const headers = {
      'x-request-id': id,
      'openai-beta': id,
      'anthropic-beta': id,
      ...(version ? { 'anthropic-version': version } : {}),
    };
    return gateway.call(paths[endpoint] ?? '', { body: request_body, headers });
  };

  it(
    `${requests.length} bodies are valid and arrive unchanged, or are refused for a stated reason`,
    { timeout: 180_000 },
    async () => {
      await eachOf(requests, async (pair) => {
        const response = await ask(pair);
        const text = await response.text();
        if (response.status !== 200) {
          const { message } = (JSON.parse(text) as { error: { message: string } }).error;
          expect(
            rightRefusals.some(([words]) => words.test(message)),
            `${pair.id} ${response.status} ${message}`,
          ).toBe(true);
          return;
        }
        const arrived = gateway.upstream.requests.find(
          ({ headers }) => (headers['anthropic-beta'] ?? headers['openai-beta']) === pair.id,
        );
        expect(withoutSplice(arrived?.body.toString() ?? '', pair), pair.id).toBe(JSON.stringify(pair.request_body));
      });
    },
  );
});

/** What was put into a request on its way, by name, is taken out again to compare the rest. */
function withoutSplice(sent: string, { endpoint, request_body }: RecordedPair): string {
  const body = request_body ?? {};
  const isChat = endpoint === 'chat';
  const asksForUsage = isChat && body['stream'] === true && objectOf(body['stream_options'])['include_usage'] !== true;
  const isStored = isChat ? body['store'] === true : endpoint === 'responses' && body['store'] !== false;
  const names = [
    ...(asksForUsage ? ['stream_options'] : []),
    ...(isStored ? ['store'] : []),
    ...(isStored && isChat && body['metadata'] ? ['metadata'] : []),
  ];
  return names.reduce((text, name) => restored(text, name, body[name]), sent);
}

/** A member that was added stands last; one that was replaced gets its old value back. */
function restored(sent: string, name: string, value: unknown): string {
  const { [name]: put, ...rest } = JSON.parse(sent) as Record<string, unknown>;
  if (value !== undefined) return JSON.stringify({ ...(JSON.parse(sent) as object), [name]: value });
  expect(sent.endsWith(`,${JSON.stringify(name)}:${JSON.stringify(put)}}`)).toBe(true);
  return JSON.stringify(rest);
}
