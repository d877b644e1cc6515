import { describe, expect, it } from 'vitest';
import { noContents, readBatchInput, writeBatchInput, type BatchInput } from '../../../src/batches/batch-input.ts';
import { watchBatchInput } from '../../../src/batches/watch-batch-input.ts';
import { GatewayError } from '../../../src/errors/gateway-error.ts';
import type { JsonObject } from '../../../src/shared/json/json.ts';

const line = (model: unknown, more: object = {}): string =>
  JSON.stringify({ custom_id: 'x', method: 'POST', url: '/v1/chat/completions', body: { model, ...more } });

const noFields: ReadonlyMap<string, string> = new Map();
const memory = { take: () => undefined, give: () => undefined };
const plain = { memory, turn: () => Promise.resolve() };

const watched = async (text: string | Buffer, step = Infinity): Promise<BatchInput> => {
  const bytes = Buffer.from(text);
  const watch = watchBatchInput(plain);
  await watch.begin(noFields);
  for (let at = 0; at < bytes.length; at += step) await watch.bytes(bytes.subarray(at, at + step));
  const input = await watch.result();
  if (input === null) throw new Error('The file was not watched.');
  return input;
};

describe('watching a batch file', () => {
  it('adds up what its lines ask of each model', async () => {
    const lines = [line('one', { max_tokens: 10, n: 2 }), line('two'), line('one', { max_completion_tokens: 5 })];
    const [first = '', second = '', third = ''] = lines;
    const input = await watched(`${first}\r\n\n${second}\n  \n${third}`);
    expect(input).toMatchObject({ lines: 3, refused: null, isWhole: true });
    expect(Object.fromEntries(input.models)).toMatchObject({
      one: { lines: 2, bytes: first.length + 1 + third.length, answers: 3, output: 25, open: 0 },
      two: { lines: 1, bytes: second.length, answers: 1, output: 0, open: 1 },
    });
  });

  it('adds up what they hold besides text, and keeps it with the file', async () => {
    const image = { type: 'image_url', image_url: { url: 'data:image/png;base64,QUJD' } };
    const file_data = 'JVBERi0xLjQK';
    const lines = [
      line('one', {
        max_tokens: 5,
        messages: [{ role: 'user', content: [image, { type: 'file', file: { file_data } }] }],
      }),
      line('one', { web_search_options: {}, n: 2 }),
      line('one', { messages: 'text' }),
    ];
    const input = await watched(lines.join('\n'));
    expect(input.models.get('one')?.contents).toEqual({
      ...noContents,
      media: image.image_url.url.length + file_data.length,
      documentMedia: file_data.length,
      images: 1,
      documents: 1,
      ownTools: 1,
      usesAreOpen: true,
      toolBytes: lines[1]?.length,
      toolRequests: 1,
      exceeding: 1,
    });
    expect(readBatchInput({ input: writeBatchInput(input) })).toEqual(input);
    const before = JSON.stringify(writeBatchInput(input)).replace(/"documentMedia":\d+,/, '');
    expect(
      readBatchInput({ input: JSON.parse(before) as JsonObject })?.models.get('one')?.contents?.documentMedia,
    ).toBe(0);
    const { contents, groups: _, ...earlier } = input.models.get('one') ?? {};
    const old = { ...writeBatchInput(input), models: { one: earlier } };
    expect([readBatchInput({ input: old })?.models.get('one')?.contents, contents?.images]).toEqual([undefined, 1]);
  });

  it('reads nothing after the first line that prevents a batch', async () => {
    const lines = [line('one'), 'not an object', line('two'), line('three')];
    for (const step of [Infinity, 7]) {
      const input = await watched(lines.join('\n'), step);
      expect(input).toMatchObject({ lines: 4, bytes: lines.join('\n').length, refused: { line: 2 } });
      expect([...input.models.keys()]).toEqual(['one']);
    }
  });

  it('keeps the other models that its lines name, as many as it keeps of their own', async () => {
    const naming = (model: string): string => line('one', { tools: [{ type: 'image_generation', model }, null] });
    const input = await watched([naming('a'), naming('b'), naming('a'), line('one')].join('\n'));
    expect(input).toMatchObject({ referenced: ['a', 'b'], isWhole: true });
    expect(readBatchInput({ input: writeBatchInput(input) })).toEqual(input);
    const many = (count: number) => watched(Array.from({ length: count }, (_, at) => naming(`m${at}`)).join('\n'));
    expect([(await many(100)).isWhole, (await many(101)).isWhole]).toEqual([true, false]);
    expect((await many(1_000)).referenced.length).toBeLessThan(110);
    expect(await watched(naming('x'.repeat(257)))).toMatchObject({ refused: { line: 1 }, referenced: [] });
  });

  it('adds up apart what other models may answer, and keeps that with the file', async () => {
    const text = [line('one', { max_tokens: 5 }), line('one', { max_tokens: 6, models: ['a', 'b'] }), line('two')];
    const [models, fallbacks] = [['c'], [{ model: 'c', max_tokens: 70 }]];
    const input = await watched(
      [...text, line('one', { max_tokens: 8, models }), line('one', { max_tokens: 7, fallbacks })].join('\n'),
    );
    expect(input.models.get('one')).toMatchObject({
      lines: 4,
      output: 26,
      groups: [
        { names: [], sums: { lines: 1, output: 5 } },
        { names: ['a', 'b'], sums: { lines: 1, output: 6, bytes: text[1]?.length } },
        { names: ['c'], sums: { lines: 2, output: 15 }, byFallbacks: { lines: 2, output: 78 } },
      ],
    });
    expect(input.models.get('one')?.groups?.[1]).not.toHaveProperty('byFallbacks');
    expect(input.models.get('two')).not.toHaveProperty('groups');
    expect(readBatchInput({ input: JSON.parse(JSON.stringify(writeBatchInput(input))) as JsonObject })).toEqual(input);
  });

  it('keeps the most that a model may help in any of them, whichever of its members names it', async () => {
    const [stated, open] = [
      { tools: [{ type: 'advisor', model: 'a' }], max_tool_calls: 1 },
      { plugins: [{ model: 'a' }] },
    ];
    const lines = [stated, open].map((body) => JSON.stringify({ url: '/v1/responses', body: { model: 'm', ...body } }));
    for (const text of [lines, lines.toReversed()])
      expect((await watched(text.join('\n'))).models.get('m')?.contents?.helperUses).toEqual({ a: 3 });
  });

  it('keeps few such groups, however many its lines make', async () => {
    const sets = Array.from({ length: 500 }, (_, at) =>
      line('one', { models: Array.from({ length: 9 }, (__, bit) => `m${bit}`).filter((___, bit) => (at >> bit) % 2) }),
    );
    const { groups = [] } = (await watched(sets.join('\n'))).models.get('one') ?? {};
    expect(groups.flatMap(({ names = [] }) => names).length).toBeLessThanOrEqual(200);
    expect(groups.reduce((sum, { sums }) => sum + sums.lines, 0)).toBe(500);
    expect(groups.filter(({ names }) => names === undefined)).toHaveLength(1);
  });

  it('believes a limit that the format of the line has, and no other', async () => {
    const to = (url: unknown, body: object): string =>
      JSON.stringify({ custom_id: 'x', url, body: { model: 'm', ...body } });
    const sums = async (text: string) => (await watched(text)).models.get('m');
    expect(await sums(to('/v1/responses', { max_output_tokens: 7 }))).toMatchObject({ output: 7, open: 0 });
    // Hosts may ignore it.
    expect(await sums(to('/v1/responses', { max_output_tokens: 0 }))).toMatchObject({ output: 0, open: 1 });
    expect(await sums(to('/v1/chat/completions', { max_output_tokens: 7 }))).toMatchObject({ output: 0, open: 1 });
    const prompt = ['a', 'b', 'c'];
    expect(await sums(to('/v1/completions', { prompt, max_tokens: 7 }))).toMatchObject({
      answers: 3,
      output: 21,
      open: 0,
    });
    for (const url of ['/v1/unknown', 5, undefined]) {
      expect(await sums(to(url, { max_tokens: 7 }))).toMatchObject({ output: 0, open: 1 });
    }
  });

  it('sees the same however the bytes come', async () => {
    const text = `${line('ünë', { n: 3 })}\n{"no":"request"}\nnothing\n ${line('two', { max_tokens: 7 })}\n\n[1]\n${line('ünë')}`;
    const whole = await watched(text);
    expect(whole).toMatchObject({ lines: 6, refused: { line: 2 } });
    for (let step = 1; step < 40; step += 1) expect(await watched(text, step)).toEqual(whole);
  });

  it.each([
    ['no model', '{}'],
    ['a model that is no name', line(5)],
    ['a model of a name too long', line('x'.repeat(257))],
    ['no object', '[]'],
    ['no object but a text', '"text"'],
    ['no JSON', '{"cut":'],
    ['longer than 4 MiB', line('one', { messages: 'x'.repeat(4_194_304) })],
    ['longer than 4 MiB by spaces that say nothing', `${line('one')}${' '.repeat(4_194_304)}`],
  ])('names the first line that it cannot read: %s', async (_, bad) => {
    const input = await watched([line('one'), bad, '7', line('one')].join('\n'), 65_536);
    const message = 'It must be one JSON object of at most 4 MiB that names its model.';
    expect(input).toMatchObject({ lines: 4, refused: { line: 2, message } });
    expect(input.models.get('one')?.lines).toBe(1);
  });

  it('refuses an object that others may read as several lines', async () => {
    const hidden = line('two');
    const input = await watched(`${line('one').slice(0, -1)},"more":\r${hidden}\r}\r\n`);
    expect(input.refused).toMatchObject({ line: 1, message: expect.stringContaining('a carriage return') as string });
  });

  it.each([
    ['{"body":{"model":"one","max_tokens":1,"max_tokens":2}}', 'It has body.max_tokens twice. Send it once.'],
    ['{"body":{"model":"one"},"b\\u006fdy":{"model":"two"}}', 'It has body twice. Send it once.'],
    [line('one', { api_base: 'http://x' }), 'api_base is not accepted. Only the operator'],
    [line('one', { Model: 'two' }), 'Model is read as model'],
  ])('names the first line that would be refused as a call: %s', async (bad, message) => {
    const input = await watched([line('one'), '', bad, bad].join('\n'));
    expect(input.refused).toEqual({ line: 2, message: expect.stringContaining(message) as string });
    expect(readBatchInput({ input: writeBatchInput(input) })).toEqual(input);
  });

  it('sees one line in a file without an end of line', async () => {
    const watch = watchBatchInput(plain);
    const chunk = Buffer.alloc(65_536, 0x78);
    for (let index = 0; index < 512; index += 1) await watch.bytes(chunk);
    expect(await watch.result()).toMatchObject({ lines: 1, bytes: 33_554_432, refused: { line: 1 } });
  });

  it('reports more models than it counts', async () => {
    const lines = Array.from({ length: 101 }, (_, index) => line(`model-${index}`));
    expect(await watched(lines.join('\n'))).toMatchObject({ lines: 101, isWhole: false, refused: null });
    expect((await watched(lines.slice(1).join('\n'))).isWhole).toBe(true);
  });

  it('is kept as it was', async () => {
    const input = await watched(`${line('__proto__', { n: 2 })}\n${line('two')}\nx`);
    const fields = JSON.parse(JSON.stringify({ input: writeBatchInput(input) })) as Record<string, never>;
    expect(readBatchInput(fields)).toEqual(input);
  });

  it('is not known of a file that was not read whole: one of a provider, or of an earlier release that only counted lines', async () => {
    const fields = writeBatchInput(await watched(line('one')));
    expect(readBatchInput({})).toBeNull();
    expect(readBatchInput({ input: { ...fields, unread: { lines: 1, bytes: 9 } } })).toBeNull();
    expect(readBatchInput({ input: { ...fields, unread: { lines: 0, bytes: 0 } } })).not.toBeNull();
  });

  it('refuses a line that is nested too deep or has too many elements, as it would be as a call', async () => {
    const nested = `{"body":{"model":"one","messages":${'['.repeat(60_000)}${']'.repeat(60_000)}}}`;
    const deep = `{"body":${'{"extra_body":'.repeat(200_000)}1${'}'.repeat(200_001)}`;
    const many = line('one').replace('"one"', `"one","messages":[${'[],'.repeat(400_000)}[]]`);
    for (const text of [nested, deep, many])
      expect((await watched(`${line('one')}\n${text}`)).refused).toEqual({
        line: 2,
        message: expect.stringContaining('nested more than 64 levels deep, or has too many elements'),
      });
  });

  it('keeps where its lines go, of several places two', async () => {
    const to = (url: string): string => line('one').replace('/v1/chat/completions', url);
    const urls = ['/v1/embeddings', '/v1/embeddings', '/v1/responses', '/v1/completions'];
    expect((await watched(urls.slice(0, 2).map(to).join('\n'))).urls).toEqual(['/v1/embeddings']);
    const input = await watched(urls.map(to).join('\n'));
    expect(input.urls).toEqual(['/v1/embeddings', '/v1/responses']);
    expect(readBatchInput({ input: writeBatchInput(input) })).toEqual(input);
  });

  it('refuses a line whose place is too long to be kept: it would not be compared with the one that the batch is for', async () => {
    const text = line('one').replace('/v1/chat/completions', `/v1/embeddings?${'x'.repeat(250)}`);
    expect((await watched(text)).refused).toEqual({ line: 1, message: 'Its url has more than 256 characters.' });
  });

  it('refuses a line that asks for an option that costs more', async () => {
    expect((await watched(line('one', { service_tier: 'priority' }))).refused).toEqual({
      line: 1,
      message: 'service_tier is not available in batches. Omit it.',
    });
  });

  it('refuses a line that names a voice by its id, which nobody would compare with its owner', async () => {
    for (const voice of ['voice_theirs', { id: 'alloy' }])
      expect((await watched(line('one', { audio: { voice, format: 'wav' } }))).refused).toEqual({
        line: 1,
        message:
          'audio.voice names a voice by its id, which is not available in batches. Name a voice of the provider.',
      });
    expect((await watched(line('one', { audio: { voice: 'alloy', format: 'wav' } }))).refused).toBeNull();
  });

  const ownFile = `file_${'a'.repeat(24)}`;
  const part = (file_id: string): object => ({ messages: [{ role: 'user', content: [{ file: { file_id } }] }] });

  it.each([
    ['previous_response_id', { previous_response_id: 'resp_theirs' }, 'continues what is stored'],
    ['conversation', { conversation: { id: 'conv_theirs' } }, 'continues what is stored'],
    [
      'input[1]',
      {
        input: [
          { role: 'user', content: 'x' },
          { type: 'item_reference', id: 'msg_1' },
        ],
      },
      'names an item',
    ],
    ['input[0]', { input: [{ id: 'msg_theirs' }] }, 'names an item'],
    ['messages[0].content[0].file.file_id', part(ownFile), 'names a file'],
    ['tools[0].container.file_ids[1]', { tools: [{ container: { file_ids: ['cfile_1', ownFile] } }] }, 'names a file'],
  ])('refuses a line that names what is stored, because lines go out as they are: %s', async (path, more, words) => {
    const responses = line('one', more).replace('chat/completions', 'responses');
    const { refused } = await watched(`${line('one')}\n${responses}`);
    expect(refused?.line).toBe(2);
    expect(refused?.message).toMatch(`${path} ${words}`);
  });

  it('lets a line name a file that a model may have made, as a call may, and no other', async () => {
    const text = line('one', part('cfile_theirs'));
    expect((await watched(text)).refused).toBeNull();
    expect((await watched(line('one', { previous_response_id: '', conversation: null }))).refused).toBeNull();
    const elsewhere = { conversation: 'of the caller', input: [{ id: 'a', text: 'to embed' }] };
    expect((await watched(line('one', elsewhere))).refused).toBeNull();
    for (const other of [text.replace('chat/completions', 'images/edits'), text.replace('"url"', '"no_url"')])
      expect((await watched(other)).refused?.message).toContain('names a file by its id');
  });

  it('reads a long line only in its turn, and a short one at once', async () => {
    const sizes: number[] = [];
    const { promise, resolve } = Promise.withResolvers<void>();
    const turn = (size: number) => {
      sizes.push(size);
      return promise;
    };
    const watch = watchBatchInput({ memory, turn });
    await watch.begin(noFields);
    await watch.bytes(Buffer.from(`${line('short')}\n`));
    const long = line('long', { messages: 'x'.repeat(300_000) });
    const seen: string[] = [];
    const reading = Promise.resolve(watch.bytes(Buffer.from(`${long}\n`))).then(() => seen.push('read'));
    // The answer of a provider that does not wait for the end.
    const result = watch.result().finally(() => seen.push('result'));
    await new Promise(setImmediate);
    expect([sizes.map((size) => size >= long.length), seen]).toEqual([[true], []]);
    resolve();
    await reading;
    expect([...((await result)?.models.keys() ?? [])]).toEqual(['short', 'long']);
    expect(seen).toEqual(['read', 'result']);
  });

  it.each([
    ['many short lines', 1_000, `${line('one')}\n`, true],
    ['many lines that are no requests', 50_000, 'x\n', true],
    ['a hundred lines', 100, `${line('one')}\n`, false],
    ['nothing but newlines', 1_000_000, '\n', false],
  ])('reads %s, %i of them, with turns as long work needs them', async (_, count, text, inTurns) => {
    let turns = 0;
    const turn = async (): Promise<void> => void (turns += 1);
    const watch = watchBatchInput({ memory, turn });
    await watch.begin(noFields);
    await watch.bytes(Buffer.from(text.repeat(count)));
    expect((await watch.result())?.lines).toBe(text === '\n' ? 0 : count);
    expect(turns > 2).toBe(inTurns);
  });

  it('counts the line that it holds, gives back each that it has read, and cannot read one for which there is no room', async () => {
    let held = 0;
    let most = 0;
    const take = (bytes: number): void => {
      if (held + bytes > 100_000) throw new GatewayError('overloaded', 'No memory is left.');
      most = Math.max(most, (held += bytes));
    };
    const give = (bytes: number): void => void (held -= bytes);
    const watch = watchBatchInput({ ...plain, memory: { take, give } });
    await watch.begin(noFields);
    const text = line('one', { messages: 'x'.repeat(60_000) });
    for (const piece of [text.slice(0, 50_000), text.slice(50_000), '\n', `${' '.repeat(50_000)}\n`, text, '\n'])
      await watch.bytes(Buffer.from(piece));
    expect([held, most]).toEqual([0, text.length]);
    const long = line('one', { messages: 'x'.repeat(120_000) });
    await watch.bytes(Buffer.from(long.slice(0, 90_000)));
    await watch.bytes(Buffer.from(`${long.slice(90_000)}\n${text}`));
    expect(held).toBe(0);
    expect(await watch.result()).toMatchObject({
      lines: 4,
      refused: { line: 3, message: 'There was no memory left to read it. Upload the file again.' },
    });
  });

  it.each([
    ['batch', 1],
    ['user_data', undefined],
  ])('reads a file of the purpose %s: lines %j', async (purpose, lines) => {
    const watch = watchBatchInput(plain);
    await watch.begin(new Map([['purpose', purpose]]));
    await watch.bytes(Buffer.from(line('one')));
    expect((await watch.result())?.lines).toBe(lines);
  });
});
