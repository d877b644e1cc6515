import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { makeMetering } from '../../src/metering/metering.ts';
import { Secret } from '../../src/shared/secret.ts';
import { makeConfig, makeProvider } from '../fakes/make-config.ts';
import { chatCall } from '../fakes/sample-calls.ts';
import { json } from '../fakes/script.ts';
import { startScriptedUpstream } from '../fakes/scripted-upstream.ts';
import { startGateway, startWith } from './start-gateway.ts';
import { startRealtime } from './start-realtime.ts';

interface Received {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly { readonly key: string; readonly value: Readonly<Record<string, string>> }[];
  readonly status?: { readonly code: number };
}

/** A collector on a socket, which keeps the spans that it is sent. */
async function startCollector(status = 200) {
  const spans: Received[] = [];
  const requests: { readonly url: string | undefined; readonly token: string | undefined; readonly text: string }[] =
    [];
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk: Buffer) => (text += chunk.toString()));
    request.on('end', () => {
      requests.push({ url: request.url, token: request.headers['x-token']?.toString(), text });
      const { resourceSpans } = JSON.parse(text) as { resourceSpans: { scopeSpans: { spans: Received[] }[] }[] };
      spans.push(...resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)));
      response.writeHead(status).end();
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, spans, requests };
}

async function startTraced(endpoint: string | null, sampleRatio = 1) {
  const upstream = await startScriptedUpstream();
  upstream.always(() => json(chatCall.answer));
  const provider = { ...makeProvider('up-a', 'a', upstream.url), forwardTrace: true };
  const config = makeConfig({ providers: [provider, makeProvider('up-b', 'b', upstream.url)] });
  const traces = endpoint === null ? null : { endpoint, headers: { 'x-token': new Secret('hush') }, sampleRatio };
  const gateway = await startWith({ ...config, traces });
  onTestFinished(async () => {
    await gateway.close();
    await upstream.close();
  });
  const chat = async (headers: Readonly<Record<string, string>> = {}) => {
    const answer = await gateway.call('/v1/chat/completions', {
      body: { ...chatCall.request, model: 'test-model' },
      headers,
    });
    await answer.text();
    return answer;
  };
  const headers = () => upstream.requests.at(-1)?.headers ?? {};
  const sent = () => headers()['traceparent'];
  return { gateway, chat, sent, headers };
}

const trace = 'a'.repeat(32);
const caller = `00-${trace}-${'b'.repeat(16)}-01`;

const valuesOf = ({ attributes }: Received): Readonly<Record<string, string | undefined>> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));

it('exports a span for the request and one for the attempt below it, in the trace of the caller', async () => {
  const collector = await startCollector();
  const { chat, sent } = await startTraced(collector.url);
  const answer = await chat({ traceparent: caller });
  await vi.waitFor(() => expect(collector.spans.length).toBe(2), { timeout: 20_000 });
  const [server, client] = collector.spans.toSorted((one, other) => one.kind - other.kind);
  expect(server).toMatchObject({ traceId: trace, parentSpanId: 'b'.repeat(16), name: 'createChatCompletion', kind: 2 });
  expect(client).toMatchObject({ traceId: trace, parentSpanId: server?.spanId, kind: 3 });
  expect(client?.name).toBe('chat test-model');
  if (!server || !client) throw new Error('There are no spans.');
  expect(valuesOf(server)).toMatchObject({
    'diglot.request.id': answer.headers.get('x-request-id'),
    'http.response.status_code': '200',
  });
  const { usage } = chatCall.answer as { readonly usage: { prompt_tokens: number; completion_tokens: number } };
  expect(valuesOf(client)).toMatchObject({
    'gen_ai.operation.name': 'chat',
    'gen_ai.provider.name': 'up-a',
    'gen_ai.request.model': 'test-model',
    'gen_ai.usage.input_tokens': String(usage.prompt_tokens),
    'gen_ai.usage.output_tokens': String(usage.completion_tokens),
  });
  expect(BigInt(server.endTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(server.startTimeUnixNano));
  // What the provider sees is below the attempt.
  expect(sent()).toBe(`00-${trace}-${client.spanId}-01`);
  expect(collector.requests[0]).toMatchObject({ url: '/v1/traces', token: 'hush' });
  expect(collector.requests.map(({ text }) => text).join('')).not.toMatch(/messages|Bearer|sk-/);
});

it('passes the state of the trace on, and none that belongs to a trace that is not there', async () => {
  const collector = await startCollector();
  const { chat, headers } = await startTraced(collector.url);
  const tracestate = 'vendor=a1';
  await chat({ traceparent: caller, tracestate });
  expect(headers()).toMatchObject({ traceparent: expect.stringContaining(trace) as string, tracestate });
  for (const other of [{}, { traceparent: '00-0-0-01' }]) {
    await chat({ ...other, tracestate });
    expect(headers()).toHaveProperty('traceparent');
    expect(headers()).not.toHaveProperty('tracestate');
  }
});

it('tells instances apart that have the same process id, as all do in containers', async () => {
  const collector = await startCollector();
  for (const { chat } of [await startTraced(collector.url), await startTraced(collector.url)]) await chat();
  await vi.waitFor(() => expect(collector.spans.length).toBe(4), { timeout: 20_000 });
  const ids = collector.requests.map(({ text }) => /"service\.instance\.id","value":(\{[^}]*\})/.exec(text)?.[1]);
  expect(ids).not.toContain(undefined);
  expect(new Set(ids).size).toBe(2);
});

it('begins a trace where the caller has none, also of a refused request, and marks failures of the gateway', async () => {
  const collector = await startCollector();
  const { chat, sent, gateway } = await startTraced(collector.url);
  await chat();
  await (await gateway.call('/v1/nothing-here')).text();
  await vi.waitFor(() => expect(collector.spans.length).toBe(3), { timeout: 20_000 });
  const roots = collector.spans.filter(({ parentSpanId }) => parentSpanId === undefined);
  expect(roots.map(({ name }) => name).toSorted()).toEqual(['createChatCompletion', 'unknown']);
  expect(sent()).toMatch(new RegExp(`^00-${roots.find(({ name }) => name !== 'unknown')?.traceId}-`));
  expect(collector.spans.filter(({ status }) => status !== undefined)).toEqual([]);
});

it('keeps the attempts of each request in its own trace, also where callers choose one id for their requests', async () => {
  const collector = await startCollector();
  const { chat } = await startTraced(collector.url);
  const traces = ['1', '2', '3'].map((digit) => digit.repeat(32));
  for (const id of traces) await chat({ 'x-request-id': 'chosen', traceparent: `00-${id}-${'b'.repeat(16)}-01` });
  await vi.waitFor(() => expect(collector.spans.length).toBe(6), { timeout: 20_000 });
  for (const id of traces) {
    const [server, client] = collector.spans
      .filter(({ traceId }) => traceId === id)
      .toSorted((one, other) => one.kind - other.kind);
    expect([server?.kind, client?.kind]).toEqual([2, 3]);
    expect(client?.parentSpanId).toBe(server?.spanId);
  }
});

it('exports nothing that a caller does not sample, or that is beyond the share', async () => {
  const collector = await startCollector();
  const { chat, gateway } = await startTraced(collector.url, 0);
  await chat({ traceparent: caller.replace(/01$/, '00') });
  await chat();
  await chat({ traceparent: caller });
  await gateway.close();
  expect(collector.spans.map(({ traceId }) => traceId)).toEqual([trace, trace]);
});

it('serves calls as ever when the collector refuses or is gone', async () => {
  const collector = await startCollector(503);
  const refused = await startTraced(collector.url);
  const gone = await startTraced('http://127.0.0.1:1');
  expect([(await refused.chat()).status, (await gone.chat()).status]).toEqual([200, 200]);
  await Promise.all([refused.gateway.close(), gone.gateway.close()]);
  expect(collector.requests.length).toBeGreaterThan(0);
});

it('passes the caller’s own traceparent on when traces are off', async () => {
  const { chat, sent } = await startTraced(null);
  await chat({ traceparent: caller });
  expect(sent()).toBe(caller);
});

it.each([
  ['unreadable', 'x'.repeat(8_000), undefined],
  ['of a later version', `01${caller.slice(2)}-${'x'.repeat(8_000)}`, caller],
])('keeps no long traceparent for as long as a call is held: %s', async (_, traceparent, kept) => {
  const drafts: (string | undefined)[] = [];
  const metering: typeof makeMetering = (parts) => {
    const usual = makeMetering(parts);
    return { ...usual, admit: (draft) => (drafts.push(draft.traceparent), usual.admit(draft)) };
  };
  const gateway = await startGateway({ metering });
  const spoken = await startRealtime({ metering });
  onTestFinished(async () => void (await Promise.all([gateway.close(), spoken.close()])));
  gateway.upstream.next(json(chatCall.answer));
  const headers = { traceparent };
  await (await gateway.call(chatCall.path, { body: chatCall.request, headers })).text();
  await spoken.connect({ headers });
  expect(drafts).toEqual([kept, kept]);
});

it('closes the database before it waits for a collector that does not answer', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'diglot-traces-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const open = (): boolean => existsSync(join(folder, 'diglot.db-wal'));
  const atTheEnd = Promise.withResolvers<boolean>();
  const collector = createServer((request) => {
    request.socket.once('close', () => atTheEnd.resolve(open()));
  });
  await new Promise<void>((resolve) => void collector.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void collector.close());
  const endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
  const config = makeConfig({ providers: [makeProvider('up-a', 'a', 'http://127.0.0.1:1')] });
  const storage = { ...config.storage, database: `sqlite:${join(folder, 'diglot.db')}` };
  const gateway = await startWith({ ...config, storage, traces: { endpoint, headers: {}, sampleRatio: 1 } });
  await (await gateway.call('/v1/nothing-here')).text();
  expect(open()).toBe(true);
  await gateway.close();
  expect(await atTheEnd.promise).toBe(false);
});
