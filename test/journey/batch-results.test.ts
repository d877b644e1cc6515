import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeBatchWatch } from '../../src/batches/watch-batches.ts';
import type { Spec } from '../../src/catalog/catalog.ts';
import { silentLog } from '../../src/shared/log.ts';
import { makeProduct } from '../fakes/make-config.ts';
import { bytes, fin, head, json, type Script } from '../fakes/script.ts';
import { makeShiftedClock } from '../fakes/shifted-clock.ts';
import { doneLine, gone, keptBatch, specB, whole, type MadeBatch } from './batch-upstream.ts';
import { startGateway, type TestGateway } from './start-gateway.ts';

const hour = 3_600_000;
const day = 24 * hour;
const endpoint = '/v1/chat/completions';
const lineCharge = 140_000n;

/** What a provider says of a batch that has ended, and the results that it shows. */
interface Played {
  /** Members of the record; null of Spec B: none. */
  readonly record: object;
  readonly results: Script;
  /** The file of errors, on Spec A. */
  readonly errors?: string;
}

const answer = { model: 'test-model', usage: { prompt_tokens: 100, completion_tokens: 20 }, choices: [] };
const lineOf = (id: string, response: object | null, error: object | null = null): string =>
  JSON.stringify({ custom_id: id, response, error });

/** The lines of each specification. */
const lines = {
  a: {
    done: (id: string) => lineOf(id, { status_code: 200, body: answer }),
    failed: (id: string) => lineOf(id, { status_code: 400, body: { error: { message: 'no' } } }),
    expired: (id: string) => lineOf(id, null, { code: 'batch_expired' }),
    hollow: (id: string) => lineOf(id, { status_code: 200, body: null }),
    silent: (id: string) => lineOf(id, null),
  },
  b: {
    done: (id: string) => doneLine(id),
    failed: (id: string) => JSON.stringify({ custom_id: id, result: { type: 'errored', error: { type: 'error' } } }),
    expired: (id: string) => JSON.stringify({ custom_id: id, result: { type: 'expired' } }),
    hollow: (id: string) => JSON.stringify({ custom_id: id, result: { type: 'succeeded' } }),
    silent: (id: string) => JSON.stringify({ custom_id: id, result: {} }),
  },
} as const;

/** Counts of a batch of three lines that succeeded. */
const countsOfThree = {
  a: {
    right: { total: 3, completed: 3, failed: 0 },
    missing: null,
    'too large': { total: 30, completed: 30, failed: 0 },
    'not written yet': { total: 3, completed: 0, failed: 0 },
    'all zero': { total: 0, completed: 0, failed: 0 },
    'no numbers': { total: '3', completed: '0', failed: -3 },
  },
  b: {
    right: { processing: 0, succeeded: 3, errored: 0, canceled: 0, expired: 0 },
    missing: null,
    'too large': { processing: 0, succeeded: 30, errored: 0, canceled: 0, expired: 0 },
    'not written yet': { processing: 3, succeeded: 0, errored: 0, canceled: 0, expired: 0 },
    'all zero': { processing: 0, succeeded: 0, errored: 0, canceled: 0, expired: 0 },
    'no numbers': { processing: 0, succeeded: '0', errored: -3, canceled: 0, expired: 0 },
  },
} as const;

const untilClosed = (text: string): Script => [head(200, {}), bytes(text), fin];
const packed = (text: string, headers: Readonly<Record<string, string>>): Script => {
  const body = gzipSync(text);
  return [head(200, { ...headers, 'content-length': String(body.length) }), bytes(body)];
};
const three = (spec: Spec): string => ['c0', 'c1', 'c2'].map(lines[spec].done).join('\n');

/** What comes instead of the results of three lines, and how many of them can be charged from it. */
const troubles: Readonly<Record<string, (spec: Spec) => readonly [Script, number]>> = {
  'a page in HTML': () => [whole('<html>\n<head>\n<title>502</title>\n</head>\n</html>\n'), 0],
  'an error in JSON': () => [whole('{"error":{"message":"try again"}}'), 0],
  nothing: () => [whole(''), 0],
  'results that nothing was found of': () => [gone, 0],
  'results that are cut in a line': (spec) => [untilClosed(three(spec).slice(0, -30)), 2],
  'results that are cut between lines': (spec) => [untilClosed(`${three(spec).split('\n')[0] ?? ''}\n`), 1],
  'packed results': (spec) => [packed(three(spec), { 'content-encoding': 'gzip' }), 0],
  'packed results without a word of it': (spec) => [packed(three(spec), {}), 0],
  'lines without their answers': (spec) => [whole(['c0', 'c1', 'c2'].map(lines[spec].hollow).join('\n')), 0],
  'lines that say nothing': (spec) => [whole(['c0', 'c1', 'c2'].map(lines[spec].silent).join('\n')), 0],
};

describe.each(['a', 'b'] as const)('the results of a batch of Spec %s', (spec) => {
  const clock = makeShiftedClock();
  let gateway: TestGateway;
  let made = 0;
  beforeAll(async () => {
    const rates = { input_tokens: 1_000_000n, output_tokens: 2_000_000n };
    const products = [{ ...makeProduct('test'), prices: [{ from: 0, rates }] }];
    gateway = await startGateway({ clock, products });
  });
  beforeEach(() => void (made += 1));
  afterEach(async () => {
    expect(await gateway.services.store.ledger.verify()).toEqual([]);
    gateway.upstream.forget();
  });
  afterAll(() => gateway.close());

  const newWatch = () =>
    makeBatchWatch({ ...gateway.services, objects: gateway.services.store.objects, clock, log: silentLog });
  const held = async (): Promise<bigint> => (await gateway.services.metering.balance('acme')).held;

  const play = ({ record, results, errors = '' }: Played): void => {
    const [id, output] = [`up-${spec}-${made}`, `up-out-${made}`];
    const ended = spec === 'a' ? { status: 'completed', output_file_id: output } : { processing_status: 'ended' };
    const begun = spec === 'a' ? { status: 'in_progress' } : { processing_status: 'in_progress' };
    gateway.upstream.always(({ method, path }) => {
      if (path.endsWith('/up-errors/content')) return whole(errors);
      if (path.endsWith('/content') || path.endsWith('/results')) return results;
      if (path.endsWith('/files')) return json({ id: `up-file-${made}`, object: 'file' });
      if (path.includes('/files/')) return json({ id: output, object: 'file' });
      return json({ id, endpoint, results_url: 'x', ...(method === 'POST' ? begun : { ...ended, ...record }) });
    });
  };

  /** Makes a batch of so many requests. */
  const create = async (count: number): Promise<MadeBatch> => {
    const body = { model: 'test-model', max_tokens: 50, messages: [{ role: 'user', content: 'x'.repeat(200) }] };
    const ids = Array.from({ length: count }, (_, index) => `c${index}`);
    if (spec === 'b') {
      const requests = ids.map((custom_id) => ({ custom_id, params: body }));
      const sent = await gateway.call('/v1/messages/batches', { body: { requests }, headers: specB });
      const { id } = (await sent.json()) as { readonly id: string };
      return { id, requestId: sent.headers.get('request-id') ?? '' };
    }
    const requests = ids.map((custom_id) => ({ custom_id, url: endpoint, body }));
    const form = new FormData();
    form.set('purpose', 'batch');
    form.set('file', new Blob([requests.map((each) => JSON.stringify(each)).join('\n')]), 'requests.jsonl');
    const headers = { authorization: `Bearer ${gateway.key}` };
    const file = await fetch(`${gateway.url}/v1/files`, { method: 'POST', body: form, headers });
    const { id: input_file_id } = (await file.json()) as { readonly id: string };
    const sent = await gateway.call('/v1/batches', { body: { input_file_id, endpoint, completion_window: '24h' } });
    const { id } = (await sent.json()) as { readonly id: string };
    return { id, requestId: sent.headers.get('x-request-id') ?? '' };
  };
  /** How many lines are charged, and whether the batch is. */
  const stateOf = async (batch: MadeBatch) => {
    const { items } = await gateway.services.store.ledger.calls({
      workspaceId: 'acme',
      requestId: batch.requestId,
      limit: 100,
    });
    const charges = items.filter(({ productSku }) => productSku !== 'unbilled').map(({ charge }) => charge);
    expect(charges.every((charge) => charge === lineCharge)).toBe(true);
    return [charges.length, (await keptBatch(gateway, batch))?.fields['charged']];
  };
  const reasonOf = async (batch: MadeBatch) => (await keptBatch(gateway, batch))?.fields['uncharged'];

  const cases = Object.keys(countsOfThree[spec]).flatMap((counts) =>
    Object.keys(troubles).map((trouble) => [counts, trouble] as const),
  );
  it.each(cases)('are charged once all are there: counts %s, %s at first', async (counts, trouble) => {
    const record = { request_counts: countsOfThree[spec][counts as 'right'] };
    const [results = whole(''), count = 0] = troubles[trouble]?.(spec) ?? [];
    play({ record, results });
    const batch = await create(3);
    await newWatch()();
    expect(await stateOf(batch)).toEqual([count, false]);
    expect(await held()).toBeGreaterThan(0n);
    play({ record, results: whole(three(spec)) });
    await newWatch()();
    expect([await stateOf(batch), await held(), await reasonOf(batch)]).toEqual([[3, true], 0n, undefined]);
  });

  const { done, failed, expired } = lines[spec];
  const halfDone: Readonly<Record<Spec, Readonly<Record<string, object>>>> = {
    a: {
      'counted as failed': { request_counts: { total: 4, completed: 2, failed: 2 } },
      'counted as completed too': { request_counts: { total: 4, completed: 4, failed: 2 } },
      'not counted': {},
      'cancelled half way': { status: 'cancelled', request_counts: { total: 4, completed: 2, failed: 0 } },
      'expired half way': { status: 'expired', request_counts: { total: 4, completed: 2, failed: 2 } },
      'cancelled half way, not counted': { status: 'cancelled' },
    },
    b: {
      'counted as failed': { request_counts: { succeeded: 2, errored: 2 } },
      'cancelled half way': { request_counts: { succeeded: 2, canceled: 2 } },
      'expired half way': { request_counts: { succeeded: 2, expired: 1, errored: 1 } },
      'not counted': {},
    },
  };
  it.each(Object.entries(halfDone[spec]))(
    'wait for those that succeeded when others come first: %s',
    async (_, record) => {
      const others = [failed('c0'), expired('c1')];
      const texts = [others, [...others, done('c2')], [...others, done('c2'), done('c3')]];
      play({ record, results: whole('') });
      const batch = await create(4);
      const seen = [];
      for (const text of texts) {
        play({ record, results: whole(text.join('\n')) });
        await newWatch()();
        seen.push(await stateOf(batch));
      }
      expect(seen).toEqual([
        [0, false],
        [1, false],
        [2, true],
      ]);
      expect(await held()).toBe(0n);
    },
  );

  it('are whole when all lines are there, whatever is counted', async () => {
    const request_counts = spec === 'a' ? { total: 9, completed: 9, failed: 0 } : { succeeded: 9, errored: 0 };
    play({ record: { request_counts }, results: whole([done('c0'), failed('c1'), 'odd', expired('c2')].join('\n')) });
    const batch = await create(3);
    await newWatch()();
    expect([await stateOf(batch), await held(), await reasonOf(batch)]).toEqual([[1, true], 0n, undefined]);
  });

  it('that stay unreadable are given up three days after they were first read, and the record names them', async () => {
    play({ record: {}, results: whole(`${done('c0')}\n{"custom_id":"cut`) });
    const batch = await create(2);
    const look = newWatch();
    clock.pass(6 * day);
    await look();
    expect(await stateOf(batch)).toEqual([1, false]);
    clock.pass(2.9 * day);
    await look();
    expect(await stateOf(batch)).toEqual([1, false]);
    clock.pass(0.2 * day);
    await look();
    expect([await stateOf(batch), await held()]).toEqual([[1, true], 0n]);
    expect(await reasonOf(batch)).toMatchObject({ reason: '1 line is not charged: line 2: it is no JSON' });
  });

  it('are not deleted before all are charged, however old the batch is', async () => {
    play({ record: {}, results: gone });
    const batch = await create(1);
    clock.pass(2 * hour);
    const remove = () => gateway.call(`/v1/messages/batches/${batch.id}`, { method: 'DELETE', headers: specB });
    const removeFile = async () => {
      const { output_file_id: file } = (await (await gateway.call(`/v1/batches/${batch.id}`)).json()) as {
        readonly output_file_id: string;
      };
      return gateway.call(`/v1/files/${file}`, { method: 'DELETE' });
    };
    const deletion = spec === 'a' ? removeFile : remove;
    for (const results of [gone, whole('<html>'), whole('')]) {
      play({ record: {}, results });
      const refused = await deletion();
      expect([refused.status, await refused.text()]).toEqual([503, expect.stringContaining('does not show all')]);
    }
    play({ record: {}, results: whole(done('c0')) });
    expect((await deletion()).status).toBe(200);
    expect(await stateOf(batch).catch(() => null)).toEqual([1, spec === 'a' ? true : undefined]);
    expect(await held()).toBe(0n);
  });
});
