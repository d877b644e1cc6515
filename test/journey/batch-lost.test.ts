import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeBatchWatch } from '../../src/batches/watch-batches.ts';
import { silentLog, type Log } from '../../src/shared/log.ts';
import { makeProduct } from '../fakes/make-config.ts';
import { bytes, head, json, reset, until, type Script } from '../fakes/script.ts';
import { makeShiftedClock } from '../fakes/shifted-clock.ts';
import { doneLine, playBatch, specB, whole } from './batch-upstream.ts';
import { recordedCalls } from './recorded-calls.ts';
import { startGateway, type TestGateway } from './start-gateway.ts';

const hour = 3_600_000;

/** A provider goes on with a batch that it has accepted, whoever waits for its answer. */
describe('a batch whose answer is not delivered', () => {
  const errors: string[] = [];
  const log: Log = { ...silentLog, error: (message) => void errors.push(message) };
  let clock: ReturnType<typeof makeShiftedClock>;
  let gateway: TestGateway;
  beforeEach(async () => {
    errors.length = 0;
    clock = makeShiftedClock();
    const rates = { input_tokens: 1_000_000n, output_tokens: 2_000_000n };
    gateway = await startGateway({ clock, log, products: [{ ...makeProduct('test'), prices: [{ from: 0, rates }] }] });
  });
  afterEach(() => gateway.close());

  const params = { model: 'test-model', max_tokens: 5, messages: [{ role: 'user', content: 'x' }] };
  const create = (signal?: AbortSignal): Promise<Response> =>
    gateway.call('/v1/messages/batches', {
      body: { requests: [{ custom_id: 'a', params }] },
      headers: specB,
      ...(signal && { signal }),
    });
  const list = async (): Promise<readonly unknown[]> => {
    const answer = await gateway.call('/v1/messages/batches', { headers: specB });
    return ((await answer.json()) as { data: readonly unknown[] }).data;
  };
  const held = async (): Promise<bigint> => (await gateway.services.metering.balance('acme')).held;
  const look = () => makeBatchWatch({ ...gateway.services, ...gateway.services.store, clock, log })();
  const charges = async () =>
    (await recordedCalls(gateway)).map(({ charge }) => charge).filter((charge) => charge > 0n);

  it('is stored and charged when its client has left', async () => {
    playBatch(gateway, whole(doneLine('a')));
    const answered = Promise.withResolvers<void>();
    gateway.upstream.next([
      until(answered.promise),
      ...json({ id: 'up', type: 'message_batch', processing_status: 'in_progress' }),
    ]);
    const leaving = new AbortController();
    const left = create(leaving.signal).catch(() => 'left');
    await gateway.upstream.request(1);
    leaving.abort();
    expect(await left).toBe('left');
    // The gateway has learned of it by then.
    for (let calls = 0; calls < 5; calls += 1) expect(await list()).toEqual([]);
    answered.resolve();
    await expect.poll(list).toHaveLength(1);
    expect(await held()).toBeGreaterThan(0n);
    await look();
    expect([await charges(), await held(), errors]).toEqual([[140_000n], 0n, []]);
  });

  const resetBy = (reason: string): Script =>
    whole(`upstream connect error or disconnect/reset before headers. reset reason: ${reason}`, 503);

  it('keeps its credit where a proxy says that the upstream reset after the request', async () => {
    gateway.upstream.next(resetBy('connection termination'));
    const answer = await create();
    expect([answer.status, answer.headers.get('x-should-retry')]).toEqual([503, 'false']);
    expect(await held()).toBeGreaterThan(0n);
  });

  it.each([
    'connection failure',
    'remote connection failure',
    'overflow',
    'connection timeout',
    'remote refused stream reset',
  ])('is given its credit back where a proxy did not reach the upstream: %s', async (reason) => {
    gateway.upstream.next(resetBy(reason));
    expect((await create()).status).toBe(503);
    expect([await held(), errors]).toEqual([0n, []]);
  });

  const cutHead = head(200, { 'content-type': 'application/json', 'content-length': '99' });
  const lost: readonly (readonly [string, Script])[] = [
    ['breaks before it', [reset]],
    ['breaks in it', [cutHead, bytes('{'), reset]],
    ['sends no JSON', json('}')],
    ['sends a stream', [head(200, { 'content-type': 'text/event-stream', 'content-length': '0' })]],
    ['gives no id', json({ type: 'message_batch', processing_status: 'in_progress' })],
  ];
  it.each(lost)('keeps its credit for as long as it may run, where the upstream %s', async (_, script) => {
    gateway.upstream.next(script);
    const answer = await create();
    expect([answer.status, answer.headers.get('x-should-retry')]).toEqual([502, 'false']);
    expect(await answer.text()).toContain('its credit stays reserved for a day');
    const kept = await held();
    expect(kept).toBeGreaterThan(0n);
    expect(errors).toContain('a batch may run at its provider that is not known here: its lines will not be charged');
    clock.shift(23 * hour);
    await look();
    expect(await held()).toBe(kept);
    clock.shift(2 * hour);
    await look();
    expect(await held()).toBe(0n);
    expect(await gateway.services.metering.reconcile()).toEqual([]);
  });
});
