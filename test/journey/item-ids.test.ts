import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeConfig, makeProvider } from '../fakes/make-config.ts';
import { hasPostgres, startPostgres } from '../fakes/postgres-server.ts';
import { json, sse } from '../fakes/script.ts';
import { startScriptedUpstream, type ScriptedUpstream } from '../fakes/scripted-upstream.ts';
import { startWith } from './start-gateway.ts';

/** Text that does not compress: an index of PostgreSQL takes no more than 2,704 bytes of a row. */
const long = (): string => randomBytes(2_250).toString('base64');
const said = (id: string, text = 'x') => ({ type: 'message', role: 'user', content: text, id });
const usage = { input_tokens: 1, output_tokens: 1, total_tokens: 2 };
const answerWith = (output: readonly object[]) =>
  json({ id: 'r', object: 'response', status: 'completed', model: 'test-model', output, usage });

interface Listed {
  readonly data: readonly { readonly id: string; readonly content: readonly { readonly text: string }[] }[];
}

/** Where a gateway keeps what it stores, and how to end that. */
interface Place {
  readonly database?: string;
  readonly stop: () => Promise<void>;
}

const embedded = (): Promise<Place> => Promise.resolve({ stop: () => Promise.resolve() });
async function onPostgres(): Promise<Place> {
  const server = await startPostgres();
  return { database: (await server.create()).url, stop: server.stop };
}

const engines = [['the embedded database', embedded], ...(hasPostgres ? [['PostgreSQL', onPostgres] as const] : [])];

describe.each(engines as readonly (readonly [string, () => Promise<Place>])[])('ids of items on %s', (_, open) => {
  let place: Place;
  let upstream: ScriptedUpstream;
  let gateway: Awaited<ReturnType<typeof startWith>>;
  beforeAll(async () => {
    place = await open();
    upstream = await startScriptedUpstream();
    const config = makeConfig({ providers: [makeProvider('up-a', 'a', upstream.url)] });
    const { database = config.storage.database } = place;
    gateway = await startWith({ ...config, storage: { ...config.storage, database } });
  }, 60_000);
  beforeEach(() => upstream.forget());
  afterAll(async () => {
    await gateway.close();
    await upstream.close();
    await place.stop();
  });

  const ask = async <Answer = { readonly id: string }>(path: string, body?: unknown): Promise<Answer> => {
    const response = await gateway.call(path, body === undefined ? {} : { body });
    expect([path, response.status, ...(response.ok ? [] : [await response.text()])]).toEqual([path, 200]);
    return (await response.json()) as Answer;
  };
  const textsOf = ({ data }: Listed): readonly (string | undefined)[] => data.map(({ content }) => content[0]?.text);

  it('may be of any length: the response is kept, and charged', async () => {
    const [sent, answered] = [long(), long()];
    upstream.next(answerWith([{ ...said(answered, 'y'), role: 'assistant' }]));
    const before = await gateway.services.store.ledger.account('acme');
    const { id } = await ask('/v1/responses', { model: 'test-model', input: [said(sent)] });
    expect((await gateway.services.store.ledger.account('acme')).posted).toBeGreaterThan(before.posted);
    expect(await ask(`/v1/responses/${id}`)).toMatchObject({ output: [{ id: answered }] });
    expect(textsOf(await ask<Listed>(`/v1/responses/${id}/input_items`))).toEqual(['x']);
  });

  it('may be of any length: what was answered can be referred to by its own id', async () => {
    const answered = long();
    upstream.next(answerWith([{ ...said(answered, 'y'), role: 'assistant' }]));
    await ask('/v1/responses', { model: 'test-model', input: 'x' });
    upstream.next(answerWith([]));
    await ask('/v1/responses', { model: 'test-model', input: [{ type: 'item_reference', id: answered }] });
    expect(JSON.parse(upstream.requests.at(-1)?.body.toString() ?? '')).toMatchObject({ input: [{ content: 'y' }] });
  });

  it('is the one that the provider gave when it is referred to by the id of lists', async () => {
    const answered = long();
    upstream.next(answerWith([{ ...said(answered, 'y'), role: 'assistant' }]));
    const { id } = await ask('/v1/conversations', {});
    await ask('/v1/responses', { model: 'test-model', input: 'x', conversation: id });
    const [listed] = (await ask<Listed>(`/v1/conversations/${id}/items`)).data;
    expect(listed?.id).not.toBe(answered);
    upstream.next(answerWith([]));
    await ask('/v1/responses', { model: 'test-model', input: [{ type: 'item_reference', id: listed?.id }] });
    const { input } = JSON.parse(upstream.requests.at(-1)?.body.toString() ?? '') as { input: readonly unknown[] };
    expect(input).toEqual([{ ...said(answered, 'y'), role: 'assistant' }]);
  });

  it('is a new one for the second of two items that a request gives the same', async () => {
    const { id } = await ask('/v1/conversations', { items: [said('twice', 'one'), said('twice', 'two')] });
    const [second] = (await ask<Listed>(`/v1/conversations/${id}/items`)).data;
    upstream.next(answerWith([]));
    await ask('/v1/responses', { model: 'test-model', input: [{ type: 'item_reference', id: second?.id }] });
    const { input } = JSON.parse(upstream.requests.at(-1)?.body.toString() ?? '') as { input: readonly unknown[] };
    expect(input).toEqual([said(second?.id ?? '', 'two')]);
  });

  it.each([false, true])('are new ones for what a host names as an item before; a stream: %s', async (stream) => {
    const { id: conversation } = await ask('/v1/conversations', {});
    const turn = async (text: string): Promise<string> => {
      const item = { ...said('msg_0', text), role: 'assistant' };
      const response = { id: 'r', object: 'response', status: 'completed', model: 'test-model', output: [item], usage };
      const events = [
        { type: 'response.output_item.added', output_index: 0, item: { ...item, content: [] } },
        { type: 'response.output_text.delta', item_id: 'msg_0', output_index: 0, content_index: 0, delta: text },
        { type: 'response.output_item.done', output_index: 0, item },
        { type: 'response.completed', response },
      ];
      upstream.next(stream ? sse(events.map((each) => `data: ${JSON.stringify(each)}\n\n`)) : json(response));
      const body = { model: 'test-model', input: 'x', conversation, stream };
      return (await gateway.call('/v1/responses', { body })).text();
    };
    await turn('one');
    expect(await turn('two')).not.toContain('"msg_0"');
    const last = await turn('three');
    const { data } = await ask<Listed>(`/v1/conversations/${conversation}/items`);
    expect(textsOf({ data })).toEqual(['three', 'x', 'two', 'x', 'one', 'x']);
    expect(last.split(data[0]?.id ?? 'none')).toHaveLength(stream ? 5 : 2);
    expect(data[4]?.id).toBe('msg_0');
  });

  it('are new ones for two items of one answer that a host names as an item before, and those under which they are listed', async () => {
    const { id: conversation } = await ask('/v1/conversations', { items: [said('msg_0', 'zero')] });
    upstream.next(answerWith(['one', 'two'].map((text) => ({ ...said('msg_0', text), role: 'assistant' }))));
    const body = { model: 'test-model', input: 'x', conversation };
    const { output } = await ask<{ readonly output: readonly { readonly id: string }[] }>('/v1/responses', body);
    const { data } = await ask<Listed>(`/v1/conversations/${conversation}/items`);
    expect(textsOf({ data })).toEqual(['two', 'one', 'x', 'zero']);
    expect(output.map(({ id }) => id)).toEqual([data[1]?.id, data[0]?.id]);
  });

  it('are refused when another item of the conversation has them, and taken when it is the same item', async () => {
    const { id } = await ask('/v1/conversations', { items: [said('taken', 'one')] });
    const path = `/v1/conversations/${id}/items`;
    await ask(path, { items: [said('taken', 'one')] });
    const refused = await gateway.call(path, { body: { items: [said('free', 'two'), said('taken', 'three')] } });
    expect([refused.status, await refused.json()]).toMatchObject([400, { error: { param: 'items[1].id' } }]);
    expect(textsOf(await ask<Listed>(path))).toEqual(['one']);
  });

  it('are refused in the input of a turn when another item of the conversation has them, before anything is sent', async () => {
    const { id: conversation } = await ask('/v1/conversations', { items: [said('taken', 'one')] });
    const turn = (...input: readonly object[]) =>
      gateway.call('/v1/responses', { body: { model: 'test-model', input, conversation } });
    const refused = await turn(said('free', 'two'), said('taken', 'three'));
    expect([refused.status, await refused.json()]).toMatchObject([
      400,
      { error: { code: 'invalid_value', param: 'input[1].id' } },
    ]);
    expect(upstream.requests).toEqual([]);
    upstream.next(answerWith([]));
    expect((await turn(said('taken', 'one'), said('free', 'two'))).status).toBe(200);
    expect(textsOf(await ask<Listed>(`/v1/conversations/${conversation}/items`))).toEqual(['two', 'one']);
  });

  it('are taken when an item is referred to once more, or sent as lists show it', async () => {
    const items = [said('again', 'one'), { role: 'user', content: 'two', id: 'again' }];
    const { id } = await ask('/v1/conversations', { items });
    const path = `/v1/conversations/${id}/items`;
    const { data } = await ask<Listed>(path);
    const reference = { type: 'item_reference', id: data[0]?.id };
    for (const sent of [[reference], data]) {
      await ask(path, { items: sent });
      upstream.next(answerWith([]));
      await ask('/v1/responses', { model: 'test-model', input: sent, conversation: id });
    }
    expect(textsOf(await ask<Listed>(path))).toEqual(['two', 'one']);
  });

  it('mark the place in a list: the one that was sent as well as the one that is listed', async () => {
    const [one, two, three] = ['1', '2', '3'].map((end) => 'a'.repeat(600) + end);
    const items = [said(one ?? '', 'one'), said(two ?? '', 'two'), said(three ?? '', 'three')];
    const conversation = await ask('/v1/conversations', { items });
    upstream.next(answerWith([]));
    const response = await ask('/v1/responses', { model: 'test-model', input: items });
    for (const path of [`/v1/conversations/${conversation.id}/items`, `/v1/responses/${response.id}/input_items`]) {
      const listed = (await ask<Listed>(`${path}?order=asc`)).data[0]?.id;
      for (const after of [one, listed])
        expect(textsOf(await ask<Listed>(`${path}?order=asc&after=${after}`))).toEqual(['two', 'three']);
    }
  });

  it.each([
    ['too long for an index', long(), long()],
    ['with NUL', 'x\u0000', 'x\ufffd'],
    ['of halves of characters', '\ud800', '\udbff'],
    ['that no path can name', '..', '.'],
  ])('%s are replaced in conversations by those that can be asked for', async (_name, one, other) => {
    const { id } = await ask('/v1/conversations', { items: [said(one, 'one')] });
    const path = `/v1/conversations/${id}/items`;
    const added = await ask<Listed>(path, { items: [said(other, 'other')] });
    await ask(path, { items: [said(one, 'one'), said(other, 'other')] });
    const listed = await ask<Listed>(path);
    expect(textsOf(listed)).toEqual(['other', 'one']);
    expect(listed.data[0]?.id).toBe(added.data[0]?.id);
    for (const item of listed.data) {
      expect(item.id.length).toBeLessThanOrEqual(512);
      expect(await ask(`${path}/${encodeURIComponent(item.id)}`)).toEqual(item);
    }
  });
});
