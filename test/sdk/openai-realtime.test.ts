import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import { createServer, type Server } from 'node:tls';
import OpenAI from 'openai';
import { OpenAIRealtimeWS } from 'openai/realtime/ws';
import { ResponsesWS } from 'openai/resources/responses/ws';
import { OpenAIRealtimeWS as OpenAIRealtimeWS6 } from 'openai-6/realtime/ws';
import { ResponsesWS as ResponsesWS6 } from 'openai-6/resources/responses/ws';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeCertificate } from '../fakes/make-certificate.ts';
import { testKey } from '../fakes/make-config.ts';
import { responseCreated, responseDone, textDelta, usageCharge } from '../fakes/realtime-upstream.ts';
import { recordedCalls } from '../journey/recorded-calls.ts';
import { startRealtime, type RealtimeGateway } from '../journey/start-realtime.ts';
import { openaiMajors } from './sdk-clients.ts';
import { startSdkGateway, type SdkGateway } from './start-sdk-gateway.ts';

const certificate = makeCertificate({ host: 'localhost', by: null });

/** TLS in front of the gateway, as a load balancer does it: the clients refuse addresses without. */
async function startTls(target: string): Promise<{ readonly server: Server; readonly url: string }> {
  const port = Number(new URL(target).port);
  const server = createServer({ cert: certificate.cert, key: certificate.key }, (secure) => {
    const plain = connect(port, '127.0.0.1');
    secure.pipe(plain).pipe(secure);
    secure.on('error', () => plain.destroy());
    plain.on('error', () => secure.destroy());
    secure.on('close', () => plain.destroy());
    plain.on('close', () => secure.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, url: `https://localhost:${(server.address() as AddressInfo).port}/v1` };
}

const realtimeMajors = [
  ['openai 7.55', OpenAI, OpenAIRealtimeWS],
  ['openai 6.49', openaiMajors[1]?.[1] ?? OpenAI, OpenAIRealtimeWS6 as unknown as typeof OpenAIRealtimeWS],
] as const;

describe.each(realtimeMajors)('a realtime session of %s', (_, Client, RealtimeWS) => {
  let gateway: RealtimeGateway;
  let tls: Awaited<ReturnType<typeof startTls>>;
  beforeAll(async () => {
    gateway = await startRealtime();
    tls = await startTls(gateway.url);
  });
  afterAll(async () => {
    await new Promise((resolve) => {
      tls.server.close(resolve);
    });
    await gateway.close();
  });

  const clientFor = (apiKey: string) => new Client({ baseURL: tls.url, apiKey, maxRetries: 0 });
  const openSession = async (apiKey = testKey) => {
    const rt = new RealtimeWS({ model: 'test-model', options: { ca: certificate.cert } }, clientFor(apiKey));
    const errors: Error[] = [];
    rt.on('error', (error) => errors.push(error));
    const events: string[] = [];
    rt.on('event', ({ type }) => events.push(type));
    // It may come before the upstream's end of the session is handed out here.
    const created = new Promise<void>((resolve) => {
      rt.on('session.created', () => resolve());
    });
    const number = gateway.upstream.sessions.length + 1;
    return { rt, errors, events, created, session: await gateway.upstream.session(number) };
  };

  it('speaks with a model, and is charged for it exactly', async () => {
    const { rt, errors, created, session } = await openSession();
    const before = (await recordedCalls(gateway)).length;
    const texts: string[] = [];
    rt.on('response.output_text.delta', ({ delta }) => texts.push(delta));
    const done = new Promise<unknown>((resolve) => {
      rt.on('response.done', ({ response }) => resolve(response.usage?.total_tokens));
    });
    await created;
    rt.send({
      type: 'session.update',
      session: { type: 'realtime', model: 'test-model', output_modalities: ['text'] },
    });
    rt.send({ type: 'response.create' });
    expect(await session.event('session.update')).toMatchObject({ session: { model: 'gpt-realtime-2' } });
    await session.event('response.create');
    for (const event of [responseCreated('resp_1'), textDelta('resp_1', 'Hi'), responseDone('resp_1')])
      session.send(event);
    expect(await done).toBe(253);
    expect(texts).toEqual(['Hi']);
    expect((await recordedCalls(gateway)).slice(before)).toMatchObject([{ charge: usageCharge }]);
    expect(errors).toEqual([]);
    rt.close();
    await session.ended;
  });

  it('throws what the gateway refuses', async () => {
    const { rt, errors, created, session } = await openSession();
    await created;
    rt.send({ type: 'session.update', session: { type: 'realtime', model: 'gpt-realtime' } });
    await expect
      .poll(() => errors.map(({ message }) => message))
      .toMatchObject([expect.stringMatching(/model of a session cannot change/)]);
    rt.close();
    await session.ended;
    const wrong = new RealtimeWS({ model: 'test-model', options: { ca: certificate.cert } }, clientFor('sk-of-nobody'));
    const refusal = new Promise<Error>((resolve) => wrong.on('error', resolve));
    expect((await refusal).message).toContain('401');
  });

  it('opens with a client secret', async () => {
    const plain = new OpenAI({ baseURL: `${gateway.url}/v1`, apiKey: testKey, maxRetries: 0 });
    const secret = await plain.realtime.clientSecrets.create({
      expires_after: { anchor: 'created_at', seconds: 60 },
      session: { type: 'realtime', model: 'test-model', instructions: 'Be brief.' },
    });
    expect(secret.value).toMatch(/^ek_/);
    const { rt, session } = await openSession(secret.value);
    expect(await session.event('session.update')).toMatchObject({ session: { instructions: 'Be brief.' } });
    rt.close();
    await session.ended;
  });

  const answer = (id: string) => [responseCreated(id), textDelta(id, 'One'), textDelta(id, ' two.'), responseDone(id)];

  it.each(answer('resp').map((_event, index) => index))(
    'that is cut after event %i is charged once at most',
    async (cut) => {
      const { rt, events, session } = await openSession();
      const before = (await recordedCalls(gateway)).length;
      const closed = once(rt.socket, 'close');
      for (const event of answer(`resp_${cut}`).slice(0, cut + 1)) session.send(event);
      await expect.poll(() => events.length).toBe(cut + 2);
      session.socket.terminate();
      const [code] = (await closed) as [number];
      expect(code).toBe(1011);
      expect(events.at(-1)).toBe('error');
      const calls = (await recordedCalls(gateway)).slice(before);
      const charged = calls.filter(({ charge }) => charge > 0n);
      if (events.includes('response.done'))
        expect(charged).toMatchObject([{ charge: usageCharge, outcome: 'completed' }]);
      else expect(charged.every(({ usageSource }) => usageSource === 'estimate')).toBe(true);
      expect(charged.length).toBe(cut === 0 ? 0 : 1);
      expect(gateway.services.metering.openHolds()).toBe(0);
    },
  );
});

describe.each([
  ['openai 7.55', OpenAI, ResponsesWS],
  ['openai 6.49', openaiMajors[1]?.[1] ?? OpenAI, ResponsesWS6 as unknown as typeof ResponsesWS],
] as const)('responses over a WebSocket of %s', (_, Client, Responses) => {
  let gateway: SdkGateway;
  beforeAll(async () => {
    gateway = await startSdkGateway();
  });
  afterAll(() => gateway.close());

  it('continue from each other', async () => {
    const ws = new Responses(new Client(gateway.openai));
    const errors: Error[] = [];
    ws.on('error', (error) => errors.push(error));
    const completed: { id: string; output_text?: string; usage?: { total_tokens: number } | undefined }[] = [];
    ws.on('event', (event) => {
      if (event.type === 'response.completed') completed.push(event.response);
    });
    ws.send({ type: 'response.create', model: 'demo', input: 'Say hello.' });
    await expect.poll(() => completed.length).toBe(1);
    ws.send({
      type: 'response.create',
      model: 'demo',
      input: 'And again.',
      previous_response_id: completed[0]?.id ?? '',
    });
    await expect.poll(() => completed.length).toBe(2);
    expect(completed[1]?.usage?.total_tokens).toBeGreaterThan(completed[0]?.usage?.total_tokens ?? Infinity);
    expect(errors).toEqual([]);
    ws.send({ type: 'response.create', model: 'absent', input: 'Hello' });
    await expect.poll(() => errors.map(({ message }) => message)).toMatchObject([expect.stringMatching(/absent/)]);
    ws.close();
  });
});
