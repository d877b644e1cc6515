import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeModel, makeProvider } from '../fakes/make-config.ts';
import { chatCall } from '../fakes/sample-calls.ts';
import { json } from '../fakes/script.ts';
import { startScriptedUpstream, type ScriptedUpstream } from '../fakes/scripted-upstream.ts';
import { startConsole, type ConsoleGateway } from './start-console.ts';

describe('why a provider fails', () => {
  let upstream: ScriptedUpstream;
  let gateway: ConsoleGateway;
  beforeAll(async () => {
    upstream = await startScriptedUpstream();
    upstream.always(() => json(chatCall.answer));
    gateway = await startConsole({
      // Nothing listens on the port 1.
      providers: [makeProvider('up', 'a', upstream.url), makeProvider('gone', 'a', 'http://127.0.0.1:1')],
      models: [makeModel('here', ['up']), makeModel('there', ['gone'])],
    });
  });
  afterAll(async () => {
    await gateway.close();
    await upstream.close();
  });

  const call = async (model: string): Promise<void> => {
    const answer = await gateway.call('/v1/chat/completions', { body: { ...chatCall.request, model } });
    await answer.arrayBuffer();
  };
  const read = async (id: string) =>
    (await gateway.control.GET('/providers')).data?.data.find((provider) => provider.id === id);

  it('is said with its status, since when, and how often, until a call succeeds', async () => {
    expect((await read('up'))?.failing).toBeNull();
    upstream.next(json({ error: { message: 'Incorrect API key provided.' } }, { status: 401 }));
    await call('here');
    const { failing } = (await read('up')) ?? {};
    expect(failing).toMatchObject({ attempts: 1, reason: 'credential_refused', status: 401, code: null });
    upstream.next(json({ error: { message: 'Slow down.' } }, { status: 429 }));
    await call('here');
    expect((await read('up'))?.failing).toMatchObject({
      since: failing?.since,
      attempts: 2,
      reason: 'rate_limited',
      status: 429,
    });
    upstream.next(json({ error: { message: 'Insufficient balance.' } }, { status: 402 }));
    await call('here');
    expect((await read('up'))?.failing).toMatchObject({ attempts: 3, reason: 'out_of_credit', status: 402 });
    upstream.next(json({ error: { message: 'Oh.' } }, { status: 503 }));
    await call('here');
    expect((await read('up'))?.failing).toMatchObject({ attempts: 4, reason: 'server_error', status: 503 });
    expect((await read('up'))?.reachable).toBe(true);
    await call('here');
    expect((await read('up'))?.failing).toBeNull();
  });

  it('is said with the code of the system where there is no connection', async () => {
    await call('there');
    expect(await read('gone')).toMatchObject({
      reachable: false,
      failing: { attempts: 1, reason: 'unreachable', status: null, code: 'ECONNREFUSED' },
    });
  });
});
