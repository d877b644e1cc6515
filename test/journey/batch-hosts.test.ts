import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeBatchWatch } from '../../src/batches/watch-batches.ts';
import { silentLog, type Log } from '../../src/shared/log.ts';
import { makeProduct } from '../fakes/make-config.ts';
import { json } from '../fakes/script.ts';
import { makeShiftedClock } from '../fakes/shifted-clock.ts';
import { doneLine, makeBatch, specB, whole } from './batch-upstream.ts';
import { startGateway, type TestGateway } from './start-gateway.ts';

const minute = 60_000;
const hour = 3_600_000;
const day = 24 * hour;

const answer = { model: 'test-model', usage: { prompt_tokens: 100, completion_tokens: 20 }, choices: [] };
const lineOf = (response: object, id = 'a'): string => JSON.stringify({ custom_id: id, response });
const line = lineOf({ status_code: 200, body: answer });
const lineCharge = 140_000n;

const ended = { endpoint: '/v1/chat/completions', status: 'completed', output_file_id: 'up-out' };
const countsOf = (completed: number) => ({ request_counts: { total: completed, completed, failed: 0 } });

const paid = (custom_id: string) => ({
  custom_id,
  response: { status_code: 200, body: { model: 'test-model', usage: { prompt_tokens: 1, completion_tokens: 1 } } },
});
const free = (custom_id: string) => ({ custom_id, response: { status_code: 400, body: {} } });
const jsonl = (...lines: readonly object[]): string => lines.map((each) => JSON.stringify(each)).join('\n');

/** Hosts that are compatible write the records of their batches each in its own way. */
describe('a batch at a host of its own ways', () => {
  const errors: string[] = [];
  const log: Log = { ...silentLog, error: (message) => void errors.push(message) };
  let clock: ReturnType<typeof makeShiftedClock>;
  let gateway: TestGateway;
  let look: () => Promise<void>;
  beforeEach(async () => {
    errors.length = 0;
    clock = makeShiftedClock();
    const rates = { input_tokens: 1_000_000n, output_tokens: 2_000_000n };
    gateway = await startGateway({ clock, log, products: [{ ...makeProduct('test'), prices: [{ from: 0, rates }] }] });
    look = makeBatchWatch({ ...gateway.services, objects: gateway.services.store.objects, clock, log });
  });
  afterEach(() => gateway.close());

  const charges = async (): Promise<readonly bigint[]> => {
    const { items } = await gateway.services.store.ledger.calls({ workspaceId: 'acme', limit: 100 });
    return items.filter(({ productSku }) => productSku !== 'unbilled').map(({ charge }) => charge);
  };
  const held = async (): Promise<bigint> => (await gateway.services.metering.balance('acme')).held;
  const uncharged = async () => (await gateway.services.store.objects.unchargedBatches(null, 10)).data;

  /** What the host says of a batch of one file: when it is created, later, and its results. */
  const play = (created: object, later: object, results: string): void =>
    gateway.upstream.always(({ method, path }) => {
      if (path.endsWith('/content')) return whole(results);
      if (path.endsWith('/files')) return json({ id: 'up-file', object: 'file' });
      if (path.includes('/files/')) return json({ id: 'up-out', object: 'file' });
      return json({ id: 'up-batch', object: 'batch', ...(method === 'POST' ? created : later) });
    });

  const upload = async (ids: readonly string[] = ['a']): Promise<string> => {
    const params = { model: 'test-model', max_tokens: 50, messages: [{ role: 'user', content: 'x' }] };
    const request = { method: 'POST', url: '/v1/chat/completions', body: params };
    const lines = ids.map((custom_id) => JSON.stringify({ custom_id, ...request }));
    const form = new FormData();
    form.set('purpose', 'batch');
    form.set('file', new Blob([lines.join('\n')]), 'requests.jsonl');
    const headers = { authorization: `Bearer ${gateway.key}` };
    const uploaded = await fetch(`${gateway.url}/v1/files`, { method: 'POST', body: form, headers });
    return ((await uploaded.json()) as { id: string }).id;
  };
  /** @returns the ids of the file and the batch */
  const create = async (more: object = {}, ids: readonly string[] = ['a']) => {
    const file = await upload(ids);
    const body = { input_file_id: file, endpoint: '/v1/chat/completions', completion_window: '24h', ...more };
    const made = await gateway.call('/v1/batches', { body });
    return { file, batch: ((await made.json()) as { id: string }).id };
  };
  const get = async (batch: string) => (await gateway.call(`/v1/batches/${batch}`)).json();

  it.each<[what: string, created: object, later: object, results: string]>([
    ['names no endpoint when it is created', { status: 'validating' }, ended, line],
    ['never names its endpoint', {}, { ...ended, endpoint: null }, line],
    ['names its endpoint by an address', ended, { ...ended, endpoint: 'https://host/v1/chat/completions' }, line],
    ['has its state in capitals', ended, { ...ended, status: 'COMPLETED' }, line],
    ['has lines without a status', {}, ended, lineOf({ body: answer })],
    ['has lines with a status in text', {}, ended, lineOf({ status_code: '200', body: answer })],
    ['has lines with a status that is none', {}, ended, lineOf({ status_code: 0.5, body: answer })],
    [
      'counts lines that failed as completed',
      {},
      { ...ended, ...countsOf(2) },
      `${line}\n${lineOf({ status_code: 400 }, 'b')}`,
    ],
    [
      'counts as completed what failed, and has it in another file',
      {},
      { ...ended, error_file_id: 'up-errors', request_counts: { total: 2, completed: 2, failed: 1 } },
      line,
    ],
    ['counts nothing', {}, { ...ended, request_counts: null }, line],
    ['is cancelled in the spelling of the United States', {}, { ...ended, status: 'canceled' }, line],
  ])('is charged when it %s', async (_, created, later, results) => {
    play({ ...created, status: 'in_progress', output_file_id: null }, later, results);
    const { batch } = await create();
    await get(batch);
    expect([await charges(), await held(), await uncharged()]).toEqual([[lineCharge], 0n, []]);
  });

  it.each<[what: string, line: string]>([
    ['says that it failed', lineOf({ status_code: 400, body: { error: { message: 'no' } } })],
    ['has an error without a status', lineOf({ body: { error: { message: 'no' } } })],
    ['has no answer', JSON.stringify({ custom_id: 'a', response: null, error: { code: 'batch_expired' } })],
  ])('is not charged for a line that %s', async (_, results) => {
    play({}, ended, results);
    await create();
    await look();
    expect([await charges(), await held(), await uncharged()]).toEqual([[], 0n, []]);
  });

  it.each<[what: string, later: object, results: string]>([
    ['no results', { ...ended, output_file_id: null, ...countsOf(1) }, ''],
    ['results without a name', { ...ended, output_file_id: '', ...countsOf(1) }, ''],
    ['empty results', { ...ended, ...countsOf(1) }, ''],
    ['something else than results', { ...ended, ...countsOf(1) }, '{"error":{"message":"try again"}}'],
    ['no results, and no word of how many', { ...ended, output_file_id: null }, ''],
    ['results without a name, and no word of how many', { ...ended, output_file_id: '', request_counts: null }, ''],
  ])('is charged later when it has ended with %s, though a line is done', async (_, later, results) => {
    play({}, later, results);
    const { batch } = await create();
    await get(batch);
    expect([await charges(), (await uncharged()).length]).toEqual([[], 1]);
    expect(await held()).toBeGreaterThan(0n);
    play({}, { ...ended, ...countsOf(1) }, line);
    clock.shift(minute);
    const { output_file_id: output } = (await get(batch)) as { readonly output_file_id: string };
    expect([await charges(), await held(), await uncharged()]).toEqual([[lineCharge], 0n, []]);
    expect(await (await gateway.call(`/v1/files/${output}/content`)).text()).toBe(line);
  });

  it.each(['when it is created', 'later'])('has other results as another file, named first %s', async (when) => {
    const named = (id: string) => ({ ...ended, output_file_id: id });
    play(when === 'later' ? {} : named('up-first'), named('up-first'), line);
    const { batch } = await create();
    const output = async () => ((await get(batch)) as { readonly output_file_id: string }).output_file_id;
    const first = await output();
    const remove = await gateway.call(`/v1/files/${first}`, { method: 'DELETE' });
    await gateway.services.store.objects.forgetDeleted(Date.now() + hour);
    expect([remove.status, await output()]).toEqual([200, first]);
    play({}, named('up-second'), line);
    const second = await output();
    expect(second).not.toBe(first);
    expect(await (await gateway.call(`/v1/files/${second}/content`)).text()).toBe(line);
  });

  it.each(['up-errors', 'up-out'])(
    'is over when all lines are in its files, though it counts nothing: errors in %s',
    async (file) => {
      const failed = lineOf({ status_code: 400 });
      play({}, { ...ended, output_file_id: file === 'up-out' ? file : null, error_file_id: file }, failed);
      const { batch } = await create({}, ['a', 'b']);
      await get(batch);
      expect([await charges(), (await uncharged()).length]).toEqual([[], 1]);
      play({}, { ...ended, output_file_id: null, error_file_id: file }, `${failed}\n${failed}`);
      clock.shift(minute);
      await get(batch);
      expect([await charges(), await held(), await uncharged()]).toEqual([[], 0n, []]);
    },
  );

  it.each<[what: string, output: string | null, errors: string, held: boolean]>([
    ['repeats a failed line, and one is cut', `${jsonl(paid('a'), free('b'))}\n{"custom`, jsonl(free('b')), true],
    ['repeats one that is done, and one is missing', jsonl(paid('a'), free('b')), jsonl(paid('a')), true],
    ['has the rest, after one that is cut', `${jsonl(paid('a'), free('b'))}\n{"custom`, jsonl(free('c')), false],
    ['has the rest', jsonl(paid('a')), jsonl(free('b'), free('c')), false],
    ['has some, and the output file is gone', null, jsonl(free('b'), free('c')), true],
  ])('has each of three requests counted once where the error file %s', async (_, output, errorLines, isHeld) => {
    gateway.upstream.always(({ path }) => {
      if (path.endsWith('up-errors/content')) return whole(errorLines);
      if (path.endsWith('/content')) return output === null ? json({}, { status: 404 }) : whole(output);
      if (path.includes('/files')) return json({ id: 'up-file', object: 'file' });
      const request_counts = output === null ? { total: 3, completed: 0, failed: 0 } : null;
      const files = { output_file_id: 'up-out', error_file_id: 'up-errors' };
      return json({ id: 'up-batch', object: 'batch', status: 'expired', request_counts, ...files });
    });
    const { batch } = await create({}, ['a', 'b', 'c']);
    await get(batch);
    expect([(await uncharged()).length, (await held()) > 0n]).toEqual(isHeld ? [1, true] : [0, false]);
  });

  it('is looked at four times at least while its host keeps its results, if its caller wants that to be short', async () => {
    play({}, { ...ended, ...countsOf(1) }, '');
    await create({ output_expires_after: { anchor: 'created_at', seconds: 3_600 } });
    for (let times = 0; times < 12; times += 1) {
      gateway.upstream.forget();
      play({}, { ...ended, ...countsOf(1) }, '');
      await look();
      expect([times, gateway.upstream.requests.length > 0]).toEqual([times, true]);
      clock.shift(hour / 4);
    }
  });

  it.each(['input_blob', 'output_folder'])('is refused with %s, where the gateway could not read', async (member) => {
    play({}, ended, line);
    const file = await upload();
    const body = { input_file_id: file, endpoint: '/v1/chat/completions', completion_window: '24h' };
    const answered = await gateway.call('/v1/batches', { body: { ...body, [member]: 'https://host/blob' } });
    expect([answered.status, await answered.json()]).toMatchObject([400, { error: { param: member } }]);
    expect(gateway.upstream.requests.filter(({ path }) => path.endsWith('/batches'))).toEqual([]);
  });

  it('is charged line by line while its results grow, and given up after three days without the rest', async () => {
    play({}, { ...ended, ...countsOf(3) }, line);
    const { batch } = await create({}, ['a', 'b', 'c']);
    await look();
    expect(await charges()).toEqual([lineCharge]);
    play({}, { ...ended, ...countsOf(3) }, `${line}\n${line.replace('"a"', '"b"')}`);
    clock.shift(hour);
    await look();
    expect(await charges()).toEqual([lineCharge, lineCharge]);
    expect(errors).toEqual([]);
    clock.pass(3 * day);
    await look();
    expect([await charges(), await held(), await uncharged()]).toEqual([[lineCharge, lineCharge], 0n, []]);
    const kept = await gateway.services.store.objects.find({
      spec: 'a',
      kind: 'batch',
      id: batch,
      workspaceId: 'acme',
    });
    expect(kept?.fields).toMatchObject({
      uncharged: { reason: 'Its provider shows results for fewer lines than have succeeded.' },
    });
    expect(errors).toEqual(['a batch is given up: what was done in it is not charged']);
  });

  it('of messages is not deleted while its results have fewer lines than it counts, until it is given up', async () => {
    const record = { id: 'up', type: 'message_batch', request_counts: { succeeded: 2, errored: 0 } };
    gateway.upstream.always(({ method, path }) => {
      if (path.endsWith('/results')) return whole(doneLine('r0'));
      return json({ ...record, processing_status: method === 'POST' ? 'in_progress' : 'ended' });
    });
    const { id } = await makeBatch(gateway, ['test-model', 'test-model']);
    const remove = () => gateway.call(`/v1/messages/batches/${id}`, { method: 'DELETE', headers: specB });
    for (let days = 0; days < 3; days += 1) {
      await look();
      const refused = await remove();
      expect([refused.status, await refused.text()]).toEqual([503, expect.stringContaining('for three days')]);
      clock.pass(day);
    }
    expect([errors, gateway.upstream.requests.filter(({ method }) => method === 'DELETE')]).toEqual([[], []]);
    clock.pass(1);
    await look();
    expect((await remove()).status).toBe(200);
    expect(errors).toEqual(['a batch is given up: what was done in it is not charged']);
    expect([await charges(), await held()]).toEqual([[lineCharge], 0n]);
  });

  it('is made when its host answers 201, and is charged', async () => {
    play({}, ended, line);
    const file = await upload();
    gateway.upstream.next(json({ id: 'up-batch', object: 'batch', status: 'validating' }, { status: 201 }));
    const body = { input_file_id: file, endpoint: '/v1/chat/completions', completion_window: '24h' };
    const made = await gateway.call('/v1/batches', { body });
    expect([made.status, errors]).toEqual([200, []]);
    await get(((await made.json()) as { id: string }).id);
    expect([await charges(), await held()]).toEqual([[lineCharge], 0n]);
  });

  it('has its own file for its input, whatever the host says of it and when', async () => {
    play({}, { ...ended, input_file_id: 'up-file' }, line);
    const { file, batch } = await create();
    expect(await get(batch)).toMatchObject({ input_file_id: file });
    play({}, ended, line);
    expect(await get(batch)).toMatchObject({ input_file_id: file });
  });

  it.each(['', '.', '..', '\ud800'])(
    'has no file for results without a name of their own, %j: the host’s list of files is nobody’s',
    async (name) => {
      play({}, { ...ended, output_file_id: name, error_file_id: name }, '');
      const { batch } = await create();
      expect(await get(batch)).toMatchObject({ output_file_id: name, error_file_id: name });
      expect(gateway.upstream.requests.filter(({ path }) => path.startsWith('/v1/files/'))).toEqual([]);
      const list = await (await gateway.call('/v1/files')).json();
      expect((list as { readonly data: readonly unknown[] }).data).toHaveLength(1);
    },
  );

  it.each(['.', '..', '\ud800'])(
    'is lost with an id that cannot be in a path, and keeps its credit: %j',
    async (id) => {
      play({ id }, ended, '');
      const refused = await gateway.call('/v1/batches', {
        body: { input_file_id: await upload(), endpoint: '/v1/chat/completions', completion_window: '24h' },
      });
      expect([refused.status, await refused.text()]).toEqual([502, expect.stringContaining('cannot be retrieved')]);
      expect(await held()).toBeGreaterThan(0n);
      expect(gateway.upstream.requests.filter(({ path }) => path.endsWith('cancel'))).toEqual([]);
    },
  );
});
