import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { runWords } from './make-context.ts';

const start = Date.now();

const call = (number: number, startedAt = start + number) => ({
  ...{ object: 'call', id: `call_${number}`, request_id: 'req', workspace_id: 'acme', key_id: 'key', model: 'gpt' },
  ...{ product_sku: 'all', operation: 'createChatCompletion', provider: 'openai', region: 'eu', status: 200 },
  ...{ outcome: 'completed', usage_source: 'upstream', hold: '1', charge: '1', flags: [], losses: [] },
  ...{ price_from: '2026-01-01T00:00:00.000Z', ended_at: new Date(start + number).toISOString() },
  started_at: new Date(startedAt).toISOString(),
});

it('calls list --follow prints long calls when they end, each once, and goes on after a poll that failed', async () => {
  let calls = Array.from({ length: 150 }, (_, index) => call(index)).toReversed();
  let failures = 0;
  let polls = 0;
  const server = createServer((request, response) => {
    if (request.url === '/livez') return void response.end('{}');
    const { searchParams: query } = new URL(request.url ?? '', 'http://localhost');
    const [at, limit, from] = [Number(query.get('after') ?? 0), Number(query.get('limit')), query.get('from')];
    polls += 1;
    const status = failures > 0 ? 503 : 200;
    failures -= failures > 0 ? 1 : 0;
    const found = calls.filter(({ started_at: began }) => from === null || began >= from);
    const next = at + limit < found.length ? String(at + limit) : null;
    const page = { object: 'list', data: found.slice(at, at + limit), has_more: next !== null, next };
    const type = { 'content-type': status === 200 ? 'application/json' : 'application/problem+json' };
    response
      .writeHead(status, type)
      .end(JSON.stringify(status === 200 ? page : { title: 'Not ready', detail: 'Away.' }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const stop = new AbortController();
  const lines: string[] = [];
  let err = '';
  const environment = {
    DIGLOT_ADMIN_KEY: 'dg-admin-of-a-test',
    DIGLOT_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  };
  const out = (text: string): void => void lines.push((JSON.parse(text) as { id: string }).id);
  const words = ['calls', 'list', '--follow', '--json', '--limit', '2'];
  const done = runWords(words, { environment, stop: stop.signal, out, err: (text) => void (err += text) });
  await expect.poll(() => lines).toEqual(['call_148', 'call_149']);
  // It began half an hour before all others. One more that is short, and one that began before a poll looks.
  calls = [call(150), ...calls, call(900, start - 1_800_000), call(901, start - 9_000_000)];
  failures = 1;
  await expect.poll(() => lines.length, { timeout: 15_000 }).toBe(4);
  const before = polls;
  await expect.poll(() => polls, { timeout: 15_000 }).toBeGreaterThan(before + 1);
  stop.abort();
  expect((await done).code).toBe(130);
  expect(lines).toEqual(['call_148', 'call_149', 'call_900', 'call_150']);
  expect(err.match(/Trying again/g)).toHaveLength(1);
  const gone = new AbortController();
  const ending = setTimeout(() => gone.abort(), 500);
  expect(
    (await runWords(words, { environment, readerGone: gone.signal, stop: AbortSignal.timeout(15_000) })).code,
  ).toBe(0);
  clearTimeout(ending);
}, 40_000);
