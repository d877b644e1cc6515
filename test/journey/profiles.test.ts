import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { profiles } from '../../src/catalog/profiles.ts';
import { makeModel, makeProvider } from '../fakes/make-config.ts';
import { chatCall } from '../fakes/sample-calls.ts';
import { json } from '../fakes/script.ts';
import { startScriptedUpstream, type ScriptedUpstream } from '../fakes/scripted-upstream.ts';
import { lastRecorded } from './recorded-calls.ts';
import { startGateway, type TestGateway } from './start-gateway.ts';

describe('a host with a profile', () => {
  let gateway: TestGateway;
  let upstream: ScriptedUpstream;
  beforeAll(async () => {
    upstream = await startScriptedUpstream();
    gateway = await startGateway({
      providers: [
        { ...makeProvider('groq', 'a', upstream.url), profile: profiles.groq },
        { ...makeProvider('zai', 'a', upstream.url), profile: profiles.zai },
        makeProvider('openai', 'a', upstream.url),
      ],
      models: [
        makeModel('test-model', ['groq']),
        makeModel('with-fallback', ['groq'], { fallbacks: ['other'] }),
        makeModel('other', ['openai']),
        makeModel('glm', ['zai']),
      ],
    });
  });
  beforeEach(() => upstream.forget());
  afterAll(async () => {
    await Promise.all([gateway.close(), upstream.close()]);
  });

  const call = (headers: Record<string, string> = {}, model = 'test-model') =>
    gateway.call(chatCall.path, { body: { ...chatCall.request, model, n: 2, seed: 7 }, headers });

  it('refuses what the host would refuse before it is sent, and free', async () => {
    const response = await call();
    expect([response.status, await response.json()]).toMatchObject([
      400,
      { error: { param: 'n', message: expect.stringContaining('Groq does not take it') as string } },
    ]);
    expect(upstream.requests).toEqual([]);
    expect(await lastRecorded(gateway)).toMatchObject({ status: 400, charge: 0n });
  });

  it('is passed over for the next that the catalogue names', async () => {
    upstream.next(json(chatCall.answer));
    const response = await call({}, 'with-fallback');
    expect([response.status, response.headers.get('x-diglot-attempts')]).toEqual([200, 'groq;400, openai;200']);
    expect(JSON.parse(String(upstream.requests.at(-1)?.body))).toMatchObject({ n: 2, seed: 7 });
  });

  it('goes on without it where the caller accepts the loss, and names it', async () => {
    upstream.next(json(chatCall.answer));
    const response = await call({ 'x-diglot-on-loss': 'warn' });
    expect([response.status, response.headers.get('x-diglot-dropped')]).toEqual([200, 'n']);
    const { n: _, ...kept } = { ...chatCall.request, n: 2, seed: 7 };
    expect(JSON.parse(String(upstream.requests.at(-1)?.body))).toEqual(kept);
  });

  it.each([
    ['glm', '1113', 429, 'insufficient_quota'],
    ['glm', '1302', 429, 'rate_limit_exceeded'],
    ['glm', '1211', 400, 'model_not_found'],
    ['test-model', '1113', 429, 'rate_limit_exceeded'],
  ])('has its own codes of errors read as its profile says: %s, %s', async (model, code, status, expected) => {
    upstream.next(json({ error: { code, message: 'It says no.' } }, { status }));
    const response = await gateway.call(chatCall.path, { body: { ...chatCall.request, model } });
    expect([response.status, await response.json()]).toMatchObject([status, { error: { code: expected } }]);
  });
});
