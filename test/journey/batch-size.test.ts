import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeModel } from '../fakes/make-config.ts';
import { doneLine, playBatch, specB, whole } from './batch-upstream.ts';
import { startGateway, type TestGateway } from './start-gateway.ts';

const short = { model: 'test-model', max_tokens: 5, messages: [{ role: 'user', content: 'x' }] };
const requestsOf = (count: number, params: object = short) =>
  Array.from({ length: count }, (_, index) => ({ custom_id: `r${index}`, params }));

describe('a batch of many short messages', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    const { targets, ...rest } = makeModel('test-model', ['up-b']);
    gateway = await startGateway({
      models: [{ ...rest, targets: targets.map((target) => ({ ...target, model: 'there' })) }],
    });
    playBatch(gateway, whole(doneLine('r0', 'there')));
  });
  afterAll(() => gateway.close());

  const make = (requests: unknown) => gateway.call('/v1/messages/batches', { body: { requests }, headers: specB });

  it('is taken with ten thousand of them, each with the name of its model at the provider', async () => {
    const requests = requestsOf(10_000);
    const answer = await make(requests);
    expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('in_progress')]);
    const sent = JSON.parse(gateway.upstream.requests.at(-1)?.body.toString() ?? '') as unknown;
    expect(sent).toEqual({ requests: requestsOf(10_000, { ...short, model: 'there' }) });
    // Nothing but the names was changed.
    expect(gateway.upstream.requests.at(-1)?.body.toString()).toBe(
      JSON.stringify({ requests }).replaceAll('test-model', 'there'),
    );
  }, 60_000);

  it('is refused with more than can be read at once, and says how many members it may have', async () => {
    const answer = await make(requestsOf(25_000));
    expect([answer.status, await answer.text()]).toEqual([
      400,
      expect.stringContaining('more than 100000 members of less than 64 bytes on average. Split the request.'),
    ]);
  }, 60_000);

  it('has no effect on a single message: it keeps to 20,000 members', async () => {
    const metadata = Object.fromEntries(Array.from({ length: 60_000 }, (_, index) => [`n${index}`, 1]));
    const answer = await gateway.call('/v1/messages', { body: { ...short, metadata }, headers: specB });
    expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining('more than 20000 members')]);
  }, 60_000);
});
