import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeConfig, makeModel, makeProvider } from '../fakes/make-config.ts';
import { messagesCall } from '../fakes/sample-calls.ts';
import { json, sse } from '../fakes/script.ts';
import { startScriptedUpstream, type ScriptedUpstream } from '../fakes/scripted-upstream.ts';
import { startWith } from './start-gateway.ts';

type Body = Readonly<Record<string, unknown>>;

const question = { role: 'user', content: 'How warm is Rome?' };

const usage = { input_tokens: 11, output_tokens: 7, total_tokens: 18 };
const response = (...output: readonly object[]): object => ({
  id: 'resp_up',
  object: 'response',
  created_at: 1,
  status: 'completed',
  model: 'gpt-5',
  output,
  usage,
});
const message = (...content: readonly object[]): object => ({
  ...messagesCall.answer,
  content,
  stop_reason: 'tool_use',
});

let upstream: ScriptedUpstream;
let gateway: Awaited<ReturnType<typeof startWith>>;
beforeAll(async () => {
  upstream = await startScriptedUpstream();
  const providers = [
    { ...makeProvider('openai', 'a', upstream.url), wires: ['responses'] as const },
    makeProvider('anthropic', 'b', upstream.url),
  ];
  const models = [makeModel('gpt-5', ['openai']), makeModel('claude-opus-5', ['anthropic'])];
  gateway = await startWith(makeConfig({ providers, models }));
});
afterAll(async () => {
  await gateway.close();
  await upstream.close();
});
beforeEach(() => upstream.forget());

const sent = (): Body => JSON.parse(upstream.requests.at(-1)?.body.toString() ?? '{}') as Body;

/** Calls a model whose upstream answers so. */
function call(path: string, model: string, body: object, answer: object): Promise<Response> {
  upstream.next(json(answer));
  return gateway.call(path, { body: { model, ...body } });
}

/** The list of that name in the answer. */
async function answered(member: string, ...request: Parameters<typeof call>): Promise<readonly Body[]> {
  const body = (await (await call(...request)).json()) as Readonly<Record<string, readonly Body[]>>;
  return body[member] ?? [];
}

describe('a call of a tool that takes text', () => {
  const tools = [{ type: 'custom', name: 'apply_patch' }];
  const called = { type: 'tool_use', id: 'toolu_1', name: 'apply_patch', input: { input: '*** Begin' } };
  const result = { type: 'custom_tool_call_output', call_id: 'toolu_1', output: 'ok' };

  it('goes on to the vendor of the format with an id that it takes', async () => {
    const output = await answered('output', '/v1/responses', 'claude-opus-5', { input: 'Hi', tools }, message(called));
    expect(output).toMatchObject([{ type: 'custom_tool_call', id: expect.stringMatching(/^ctc_/) as string }]);
    await call('/v1/responses', 'gpt-5', { store: false, tools, input: [question, ...output, result] }, response());
    expect((sent()['input'] as readonly Body[])[1]).toEqual(output[0]);
  });

  it('gets such an id where an earlier answer gave it another one', async () => {
    const item = { type: 'custom_tool_call', call_id: 'toolu_1', name: 'apply_patch', input: '*** Begin' };
    const place = `_${'0aZ'.repeat(8)}_0`;
    for (const [id, expected] of [
      [`fc${place}`, `ctc${place}`],
      ['fc_68c1f0', 'fc_68c1f0'],
    ]) {
      const input = [question, { ...item, id }, result];
      await call('/v1/responses', 'gpt-5', { store: false, tools, input }, response());
      expect(sent()['input']).toEqual([question, { ...item, id: expected }, result]);
    }
  });

  it('has the same id in every event of a stream', async () => {
    const events = [
      { type: 'message_start', message: { ...messagesCall.answer, content: [] } },
      { type: 'content_block_start', index: 0, content_block: { ...called, input: {} } },
      { type: 'content_block_delta', index: 0, delta: { type: 'input_json_delta', partial_json: '{"input":"x"}' } },
      { type: 'content_block_stop', index: 0 },
      { type: 'message_delta', delta: { stop_reason: 'tool_use' }, usage: { output_tokens: 2 } },
      { type: 'message_stop' },
    ];
    upstream.next(sse(events.map((each) => `event: ${each.type}\ndata: ${JSON.stringify(each)}\n\n`)));
    const body = { model: 'claude-opus-5', input: 'Hi', tools, stream: true };
    const text = await (await gateway.call('/v1/responses', { body })).text();
    const ids = [...text.matchAll(/"(?:id|item_id)":"(\w+_0)"/g)].map(([, id]) => id);
    expect([ids.length > 3, new Set(ids).size, ids[0]]).toEqual([true, 1, expect.stringMatching(/^ctc_/)]);
  });
});
