import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeModel } from '../fakes/make-config.ts';
import { formType, makeForm } from '../fakes/make-form.ts';
import { json } from '../fakes/script.ts';
import { lastRecorded } from './recorded-calls.ts';
import { startGateway, type TestGateway } from './start-gateway.ts';

const path = '/v1/responses';
const prompt = { id: 'pmpt_1', version: '2' };
const answer = {
  id: 'resp_1',
  object: 'response',
  status: 'completed',
  output: [],
  usage: { input_tokens: 1, output_tokens: 1, total_tokens: 2 },
};
const models = ['test-model', 'dall-e-2', 'omni-moderation-latest'].map((id) => makeModel(id, ['up-a']));

describe('a request for a response that names no model', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startGateway({ models, defaultModel: 'test-model' });
  });
  beforeEach(() => {
    gateway.upstream.forget();
    gateway.upstream.always(json(answer));
  });
  afterAll(() => gateway.close());

  const sent = (): unknown => JSON.parse(gateway.upstream.requests.at(-1)?.body.toString() ?? 'null');

  it.each([{ prompt }, { prompt, model: null }, { input: 'x', store: false }])(
    'is sent with the default model in it, and billed as that: %j',
    async (body) => {
      expect((await gateway.call(path, { body })).status).toBe(200);
      expect(sent()).toMatchObject({ ...body, model: 'test-model' });
      expect((await lastRecorded(gateway)).model).toBe('test-model');
    },
  );

  it('is counted with it, too', async () => {
    expect((await gateway.call(`${path}/input_tokens`, { body: { input: 'x' } })).status).toBe(200);
    expect(sent()).toMatchObject({ model: 'test-model' });
  });

  it('keeps the model that it names', async () => {
    const body = { prompt, model: 'no-model' };
    expect((await gateway.call(path, { body })).status).toBe(404);
  });

  it('is refused in clear words where there is none', async () => {
    const bare = await startGateway({ models });
    try {
      const refused = await bare.call(path, { body: { prompt } });
      expect([refused.status, await refused.json()]).toMatchObject([
        400,
        { error: { param: 'model', message: expect.stringContaining('has no default_model') as string } },
      ]);
      expect((await bare.call(path, { body: { input: 'x' } })).status).toBe(400);
      expect(bare.upstream.requests).toEqual([]);
    } finally {
      await bare.close();
    }
  });

  it.each([
    ['/v1/images/generations', { prompt: 'x' }, 'dall-e-2'],
    ['/v1/moderations', { input: 'x' }, 'omni-moderation-latest'],
  ])('of another kind is sent with the model that it is billed as: %s', async (other, body, model) => {
    await (await gateway.call(other, { body })).text();
    expect(sent()).toEqual({ ...body, model });
  });

  it('of a form is sent with the model that it is billed as', async () => {
    const form = makeForm([{ name: 'image', filename: 'a.png', value: 'x' }]);
    await gateway.call('/v1/images/variations', { body: form, headers: { 'content-type': formType } });
    expect(gateway.upstream.requests.at(-1)?.body.toString()).toContain('name="model"\r\n\r\ndall-e-2\r\n');
  });
});
