import { expect, it } from 'vitest';
import { makeInternalRequests, readRecord } from '../../../src/pipeline/internal-request.ts';
import type { UpstreamLimits } from '../../../src/providers/upstream.ts';
import type { Route, Router } from '../../../src/routing/route.ts';
import { makeProvider } from '../../fakes/make-config.ts';

type Target = Parameters<ReturnType<typeof makeInternalRequests>>[0];

it('an answer to the gateway itself ends in ten minutes, also if it trickles', async () => {
  const asked: UpstreamLimits[] = [];
  const route = { provider: makeProvider('far', 'a', 'http://127.0.0.1:1') } as unknown as Route;
  const request = makeInternalRequests({
    router: { route: () => route } as unknown as Router,
    send: async (_hold, { limits }) => {
      asked.push(limits);
      const chunks = [Buffer.from('{"id":"x"}'), null];
      const read = async (): Promise<Buffer | null> => chunks.shift() ?? null;
      return { status: 200, headers: {}, read, abort: () => undefined, secrets: () => [] };
    },
    newCallId: () => 'call_1',
  });
  const target = { spec: 'a', caller: {}, providerId: 'far', region: 'global', family: 'batches' } as unknown as Target;
  expect(await request(target, '/batches/x', readRecord)).toEqual({ id: 'x' });
  expect(asked).toEqual([{ firstByte: 60_000, idle: 60_000, total: 600_000 }]);
});
