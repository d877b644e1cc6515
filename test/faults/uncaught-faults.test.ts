import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startGateway, testKey, type Gateway } from '../../scripts/crash-test/start-gateway.ts';
import { chunk, lastChunk, pause, sseHead, stall, until } from '../fakes/script.ts';
import { startScriptedUpstream, type ScriptedUpstream } from '../fakes/scripted-upstream.ts';

const delta = (content: string): string =>
  `data: {"id":"1","object":"chat.completion.chunk","created":1,"model":"crash","choices":[{"index":0,"delta":{"content":"${content}"}}]}\n\n`;
const usage = 'data: {"choices":[],"usage":{"prompt_tokens":100,"completion_tokens":20,"total_tokens":120}}\n\n';
const done = 'data: [DONE]\n\n';
/** 100 × 0.25 / 1000 + 20 × 2 / 1000 credits. */
const nanoACall = 65_000_000n;

/** A fault of the process's own, at the moment of a signal. */
const faultAtSignal = (fault: string, before = ''): readonly string[] => {
  const code = `${before} process.on('SIGUSR2', () => { ${fault} })`;
  return ['--import', `data:text/javascript,${encodeURIComponent(code)}`];
};
/** The 10 s of grace and the 15 s that end everything never come: what ends all the same has waited for neither. */
const endlessGrace = `const { setTimeout: real } = globalThis;
  globalThis.setTimeout = (run, wait, ...more) => real(run, wait >= 10_000 ? 2 ** 31 - 1 : wait, ...more);`;
const exception = "setTimeout(() => { throw new Error('planted fault') }, 1)";
const thrown = faultAtSignal(exception, endlessGrace);
const rejected = faultAtSignal("void Promise.reject(new Error('planted fault'))", endlessGrace);

describe('a fault that nothing caught', () => {
  let folder: string;
  let upstream: ScriptedUpstream;
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'diglot-uncaught-'));
    upstream = await startScriptedUpstream();
  });
  afterEach(async () => {
    await upstream.close();
    rmSync(folder, { recursive: true });
  });

  const call = (url: string): Promise<Response> =>
    fetch(`${url}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${testKey}`, 'content-type': 'application/json' },
      body: '{"model":"crash","stream":true,"max_completion_tokens":50,"messages":[{"role":"user","content":"x"}]}',
    });

  /** What the books say after another start, which settles what was left open. */
  const books = async () => {
    await (await startGateway(folder, upstream.url)).stop();
    const database = new DatabaseSync(join(folder, 'diglot.db'), { readOnly: true });
    const read = (sql: string): readonly unknown[] => {
      const statement = database.prepare(sql);
      statement.setReadBigInts(true);
      return statement.all();
    };
    const calls = read('select charge, outcome from call') as readonly { charge: bigint; outcome: string }[];
    const [account] = read("select posted from account where workspace_id = 'acme'") as [{ posted: bigint }];
    database.close();
    return { calls, posted: account.posted };
  };
  const reported = (gateway: Gateway): readonly string[] =>
    gateway
      .printed()
      .split('\n')
      .filter((line) => line.includes('planted fault'));

  it.each([
    ['an exception', thrown],
    ['a rejection', rejected],
  ])('lets a running stream end, refuses new calls, is logged once, and ends with 1 (%s)', async (_kind, flags) => {
    const gateway = await startGateway(folder, upstream.url, flags);
    const go = Promise.withResolvers<undefined>();
    upstream.always([
      sseHead(),
      chunk(delta('one ')),
      until(go.promise),
      chunk(delta('two') + usage + done),
      lastChunk,
    ]);
    const response = await call(gateway.url);
    gateway.signal('SIGUSR2');
    await expect.poll(() => reported(gateway).length).toBe(1);
    gateway.signal('SIGUSR2');
    await expect(call(gateway.url)).rejects.toThrow('fetch failed');
    go.resolve(undefined);
    expect(await response.text()).toBe(delta('one ') + delta('two') + done);
    expect(await gateway.ended).toBe(1);
    expect(reported(gateway)).toHaveLength(1);
    expect(JSON.parse(reported(gateway)[0] ?? '')).toMatchObject({
      level: 'error',
      cause: expect.stringContaining('at '),
    });
    expect(await books()).toEqual({ calls: [{ charge: nanoACall, outcome: 'completed' }], posted: nanoACall });
  });

  it('ends a stream that does not end after 10 s, and charges what it has brought', async () => {
    const gateway = await startGateway(folder, upstream.url, faultAtSignal(exception));
    upstream.always([sseHead(), ...Array.from({ length: 5 }, () => chunk(delta('word '))), pause(50), stall]);
    const response = await call(gateway.url);
    const from = performance.now();
    gateway.signal('SIGUSR2');
    expect(await response.text()).toMatch(/word .*data: {"error":{"message":"This server is shutting down[^\n]*\n\n$/s);
    expect(await gateway.ended).toBe(1);
    expect(performance.now() - from).toBeGreaterThan(9_000);
    const { calls, posted } = await books();
    expect(calls).toHaveLength(1);
    expect(calls[0]?.charge).toBeGreaterThan(0n);
    expect(posted).toBe(calls[0]?.charge);
  });

  it('ends at once where nothing runs', async () => {
    const gateway = await startGateway(folder, upstream.url, rejected);
    gateway.signal('SIGUSR2');
    expect(await gateway.ended).toBe(1);
  });

  it('also ends with 1 when it comes while the gateway is stopping', async () => {
    const gateway = await startGateway(folder, upstream.url, thrown);
    const go = Promise.withResolvers<undefined>();
    upstream.always([sseHead(), chunk(delta('one ')), until(go.promise), chunk(usage + done), lastChunk]);
    const response = await call(gateway.url);
    gateway.signal('SIGTERM');
    gateway.signal('SIGUSR2');
    await expect.poll(() => reported(gateway).length).toBe(1);
    go.resolve(undefined);
    expect(await response.text()).toBe(delta('one ') + done);
    expect(await gateway.ended).toBe(1);
    expect(await books()).toMatchObject({ calls: [{ charge: nanoACall }] });
  });
});
