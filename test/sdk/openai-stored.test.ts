import type OpenAI from 'openai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openaiMajors } from './sdk-clients.ts';
import { startSdkGateway, type SdkGateway } from './start-sdk-gateway.ts';

/** Everything that a paged list gives. */
const all = <Entry>(list: AsyncIterable<Entry>): Promise<readonly Entry[]> => Array.fromAsync(list);

describe.each(openaiMajors)('%s, what is stored', (_name, Client) => {
  let gateway: SdkGateway;
  let client: OpenAI;
  beforeAll(async () => {
    gateway = await startSdkGateway();
    client = new Client(gateway.openai);
  });
  afterAll(() => gateway.close());

  describe('responses', () => {
    it('are read again as they were answered, streamed or not', async () => {
      const whole = await client.responses.create({ model: 'demo', input: 'Hello!', metadata: { topic: 'x' } });
      const read = await client.responses.retrieve(whole.id);
      expect(read).toEqual(whole);
      expect(read.output_text).toBe('You said: Hello!');
      const streamed = await client.responses.stream({ model: 'demo', input: 'Hello!' }).finalResponse();
      expect((await client.responses.retrieve(streamed.id)).output_text).toBe('You said: Hello!');
    });

    it('are built on', async () => {
      const first = await client.responses.create({ model: 'demo', input: 'My name is Ada.' });
      const second = await client.responses.create({
        model: 'demo',
        input: 'And now?',
        previous_response_id: first.id,
      });
      expect(second.previous_response_id).toBe(first.id);
      expect(second.usage?.input_tokens).toBeGreaterThan(first.usage?.input_tokens ?? 0);
      const counted = await client.responses.inputTokens.count({
        model: 'demo',
        input: 'And now?',
        previous_response_id: first.id,
      });
      expect(counted.input_tokens).toBe(second.usage?.input_tokens);
    });

    it('list their input items through all pages', async () => {
      const input = Array.from({ length: 5 }, (_, index) => ({ role: 'user' as const, content: `line ${index}` }));
      const { id } = await client.responses.create({ model: 'demo', input });
      const items = await all(client.responses.inputItems.list(id, { limit: 2, order: 'asc' }));
      expect(items.map((item) => (item.type === 'message' ? item.content[0] : null))).toEqual(
        input.map(({ content }) => ({ type: 'input_text', text: content })),
      );
    });

    it('are deleted for good, and not cancelled once they have ended', async () => {
      const { id } = await client.responses.create({ model: 'demo', input: 'Hello!' });
      await expect(client.responses.cancel(id)).rejects.toMatchObject({ status: 409, code: 'conflict' });
      await client.responses.delete(id);
      await expect(client.responses.retrieve(id)).rejects.toMatchObject({ status: 404, code: 'not_found' });
      await expect(client.responses.retrieve('resp_none')).rejects.toMatchObject({ status: 404 });
    });

    it('cannot be read as a stream', async () => {
      const { id } = await client.responses.create({ model: 'demo', input: 'Hello!' });
      await expect(client.responses.retrieve(id, { stream: true })).rejects.toMatchObject({
        status: 400,
        param: 'stream',
      });
    });
  });

  describe('conversations', () => {
    const turn = (text: string) => ({ type: 'message' as const, role: 'user' as const, content: text });

    it('are made, read, changed and deleted', async () => {
      const made = await client.conversations.create({ metadata: { topic: 'demo' }, items: [turn('Hello!')] });
      expect(made).toMatchObject({ object: 'conversation', metadata: { topic: 'demo' } });
      expect(await client.conversations.retrieve(made.id)).toEqual(made);
      const changed = await client.conversations.update(made.id, { metadata: { topic: 'new' } });
      expect(changed).toEqual({ ...made, metadata: { topic: 'new' } });
      expect(await client.conversations.delete(made.id)).toEqual({
        id: made.id,
        object: 'conversation.deleted',
        deleted: true,
      });
      await expect(client.conversations.retrieve(made.id)).rejects.toMatchObject({ status: 404 });
    });

    it('begin empty', async () => {
      const made = await client.conversations.create();
      expect(await all(client.conversations.items.list(made.id))).toEqual([]);
    });

    it('hold items that are added, listed, read and deleted', async () => {
      const { id } = await client.conversations.create({ items: [turn('one')] });
      const added = await client.conversations.items.create(id, { items: [turn('two'), turn('three')] });
      expect(added.data.map((item) => item.type)).toEqual(['message', 'message']);
      const listed = await all(client.conversations.items.list(id, { order: 'asc', limit: 1 }));
      expect(listed.slice(1)).toEqual(added.data);
      const second = added.data[0]?.id ?? '';
      const where = { conversation_id: id };
      expect(await client.conversations.items.retrieve(second, where)).toMatchObject({
        id: second,
        content: [{ type: 'input_text', text: 'two' }],
      });
      await client.conversations.items.delete(second, where);
      await expect(client.conversations.items.retrieve(second, where)).rejects.toMatchObject({ status: 404 });
      expect(await all(client.conversations.items.list(id))).toHaveLength(2);
    });

    it.each([true, false])('grow by the turns that name them, streamed: %s', async (streamed) => {
      const { id } = await client.conversations.create({ items: [turn('My name is Ada.')] });
      const ask = { model: 'demo', input: 'Hello!', conversation: id };
      const answer = streamed ? await client.responses.stream(ask).finalResponse() : await client.responses.create(ask);
      expect((await client.responses.retrieve(answer.id)).output_text).toBe('You said: Hello!');
      const items = await all(client.conversations.items.list(id, { order: 'asc' }));
      expect(items.map((item) => (item.type === 'message' ? item.role : null))).toEqual(['user', 'user', 'assistant']);
      expect(items[2]?.id).toBe(answer.output[0]?.id);
    });
  });

  describe('chat completions', () => {
    const make = (text: string, metadata: Record<string, string>) =>
      client.chat.completions.create({
        model: 'demo',
        store: true,
        metadata,
        messages: [
          { role: 'system', content: [{ type: 'text', text: 'Be brief.' }] },
          { role: 'user', content: text },
        ],
      });

    it('are read again, changed and deleted', async () => {
      const made = await make('Hello!', { team: 'search' });
      const read = await client.chat.completions.retrieve(made.id);
      expect(read).toMatchObject({
        id: made.id,
        choices: made.choices,
        usage: made.usage,
        metadata: { team: 'search' },
      });
      const changed = await client.chat.completions.update(made.id, { metadata: { team: 'ads' } });
      expect(changed).toEqual({ ...read, metadata: { team: 'ads' } });
      expect(await client.chat.completions.delete(made.id)).toMatchObject({ id: made.id, deleted: true });
      await expect(client.chat.completions.retrieve(made.id)).rejects.toMatchObject({ status: 404 });
    });

    it('list their messages', async () => {
      const { id } = await make('Hello!', {});
      const messages = await all(client.chat.completions.messages.list(id, { limit: 1 }));
      expect(messages).toMatchObject([
        { id: `${id}-0`, role: 'system', content: null, content_parts: [{ type: 'text', text: 'Be brief.' }] },
        { id: `${id}-1`, role: 'user', content: 'Hello!', content_parts: null },
      ]);
    });

    it('are listed by model and metadata, page by page', async () => {
      const mark = `mark ${Math.random()}`;
      const made = [await make('1', { mark }), await make('2', { mark, b: 'x' }), await make('3', { mark })];
      const list = (query: OpenAI.Chat.ChatCompletionListParams) =>
        all(client.chat.completions.list(query)).then((found) => found.map(({ id }) => id));
      const ids = made.map(({ id }) => id);
      expect(await list({ metadata: { mark }, limit: 2 })).toEqual(ids);
      expect(await list({ metadata: { mark }, order: 'desc', model: 'demo' })).toEqual(ids.toReversed());
      expect(await list({ metadata: { mark, b: 'x' } })).toEqual([ids[1]]);
      expect(await list({ metadata: { mark }, model: 'other' })).toEqual([]);
    });

    it('are put together from a stream', async () => {
      const tools = [
        {
          type: 'function',
          function: { name: 'get_weather', parameters: { type: 'object', properties: { city: { type: 'string' } } } },
        },
      ] as const;
      const stream = client.chat.completions.stream({
        model: 'demo',
        store: true,
        messages: [{ role: 'user', content: 'Call get_weather for Rome' }],
        tools: [...tools],
      });
      const final = await stream.finalChatCompletion();
      const read = await client.chat.completions.retrieve(final.id);
      expect(read.choices[0]).toMatchObject({
        finish_reason: 'tool_calls',
        message: {
          role: 'assistant',
          tool_calls: [{ type: 'function', function: { name: 'get_weather', arguments: '{"city":"Rome"}' } }],
        },
      });
      expect(read.object).toBe('chat.completion');
    });

    it('are not kept unless asked for', async () => {
      const made = await client.chat.completions.create({ model: 'demo', messages: [{ role: 'user', content: 'x' }] });
      await expect(client.chat.completions.retrieve(made.id)).rejects.toMatchObject({ status: 404 });
    });
  });
});
