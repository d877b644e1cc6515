import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeConfig, makeModel, makeProvider, upstreamKey } from '../fakes/make-config.ts';
import {
  responseCreated,
  responseDone,
  sessionCreated,
  startRealtimeUpstream,
  textDelta,
  usageCharge,
  type RealtimeUpstream,
} from '../fakes/realtime-upstream.ts';
import { connectRealtime } from './realtime-client.ts';
import { recordedCalls } from './recorded-calls.ts';
import { startWith } from './start-gateway.ts';

type Gateway = Awaited<ReturnType<typeof startWith>>;

let upstream: RealtimeUpstream;
let gateway: Gateway;

beforeEach(async () => {
  upstream = await startRealtimeUpstream();
  gateway = await startWith(
    makeConfig({ providers: [makeProvider('up', 'a', upstream.url)], models: [makeModel('test-model', ['up'])] }),
  );
});
afterEach(async () => {
  await gateway.close();
  await upstream.close();
});

describe('a realtime session', () => {
  it('passes events in both directions, byte for byte, and charges each response once', async () => {
    const client = await connectRealtime(gateway.url, { protocols: ['realtime'] });
    const session = await upstream.session();
    expect(client.socket.protocol).toBe('realtime');
    expect(session.url).toBe('/v1/realtime?model=test-model');
    expect(session.headers).toMatchObject({ authorization: `Bearer ${upstreamKey}` });
    const spaced = '{ "type":"conversation.item.create","item":{"type":"message","n":1.0}}';
    client.send(spaced);
    client.send({ type: 'response.create' });
    expect(await session.text(1)).toBe(spaced);
    await session.event('response.create');
    const answer = [responseCreated('resp_1'), textDelta('resp_1', 'Hello'), responseDone('resp_1')];
    for (const event of answer) session.send(event);
    await client.event('response.done');
    expect(client.texts).toEqual([sessionCreated, ...answer].map((event) => JSON.stringify(event)));
    expect(await recordedCalls(gateway)).toMatchObject([
      { outcome: 'completed', charge: usageCharge, operation: 'connectRealtime' },
    ]);
    client.socket.close(1000, 'bye');
    expect(await session.ended).toMatchObject({ code: 1000 });
    await expect.poll(() => recordedCalls(gateway)).toHaveLength(2);
    expect((await recordedCalls(gateway)).map(({ charge }) => charge).toSorted()).toEqual([0n, usageCharge]);
  });
});
