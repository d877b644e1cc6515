import { expect, it } from 'vitest';
import { makeInternalRequests, readRecord } from '../../../src/pipeline/internal-request.ts';
import type { UpstreamAnswer, UpstreamLimits } from '../../../src/providers/upstream.ts';
import type { Route, Router } from '../../../src/routing/route.ts';
import { makeProvider } from '../../fakes/make-config.ts';

type Target = Parameters<ReturnType<typeof makeInternalRequests>>[0];

/** Sends a request whose answer has these headers, and notes its limits. */
function requestWith(headers: UpstreamAnswer['headers'], status = 200) {
  const asked: UpstreamLimits[] = [];
  const route = { provider: makeProvider('far', 'a', 'http://127.0.0.1:1') } as unknown as Route;
  const request = makeInternalRequests({
    router: { route: () => route } as unknown as Router,
    send: async (_hold, { limits }) => {
      asked.push(limits);
      const chunks = [Buffer.from('{"id":"x"}'), null];
      const read = async (): Promise<Buffer | null> => chunks.shift() ?? null;
      return { status, headers, read, abort: () => undefined, secrets: () => [] };
    },
    newCallId: () => 'call_1',
  });
  const target = { spec: 'a', caller: {}, providerId: 'far', region: 'global', family: 'batches' } as unknown as Target;
  return { answer: request(target, '/batches/x', readRecord), asked };
}

it('an answer to the gateway itself ends in ten minutes, also if it trickles', async () => {
  const { answer, asked } = requestWith({});
  expect(await answer).toEqual({ id: 'x' });
  expect(asked).toEqual([{ firstByte: 60_000, idle: 60_000, total: 600_000 }]);
});

it('a compressed answer is not read, since the gateway asks for none', async () => {
  await expect(requestWith({ 'content-encoding': 'GZIP' }).answer).rejects.toThrow('far sent a compressed answer');
  expect(await requestWith({ 'content-encoding': 'identity' }).answer).toEqual({ id: 'x' });
  expect(await requestWith({ 'content-encoding': 'gzip' }, 404).answer).toBeNull();
});
