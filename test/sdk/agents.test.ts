import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeConfig, makeModel, makeProvider } from '../fakes/make-config.ts';
import { sse, type Script } from '../fakes/script.ts';
import { startScriptedUpstream, type ReceivedRequest, type ScriptedUpstream } from '../fakes/scripted-upstream.ts';
import { recordedCalls } from '../journey/recorded-calls.ts';
import { startWith } from '../journey/start-gateway.ts';

/**
 * The agents themselves, on their default settings, against models of the other vendor. They are large programs and no dependency:
 * `npm install --prefix FOLDER @anthropic-ai/claude-code @openai/codex`, then `DIGLOT_AGENTS=FOLDER npx vitest run test/sdk/agents.test.ts`.
 * Without them this file is skipped; what they send is then tested by `test/unit/wires/translation/agents.test.ts` alone.
 * Everything stays on the loopback interface: their proxies are set to a port where nothing listens.
 */
const folder = process.env['DIGLOT_AGENTS'] ?? '';
const binary = (name: string): string => join(folder, 'node_modules', '.bin', name);
const has = (name: string): boolean => folder !== '' && existsSync(binary(name));

type Body = Readonly<Record<string, unknown>>;
const bodyOf = ({ body }: ReceivedRequest): Body => JSON.parse(body.toString()) as Body;

const chunks = (...data: readonly object[]): Script =>
  sse([
    ...data.map(
      (each) => `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, ...each })}\n\n`,
    ),
    'data: [DONE]\n\n',
  ]);
const delta = (said: object, finish: string | null = null): object => ({
  choices: [{ index: 0, delta: said, finish_reason: finish }],
});
const chatUsage = { choices: [], usage: { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 } };

const block = (index: number, content: object, deltas: readonly object[]): readonly object[] => [
  { type: 'content_block_start', index, content_block: content },
  ...deltas.map((each) => ({ type: 'content_block_delta', index, delta: each })),
  { type: 'content_block_stop', index },
];
const message = (blocks: readonly object[], stop: string): Script =>
  sse(
    [
      {
        type: 'message_start',
        message: {
          id: 'msg_1',
          role: 'assistant',
          model: 'm',
          content: [],
          usage: { input_tokens: 100, output_tokens: 1 },
        },
      },
      ...blocks,
      { type: 'message_delta', delta: { stop_reason: stop, stop_sequence: null }, usage: { output_tokens: 20 } },
      { type: 'message_stop' },
    ].map((each) => `event: ${(each as { type: string }).type}\ndata: ${JSON.stringify(each)}\n\n`),
  );

/** A response whose items each come at once. */
const response = (items: readonly object[]): Script => {
  const whole = { id: 'resp_1', object: 'response', created_at: 1, model: 'm', status: 'completed', output: items };
  const usage = { input_tokens: 100, output_tokens: 20, total_tokens: 120 };
  const events = [
    { type: 'response.created', response: { ...whole, status: 'in_progress', output: [] } },
    ...items.flatMap((item, index) => [
      { type: 'response.output_item.added', output_index: index, item },
      { type: 'response.output_item.done', output_index: index, item },
    ]),
    { type: 'response.completed', response: { ...whole, usage } },
  ];
  return sse(
    events.map(
      (each, index) => `event: ${each.type}\ndata: ${JSON.stringify({ sequence_number: index, ...each })}\n\n`,
    ),
  );
};
const saidItem = (id: string, text: string): object => ({
  type: 'message',
  id,
  role: 'assistant',
  status: 'completed',
  content: [{ type: 'output_text', text, annotations: [] }],
});

interface Ended {
  readonly code: number | null;
  readonly out: string;
}

/** Runs an agent until it ends; nothing but the loopback interface is in its reach. */
function run(name: string, args: readonly string[], { home, env }: { home: string; env: object }): Promise<Ended> {
  return new Promise((resolve) => {
    const nowhere = 'http://127.0.0.1:9';
    const child = spawn(binary(name), args, {
      cwd: join(home, 'work'),
      env: {
        PATH: process.env['PATH'],
        HOME: home,
        ...{ HTTP_PROXY: nowhere, HTTPS_PROXY: nowhere, ALL_PROXY: nowhere, NO_PROXY: '127.0.0.1,localhost' },
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: 120_000,
    });
    let out = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes: Buffer) => (out += bytes.toString()));
    child.on('close', (code) => {
      resolve({ code, out });
    });
  });
}

const slow = 180_000;

describe.skipIf(!has('claude') || !has('codex'))('agents, where they are installed', () => {
  let upstream: ScriptedUpstream;
  let gateway: Awaited<ReturnType<typeof startWith>>;
  let home: string;
  beforeAll(async () => {
    upstream = await startScriptedUpstream();
    const providers = [
      { ...makeProvider('chat-host', 'a', upstream.url), wires: ['chat-completions'] as const },
      { ...makeProvider('responses-host', 'a', upstream.url), wires: ['responses'] as const },
      makeProvider('claude-host', 'b', upstream.url),
    ];
    const models = [
      makeModel('gpt-5', ['chat-host']),
      makeModel('gpt-5.6', ['responses-host']),
      makeModel('claude-opus-5', ['claude-host']),
    ];
    gateway = await startWith(makeConfig({ providers, models }));
  });
  afterAll(async () => {
    await gateway.close();
    await upstream.close();
  });
  beforeEach(async () => {
    upstream.forget();
    home = await mkdtemp(join(tmpdir(), 'diglot-agent-'));
    await mkdir(join(home, 'work'));
    return () => rm(home, { recursive: true, force: true });
  });

  /** What Claude Code prints. */
  const askClaude = (model: string): Promise<Ended> =>
    run('claude', ['-p', 'What does note.txt say?', '--output-format', 'json'], {
      home,
      env: {
        ANTHROPIC_BASE_URL: gateway.url,
        ANTHROPIC_AUTH_TOKEN: gateway.key,
        ANTHROPIC_MODEL: model,
        ANTHROPIC_SMALL_FAST_MODEL: model,
        CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      },
    });

  /** How Codex ended, and what it answered. */
  const askCodex = async (model: string): Promise<Ended & { readonly answer: string }> => {
    await mkdir(join(home, '.codex'));
    await writeFile(
      join(home, '.codex', 'config.toml'),
      `model = "${model}"\nmodel_provider = "diglot"\n[model_providers.diglot]\nname = "Diglot"\nbase_url = "${gateway.url}/v1"\nenv_key = "DIGLOT_KEY"\nwire_api = "responses"\n`,
    );
    const file = join(home, 'answer.txt');
    const options = ['--skip-git-repo-check', '-s', 'danger-full-access', '-o', file];
    const ended = await run('codex', ['exec', ...options, 'What does note.txt say?'], {
      home,
      env: { DIGLOT_KEY: gateway.key },
    });
    return { ...ended, answer: existsSync(file) ? readFileSync(file, 'utf8').trim() : '' };
  };

  /** The name that Codex gives its shell, among the tools that a request offers. */
  const shellOf = (tools: readonly { readonly name: string }[]): string =>
    tools.find(({ name }) => ['exec_command', 'shell_command', 'shell'].includes(name))?.name ?? 'shell';
  const command = JSON.stringify({ cmd: 'cat note.txt', command: ['cat', 'note.txt'] });
  const note = (): Promise<void> => writeFile(join(home, 'work', 'note.txt'), 'forty-two\n');

  it(
    'Claude Code works with a model of Responses: its encrypted thoughts come back to it as they were',
    async () => {
      const thought = {
        type: 'reasoning',
        id: 'rs_1',
        summary: [{ type: 'summary_text', text: 'I have to look.' }],
        encrypted_content: 'gAAAA==',
      };
      upstream.always((request) => {
        const { input, tools = [] } = bodyOf(request) as { input: unknown; tools?: readonly object[] };
        if (tools.length === 0) return response([saidItem('msg_0', 'Title')]);
        if (JSON.stringify(input).includes('"function_call_output"'))
          return response([saidItem('msg_2', 'It says forty-two.')]);
        const path = JSON.stringify({ file_path: join(home, 'work', 'note.txt') });
        const call = { type: 'function_call', id: 'fc_1', call_id: 'call_1', name: 'Read', arguments: path };
        return response([thought, saidItem('msg_1', 'I look.'), { ...call, status: 'completed' }]);
      });
      await note();
      const ended = await askClaude('gpt-5.6');
      expect(ended, ended.out).toMatchObject({ code: 0 });
      expect(JSON.parse(ended.out)).toMatchObject({ is_error: false, result: 'It says forty-two.' });
      const bodies = upstream.requests.map(bodyOf);
      const second = bodies.find((body) => JSON.stringify(body).includes('"function_call_output"'));
      const input = second?.['input'] as readonly Body[];
      const place = input.findIndex(({ type }) => type === 'function_call_output');
      expect(input.slice(place - 3, place)).toEqual([
        thought,
        expect.objectContaining({ role: 'assistant' }),
        expect.objectContaining({ type: 'function_call', call_id: 'call_1' }),
      ]);
      expect(second).toMatchObject({ store: false, prompt_cache_key: expect.stringMatching(/^[0-9a-f]{32}$/) });
      expect(upstream.requests.every(({ path }) => path === '/v1/responses')).toBe(true);
    },
    slow,
  );

  it(
    'Codex works with a model of Chat Completions: the host gets its thoughts and its result',
    async () => {
      upstream.always((request) => {
        const { messages, tools = [] } = bodyOf(request) as {
          messages: readonly Body[];
          tools?: readonly { readonly function?: { readonly name: string } }[];
        };
        if (messages.some(({ role }) => role === 'tool'))
          return chunks(delta({ role: 'assistant', content: 'It says forty-two.' }), delta({}, 'stop'), chatUsage);
        const name = shellOf(tools.flatMap((tool) => tool.function ?? []));
        return chunks(
          delta({ role: 'assistant', reasoning_content: 'I have to look.' }),
          delta({ tool_calls: [{ index: 0, id: 'call_1', type: 'function', function: { name, arguments: command } }] }),
          delta({}, 'tool_calls'),
          chatUsage,
        );
      });
      await note();
      const { answer, ...ended } = await askCodex('gpt-5');
      expect(ended, ended.out).toMatchObject({ code: 0 });
      expect(answer).toBe('It says forty-two.');
      const asked = bodyOf(upstream.requests.at(-1) as ReceivedRequest)['messages'] as readonly Body[];
      expect(asked.at(-2)).toMatchObject({ reasoning_content: 'I have to look.', tool_calls: [{ id: 'call_1' }] });
      expect(JSON.stringify(asked.at(-1))).toContain('forty-two');
      expect(upstream.requests.every(({ path }) => path === '/v1/chat/completions')).toBe(true);
    },
    slow,
  );

  it(
    'Claude Code works with a model of Chat Completions: it thinks, calls a tool, and gets the result',
    async () => {
      upstream.always((request) => {
        const { messages, tools = [] } = bodyOf(request) as { messages: readonly Body[]; tools?: readonly object[] };
        // Titles and the like are asked for without tools.
        if (tools.length === 0)
          return chunks(delta({ role: 'assistant', content: 'Title' }), delta({}, 'stop'), chatUsage);
        if (messages.some(({ role }) => role === 'tool'))
          return chunks(
            delta({ role: 'assistant', content: 'It says ' }),
            delta({ content: 'forty-two.' }),
            delta({}, 'stop'),
            chatUsage,
          );
        const call = { index: 0, id: 'call_1', type: 'function', function: { name: 'Read', arguments: '' } };
        const path = JSON.stringify({ file_path: join(home, 'work', 'note.txt') });
        return chunks(
          delta({ role: 'assistant', reasoning_content: 'I have to look.' }),
          delta({ content: 'I look.' }),
          delta({ tool_calls: [call] }),
          ...[path.slice(0, 9), path.slice(9)].map((text) =>
            delta({ tool_calls: [{ index: 0, function: { arguments: text } }] }),
          ),
          delta({}, 'tool_calls'),
          chatUsage,
        );
      });
      await note();
      const ended = await askClaude('gpt-5');
      expect(ended, ended.out).toMatchObject({ code: 0 });
      expect(JSON.parse(ended.out)).toMatchObject({ is_error: false, result: 'It says forty-two.' });
      const second = upstream.requests.map(bodyOf).find((body) => JSON.stringify(body).includes('"role":"tool"'));
      const asked = second?.['messages'] as readonly Body[];
      const place = asked.findIndex(({ role }) => role === 'tool');
      expect(asked[place]).toMatchObject({
        tool_call_id: 'call_1',
        content: expect.stringContaining('forty-two') as string,
      });
      // The host gets its own thoughts back, before the call that they led to.
      expect(asked[place - 1]).toMatchObject({
        content: 'I look.',
        reasoning_content: 'I have to look.',
        tool_calls: [{ id: 'call_1' }],
      });
      expect(upstream.requests.every(({ path }) => path === '/v1/chat/completions')).toBe(true);
      const calls = await recordedCalls(gateway);
      expect(calls.map(({ outcome }) => outcome)).not.toContain('failed');
    },
    slow,
  );

  it(
    'Codex works with a model of Messages: it thinks, calls a tool, and gets the result',
    async () => {
      const thought = { type: 'thinking', thinking: 'I have to look.', signature: 'Eq/+==' };
      upstream.always((request) => {
        const { messages } = bodyOf(request) as { messages: readonly Body[] };
        if (JSON.stringify(messages).includes('"tool_result"'))
          return message(
            block(0, { type: 'text', text: '' }, [{ type: 'text_delta', text: 'It says forty-two.' }]),
            'end_turn',
          );
        const tools = (bodyOf(request)['tools'] ?? []) as readonly { readonly name: string }[];
        const tool = shellOf(tools);
        return message(
          [
            ...block(0, { type: 'thinking', thinking: '', signature: '' }, [
              { type: 'thinking_delta', thinking: thought.thinking },
              { type: 'signature_delta', signature: thought.signature },
            ]),
            ...block(1, { type: 'text', text: '' }, [{ type: 'text_delta', text: 'I look.' }]),
            ...block(2, { type: 'tool_use', id: 'toolu_1', name: tool, input: {} }, [
              { type: 'input_json_delta', partial_json: command.slice(0, 8) },
              { type: 'input_json_delta', partial_json: command.slice(8) },
            ]),
          ],
          'tool_use',
        );
      });
      await note();
      const { answer, ...ended } = await askCodex('claude-opus-5');
      expect(ended, ended.out).toMatchObject({ code: 0 });
      expect(answer).toBe('It says forty-two.');
      const last = bodyOf(upstream.requests.at(-1) as ReceivedRequest)['messages'] as readonly Body[];
      expect(last.at(-2)).toMatchObject({
        role: 'assistant',
        content: [thought, { type: 'text', text: 'I look.' }, { type: 'tool_use', id: 'toolu_1' }],
      });
      expect(JSON.stringify(last.at(-1))).toContain('forty-two');
      expect(upstream.requests.every(({ path }) => path === '/v1/messages')).toBe(true);
    },
    slow,
  );
});
