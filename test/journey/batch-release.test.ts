import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeControlClient } from '../../src/cli/control-client.ts';
import { Secret } from '../../src/shared/secret.ts';
import { makeConfig, makeProduct, makeProvider } from '../fakes/make-config.ts';
import { json, note, reset, until } from '../fakes/script.ts';
import { startScriptedUpstream, type ScriptedUpstream } from '../fakes/scripted-upstream.ts';
import { makeShiftedClock } from '../fakes/shifted-clock.ts';
import { runWords } from '../unit/cli/make-context.ts';
import { chargedOf, doneLine, makeBatch, specB, whole } from './batch-upstream.ts';
import { adminSecret } from './start-console.ts';
import { startWith } from './start-gateway.ts';

const minute = 60_000;

describe('the credit of a batch whose answer was lost', () => {
  const clock = makeShiftedClock();
  let upstream: ScriptedUpstream;
  let gateway: Awaited<ReturnType<typeof startWith>>;
  beforeAll(async () => {
    upstream = await startScriptedUpstream();
    const rates = { input_tokens: 1_000_000n, output_tokens: 2_000_000n };
    const providers = [makeProvider('up-a', 'a', upstream.url), makeProvider('up-b', 'b', upstream.url)];
    const products = [{ ...makeProduct('test'), prices: [{ from: 0, rates }] }];
    gateway = await startWith({ ...makeConfig({ providers, products }), adminKey: new Secret(adminSecret) }, { clock });
  });
  afterAll(async () => {
    await gateway.close();
    await upstream.close();
  });

  const run = (...words: readonly string[]) =>
    runWords(words, { environment: { DIGLOT_URL: gateway.url, DIGLOT_ADMIN_KEY: adminSecret } });
  const lose = async (): Promise<void> => {
    upstream.next([reset]);
    await makeBatch(gateway).catch(() => null);
  };
  const held = async (): Promise<bigint> => (await gateway.services.metering.balance('acme')).held;

  it('is listed and released by an operator, and nothing else is', async () => {
    expect((await run('batches', 'lost')).out).toBe('No batch is lost or overdue.\n');
    await lose();
    upstream.next(json({ id: 'up', type: 'message_batch', processing_status: 'in_progress' }));
    const stored = await makeBatch(gateway);
    const before = await held();
    clock.shift(14 * minute);
    expect((await run('batches', 'lost')).out).toBe('No batch is lost or overdue.\n');
    clock.shift(2 * minute);
    const control = makeControlClient(gateway.url, new Secret(adminSecret));
    const { data: list } = await control.GET('/lost-batches');
    expect(list?.data).toMatchObject([{ object: 'lost_batch', workspace_id: 'acme' }]);
    const id = list?.data[0]?.id ?? '';
    expect((await run('batches', 'lost')).out).toContain(id);

    expect(await run('batches', 'release', stored.id, '--reason', 'x')).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^There is no lost batch .*`npx diglot batches lost` lists them/) as string,
    });
    expect(await run('batches', 'release', id, '--reason', 'An outage')).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^Released\. acme: [\d.]+ credits available/) as string,
    });
    expect(await held()).toBe(before / 2n);
    expect((await run('batches', 'lost')).out).toBe('No batch is lost or overdue.\n');
    expect((await run('batches', 'release', id, '--reason', 'Again')).code).toBe(1);
    expect(await gateway.services.metering.reconcile()).toEqual([]);
    const { data: audit } = await control.GET('/audit', { params: { query: { limit: 1 } } });
    expect(audit?.data).toMatchObject([
      { action: 'batch.release', subject: 'workspace:acme', diff: { batch_id: id, reason: 'An outage' } },
    ]);
  });

  it('that is stored is listed when its day is over, and its record says that it was released', async () => {
    upstream.next(json({ id: 'slow', type: 'message_batch', processing_status: 'in_progress' }));
    const { id } = await makeBatch(gateway);
    clock.shift(24 * 60 * minute);
    expect((await run('batches', 'lost')).out).not.toContain(id);
    clock.shift(61 * minute);
    expect((await run('batches', 'lost')).out).toMatch(new RegExp(`^${id} +overdue +acme`, 'm'));
    const before = await held();
    expect(before).toBeGreaterThan(0n);
    expect((await run('batches', 'release', id, '--reason', 'It brings nothing')).code).toBe(0);
    expect(await held()).toBeLessThan(before);
    expect((await run('batches', 'lost')).out).not.toContain(id);
    const batch = await gateway.services.store.objects.find({ id, kind: 'batch', spec: 'b', workspaceId: 'acme' });
    expect(JSON.stringify(batch?.fields)).toContain('An operator released it: It brings nothing');
    expect(await gateway.services.metering.reconcile()).toEqual([]);
  });

  it('that this instance is charging, or has just charged, is not released either', async () => {
    const finished = Promise.withResolvers<void>();
    const asked = Promise.withResolvers<void>();
    const line = doneLine('r0');
    const record = { id: 'busy', type: 'message_batch', processing_status: 'ended' };
    upstream.next(json(record));
    const made = await makeBatch(gateway);
    clock.shift(26 * 60 * minute);
    upstream.always(({ path }) =>
      path.endsWith('/results') ? [note(asked.resolve), until(finished.promise), ...whole(line)] : json(record),
    );
    const reading = gateway.call(`/v1/messages/batches/${made.id}`, { headers: specB });
    await asked.promise;
    const release = async (reason: string) => run('batches', 'release', made.id, '--reason', reason);
    expect(await release('In the middle')).toMatchObject({
      code: 1,
      err: expect.stringContaining('is being charged') as string,
    });
    finished.resolve();
    expect((await reading).status).toBe(200);
    expect((await release('Too late')).code).toBe(1);
    const batch = await gateway.services.store.objects.find({ ...made, kind: 'batch', spec: 'b', workspaceId: 'acme' });
    expect(batch?.fields).toMatchObject({ charged: true });
    expect(batch?.fields['uncharged']).toBeUndefined();
    expect(await chargedOf(gateway, made)).toHaveLength(1);
    upstream.forget();
  });

  it('that is being charged is not released, and the audit log says nothing of it', async () => {
    upstream.next(json({ id: 'late', type: 'message_batch', processing_status: 'in_progress' }));
    const { id } = await makeBatch(gateway);
    clock.shift(26 * 60 * minute);
    const { objects } = gateway.services.store;
    const { claimBatch } = objects;
    // Another instance charges it.
    Object.assign(objects, { claimBatch: () => Promise.resolve(null) });
    const before = await held();
    expect(await run('batches', 'release', id, '--reason', 'Too early')).toMatchObject({
      code: 1,
      err: expect.stringContaining('The batch is being charged') as string,
    });
    Object.assign(objects, { claimBatch });
    expect(await held()).toBe(before);
    const control = makeControlClient(gateway.url, new Secret(adminSecret));
    const { data: audit } = await control.GET('/audit', { params: { query: { limit: 100 } } });
    expect(JSON.stringify(audit)).not.toContain('Too early');
    expect(JSON.stringify(audit)).toContain('It brings nothing');
  });
});
