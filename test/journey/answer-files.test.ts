import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { bytes, chunk, fin, head, json, sse, sseHead } from '../fakes/script.ts';
import { specB } from './batch-upstream.ts';
import { makers } from './object-makers.ts';
import { startGateway, type TestGateway } from './start-gateway.ts';

/** Of the very form of the gateway's. */
const theirs = (number: number): string => `file_${String(number).padStart(24, '0')}`;
const ourForm = /^file_[0-9A-Za-z]{24}$/;
const usage = { input_tokens: 1, output_tokens: 1 };
const tools = [{ type: 'code_execution_20250825', name: 'code_execution' }];
const said = [{ role: 'user', content: 'Draw it.' }];
const ask = { model: 'test-model', max_tokens: 5, tools, messages: said };

describe('files that an answer names', () => {
  let gateway: TestGateway;
  let made = 0;
  beforeAll(async () => {
    gateway = await startGateway();
  });
  beforeEach(() => {
    made += 10;
    gateway.upstream.forget();
  });
  afterAll(() => gateway.close());

  /** What code has left, as the provider reports it. */
  const ran = (id: string, kind = 'bash_code_execution') => ({
    type: `${kind}_tool_result`,
    tool_use_id: 'srvtoolu_1',
    content: {
      type: `${kind}_result`,
      stdout: '',
      stderr: '',
      return_code: 0,
      content: [{ type: `${kind}_output`, file_id: id }],
    },
  });
  const message = (content: readonly unknown[]) => ({ id: 'msg', type: 'message', role: 'assistant', content, usage });
  const send = (body: unknown) => gateway.call('/v1/messages', { body, headers: specB });
  const lastSent = (): unknown => JSON.parse(gateway.upstream.requests.at(-1)?.body.toString() ?? '');

  it('belong to the workspace when code has left them, and go back under the id that the provider knows', async () => {
    const id = theirs(made);
    gateway.upstream.next(json(message([ran(id), ran(theirs(made + 1), 'code_execution')])));
    const answer = (await (await send(ask)).json()) as { content: { content: { content: { file_id: string }[] } }[] };
    const ids = answer.content.map(({ content }) => content.content[0]?.file_id ?? '');
    for (const own of ids) expect(own).toMatch(ourForm);
    expect(JSON.stringify(answer)).not.toContain('file_0000');
    gateway.upstream.next([head(200, { 'content-length': '3' }), bytes('png')]);
    const content = await gateway.call(`/v1/files/${ids[0]}/content`, { headers: specB });
    expect(await content.text()).toBe('png');
    expect(gateway.upstream.requests.at(-1)?.path).toBe(`/v1/files/${id}/content`);
    gateway.upstream.next(json(message([])));
    expect(
      (await send({ ...ask, messages: [...said, { role: 'assistant', content: answer.content }, ...said] })).status,
    ).toBe(200);
    expect(lastSent()).toMatchObject({
      messages: [{}, { content: [ran(id), ran(theirs(made + 1), 'code_execution')] }, {}],
    });
  });

  it('belong to it when the stream breaks after it has named them', async () => {
    const event = { type: 'content_block_start', index: 0, content_block: ran(theirs(made)) };
    gateway.upstream.next([sseHead(), chunk(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`), fin]);
    const text = await (await send({ ...ask, stream: true })).text();
    const id = /"file_id":"(file_[^"]+)"/.exec(text)?.[1] ?? '';
    expect(text).toContain('event: error');
    gateway.upstream.next(json({ id: theirs(made), type: 'file', filename: 'chart.png' }));
    const read = await gateway.call(`/v1/files/${id}`, { headers: specB });
    expect([read.status, await read.json()]).toEqual([200, { id, type: 'file', filename: 'chart.png' }]);
  });

  it('belong to it when they come in a stream, too', async () => {
    const events = [
      { type: 'message_start', message: message([]) },
      { type: 'content_block_start', index: 0, content_block: ran(theirs(made)) },
      { type: 'content_block_stop', index: 0 },
      { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage },
      { type: 'message_stop' },
    ];
    gateway.upstream.next(sse(events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`)));
    const text = await (await send({ ...ask, stream: true })).text();
    const id = /"file_id":"(file_[^"]+)"/.exec(text)?.[1] ?? '';
    expect(id).toMatch(ourForm);
    expect(text).not.toContain(theirs(made));
    gateway.upstream.next(json({ id: theirs(made), type: 'file', filename: 'chart.png' }));
    const read = await (await gateway.call(`/v1/files/${id}`, { headers: specB })).json();
    expect(read).toEqual({ id, type: 'file', filename: 'chart.png' });
  });

  it('keep the name that they have when a later answer names them again, whole or in a stream', async () => {
    gateway.upstream.next(json(message([ran(theirs(made))])));
    const id = /"file_id":"(file_[^"]+)"/.exec(await (await send(ask)).text())?.[1] ?? '';
    gateway.upstream.next(json(message([ran(theirs(made)), ran(theirs(made + 1))])));
    const again = await (await send(ask)).text();
    expect(again).toContain(id);
    expect(again).not.toContain('file_0000');
    const event = { type: 'content_block_start', index: 0, content_block: ran(theirs(made)) };
    const stop = { type: 'message_stop' };
    const events = [event, stop].map((each) => `event: ${each.type}\ndata: ${JSON.stringify(each)}\n\n`);
    gateway.upstream.next(sse(events));
    expect(await (await send({ ...ask, stream: true })).text()).toContain(id);
    gateway.upstream.next(json({ id: theirs(made), type: 'file', filename: 'chart.png' }));
    const read = await gateway.call(`/v1/files/${id}`, { headers: specB });
    expect([read.status, await read.json()]).toEqual([200, { id, type: 'file', filename: 'chart.png' }]);
  });

  it('belong to no one when a model has only written of them', async () => {
    const call = { type: 'tool_use', id: 'toolu', name: 'open', input: { file_id: theirs(made) } };
    gateway.upstream.next(json(message([call, { type: 'text', text: `"file_id":"${theirs(made)}"` }])));
    expect(await (await send(ask)).json()).toEqual(
      message([call, { type: 'text', text: `"file_id":"${theirs(made)}"` }]),
    );
    const list = await (await gateway.call('/v1/files?limit=1000', { headers: specB })).json();
    expect(JSON.stringify(list)).not.toContain(theirs(made));
    expect((await gateway.call(`/v1/files/${theirs(made)}`, { headers: specB })).status).toBe(404);
  });

  it('are called as the request called them, in answers, in streams and in what is stored', async () => {
    const upstreamId = `file-uploaded-${made}`;
    gateway.upstream.next(json({ id: upstreamId, object: 'file', purpose: 'user_data' }));
    const id = await makers.file(gateway.call, 'a');
    const body = {
      model: 'test-model',
      input: [{ role: 'user', content: [{ type: 'input_file', file_id: id }] }],
      tools: [{ type: 'code_interpreter', container: { type: 'auto', file_ids: [id] } }],
    };
    const annotations = (file: string) => [
      { type: 'file_citation', file_id: file, index: 0, filename: 'ü.pdf' },
      { type: 'container_file_citation', container_id: 'cntr_1', file_id: 'cfile_1', start_index: 0, end_index: 1 },
    ];
    const response = (file: string) => ({
      id: 'resp',
      object: 'response',
      status: 'completed',
      tools: [{ type: 'code_interpreter', container: { type: 'auto', file_ids: [file] } }],
      output: [
        {
          type: 'message',
          id: 'msg',
          role: 'assistant',
          content: [{ type: 'output_text', text: 'ü', annotations: annotations(file) }],
        },
      ],
      usage,
    });
    const shown = { tools: response(id).tools, output: response(id).output };
    gateway.upstream.next(json(response(upstreamId)));
    const whole = (await (await gateway.call('/v1/responses', { body })).json()) as { readonly id: string };
    expect(whole).toMatchObject(shown);
    expect(await (await gateway.call(`/v1/responses/${whole.id}`)).json()).toMatchObject(shown);
    const event = { type: 'response.completed', sequence_number: 0, response: response(upstreamId) };
    gateway.upstream.next(sse([`event: response.completed\ndata: ${JSON.stringify(event)}\n\n`]));
    const stream = await (await gateway.call('/v1/responses', { body: { ...body, stream: true } })).text();
    expect(stream).toContain(id);
    expect(stream).not.toContain(upstreamId);
    const stored = /resp_[0-9A-Za-z]{24}/.exec(stream)?.[0] ?? '';
    expect(await (await gateway.call(`/v1/responses/${stored}`)).json()).toMatchObject(shown);
  });
});
