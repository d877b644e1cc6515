import { describe, expect, it } from 'vitest';
import { GatewayError } from '../../../src/errors/gateway-error.ts';
import type { CallDraft, Hold } from '../../../src/metering/hold.ts';
import type { AloneMetering } from '../../fakes/alone.ts';
import { callerOf, credits, draftOf, ended, entryOf, freeProduct, setUpMetering, team } from './set-up-metering.ts';

const refusal = (metering: Pick<AloneMetering, 'admit'>, draft: CallDraft): string => {
  try {
    metering.admit(draft);
  } catch (cause) {
    if (cause instanceof GatewayError) return `${cause.status} ${cause.code}: ${cause.message}`;
    throw cause;
  }
  return 'admitted';
};

const limited = (limits: { day?: number; month?: number; total?: number }, changes = {}) =>
  callerOf({
    limits: {
      day: limits.day === undefined ? null : credits(limits.day),
      month: limits.month === undefined ? null : credits(limits.month),
      total: limits.total === undefined ? null : credits(limits.total),
    },
    ...changes,
  });

const spend = async (metering: Pick<AloneMetering, 'admit'>, draft: CallDraft): Promise<void> => {
  await metering.admit(draft).settle(ended(draft.estimate));
};

const at = (text: string) => ({ startedAt: Date.parse(text) });

describe('admission', () => {
  it('lets through no more than the credits cover, of 200 calls at once', async () => {
    const { metering, ledger } = await setUpMetering({ granted: 10 });
    const results = await Promise.allSettled(
      Array.from({ length: 200 }, async () => {
        const hold = metering.admit(draftOf(callerOf()));
        await hold.settle(ended({ input_tokens: 1 }));
      }),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
    expect(await ledger.account('acme')).toMatchObject({ granted: credits(10), posted: credits(10), leased: 0n });
  });

  it('sets aside the estimate at the dearest price that a unit can have', async () => {
    const { metering } = await setUpMetering();
    const price = { from: 0, rates: { input_tokens: 1_000n, cache_write_1h_tokens: 2_000n, output_tokens: 5_000n } };
    const draft = draftOf(callerOf(), { price, estimate: { input_tokens: 10, output_tokens: 100 } });
    metering.admit(draft);
    expect(metering.balance('acme').held).toBe(520n);
  });

  it.each([1e12 + 1, 2e12, Number.MAX_SAFE_INTEGER])(
    'sets aside the most that can be billed where %d are asked for, not nothing',
    async (output_tokens) => {
      const { metering } = await setUpMetering({ granted: 10_000_000 });
      const price = { from: 0, rates: { input_tokens: 1_000n, output_tokens: 5_000n } };
      const draft = draftOf(callerOf(), { price, estimate: { input_tokens: 10, output_tokens } });
      metering.admit(draft);
      expect(metering.balance('acme').held).toBe(5_000_000_000_010n);
    },
  );

  it('sets aside for one model that answers, the dearest, and for all that work besides, and is free only if all are', async () => {
    const { metering } = await setUpMetering({ granted: 100 });
    const held = (more: Partial<CallDraft>, product = draftOf(callerOf()).route.product): bigint => {
      const before = metering.balance('acme').held;
      metering.admit({ ...draftOf(callerOf(), { product }), ...more });
      return metering.balance('acme').held - before;
    };
    const work = (input_tokens: number) => ({ route: draftOf(callerOf()).route, usage: { input_tokens } });
    expect([held({ instead: work(5) }), held({ instead: null })]).toEqual([credits(5), credits(1)]);
    expect(held({ instead: work(5), side: [work(2), work(3)] })).toBe(credits(10));
    expect(held({ instead: work(5) }, freeProduct)).toBe(credits(5));
    const poor = (await setUpMetering({ granted: 0 })).metering;
    const free = draftOf(callerOf(), { product: freeProduct });
    expect(refusal(poor, free)).toBe('admitted');
    for (const more of [{ instead: work(1) }, { instead: null }, { side: [work(1)] }])
      expect(refusal(poor, { ...free, ...more })).toContain('403');
  });

  it('is within the plan for every model that may be charged', async () => {
    const { metering } = await setUpMetering({ plans: [{ ...team, products: ['gratis'] }] });
    const free = draftOf(callerOf(), { product: freeProduct });
    const other = { route: draftOf(callerOf()).route, usage: {} };
    for (const more of [{ instead: other }, { side: [other] }])
      expect(refusal(metering, { ...free, ...more })).toContain('not part of plan');
  });

  it('sets aside only the plan’s share of the estimate', async () => {
    const { metering } = await setUpMetering({ plans: [{ ...team, holdFactorPermille: 250 }] });
    metering.admit(draftOf(callerOf(), { estimate: { input_tokens: 10 } }));
    expect(metering.balance('acme').held).toBe(credits(10) / 4n);
  });

  it('sets aside for several requests what their charges can be together: each is rounded, and has the largest there is', async () => {
    const { metering, ledger } = await setUpMetering({ granted: 1_000_000_000 });
    for (const externalId of ['two', 'three', 'four', 'five'])
      await ledger.post(entryOf(credits(1_000_000_000), { externalId }));
    const reserved = (rate: bigint, requests: number): bigint => {
      const price = { from: 0, rates: { input_tokens: rate } };
      const part = draftOf(callerOf(), { price, estimate: { input_tokens: requests, requests } });
      const before = metering.balance('acme').held;
      metering.reserve({ ...part, parts: [part] });
      return metering.balance('acme').held - before;
    };
    expect([reserved(1_500n, 1), reserved(1_500n, 3), reserved(1_499n, 3)]).toEqual([2n, 6n, 5n]);
    const dearest = 1_000_000_000_000_000_000_000n;
    const largest = 1_000_000_000;
    expect([reserved(2n * dearest, 1), reserved(2n * dearest, 3)]).toEqual([credits(largest), credits(3 * largest)]);
  });

  it('refuses what the balance does not cover, with the figures', async () => {
    const { metering } = await setUpMetering({ granted: 5 });
    const hold = metering.admit(draftOf(callerOf(), { estimate: { input_tokens: 2 } }));
    expect(refusal(metering, draftOf(callerOf(), { estimate: { input_tokens: 4 } }))).toBe(
      '403 insufficient_credits: Workspace acme has 3 credits left (2 more are set aside for calls under way and batches), and this call may cost up to 4. Credits do not reset: the operator adds some with `diglot credits grant acme <credits> --reason <text>`. A call with a lower output maximum needs less.',
    );
    await hold.settle(ended({}));
    expect(refusal(metering, draftOf(callerOf(), { estimate: { input_tokens: 4 } }))).toBe('admitted');
  });

  it('advises no smaller call where most of the cost is for reasoning that the request does not bound', async () => {
    const { metering } = await setUpMetering({ granted: 3 });
    const price = { from: 0, rates: { input_tokens: 1_000_000_000_000n, output_tokens: 1_000_000_000_000n } };
    const asked = (reasoning: number) =>
      refusal(metering, {
        ...draftOf(callerOf(), { price, estimate: { input_tokens: 1, output_tokens: 5 } }),
        reasoning,
      });
    const helps =
      ' are for reasoning, which the request does not bound: the operator sets max_reasoning_tokens of the model.';
    expect(asked(4)).toMatch(/this call may cost up to 6\..* 4 of the 6 are for/);
    expect(asked(4)).toContain(helps);
    expect(asked(3)).toContain('A call with a lower output maximum needs less.');
    const draft = draftOf(limited({ day: 2 }), { price, estimate: { output_tokens: 5 } });
    expect(refusal(metering, { ...draft, reasoning: 4 })).toContain(helps);
  });

  it('does not advise a smaller call where nothing is left', async () => {
    const { metering } = await setUpMetering({ granted: 0 });
    expect(refusal(metering, draftOf(callerOf()))).toBe(
      '403 insufficient_credits: Workspace acme has 0 credits left, and this call may cost up to 1. Credits do not reset: the operator adds some with `diglot credits grant acme <credits> --reason <text>`.',
    );
  });

  it('names the limit of a key, its figure, what is left and when it resets', async () => {
    const { metering } = await setUpMetering({ granted: 100_000 });
    const caller = limited({ month: 5000 });
    await spend(metering, draftOf(caller, { estimate: { input_tokens: 4999 } }));
    expect(refusal(metering, draftOf(caller, { estimate: { input_tokens: 2 } }))).toBe(
      '403 limit_reached: Monthly limit of key ci reached: 4,999 of 5,000 credits are used, 1 left, and this call may cost up to 2. Resets 1 Dec 2026 00:00 UTC. A call with a lower output maximum needs less.',
    );
    await spend(metering, draftOf(caller));
    expect(refusal(metering, draftOf(caller))).toBe(
      '403 limit_reached: Monthly limit of key ci reached: 5,000 of 5,000 credits are used. Resets 1 Dec 2026 00:00 UTC.',
    );
  });

  it('counts what is set aside against a limit', async () => {
    const { metering } = await setUpMetering();
    const caller = limited({ day: 3 }, { timeZone: 'Europe/Berlin' });
    const holds: Hold[] = [1, 2, 3].map(() => metering.admit(draftOf(caller)));
    expect(refusal(metering, draftOf(caller))).toBe(
      '403 limit_reached: Daily limit of key ci reached: 0 of 3 credits are used and 3 set aside for calls under way and batches. Resets 21 Nov 2026 00:00 Europe/Berlin.',
    );
    await Promise.all(holds.map((hold) => hold.settle(ended({}, { outcome: 'failed' }))));
    expect(refusal(metering, draftOf(caller))).toBe('admitted');
  });

  it('never resets a total limit', async () => {
    const { metering } = await setUpMetering();
    const caller = limited({ total: 1 });
    await spend(metering, draftOf(caller));
    expect(refusal(metering, draftOf(caller, at('2036-01-01T00:00:00Z')))).toBe(
      "403 limit_reached: Total limit of key ci reached: 1 of 1 credits are used. It does not reset: use another key, or ask the people who manage this workspace's keys to raise it.",
    );
  });

  it('holds the workspace to its plan’s monthly allocation, whichever key calls', async () => {
    const { metering } = await setUpMetering({ plans: [{ ...team, monthlyCredits: credits(2) }] });
    await spend(metering, draftOf(callerOf({ keyId: 'key_a' })));
    await spend(metering, draftOf(callerOf({ keyId: 'key_b' })));
    expect(refusal(metering, draftOf(callerOf({ keyId: 'key_c' })))).toBe(
      '403 limit_reached: Monthly limit of plan Team reached: 2 of 2 credits are used. Resets 1 Dec 2026 00:00 UTC.',
    );
  });

  it('refuses a Product that the plan does not have, and an unknown plan', async () => {
    const { metering } = await setUpMetering({ plans: [{ ...team, products: ['other', 'img-*'] }] });
    expect(refusal(metering, draftOf(callerOf()))).toBe(
      '403 out_of_scope: Product credits is not part of plan Team. Use a model of another Product, or ask for another plan.',
    );
    expect(refusal(metering, draftOf(callerOf({ planId: 'gone' })))).toContain(
      '403 account_frozen: All calls of workspace acme are refused: its plan gone was removed from the configuration. Operator: restore it, or give the workspace another plan with `diglot workspaces update acme --plan <id>`.',
    );
  });

  it('lets a free Product through without credits, and writes it down at 0', async () => {
    const { metering, ledger } = await setUpMetering({ granted: 0 });
    const draft = draftOf(callerOf(), { product: freeProduct, estimate: { input_tokens: 1000 } });
    await spend(metering, draft);
    expect(await ledger.call(draft.callId)).toMatchObject({ charge: 0n, hold: 0n, flags: '' });
    expect(refusal(metering, draftOf(callerOf()))).toContain('403 insufficient_credits');
  });

  it('refuses a frozen account until it is freed', async () => {
    const { metering, ledger } = await setUpMetering();
    await ledger.freeze('acme', 'The invoice is overdue.');
    expect(refusal(metering, draftOf(callerOf()))).toBe(
      '403 account_frozen: Workspace acme is frozen: The invoice is overdue. Ask the operator of this gateway.',
    );
    await ledger.unfreeze('acme');
    expect(refusal(metering, draftOf(callerOf()))).toBe('admitted');
  });

  it('sees a grant at once', async () => {
    const { metering, ledger } = await setUpMetering({ granted: 0 });
    expect(refusal(metering, draftOf(callerOf()))).toContain('insufficient_credits');
    await ledger.post(entryOf(credits(1), { kind: 'topup' }));
    expect(refusal(metering, draftOf(callerOf()))).toBe('admitted');
  });
});

describe('windows', () => {
  const dayLimit = { day: 1 };

  it.each([
    ['UTC', '2026-11-20T23:59:59.999Z', '2026-11-21T00:00:00.000Z'],
    ['Asia/Kathmandu', '2026-11-20T18:14:59.999Z', '2026-11-20T18:15:00.000Z'],
    ['America/Los_Angeles', '2026-11-02T07:59:59.999Z', '2026-11-02T08:00:00.000Z'],
  ])('of a day in %s end to the millisecond', async (timeZone, last, first) => {
    const { metering } = await setUpMetering();
    const caller = limited(dayLimit, { timeZone });
    await spend(metering, draftOf(caller, at(last)));
    expect(refusal(metering, draftOf(caller, at(last)))).toContain('limit_reached');
    expect(refusal(metering, draftOf(caller, at(first)))).toBe('admitted');
  });

  it('keep counting a call in the window it started in', async () => {
    const { metering } = await setUpMetering();
    const caller = limited(dayLimit);
    const hold = metering.admit(draftOf(caller, at('2026-11-20T23:59:59Z')));
    const next = metering.admit(draftOf(caller, at('2026-11-21T00:00:00Z')));
    await hold.settle(ended({ input_tokens: 1 }));
    await next.settle(ended({}, { outcome: 'failed' }));
    expect(refusal(metering, draftOf(caller, at('2026-11-20T23:59:59Z')))).toContain('limit_reached');
    expect(refusal(metering, draftOf(caller, at('2026-11-21T00:00:00Z')))).toBe('admitted');
  });

  it('cannot be won anew by setting the clock back and forth', async () => {
    const { metering } = await setUpMetering();
    const caller = limited(dayLimit);
    await spend(metering, draftOf(caller, at('2026-11-20T12:00:00Z')));
    await spend(metering, draftOf(caller, at('2026-11-21T12:00:00Z')));
    expect(refusal(metering, draftOf(caller, at('2026-11-20T12:00:00Z')))).toContain('limit_reached');
  });

  it('are found again by a clock that goes back day by day, and forward', async () => {
    const { metering } = await setUpMetering();
    const caller = limited(dayLimit);
    const days = [20, 19, 18, 17].map((day) => at(`2026-11-${day}T12:00:00Z`));
    for (const day of days) await spend(metering, draftOf(caller, day));
    for (const day of days.toReversed()) expect(refusal(metering, draftOf(caller, day))).toContain('limit_reached');
  });

  it('start with what was spent when the workspace moves to another zone', async () => {
    const { metering } = await setUpMetering();
    await spend(metering, draftOf(limited(dayLimit)));
    expect(refusal(metering, draftOf(limited(dayLimit, { timeZone: 'Asia/Tokyo' })))).toContain('limit_reached');
  });
});
