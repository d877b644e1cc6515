import Anthropic from '@anthropic-ai/sdk';
import OpenAI, { toFile } from 'openai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startDemo, type Demo } from '../../../src/demo/start-demo.ts';
import { connectRealtime, refusedRealtime } from '../../journey/realtime-client.ts';
import { rawExchange } from '../../fakes/raw-client.ts';

/** What only the official SDKs can check is checked by them; they talk to the demo without the gateway here. */
describe('the demo upstream', () => {
  let demo: Demo;
  let openai: OpenAI;
  let anthropic: Anthropic;
  beforeAll(async () => {
    demo = await startDemo();
    openai = new OpenAI({ baseURL: `${demo.url}/v1`, apiKey: 'none', maxRetries: 0 });
    anthropic = new Anthropic({ baseURL: demo.url, apiKey: 'none', maxRetries: 0 });
  });
  afterAll(() => demo.close());
  const ask = [{ role: 'user', content: 'How is it in Paris?' }] as const;

  it('says back what it was sent, with the same count every time', async () => {
    const answer = await openai.chat.completions.create({ model: 'demo', messages: [...ask] });
    expect(answer.choices[0]?.message.content).toBe('You said: How is it in Paris?');
    expect(answer.usage).toMatchObject({ prompt_tokens: 9, completion_tokens: 9, total_tokens: 18 });
    const message = await anthropic.messages.create({ model: 'demo', max_tokens: 100, messages: [...ask] });
    expect(message.usage).toMatchObject({ input_tokens: 9, output_tokens: 9 });
  });

  it('stops at the limit and at a stop sequence, and says so', async () => {
    const short = await anthropic.messages.create({ model: 'demo', max_tokens: 3, messages: [...ask] });
    expect([short.stop_reason, short.usage.output_tokens]).toEqual(['max_tokens', 3]);
    const refused = await anthropic.messages.create({ model: 'demo-refusal', max_tokens: 3, messages: [...ask] });
    expect([refused.stop_reason, refused.usage.output_tokens]).toEqual(['max_tokens', 3]);
    const stopped = await anthropic.messages.create({
      model: 'demo',
      max_tokens: 99,
      messages: [...ask],
      stop_sequences: ['is'],
    });
    expect([stopped.stop_reason, stopped.stop_sequence]).toEqual(['stop_sequence', 'is']);
  });

  it('counts usage into a stream of chat only when asked', async () => {
    for (const wanted of [true, false]) {
      const stream = await openai.chat.completions.create({
        model: 'demo',
        messages: [...ask],
        stream: true,
        ...(wanted ? { stream_options: { include_usage: true } } : {}),
      });
      const usages = (await Array.fromAsync(stream)).flatMap(({ usage }) => usage?.total_tokens ?? []);
      expect(usages).toEqual(wanted ? [18] : []);
    }
  });

  it('answers in a realtime session, reports usage, and can be cancelled', async () => {
    const client = await connectRealtime(demo.url, { path: '/v1/realtime?model=demo' });
    await client.event('session.created');
    const content = [{ type: 'input_text', text: 'How is it in Paris?' }];
    client.send({ type: 'conversation.item.create', item: { type: 'message', role: 'user', content } });
    client.send({ type: 'response.create' });
    const { response } = await client.event('response.done');
    expect(response).toMatchObject({
      status: 'completed',
      output: [{ content: [{ text: 'You said: How is it in Paris?' }] }],
      usage: { input_tokens: 9, output_tokens: 9, total_tokens: 18 },
    });
    client.send({ type: 'response.create' });
    client.send({ type: 'response.cancel' });
    expect((await client.event('response.done', 2))['response']).toMatchObject({ status: 'cancelled' });
    client.socket.close();
    const refused = (path: string) => refusedRealtime(demo.url, { path }).then(({ status }) => status);
    expect(await refused('/v1/realtime?model=demo-429')).toBe(429);
    expect(await refused('/v1/elsewhere')).toBe(404);
  });

  it('answers by a JSON schema', async () => {
    const schema = { type: 'object', properties: { city: { type: 'string' }, days: { type: 'integer' } } };
    const answer = await openai.chat.completions.create({
      model: 'demo',
      messages: [...ask],
      response_format: { type: 'json_schema', json_schema: { name: 'trip', schema } },
    });
    expect(JSON.parse(answer.choices[0]?.message.content ?? '')).toEqual({ city: 'Paris', days: 1 });
  });

  it('draws valid PNGs, as base64 and behind a link', async () => {
    const drawn = await openai.images.generate({ model: 'demo-image', prompt: 'a cat', n: 2 });
    const bytes = Buffer.from(drawn.data?.[0]?.b64_json ?? '', 'base64');
    expect([drawn.data?.length, bytes.subarray(1, 4).toString()]).toEqual([2, 'PNG']);
    const linked = await openai.images.generate({ model: 'demo-image', prompt: 'a cat', response_format: 'url' });
    const fetched = Buffer.from(await (await fetch(linked.data?.[0]?.url ?? '')).arrayBuffer());
    expect(fetched.equals(bytes)).toBe(true);
  });

  it('speaks WAV that its own ears time right', async () => {
    const sound = await openai.audio.speech.create({
      model: 'demo-speech',
      voice: 'alloy',
      input: 'one two three four five',
      response_format: 'wav',
    });
    const file = await toFile(Buffer.from(await sound.arrayBuffer()), 'five.wav');
    const transcript = await openai.audio.transcriptions.create({
      model: 'demo-transcribe',
      file,
      response_format: 'verbose_json',
    });
    expect(transcript.duration).toBe(0.6);
    const srt = await openai.audio.transcriptions.create({ model: 'demo-transcribe', file, response_format: 'srt' });
    expect(srt).toContain('00:00:00,000 --> 00:00:00,600');
  });

  it('keeps files and works through a batch of them', async () => {
    const line = (custom_id: string, model: string): string =>
      JSON.stringify({ custom_id, method: 'POST', url: '/v1/chat/completions', body: { model, messages: ask } });
    const file = await openai.files.create({
      file: await toFile(Buffer.from(`${line('a', 'demo')}\n${line('b', 'demo-429')}\n`), 'in.jsonl'),
      purpose: 'batch',
    });
    const started = await openai.batches.create({
      input_file_id: file.id,
      endpoint: '/v1/chat/completions',
      completion_window: '24h',
    });
    expect(started.status).toBe('validating');
    await expect.poll(async () => (await openai.batches.retrieve(started.id)).status).toBe('completed');
    const { output_file_id, request_counts } = await openai.batches.retrieve(started.id);
    expect(request_counts).toEqual({ total: 2, completed: 1, failed: 1 });
    const output = await (await openai.files.content(output_file_id ?? '')).text();
    expect(output).toContain('You said: How is it in Paris?');
    expect((await openai.files.list()).data.map((one) => one.id)).toEqual([output_file_id, file.id]);
    expect(await openai.files.delete(file.id)).toMatchObject({ deleted: true });
  });

  it('refuses a batch with a line that is no JSON, and says which', async () => {
    const lines = Buffer.from('{"custom_id":"a"}\n\n{"custom_id":\n');
    const file = await openai.files.create({ file: await toFile(lines, 'in.jsonl'), purpose: 'batch' });
    const endpoint = '/v1/chat/completions';
    await expect(
      openai.batches.create({ input_file_id: file.id, endpoint, completion_window: '24h' }),
    ).rejects.toMatchObject({ status: 400, message: expect.stringContaining('Line 3 of the input file is not JSON.') });
  });

  it.each(['//', '//v1//models', 'http://elsewhere/v1/models', '*'])('knows no path %s', async (path) => {
    const { status, body } = await rawExchange(demo.url, `GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`);
    expect([status, JSON.parse(body)]).toMatchObject([404, { error: { message: `Not found: GET ${path}` } }]);
  });

  it('refuses a path that cannot be decoded', async () => {
    const response = await fetch(`${demo.url}/v1/files/%ZZ`);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { message: 'The path cannot be decoded: %ZZ' } });
  });

  it('works through a batch of messages', async () => {
    const params = { model: 'demo', max_tokens: 99, messages: [...ask] };
    const batch = await anthropic.messages.batches.create({ requests: [{ custom_id: 'a', params }] });
    await expect
      .poll(async () => (await anthropic.messages.batches.retrieve(batch.id)).processing_status)
      .toBe('ended');
    const results = await Array.fromAsync(
      await anthropic.messages.batches.results(batch.id),
      (result) => result.result.type,
    );
    expect(results).toEqual(['succeeded']);
  });

  it('lets its connection be dropped half-way through a word', async () => {
    const stream = anthropic.messages.stream({ model: 'demo-drop', max_tokens: 99, messages: [...ask] });
    await expect(stream.finalMessage()).rejects.toThrow();
  });
});
