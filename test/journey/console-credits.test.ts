import { describe, expect, it } from 'vitest';
import { sharedConsole } from './start-console.ts';

const grants = '/workspaces/acme/credits/grants';

describe('credits through the control API', () => {
  const gateway = sharedConsole();
  const post = async (path: string, body: unknown, headers: Readonly<Record<string, string>> = {}) => {
    const response = await gateway().ask(path, { body, headers });
    return { status: response.status, body: (await response.json()) as Booked };
  };
  const balance = async () => {
    const { data } = await gateway().control.GET('/workspaces/{workspace_id}/credits', {
      params: { path: { workspace_id: 'acme' } },
    });
    return data;
  };
  /** One charged call; its id and its charge. */
  const charged = async () => {
    const response = await gateway().chat({ 'x-request-id': crypto.randomUUID() });
    await response.arrayBuffer();
    const { data } = await gateway().control.GET('/calls', { params: { query: { limit: 1 } } });
    const [call] = data?.data ?? [];
    if (!call) throw new Error('The call is not in the ledger.');
    return call;
  };
  const sumOfEntries = async (): Promise<bigint> => {
    const { data } = await gateway().control.GET('/workspaces/{workspace_id}/ledger', {
      params: { path: { workspace_id: 'acme' }, query: { limit: 1000 } },
    });
    return (data?.data ?? []).reduce((sum, entry) => sum + nano(entry.amount), 0n);
  };

  it('grants once, however often the same grant is sent', async () => {
    const before = nano((await balance())?.available ?? '');
    const grant = { amount: '12.5', reason: 'Invoice 118', external_id: 'invoice-118' };
    const first = await post(grants, grant);
    expect(first).toMatchObject({
      status: 201,
      body: { created: true, entry: { kind: 'grant', amount: '12.5', actor: 'admin' } },
    });
    const again = await post(grants, grant);
    expect(again).toMatchObject({ status: 200, body: { created: false, entry: { id: first.body.entry.id } } });
    expect(nano((await balance())?.available ?? '') - before).toBe(12_500_000_000n);
  });

  it('books one entry where the same grant is sent ten times at once', async () => {
    const before = nano((await balance())?.granted ?? '');
    const grant = { amount: '1', reason: 'A payment', kind: 'topup', external_id: 'payment-7' };
    const answers = await Promise.all(Array.from({ length: 10 }, () => post(grants, grant)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(9);
    expect(nano((await balance())?.granted ?? '') - before).toBe(1_000_000_000n);
  });

  it('refuses an external id that stands for something else', async () => {
    await post(grants, { amount: '3', reason: 'x', external_id: 'once' });
    expect(await post(grants, { amount: '4', reason: 'x', external_id: 'once' })).toMatchObject({
      status: 409,
      body: { code: 'conflict', param: 'external_id' },
    });
  });

  it('leaves the external ids of the gateway’s own entries to the gateway', async () => {
    const call = await charged();
    const adjustments = '/workspaces/acme/credits/adjustments';
    for (const path of [grants, adjustments, `/calls/${call.id}/refunds`]) {
      for (const id of ['bootstrap:globex', `loss:${call.id}`]) {
        const entry = { amount: '0.000000001', reason: 'x' };
        const detail = `External ids that begin with loss: or bootstrap: are reserved for the gateway; you sent ${id}. Send another one.`;
        const inBody = await post(path, { ...entry, external_id: id });
        expect(inBody).toMatchObject({ status: 400, body: { code: 'invalid_value', param: 'external_id', detail } });
        const inHeader = await post(path, entry, { 'idempotency-key': id });
        expect(inHeader).toMatchObject({ status: 400, body: { param: 'Idempotency-Key', detail } });
      }
    }
    expect(await post(grants, { amount: '1', reason: 'x', external_id: 'lossless:1' })).toMatchObject({ status: 201 });
  });

  it('takes the id from Idempotency-Key as well, and refuses two that differ', async () => {
    const grant = { amount: '2', reason: 'x' };
    const header = { 'idempotency-key': 'from-the-header' };
    expect(await post(grants, grant, header)).toMatchObject({
      status: 201,
      body: { entry: { external_id: 'from-the-header' } },
    });
    expect(await post(grants, grant, header)).toMatchObject({ status: 200 });
    expect(await post(grants, { ...grant, external_id: 'other' }, header)).toMatchObject({
      status: 400,
      body: { param: 'external_id' },
    });
  });

  it.each([
    ['nothing', '0', 400],
    ['less than nothing', '-1', 400],
    ['ten decimals', '0.0000000001', 400],
    ['an exponent', '1e3', 400],
    ['more than an entry may hold', '1000000000.000000001', 400],
    ['the most that an entry may hold', '1000000000', 201],
    ['one nano-credit', '0.000000001', 201],
  ])('answers a grant of %s rightly', async (_, amount, status) => {
    expect(await post(grants, { amount, reason: 'an edge' })).toMatchObject({ status });
  });

  it('adjusts up and down, never by nothing', async () => {
    const path = '/workspaces/acme/credits/adjustments';
    expect(await post(path, { amount: '-0.5', reason: 'Twice by mistake' })).toMatchObject({
      status: 201,
      body: { entry: { kind: 'adjust', amount: '-0.5' } },
    });
    expect(await post(path, { amount: '0.25', reason: 'Back' })).toMatchObject({ status: 201 });
    expect(await post(path, { amount: '0', reason: 'Why' })).toMatchObject({ status: 400, body: { param: 'amount' } });
  });

  it('adjusts below zero only where that is asked for', async () => {
    await post('/workspaces', { id: 'debtor', name: 'Debtor', plan_id: 'test' });
    await post('/workspaces/debtor/credits/grants', { amount: '3', reason: 'A start' });
    const path = '/workspaces/debtor/credits/adjustments';
    const below = { amount: '-5.5', reason: 'Unpaid', external_id: 'below' };
    expect(await post(path, below)).toMatchObject({
      status: 409,
      body: {
        code: 'conflict',
        param: 'allow_negative',
        detail: expect.stringContaining('a balance of 3 credits') as string,
      },
    });
    expect(await post(path, { ...below, allow_negative: true })).toMatchObject({
      status: 201,
      body: { entry: { amount: '-5.5' }, balance: { available: '-2.5' } },
    });
    const event = await gateway().ask('/audit?limit=1');
    expect(await event.json()).toMatchObject({ data: [{ action: 'credits.adjust', diff: { allow_negative: true } }] });
    // It is booked, whatever the same request says now.
    expect(await post(path, below)).toMatchObject({ status: 200 });
    expect(await post(path, { amount: '-1', reason: 'More' })).toMatchObject({ status: 409 });
    expect(await post(path, { amount: '1', reason: 'A part' })).toMatchObject({ status: 201 });
  });

  it('refunds a call in parts, and never more than its charge', async () => {
    const call = await charged();
    const path = `/calls/${call.id}/refunds`;
    const part = { amount: '0.000000004', reason: 'Part', external_id: `part-${call.id}` };
    expect(call.charge).toBe('0.000000019');
    expect(await post(path, part)).toMatchObject({
      status: 201,
      body: { entry: { kind: 'refund', call_id: call.id } },
    });
    expect(await post(path, part)).toMatchObject({ status: 200 });
    expect(await post(path, { amount: '0.000000016', reason: 'Too much' })).toMatchObject({ status: 409 });
    const rest = { reason: 'The rest', external_id: `rest-${call.id}` };
    expect(await post(path, rest)).toMatchObject({ status: 201, body: { entry: { amount: '0.000000015' } } });
    expect(await post(path, rest)).toMatchObject({ status: 200, body: { entry: { amount: '0.000000015' } } });
    expect(await post(path, { reason: 'Once more' })).toMatchObject({ status: 409 });
    const { data } = await gateway().control.GET('/calls/{call_id}', { params: { path: { call_id: call.id } } });
    expect(data).toMatchObject({ refundable: '0', refunds: [{ amount: '0.000000015' }, { amount: '0.000000004' }] });
  });

  it('refunds the whole charge once where two ask for it at once', async () => {
    const call = await charged();
    const answers = await Promise.all([1, 2, 3].map(() => post(`/calls/${call.id}/refunds`, { reason: 'All of it' })));
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([201, 409, 409]);
  });

  it('shows a balance that is the sum of its entries and charges, to the last nano-credit', async () => {
    await charged();
    const now = await balance();
    expect(nano(now?.granted ?? '')).toBe(await sumOfEntries());
    const { data } = await gateway().control.GET('/usage', { params: { query: { workspace_id: 'acme' } } });
    expect(now?.charged).toBe(data?.totals.charge);
    expect(nano(now?.available ?? '')).toBe(
      nano(now?.granted ?? '') - nano(now?.charged ?? '') - nano(now?.held ?? ''),
    );
  });

  it('pages through the ledger without losing or repeating an entry', async () => {
    const ids: string[] = [];
    let after: string | undefined;
    do {
      const query = { limit: 3, ...(after === undefined ? {} : { after }) };
      const { data } = await gateway().control.GET('/workspaces/{workspace_id}/ledger', {
        params: { path: { workspace_id: 'acme' }, query },
      });
      ids.push(...(data?.data ?? []).map(({ id }) => id));
      after = data?.next ?? undefined;
    } while (after !== undefined);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.length).toBeGreaterThan(6);
  });

  it('says 404 for a workspace or a call that is not there', async () => {
    expect(await post('/workspaces/acmee/credits/grants', { amount: '1', reason: 'x' })).toMatchObject({
      status: 404,
      body: { detail: expect.stringContaining('Did you mean acme?') },
    });
    expect(await post('/calls/call_none/refunds', { reason: 'x' })).toMatchObject({ status: 404 });
  });

  it('verifies the books', async () => {
    const { data } = await gateway().control.GET('/ledger/verify');
    expect(data).toEqual({ object: 'ledger_verification', ok: true, disagreements: [] });
  });
});

interface Booked {
  readonly entry: { readonly id: string; readonly amount: string };
  readonly created: boolean;
  readonly code?: string;
  readonly param?: string;
  readonly detail?: string;
}

/** The test's own reading of a decimal: nothing of the product's is used to check the product. */
function nano(credits: string): bigint {
  const [whole = '0', fraction = ''] = credits.replace('-', '').split('.');
  const value = BigInt(whole + fraction.padEnd(9, '0'));
  return credits.startsWith('-') ? -value : value;
}
