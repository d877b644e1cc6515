import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startInstance, testKey, type Gateway } from '../../scripts/crash-test/start-gateway.ts';
import { responseCreated, responseDone, startRealtimeUpstream, textDelta } from '../fakes/realtime-upstream.ts';
import { responseStream } from '../fakes/sample-calls.ts';
import { chunk, sseHead, stall } from '../fakes/script.ts';
import { startScriptedUpstream } from '../fakes/scripted-upstream.ts';
import { connectRealtime, type RealtimeClient } from '../journey/realtime-client.ts';

/** Longer than it takes until running calls are journalled twice, on a busy machine. */
const patience = { timeout: 60_000, interval: 250 };
const deltas = 64;
const word = 'sixteen letters ';

interface Row {
  readonly outcome: string;
  readonly usage_source: string;
  readonly charge: number;
}

describe('kill -9 while a WebSocket is open', () => {
  let folder: string;
  const closers: (() => Promise<unknown>)[] = [];
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'diglot-kill-sockets-'));
  });
  afterEach(async () => {
    for (const close of closers.splice(0)) await close();
    rmSync(folder, { recursive: true });
  });

  /** Looks into a copy of the books: a gateway that runs has them for itself. */
  const read = <Found>(look: (database: DatabaseSync) => Found): Found => {
    const copy = mkdtempSync(join(tmpdir(), 'diglot-kill-sockets-copy-'));
    for (const name of ['diglot.db', 'diglot.db-wal'])
      if (existsSync(join(folder, name))) cpSync(join(folder, name), join(copy, name));
    const database = new DatabaseSync(join(copy, 'diglot.db'));
    try {
      return look(database);
    } finally {
      database.close();
      rmSync(copy, { recursive: true });
    }
  };
  /** The notes of running calls: what a crash would be charged by. */
  const notes = (): readonly string[] =>
    read((database) =>
      database
        .prepare('select settlement from open_call')
        .all()
        .map(({ settlement }) => String(settlement)),
    );
  const calls = (): readonly Row[] =>
    read((database) =>
      database.prepare('select outcome, usage_source, charge from call order by charge, outcome').all(),
    ) as unknown as readonly Row[];

  const start = async (upstream: string): Promise<Gateway> => {
    const gateway = await startInstance({ folder, upstream, credits: '1000' });
    closers.unshift(gateway.kill);
    return gateway;
  };
  const connect = (gateway: Gateway, path: string): Promise<RealtimeClient> =>
    connectRealtime(gateway.url, { path, key: testKey });

  /** Restarts twice: what the first one settles, the second one leaves alone. Then nothing may be held. */
  const recover = async (upstream: string): Promise<readonly Row[]> => {
    const first = await start(upstream);
    await first.kill();
    const settled = calls();
    const second = await start(upstream);
    await second.stop();
    expect(calls()).toEqual(settled);
    expect(notes()).toEqual([]);
    const account = read((database) => database.prepare('select posted, leased from account').get());
    expect(account).toEqual({ posted: settled.reduce((sum, { charge }) => sum + charge, 0), leased: 0 });
    return settled;
  };

  it('settles each response of realtime sessions once: those that ended by their report, the others by their text', async () => {
    const upstream = await startRealtimeUpstream();
    closers.push(upstream.close);
    const gateway = await start(upstream.url);
    const talking = await connect(gateway, '/v1/realtime?model=crash');
    const session = await upstream.session(1);
    await connect(gateway, '/v1/realtime?model=crash');
    session.send(responseCreated('resp_1'));
    session.send(responseDone('resp_1'));
    await talking.event('response.done');
    session.send(responseCreated('resp_2'));
    for (let delta = 0; delta < deltas; delta += 1) session.send(textDelta('resp_2', word));
    await talking.event('response.output_text.delta', deltas);
    // One note of the response that is running, and one of the session in which none is.
    await expect.poll(() => notes().filter((note) => note.includes('"output_tokens"')).length, patience).toBe(1);
    await expect.poll(() => notes().length, patience).toBe(2);
    await gateway.kill();
    // The conversation so far is input: what the report of the first response counted.
    const cut = 253 * 250_000 + ((deltas * word.length) / 4) * 2_000_000;
    expect(await recover(upstream.url)).toMatchObject([
      { outcome: 'recovered', charge: 0 },
      { outcome: 'completed', usage_source: 'upstream', charge: 132 * 250_000 + 121 * 2_000_000 },
      { outcome: 'recovered', usage_source: 'estimate', charge: cut },
    ]);
  }, 180_000);

  it('settles a response of a Responses WebSocket once, at the charge of a cut stream', async () => {
    const upstream = await startScriptedUpstream();
    closers.push(upstream.close);
    const [created, short] = responseStream;
    const delta = short.replace('Héllo 👋', word.repeat(8));
    upstream.always([sseHead(), chunk(created), ...Array.from({ length: deltas }, () => chunk(delta)), stall]);
    const gateway = await start(upstream.url);
    const request = { model: 'crash', input: 'Hi', store: false, max_output_tokens: 4_000 };
    const client = await connect(gateway, '/v1/responses');
    client.send({ type: 'response.create', ...request });
    await client.event('response.output_text.delta', deltas);
    const plain = fetch(`${gateway.url}/v1/responses`, {
      method: 'POST',
      headers: { authorization: `Bearer ${testKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ ...request, stream: true }),
    }).then((answer) =>
      answer.text().then(
        () => 'whole',
        () => 'cut',
      ),
    );
    await expect.poll(() => notes().filter((note) => note.includes('"output_tokens"')).length, patience).toBe(2);
    await gateway.kill();
    expect(await plain).toBe('cut');
    const settled = await recover(upstream.url);
    expect(settled).toMatchObject([{ outcome: 'recovered' }, { outcome: 'recovered' }]);
    const charge = ((deltas * 8 * word.length) / 4) * 2_000_000;
    expect(settled.map((call) => call.charge)).toEqual([charge, charge]);
  }, 180_000);
});
