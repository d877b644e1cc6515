import { describe, expect, it } from 'vitest';
import { unbilled } from '../../../src/catalog/catalog.ts';
import { GatewayError } from '../../../src/errors/gateway-error.ts';
import type { CallEnd, Outcome } from '../../../src/metering/hold.ts';
import type { Ledger } from '../../../src/metering/ledger.ts';
import type { UsageSource } from '../../../src/shared/usage.ts';
import { callerOf, credits, draftOf, ended, freeProduct, setUpMetering } from './set-up-metering.ts';

const used = { input_tokens: 2, output_tokens: 3 };

describe('what a call is charged, row by row of the policy', () => {
  const rows: readonly (readonly [what: string, end: Partial<CallEnd>, charge: number])[] = [
    ['a whole answer with the upstream’s count', { outcome: 'completed', usageSource: 'upstream', usage: used }, 8],
    ['a whole answer without a count: the estimate', { outcome: 'completed', usageSource: 'estimate', usage: used }, 8],
    [
      'a whole answer of which the upstream counts zero',
      { outcome: 'completed', usageSource: 'upstream', usage: { input_tokens: 0, output_tokens: 0 } },
      0,
    ],
    [
      'an upstream that failed before any output',
      { outcome: 'failed', usageSource: 'none', usage: {}, status: 502 },
      0,
    ],
    [
      'an upstream that failed, whatever it counts',
      { outcome: 'failed', usageSource: 'upstream', usage: used, status: 500 },
      0,
    ],
    ['a client that left before the upstream accepted', { outcome: 'client_left', usageSource: 'none', usage: {} }, 0],
    [
      'a client that left before the first token',
      { outcome: 'client_left', usageSource: 'partial', usage: { input_tokens: 2 } },
      2,
    ],
    [
      'a client that left later: the upstream’s own count',
      { outcome: 'client_left', usageSource: 'partial', usage: used },
      8,
    ],
    ['a client that left later: the estimate', { outcome: 'client_left', usageSource: 'estimate', usage: used }, 8],
    ['a stream that broke', { outcome: 'upstream_cut', usageSource: 'estimate', usage: used }, 8],
    ['a stream that ran out of time', { outcome: 'timed_out', usageSource: 'partial', usage: used, status: 408 }, 8],
    [
      'a call that ran out of time before any output',
      { outcome: 'timed_out', usageSource: 'none', usage: {}, status: 408 },
      0,
    ],
  ];

  it.each(rows)('%s: %o is %d credits', async (_, end, charge) => {
    const { metering, ledger } = await setUpMetering();
    const draft = draftOf(callerOf(), { estimate: { input_tokens: 5, output_tokens: 5 } });
    const settled = await metering.admit(draft).settle(ended(used, end));
    expect(settled).toBe(credits(charge));
    expect(await ledger.call(draft.callId)).toMatchObject({
      charge: credits(charge),
      outcome: end.outcome,
      usageSource: end.usageSource,
    });
    expect(metering.balance('acme')).toMatchObject({ posted: credits(charge), held: 0n });
  });

  it('decides every outcome with every source of usage', async () => {
    const { policy } = await import('../../../src/metering/settle.ts');
    const outcomes: Outcome[] = ['completed', 'client_left', 'upstream_cut', 'timed_out', 'failed', 'recovered'];
    const sources: UsageSource[] = ['upstream', 'partial', 'estimate', 'none'];
    const charged = outcomes.flatMap((outcome) =>
      sources.filter((source) => policy[outcome][source] === 'usage').map((source) => `${outcome} ${source}`),
    );
    const broken = ['client_left', 'upstream_cut', 'timed_out', 'recovered'];
    expect(charged).toEqual([
      ...sources.map((source) => `completed ${source}`),
      ...broken
        .slice(0, 3)
        .flatMap((outcome) => ['upstream', 'partial', 'estimate'].map((source) => `${outcome} ${source}`)),
      ...['upstream', 'partial', 'estimate'].map((source) => `recovered ${source}`),
    ]);
  });

  it('goes by the price of the moment of admission', async () => {
    const { metering, ledger } = await setUpMetering();
    const draft = draftOf(callerOf(), { price: { from: 3, rates: { input_tokens: 10n ** 12n } } });
    const hold = metering.admit(draft);
    const dearer = draftOf(callerOf(), { price: { from: 4, rates: { input_tokens: 2n * 10n ** 12n } } });
    await metering.admit(dearer).settle(ended({ input_tokens: 1 }));
    await hold.settle(ended({ input_tokens: 1 }));
    expect(await ledger.call(draft.callId)).toMatchObject({ charge: credits(1), priceFrom: 3 });
    expect(await ledger.call(dearer.callId)).toMatchObject({ charge: credits(2), priceFrom: 4 });
  });

  it('counts one request where the Product has a price for it', async () => {
    const { metering } = await setUpMetering();
    const price = { from: 0, rates: { requests: 10n ** 12n } };
    const charge = (end: Partial<CallEnd>) => metering.admit(draftOf(callerOf(), { price })).settle(ended({}, end));
    expect(await charge({})).toBe(credits(1));
    expect(await charge({ usageSource: 'none' })).toBe(credits(1));
    expect(await charge({ outcome: 'failed', usageSource: 'none' })).toBe(0n);
  });
});

describe('settling', () => {
  it('charges once, however often it is asked', async () => {
    const { metering, ledger } = await setUpMetering();
    const hold = metering.admit(draftOf(callerOf(), { callId: 'call_twice' }));
    expect(hold.isOpen()).toBe(true);
    const first = hold.settle(ended({ input_tokens: 1 }));
    expect(hold.isOpen()).toBe(false);
    expect(hold.settle(ended({ input_tokens: 50 }))).toBe(first);
    await first;
    expect(await ledger.account('acme')).toMatchObject({ posted: credits(1) });
    expect(metering.balance('acme')).toMatchObject({ posted: credits(1), held: 0n });
  });

  it('writes a row that can be checked by hand', async () => {
    const { metering, ledger } = await setUpMetering();
    const draft = draftOf(callerOf(), { requestId: 'req_mine', estimate: { input_tokens: 2 } });
    await metering.admit(draft).settle(ended(used));
    const { items } = await ledger.calls({ workspaceId: 'acme', requestId: 'req_mine', limit: 10 });
    expect(items).toEqual([
      {
        id: draft.callId,
        requestId: 'req_mine',
        workspaceId: 'acme',
        keyId: 'key_1',
        productSku: 'credits',
        model: 'test-model',
        operation: 'createChatCompletion',
        provider: 'one',
        region: 'global',
        status: 200,
        outcome: 'completed',
        usageSource: 'upstream',
        hold: credits(2),
        charge: credits(8),
        priceFrom: 7,
        startedAt: draft.startedAt,
        firstByteMilliseconds: 12,
        endedAt: draft.startedAt,
        flags: 'over_hold',
        losses: '',
        batchId: null,
        lines: [
          { unitKind: 'input_tokens', quantity: 2, unitPrice: 10n ** 12n, amount: 2n * 10n ** 12n },
          { unitKind: 'output_tokens', quantity: 3, unitPrice: 2n * 10n ** 12n, amount: 6n * 10n ** 12n },
        ],
      },
    ]);
  });

  it('flags what is odd', async () => {
    const { metering, ledger } = await setUpMetering();
    const flags = async (end: CallEnd, wish = {}): Promise<string | undefined> => {
      const draft = draftOf(callerOf(), wish);
      await metering.admit(draft).settle(end);
      return (await ledger.call(draft.callId))?.flags;
    };
    expect(await flags(ended({}, { usageSource: 'none' }))).toBe('usage_missing');
    expect(await flags(ended({}, { usageSource: 'none' }), { product: unbilled })).toBe('');
    expect(await flags(ended({ images: 1 }))).toBe('unpriced:images');
    expect(await flags(ended({ input_tokens: -5 }))).toBe('unbelieved:input_tokens');
    expect(await flags(ended({ images: 1 }), { product: freeProduct })).toBe('');
    // Every call is one request; a Product need not have a price for that.
    expect(await flags(ended({ requests: 1, input_tokens: 1 }))).toBe('');
  });

  it('overspends by what calls cost beyond their holds, and by nothing else', async () => {
    const { metering } = await setUpMetering({ granted: 3 });
    const holds = [1, 2, 3].map(() => metering.admit(draftOf(callerOf())));
    await Promise.all(holds.map((hold) => hold.settle(ended({ input_tokens: 2 }))));
    expect(metering.balance('acme')).toMatchObject({ posted: credits(6), available: -credits(3) });
    expect(() => metering.admit(draftOf(callerOf()))).toThrow('-3 credits left');
    expect(await metering.reconcile()).toEqual([]);
  });

  it('does not acknowledge what could not be written, and writes it later', async () => {
    let full = true;
    const around = (ledger: Ledger): Ledger => ({
      ...ledger,
      settle: (call) => (full ? Promise.reject(new GatewayError('overloaded', 'full')) : ledger.settle(call)),
    });
    const { metering, ledger, clock, counted } = await setUpMetering({ around });
    const draft = draftOf(callerOf());
    await expect(metering.admit(draft).settle(ended({ input_tokens: 1 }))).rejects.toThrow('full');
    expect(metering.balance('acme')).toMatchObject({ posted: credits(1), held: 0n });
    expect(counted).toEqual([]);
    full = false;
    clock.move(1000);
    await expect.poll(() => ledger.call(draft.callId)).toMatchObject({ charge: credits(1) });
    // Metrics and traces have it too.
    await expect.poll(() => counted).toEqual([draft.callId]);
    expect(await metering.reconcile()).toEqual([]);
  });

  it('waits for every settle before it stops, and admits no call meanwhile', async () => {
    const { metering, ledger, store } = await setUpMetering();
    const drafts = Array.from({ length: 50 }, () => draftOf(callerOf()));
    const settles = drafts.map((draft) => metering.admit(draft).settle(ended({ input_tokens: 1 })));
    const stopped = metering.stop();
    expect(() => metering.admit(draftOf(callerOf()))).toThrow('stopping');
    await stopped;
    await Promise.all(settles);
    expect(await ledger.account('acme')).toMatchObject({ posted: credits(50), leased: 0n });
    expect(store.health().state).toBe('ok');
  });

  it('does not stop while it writes once more what could not be written', async () => {
    const answers: PromiseWithResolvers<undefined>[] = [];
    const around = (ledger: Ledger): Ledger => ({
      ...ledger,
      settle: async (call) => {
        const answer = Promise.withResolvers<undefined>();
        answers.push(answer);
        await answer.promise;
        return ledger.settle(call);
      },
    });
    const { metering, ledger, clock } = await setUpMetering({ around });
    const draft = draftOf(callerOf());
    const refused = metering.admit(draft).settle(ended({ input_tokens: 1 }));
    answers[0]?.reject(new GatewayError('overloaded', 'full'));
    await expect(refused).rejects.toThrow('full');
    clock.move(1000);
    let isStopped = false;
    const stopped = metering.stop().then(() => (isStopped = true));
    for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate);
    expect(isStopped).toBe(false);
    answers[1]?.resolve(undefined);
    await stopped;
    expect(await ledger.call(draft.callId)).toMatchObject({ charge: credits(1) });
    expect(answers).toHaveLength(2);
  });

  it('does not stop before the ledger has answered, however long that takes', async () => {
    let answer = (): void => undefined;
    const gate = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const around = (ledger: Ledger): Ledger => ({ ...ledger, settle: (call) => gate.then(() => ledger.settle(call)) });
    const { metering } = await setUpMetering({ around });
    const reported: string[] = [];
    void metering
      .admit(draftOf(callerOf()))
      .settle(ended({ input_tokens: 1 }))
      .then(() => reported.push('settled'));
    const stopped = metering.stop().then(() => reported.push('stopped'));
    setTimeout(answer, 50);
    await stopped;
    expect(reported).toEqual(['settled', 'stopped']);
  });

  it('gives calls whose usage is being estimated time to settle, but not for ever', async () => {
    const { metering, ledger } = await setUpMetering();
    const [late, never] = [draftOf(callerOf()), draftOf(callerOf())];
    const hold = metering.admit(late);
    metering.admit(never);
    const stopped = metering.stop(200);
    setTimeout(() => void hold.settle(ended({ input_tokens: 1 })), 50);
    await stopped;
    expect(await ledger.call(late.callId)).toMatchObject({ charge: credits(1) });
    expect(await ledger.call(never.callId)).toBeNull();
  });

  it('stops at once when the last of them has settled', async () => {
    const { metering } = await setUpMetering();
    const hold = metering.admit(draftOf(callerOf()));
    const stopped = metering.stop(Infinity);
    setTimeout(() => void hold.settle(ended({ input_tokens: 1 })), 50);
    await expect(stopped).resolves.toBeUndefined();
  });
});
