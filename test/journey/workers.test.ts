import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { hasPostgres, startPostgres, type PostgresServer } from '../fakes/postgres-server.ts';
import { newFolder } from '../unit/store/set-up-store.ts';
import { startWorkers as start, stopWorkers as stop, sumOf, type RunningWorkers as Running } from './start-workers.ts';

const isAlive = (pid: number): boolean => {
  try {
    // A process that has ended and was not waited for is no more.
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
};

/** Calls while workers are killed: the request ids of all that were answered whole. */
async function callWhileKilling(running: Running, kills: number): Promise<readonly string[]> {
  const acknowledged: string[] = [];
  const over = new AbortController();
  const caller = async (): Promise<void> => {
    while (!over.signal.aborted) {
      const answer = await running.call().catch(() => null);
      const text = await answer?.text().catch(() => null);
      if (answer?.status === 200 && text?.includes('"finish_reason"'))
        acknowledged.push(answer.headers.get('x-request-id') ?? '');
    }
  };
  const callers = Array.from({ length: 4 }, caller);
  onTestFinished(() => over.abort());
  for (let kill = 1; kill <= kills; kill += 1) {
    const enough = acknowledged.length + 10;
    await vi.waitFor(() => expect(acknowledged.length).toBeGreaterThan(enough), { timeout: 60_000 });
    const victim = running.workers()[kill % 2];
    if (victim === undefined) throw new Error('There are no workers.');
    process.kill(victim, 'SIGKILL');
    await vi.waitFor(async () => expect(sumOf(await running.metrics(), 'diglot_workers_replaced_total')).toBe(kill), {
      timeout: 30_000,
    });
  }
  over.abort();
  await Promise.all(callers);
  return acknowledged;
}

describe('two workers on an embedded database', () => {
  it('go on after an object that is larger than what the line between the processes takes at once', async () => {
    const folder = newFolder();
    const running = await start(folder);
    const post = (path: string, body: object) =>
      fetch(`${running.url}${path}`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${readFileSync(join(folder, 'demo-key'), 'utf8').trim()}`,
          'content-type': 'application/json',
          connection: 'close',
        },
        body: JSON.stringify(body),
      });
    const items = [{ type: 'message', role: 'user', content: 'x '.repeat(1_048_576) }];
    for (let count = 0; count < 4; count += 1) {
      const made = await post('/v1/conversations', { items });
      expect(made.status).toBe(200);
      const { id } = (await made.json()) as { id: string };
      const read = await post('/v1/responses', { model: 'demo', input: 'x', conversation: id });
      expect(read.status).toBe(200);
    }
    for (let call = 0; call < 10; call += 1) expect((await running.call()).status).toBe(200);
  });

  it('share a port and their figures, and end together with their running streams', async () => {
    const running = await start(newFolder());
    expect(running.workers().length).toBe(2);
    // Which of them accepts a connection is up to the system: as many calls as it takes for both.
    const seen = () =>
      new Set([...running.printed().matchAll(/"worker":(\d).*"message":"call"/g)].map(([, place]) => place));
    let calls = 0;
    for (; calls < 10 || seen().size < 2; calls += 1) expect((await running.call()).status).toBe(200);
    // A call is counted a moment after its last byte.
    await vi.waitFor(async () => expect(sumOf(await running.metrics(), 'diglot_calls_total')).toBe(calls));
    const text = await running.metrics();
    expect([sumOf(text, 'diglot_calls_total'), sumOf(text, 'diglot_workers')]).toEqual([calls, 2]);
    const stream = await running.call({ stream: true });
    const pids = running.workers();
    const [code, events] = await Promise.all([stop(running), stream.text()]);
    expect([code, events.endsWith('data: [DONE]\n\n')]).toEqual([0, true]);
    expect(pids.filter(isAlive)).toEqual([]);
  });

  it(
    'lose nothing when one is killed: it is replaced, and what it acknowledged is in the ledger once',
    { timeout: 180_000 },
    async () => {
      const folder = newFolder();
      const running = await start(folder);
      const acknowledged = await callWhileKilling(running, 3);
      expect(await stop(running)).toBe(0);
      const database = new DatabaseSync(join(folder, 'diglot.db'));
      const charged = database
        .prepare('select request_id from call')
        .all()
        .map((row) => String(row['request_id']));
      database.close();
      expect(new Set(charged).size).toBe(charged.length);
      expect(acknowledged.filter((id) => !charged.includes(id))).toEqual([]);
      // The next process finds books that agree.
      const next = spawn(process.execPath, ['src/bin.js', 'ledger', 'verify', '--data', folder]);
      expect(await new Promise((resolve) => next.once('close', resolve))).toBe(0);
    },
  );

  it('end when their parent is killed, and when too many of them die', { timeout: 180_000 }, async () => {
    const orphaned = await start(newFolder());
    const pids = orphaned.workers();
    orphaned.process.kill('SIGKILL');
    await vi.waitFor(() => expect(pids.filter(isAlive)).toEqual([]), { timeout: 20_000 });

    const dying = await start(newFolder());
    while (dying.process.exitCode === null) {
      const [first] = dying.workers();
      if (first !== undefined) process.kill(first, 'SIGKILL');
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    expect(await dying.ended).toBe(1);
  });

  it('are replaced with the configuration in force, whatever the file has become', { timeout: 180_000 }, async () => {
    const folder = newFolder();
    const file = join(folder, 'diglot.yaml');
    writeFileSync(file, 'limits: { response_retention_days: 10 }\n');
    const running = await start(folder, {}, ['--config', file]);
    const saidTwice = (words: string) =>
      vi.waitFor(() => expect(running.printed().split(words).length).toBeGreaterThan(2), { timeout: 30_000 });
    writeFileSync(file, 'limits: { response_retention_days: 20 }\n');
    await saidTwice('is in force');
    writeFileSync(file, 'limits: { response_retention_days: [');
    await saidTwice('stays in force');
    const [victim = 0] = running.workers();
    process.kill(victim, 'SIGKILL');
    await vi.waitFor(async () => expect(sumOf(await running.metrics(), 'diglot_workers_replaced_total')).toBe(1));
    // The new one says as the others did that the file has problems.
    await vi.waitFor(() => expect(running.printed().split('stays in force').length).toBeGreaterThan(3), {
      timeout: 30_000,
    });
    expect([running.process.exitCode, running.workers().length]).toEqual([null, 2]);
    expect(sumOf(await running.metrics(), 'diglot_workers_replaced_total')).toBe(1);
    expect(await stop(running)).toBe(0);
  });

  it('stop although a request for the metrics is half sent', { timeout: 120_000 }, async () => {
    const running = await start(newFolder());
    const [, port] = /Metrics\s+\S+:(\d+)\//.exec(running.printed()) ?? [];
    const socket = connect(Number(port), '127.0.0.1');
    onTestFinished(() => void socket.destroy());
    await new Promise((resolve) => socket.on('error', () => undefined).write('GET /metrics HTTP/1.1\r\n', resolve));
    await running.metrics();
    expect(await stop(running)).toBe(0);
  });

  it('are not started where one could not be: in one line, with its exit code', async () => {
    const running = await start(newFolder());
    const taken = await start(newFolder(), {}, ['--port', new URL(running.url).port]);
    expect(await taken.ended).toBe(1);
    expect(taken.printed()).toMatch(/^Port \d+ on 127\.0\.0\.1 is already in use\. /m);
    const wrong = await start(newFolder(), {}, ['--workers', '0']);
    expect([await wrong.ended, wrong.printed()]).toEqual([2, expect.stringMatching(/^--workers must be/)]);
  });
});

describe.skipIf(!hasPostgres)('two workers on PostgreSQL', () => {
  let server: PostgresServer;
  beforeAll(async () => (server = await startPostgres()));
  afterAll(() => server.stop());

  it('lose nothing when one is killed', { timeout: 180_000 }, async () => {
    const { url } = await server.create();
    const folder = newFolder();
    const file = join(folder, 'diglot.yaml');
    writeFileSync(file, `server: { seal_keys: [${'s'.repeat(32)}] }\n`);
    const running = await start(folder, { DIGLOT_DATABASE: url }, ['--config', file]);
    const acknowledged = await callWhileKilling(running, 3);
    expect(await stop(running)).toBe(0);
    const client = new pg.Client(url);
    await client.connect();
    const { rows } = await client.query<{ request_id: string }>('select request_id from call');
    await client.end();
    const charged = rows.map(({ request_id }) => request_id);
    expect(new Set(charged).size).toBe(charged.length);
    expect(acknowledged.filter((id) => !charged.includes(id))).toEqual([]);
  });
});
