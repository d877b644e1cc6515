import { describe, expect, it, onTestFinished } from 'vitest';
import { formatCredits, nanoPerCredit, parseCredits } from '../../src/shared/money.ts';
import { oneDay } from '../../src/shared/time/calendar.ts';
import { makeHandClock } from '../fakes/hand-clock.ts';
import { makeProvider } from '../fakes/make-config.ts';
import { chatCall, chatStream } from '../fakes/sample-calls.ts';
import { chunk, fin, json, sseHead } from '../fakes/script.ts';
import { startScriptedUpstream } from '../fakes/scripted-upstream.ts';
import { callOf } from '../unit/store/set-up-store.ts';
import { sharedConsole, startConsole } from './start-console.ts';

const gateway = sharedConsole();
const read = async <Value>(path: string): Promise<Value> => (await (await gateway().ask(path)).json()) as Value;
const sum = (amounts: readonly string[]): bigint =>
  amounts.reduce((total, each) => total + (parseCredits(each) ?? 0n), 0n);

interface Line {
  readonly amount: string;
  readonly balance_after: string;
  readonly kind: string;
}

describe('what a workspace is shown', () => {
  it('adds up: overview, statement, calls and FOCUS say the same', async () => {
    for (let call = 0; call < 3; call += 1) await (await gateway().chat()).arrayBuffer();
    const { posted, available } = await gateway().services.metering.balance('acme');
    const overview = await read<{ today: { calls: number; charge: string }; balance: { available: string } }>(
      '/workspaces/acme/overview',
    );
    expect(overview).toMatchObject({ today: { calls: 3, failed: 0, charge: formatCredits(posted) }, demo_only: false });
    const statement = await read<{ opening_balance: string; closing_balance: string; data: readonly Line[] }>(
      '/workspaces/acme/statement',
    );
    expect(statement.closing_balance).toBe(formatCredits(available));
    expect(statement.data.at(-1)?.balance_after).toBe(statement.closing_balance);
    const opening = parseCredits(statement.opening_balance) ?? 0n;
    expect(opening + sum(statement.data.map(({ amount }) => amount))).toBe(available);
    expect(statement.data.map(({ kind }) => kind)).toContain('charges');
    const file = await (await gateway().ask('/calls/export?workspace_id=acme&format=focus')).text();
    const [head = '', ...rows] = file.trimEnd().split('\r\n');
    const column = head.split(',').indexOf('BilledCost');
    expect(sum(rows.map((row) => row.split(',')[column] ?? ''))).toBe(posted);
    expect(rows[0]).toContain(',XXX,credits,');
  });

  it('leaves a minus in an exported statement as it is', async () => {
    const text = await (await gateway().ask('/workspaces/acme/statement/export')).text();
    expect(text).toMatch(/,charges,-0\.\d+,/);
  });

  it('ticks its set-up list by itself', async () => {
    const steps = async () =>
      (await read<{ data: readonly { step: string; done: boolean }[] }>('/workspaces/acme/checklist')).data
        .filter(({ done }) => done)
        .map(({ step }) => step);
    expect(await steps()).toEqual(['key', 'first_call']);
    await gateway().ask('/keys', { body: { workspace_id: 'acme', name: 'limited', limits: { day: '5' } } });
    expect(await steps()).toContain('limit');
  });

  it('says what becomes of each limit', async () => {
    const { data } = await read<{ data: readonly { name: string; forecast: object }[] }>('/workspaces/acme/limits');
    expect(data.find(({ name }) => name === 'balance')?.forecast).toMatchObject({ used_at_reset: null });
    const day = data.find(({ name }) => name === 'key_day')?.forecast;
    expect(day).toEqual({ per_day: '0', used_at_reset: '0', reached_at: null });
  });

  it('knows the program that used a key, and says what the key may do', async () => {
    const { data } = await read<{ data: readonly { summary: string; last_used: { client: string } | null }[] }>(
      '/keys?workspace_id=acme',
    );
    const used = data.find(({ last_used: use }) => use !== null);
    expect(used?.last_used?.client).toBe('node');
    expect(used?.summary).toBe('May call every model with every operation.');
    expect(data.map(({ summary }) => summary)).toContain(
      'May call every model with every operation, up to 5 credits a day.',
    );
  });
});

describe('the failures of a day', () => {
  it('are the calls that failed or broke, whatever their status, and not those whose client left', async () => {
    const upstream = await startScriptedUpstream();
    const site = await startConsole({ providers: [makeProvider('up-a', 'a', upstream.url)] });
    onTestFinished(async () => {
      await site.close();
      await upstream.close();
    });
    const chat = async (stream: boolean): Promise<number> => {
      const answer = await site.call(chatCall.path, { body: { ...chatCall.request, model: 'test-model', stream } });
      await answer.text();
      return answer.status;
    };
    upstream.next(json(chatCall.answer));
    upstream.next([sseHead(), ...chatStream.slice(0, 2).map((event) => chunk(event)), fin]);
    upstream.next(json({ error: { message: 'No.' } }, { status: 400 }));
    expect([await chat(false), await chat(true), await chat(false)]).toEqual([200, 200, 400]);
    const left = { outcome: 'client_left', status: 499, startedAt: Date.now() } as const;
    for (const call of [callOf(left), callOf(left)]) await site.services.store.ledger.settle(call);
    const { data: overview } = await site.control.GET('/workspaces/{workspace_id}/overview', {
      params: { path: { workspace_id: 'acme' } },
    });
    expect(overview?.today).toMatchObject({ calls: 5, failed: 2 });
    const { data: calls } = await site.control.GET('/calls', {
      params: { query: { workspace_id: 'acme', outcome: 'unsuccessful' } },
    });
    expect(calls?.data.map(({ outcome, status }) => [outcome, status])).toEqual([
      ['failed', 400],
      ['upstream_cut', 200],
    ]);
  });
});

describe('yesterday, beside today so far', () => {
  it.each([
    ['on a day of 23 hours', '2026-03-29T12:05+02:00', '2026-03-27T23:00:00Z', '2026-03-28T11:15:00Z'],
    ['after it', '2026-03-30T12:05+02:00', '2026-03-28T23:00:00Z', '2026-03-29T10:15:00Z'],
    ['at its end', '2026-03-30T23:50+02:00', '2026-03-28T23:00:00Z', '2026-03-29T22:00:00Z'],
    ['after an hour that it lacked', '2026-03-30T02:20+02:00', '2026-03-28T23:00:00Z', '2026-03-29T01:00:00Z'],
    ['on a day of 25 hours', '2026-10-25T12:05+01:00', '2026-10-23T22:00:00Z', '2026-10-24T10:15:00Z'],
    ['after that', '2026-10-26T23:50+01:00', '2026-10-24T22:00:00Z', '2026-10-25T23:00:00Z'],
  ])('goes up to the same time of day, and never into today: %s', async (_, now, from, to) => {
    const site = await startConsole({ clock: makeHandClock(Date.parse(now)) });
    onTestFinished(() => site.close());
    const place = { params: { path: { workspace_id: 'acme' } } };
    await site.control.PATCH('/workspaces/{workspace_id}', { ...place, body: { time_zone: 'Europe/Berlin' } });
    const { data } = await site.control.GET('/workspaces/{workspace_id}/overview', place);
    expect([data?.yesterday.from, data?.yesterday.to].map((at) => Date.parse(at ?? ''))).toEqual(
      [from, to].map((at) => Date.parse(at)),
    );
  });
});

describe('the pace that forecasts go by', () => {
  it('is the average of 7 days, also where the charge of one day was all', async () => {
    const clock = makeHandClock();
    const site = await startConsole({ clock });
    onTestFinished(() => site.close());
    const { data: keys } = await site.control.GET('/keys', { params: { query: { workspace_id: 'acme' } } });
    const keyId = keys?.data[0]?.id ?? '';
    const path = { key_id: keyId };
    await site.control.PATCH('/keys/{key_id}', { params: { path }, body: { limits: { total: '300' } } });
    const perDay = async () => {
      const place = { params: { path: { workspace_id: 'acme' } } };
      const { data: overview } = await site.control.GET('/workspaces/{workspace_id}/overview', place);
      const { data: limits } = await site.control.GET('/workspaces/{workspace_id}/limits', place);
      return [overview?.per_day, ...(limits?.data.map(({ forecast }) => forecast.per_day) ?? [])];
    };
    clock.jump(2 * oneDay);
    const charge = 70n * nanoPerCredit;
    await site.services.store.ledger.settle(callOf({ keyId, charge, startedAt: clock.now() - oneDay, lines: [] }));
    // The workspace is two days old, and then older than a week.
    expect(await perDay()).toEqual(['35', '35', '35']);
    clock.jump(5 * oneDay);
    expect(await perDay()).toEqual(['10', '10', '10']);
  });
});
