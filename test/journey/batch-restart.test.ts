import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { unlimited } from '../../src/identity/caller.ts';
import { systemClock } from '../../src/shared/time/clock.ts';
import { silentLog } from '../../src/shared/log.ts';
import { openStore } from '../../src/store/open-store.ts';
import { alone } from '../fakes/alone.ts';
import { makeConfig, makeProvider } from '../fakes/make-config.ts';
import { bytes, head, reset } from '../fakes/script.ts';
import { startScriptedUpstream, type ScriptedUpstream } from '../fakes/scripted-upstream.ts';
import { doneLine, expiredLine, makeBatch, playAgain, playBatch, specB, whole } from './batch-upstream.ts';
import { startWith, type TestGateway } from './start-gateway.ts';

const models = Array.from({ length: 4 }, () => 'test-model');
const expired = ['c', 'd'].map(expiredLine).join('\n');
const oneDone = whole(`${doneLine('a')}\n${expiredLine('b')}\n${expired}`);
/** What a line is charged, in nano-credits: 100 tokens in, 20 out, one request. */
const charge = 121n;

describe('the credit for a batch, after a restart', () => {
  let folder: string;
  let database: string;
  let upstream: ScriptedUpstream;
  let gateway: TestGateway | null = null;
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'diglot-restart-'));
    database = `sqlite:${join(folder, 'test.db')}`;
    upstream = await startScriptedUpstream();
  });
  afterEach(async () => {
    await gateway?.close();
    gateway = null;
    await upstream.close();
    rmSync(folder, { recursive: true });
  });

  const restart = async (): Promise<TestGateway> => {
    await gateway?.close();
    const providers = [makeProvider('up-a', 'a', upstream.url), makeProvider('up-b', 'b', upstream.url)];
    gateway = { ...(await startWith(makeConfig({ providers, storage: { database } }))), upstream };
    return gateway;
  };
  const balance = ({ services }: TestGateway) => alone(services.metering).balance('acme');
  const get = (running: TestGateway, id: string) => running.call(`/v1/messages/batches/${id}`, { headers: specB });

  it('is set aside again, and becomes what its lines cost', async () => {
    const first = await restart();
    playBatch(first, oneDone);
    const { id } = await makeBatch(first, models);
    const { held } = balance(first);
    expect(held).toBeGreaterThan(0n);
    const next = await restart();
    expect(balance(next)).toMatchObject({ held, posted: 0n });
    await get(next, id);
    expect(balance(next)).toMatchObject({ held: 0n, posted: charge });
    expect(balance(await restart())).toMatchObject({ held: 0n, posted: charge });
  });

  it('is only what the lines may cost that are not in the books yet', async () => {
    const first = await restart();
    const text = `${doneLine('a')}\n${doneLine('b')}\n`;
    const begun = text.slice(0, text.indexOf('\n') + 1);
    playBatch(first, [head(200, { 'content-length': String(text.length) }), bytes(begun), reset]);
    const { id } = await makeBatch(first, models);
    const { held } = balance(first);
    expect(held).toBeGreaterThan(2n * charge);
    await get(first, id);
    await expect.poll(() => balance(first)).toMatchObject({ held: held - charge, posted: charge });
    const next = await restart();
    expect(balance(next)).toMatchObject({ held: held - charge, posted: charge });
    playAgain(next, whole(`${text}${expired}`));
    await get(next, id);
    expect(balance(next)).toMatchObject({ held: 0n, posted: 2n * charge });
    expect(await next.services.metering.reconcile()).toEqual([]);
  });

  it('counts in the zone that its workspace has moved to, and so do its charges', async () => {
    const timeZone = 'Pacific/Kiritimati';
    const first = await restart();
    playBatch(first, oneDone);
    const { id } = await makeBatch(first, models);
    const { keys } = first.services.store;
    const [workspace, [key]] = [keys.workspace('acme'), keys.listKeys('acme')];
    if (!workspace || !key) throw new Error('there is no workspace');
    await keys.putWorkspace({ ...workspace, timeZone });
    const next = await restart();
    await get(next, id);
    const caller = { keyId: key.id, workspaceId: 'acme', planId: null, timeZone, limits: unlimited };
    const used = alone(next.services.metering)
      .limits(caller)
      .map(({ used: each, held }) => [each, held]);
    expect(used).toEqual([0, 1, 2, 3].map(() => [charge, 0n]));
  });

  it('of thousands of batches is set aside', async () => {
    await restart();
    await gateway?.close();
    gateway = null;
    const store = await openStore({ database, clock: systemClock, log: silentLog });
    const reservations = Array.from({ length: 3_000 }, (_, index) => ({
      batchId: `batch_${index}`,
      workspaceId: 'acme',
      keyId: 'key',
      startedAt: Date.now() - index * 600_000,
      amount: 7n,
    }));
    await Promise.all(reservations.map(store.ledger.reserve));
    await store.close();
    expect(balance(await restart()).held).toBe(21_000n);
  });
});
