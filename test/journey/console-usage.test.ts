import { beforeAll, describe, expect, it } from 'vitest';
import { makeModel, makeProduct } from '../fakes/make-config.ts';
import { chatCall } from '../fakes/sample-calls.ts';
import { sharedConsole } from './start-console.ts';

const zones = ['UTC', 'Asia/Kathmandu', 'America/Los_Angeles'];
const groups = ['workspace', 'key', 'model', 'product', 'operation', 'status'];
const buckets = ['all', 'quarter_hour', 'hour', 'day', 'month'];
const models = ['test-model', 'other-model', '=cmd|calc'];

describe('usage through the control API', () => {
  const gateway = sharedConsole({
    models: models.map((id) => makeModel(id, ['up-a'], { product: id === 'other-model' ? 'other' : 'test' })),
    products: [makeProduct('test'), makeProduct('other')],
  });
  const ask = async (path: string) => {
    const response = await gateway().ask(path);
    return { status: response.status, text: await response.text() };
  };
  const usage = async (query: string) => JSON.parse((await ask(`/usage?${query}`)).text) as Usage;

  beforeAll(async () => {
    for (const model of [...models, 'test-model']) {
      const response = await gateway().call('/v1/chat/completions', { body: { ...chatCall.request, model } });
      await response.arrayBuffer();
    }
  });

  it('has equal totals whichever way it is grouped, cut and zoned', async () => {
    for (const zone of zones) {
      for (const bucket of buckets) {
        for (const group of ['', ...groups]) {
          const range = 'from=2026-01-01T00:00:00Z';
          const answer = await usage(`${range}&zone=${zone}&bucket=${bucket}${group && `&group_by=${group}`}`);
          expect(answer.totals).toEqual({
            calls: 4,
            units: { input_tokens: 44, output_tokens: 28, requests: 4 },
            charge: '0.000000076',
          });
          expect(answer.data.reduce((sum, row) => sum + nano(row.charge), 0n)).toBe(76n);
        }
      }
    }
  });

  it('takes days of the zone for a range', async () => {
    const { from, to } = await usage('from=2026-01-01&to=2026-04-01&zone=Europe/Berlin');
    expect([from, to]).toEqual(['2025-12-31T23:00:00.000Z', '2026-03-31T22:00:00.000Z']);
  });

  it('names what a row stands for', async () => {
    const { data } = await usage('group_by=model&group_by=product&bucket=day&zone=Asia/Kathmandu');
    expect(data).toHaveLength(3);
    expect(data.find(({ model }) => model === 'test-model')).toMatchObject({
      bucket_start: expect.stringMatching(/^2\d{3}-\d\d-\d\dT00:00:00\+05:45$/),
      product_sku: 'test',
      calls: 2,
    });
  });

  it('exports sums that equal the query and the balance, to the last nano-credit', async () => {
    const { text } = await ask('/usage/export?group_by=key&group_by=model&bucket=hour');
    const calls = await ask('/calls/export');
    const columnSum = (csv: string, name: string): bigint => {
      const [head = [], ...rows] = csv
        .trim()
        .split('\r\n')
        .map((line) => line.split(','));
      return rows.reduce((sum, row) => sum + nano(row[head.indexOf(name)] ?? ''), 0n);
    };
    const { data: balance } = await gateway().control.GET('/workspaces/{workspace_id}/credits', {
      params: { path: { workspace_id: 'acme' } },
    });
    expect(columnSum(text, 'charge')).toBe(76n);
    expect(columnSum(calls.text, 'charge')).toBe(76n);
    expect(nano(balance?.charged ?? '')).toBe(76n);
  });

  it('exports calls as JSON lines, as the list has them', async () => {
    const file = await gateway().ask('/calls/export?format=jsonl');
    expect([file.status, file.headers.get('content-type'), file.headers.get('content-disposition')]).toEqual([
      200,
      expect.stringMatching(/^application\/jsonl/),
      'attachment; filename="calls.jsonl"',
    ]);
    const lines = (await file.text()).trimEnd().split('\n');
    const { data } = (await (await gateway().ask('/calls?limit=1000')).json()) as { readonly data: readonly unknown[] };
    expect(data.length).toBeGreaterThan(0);
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual(data);
  });

  it('writes no cell that a spreadsheet would run', async () => {
    for (const path of ['/usage/export?group_by=model', '/calls/export']) {
      const { text } = await ask(path);
      expect(text).toContain("'=cmd|calc");
      expect(text).not.toMatch(/(^|,|\n)"?[=+@]/);
    }
  });

  it('answers exports as files', async () => {
    const response = await gateway().ask('/usage/export');
    expect(response.headers.get('content-type')).toContain('text/csv');
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="usage.csv"');
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await response.text()).toMatch(/^calls,input_tokens,.*,charge\r\n4,44,/);
  });

  it('finds a call by its request id, with usage × price = charge', async () => {
    const id = 'finance asks';
    const response = await gateway().chat({ 'x-request-id': id.replace(' ', '/') });
    await response.arrayBuffer();
    const list = JSON.parse((await ask('/calls?request_id=finance/asks')).text) as { data: readonly { id: string }[] };
    expect(list.data).toHaveLength(1);
    const call = JSON.parse((await ask(`/calls/${list.data[0]?.id ?? ''}`)).text) as CallDetail;
    expect(call.lines).toMatchObject([
      { unit_kind: 'input_tokens', quantity: 11, unit_price: '0.000000001', amount: '0.000000011' },
      { unit_kind: 'output_tokens', quantity: 7, amount: '0.000000007' },
      { unit_kind: 'requests', quantity: 1 },
    ]);
    expect(call.call.charge).toBe('0.000000019');
  });

  it('filters calls by model, status and outcome', async () => {
    const count = async (query: string) =>
      (JSON.parse((await ask(`/calls?${query}`)).text) as { data: unknown[] }).data.length;
    expect(await count('model=other-model')).toBe(1);
    expect(await count('status=2xx')).toBe(5);
    expect(await count('status=4xx')).toBe(0);
    expect(await count('status=200&outcome=completed&limit=2')).toBe(2);
  });

  it('takes days for a range of calls, in the zone of their workspace', async () => {
    // Read once, so that all of these are of one day. The calls were made today or, before midnight, yesterday.
    const now = Date.now();
    const dayAt = (zone: string, offset: number): string =>
      new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(now + offset * 86_400_000);
    const answer = async (query: string) => {
      const { status, text } = await ask(`/calls?${query}`);
      return { status, count: (JSON.parse(text) as { data?: unknown[] }).data?.length };
    };
    expect(await answer(`from=${dayAt('UTC', -1)}&to=${dayAt('UTC', 1)}`)).toEqual({ status: 200, count: 5 });
    expect(await answer(`to=${dayAt('UTC', -2)}`)).toEqual({ status: 200, count: 0 });
    expect(await answer('from=2026-02-30')).toMatchObject({ status: 400 });
    expect(await answer('from=2026-02-20T12:00:00')).toMatchObject({ status: 400 });
    const lines = (await ask(`/calls/export?from=${dayAt('UTC', -1)}`)).text.trimEnd().split('\r\n');
    expect(lines).toHaveLength(6);
  });

  it.each([
    ['an edge inside a quarter of an hour', 'from=2026-11-01T00:07:00Z', 'from'],
    ['a day that its month does not have', 'from=2026-02-30T00:00:00Z', 'from'],
    ['a date that no month has', 'from=2026-02-30', 'from'],
    ['a word for a day', 'from=yesterday', 'from'],
    ['a time without an offset', 'from=2026-11-01T12:00:00', 'from'],
    ['a range that ends before it begins', 'from=2026-11-02T00:00:00Z&to=2026-11-01T00:00:00Z', 'to'],
    ['a range from long before there was anything', 'from=0001-01-01T00:00:00Z', 'from'],
    ['a range until long after now', 'to=9999-12-31T00:00:00Z', 'to'],
    ['an unknown zone', 'zone=Mars/Olympus', 'zone'],
    ['a misspelt filter', 'workspace=acme', 'workspace'],
    ['a bucket that is none', 'bucket=week', 'bucket'],
    ['two buckets', 'bucket=day&bucket=hour', 'bucket'],
    ['a group that is none', 'group_by=colour', 'group_by[0]'],
    ['the same group twice', 'group_by=key&group_by=key', 'group_by'],
  ])('refuses %s', async (_, query, param) => {
    const { status, text } = await ask(`/usage?${query}`);
    expect(status).toBe(400);
    expect(JSON.parse(text)).toMatchObject({ code: 'invalid_value', param });
  });

  it('reads no more of the ledger than ten years for an export or a statement', async () => {
    const long = 'from=0001-01-01T00:00:00Z&to=0001-01-02T00:00:00Z';
    for (const path of ['/usage/export', '/workspaces/acme/statement', '/workspaces/acme/statement/export']) {
      const { status, text } = await ask(`${path}?${long}`);
      expect([path, status, JSON.parse(text)]).toMatchObject([path, 400, { code: 'invalid_value', param: 'from' }]);
    }
    expect((await ask('/usage?from=2017-01-01T00:00:00Z&bucket=hour')).status).toBe(200);
  });

  it('says 404 for a workspace or a key that is not there, rather than nothing used', async () => {
    expect((await ask('/usage?workspace_id=nobody')).status).toBe(404);
    expect((await ask('/usage?key_id=key_none')).status).toBe(404);
  });
});

interface Usage {
  readonly from: string;
  readonly to: string;
  readonly data: readonly { readonly charge: string; readonly model?: string }[];
  readonly totals: object;
}

interface CallDetail {
  readonly call: { readonly charge: string };
  readonly lines: readonly object[];
}

function nano(credits: string): bigint {
  const [whole = '0', fraction = ''] = credits.split('.');
  return BigInt(whole + fraction.padEnd(9, '0'));
}
