import { describe, expect, it } from 'vitest';
import { entryOf } from '../unit/metering/set-up-metering.ts';
import { batchCharge, callOf, collect, lineOf, noon } from '../unit/store/set-up-store.ts';
import type { NewEngine } from './engine.ts';

/** Milliseconds without a heartbeat after which an instance is gone, where several share a state. */
const graceOfTheGone = 600_000;

export function describeLedgerCalls(newEngine: NewEngine): void {
  describe('settling in the books', () => {
    it('is idempotent by call id, in one batch and across batches; the first charge stands', async () => {
      const { ledger } = await newEngine().start();
      await ledger.post(entryOf(100n));
      const call = callOf();
      const other = { ...call, charge: 99n, lines: [lineOf(99)] };
      expect(await Promise.all([ledger.settle(call), ledger.settle(other)])).toEqual([10n, 10n]);
      expect(await ledger.settle(other)).toBe(10n);
      expect(await ledger.account('acme')).toMatchObject({ posted: 10n });
      expect(await ledger.call(call.id)).toMatchObject({ charge: 10n, lines: [{ quantity: 10 }] });
      expect(await ledger.verify()).toEqual([]);
    });

    it('keeps what a translation lost, with and without a batch', async () => {
      const { ledger } = await newEngine().start();
      const lost = [
        callOf({ losses: 'dropped:user,+3' }),
        callOf({ losses: 'approximated:a', batchId: 'batch_1' }),
        callOf({ batchId: 'batch_1' }),
        callOf(),
      ];
      for (const call of lost) await ledger.settle(call);
      const found = await Promise.all(lost.map(({ id }) => ledger.call(id)));
      expect(found.map((call) => [call?.losses, call?.batchId])).toEqual(
        lost.map(({ losses, batchId }) => [losses, batchId]),
      );
    });

    it('gives the lines of a call back in the order of the kinds of units', async () => {
      const { ledger } = await newEngine().start();
      const kinds = ['input_tokens', 'cache_write_tokens', 'output_tokens', 'images', 'requests'] as const;
      const calls = [kinds, kinds.toReversed()].map((list) => callOf({ lines: list.map((kind) => lineOf(2, kind)) }));
      for (const call of calls) await ledger.settle(call);
      const { items } = await ledger.calls({ workspaceId: 'acme', limit: 10 });
      const found = [...items, ...(await Promise.all(calls.map(({ id }) => ledger.call(id))))];
      expect(found.map((call) => call?.lines.map(({ unitKind }) => unitKind))).toEqual(found.map(() => kinds));
    });

    it('makes the same books in whatever order calls come', async () => {
      const sums = async (reverse: boolean) => {
        const { ledger } = await newEngine().start();
        await ledger.open(noon);
        await ledger.post(entryOf(1000n));
        const calls = [1, 2, 3, 4].map((n) =>
          callOf({ id: `call_order_${n}`, charge: BigInt(n), hold: 9n, lines: [lineOf(n)], startedAt: noon + n }),
        );
        for (const call of reverse ? calls.toReversed() : calls) await ledger.settle(call);
        const usage = await collect(
          ledger.usage({ workspaceId: null, from: 0, to: noon + 1e9, groupBy: [], bucket: 'all', timeZone: 'UTC' }),
        );
        return { account: await ledger.account('acme'), uses: await ledger.keyUses('acme'), usage };
      };
      expect(await sums(true)).toEqual(await sums(false));
    });

    it('does not let one impossible row take the others with it', async () => {
      const { ledger } = await newEngine().start();
      const wrong = callOf({ lines: [lineOf(-1)] });
      const results = await Promise.allSettled([
        ledger.settle(callOf()),
        ledger.settle(wrong),
        ledger.settle(callOf()),
      ]);
      expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
      expect(await ledger.account('acme')).toMatchObject({ posted: 20n });
      expect(await ledger.call(wrong.id)).toBeNull();
      expect(ledger.health().state).toBe('ok');
    });

    it('takes a thousand calls of one turn in a few commits', async () => {
      const { ledger } = await newEngine().start();
      await Promise.all(Array.from({ length: 1000 }, () => ledger.settle(callOf())));
      expect(await ledger.account('acme')).toMatchObject({ posted: 10_000n });
    });

    it('knows which calls are lines of which batch, also in the next process', async () => {
      const engine = newEngine();
      const { ledger, close } = await engine.start();
      const line = callOf({ batchId: 'batch_1' });
      const same = { requestId: line.requestId, startedAt: line.startedAt };
      await Promise.all(
        [line, callOf({ ...same, batchId: 'batch_2' }), callOf(same)].map((call) => ledger.settle(call)),
      );
      await ledger.settle(callOf({ ...same, batchId: 'batch_1', charge: 3n, lines: [lineOf(3)] }));
      const sums = async (from: typeof ledger) =>
        Promise.all(['batch_1', 'batch_2', 'batch_3'].map((id) => batchCharge(from, id)));
      expect(await sums(ledger)).toEqual([13n, 10n, 0n]);
      expect((await ledger.call(line.id))?.batchId).toBe('batch_1');
      await close();
      expect(await sums((await engine.start()).ledger)).toEqual([13n, 10n, 0n]);
    });

    it('takes over what an instance that is gone has noted, once, and leaves its own', async () => {
      const engine = newEngine();
      const first = await engine.start();
      await first.ledger.open(engine.clock.now());
      await first.ledger.post(entryOf(100n));
      const noted = { journalled: true, outcome: 'recovered' } as const;
      const [gone, own] = [callOf(noted), callOf(noted)];
      await first.ledger.journal([gone]);
      await first.close();
      const next = await engine.start();
      await next.ledger.journal([own]);
      engine.clock.move(graceOfTheGone);
      expect(await next.ledger.open(engine.clock.now())).toMatchObject({ recovered: 1 });
      expect(await next.ledger.call(gone.id)).toMatchObject({ charge: 10n, outcome: 'recovered' });
      expect(await next.ledger.call(own.id)).toBeNull();
      expect(await next.ledger.account('acme')).toMatchObject({ posted: 10n });
      await next.ledger.settle(own);
      expect(await next.ledger.verify()).toEqual([]);
    });

    it('keeps the last use of a key by the start of the call', async () => {
      const { ledger } = await newEngine().start();
      const late = callOf({ startedAt: noon + 5, model: 'late' });
      await ledger.settle(late);
      await ledger.settle(callOf({ startedAt: noon + 1, model: 'early' }));
      expect(await ledger.keyUses('acme')).toEqual([
        { keyId: 'key_1', lastUsedAt: noon + 5, model: 'late', callId: late.id },
      ]);
    });
  });

  describe('looking calls up', () => {
    it('counts and lists those that ended unsuccessfully, whatever their status', async () => {
      const { ledger } = await newEngine().start();
      const [cut, late, left, failed] = [
        callOf({ outcome: 'upstream_cut' }),
        callOf({ outcome: 'timed_out', startedAt: noon + 1000 }),
        callOf({ outcome: 'client_left', status: 499 }),
        callOf({ outcome: 'failed', status: 502, startedAt: noon + 2000 }),
      ];
      const others = [callOf(), callOf({ workspaceId: 'else', outcome: 'failed' })];
      for (const call of [cut, late, left, failed, ...others]) await ledger.settle(call);
      const { items } = await ledger.calls({ workspaceId: 'acme', outcome: 'unsuccessful', limit: 10 });
      expect(items.map(({ id }) => id)).toEqual([failed.id, late.id, cut.id]);
      expect(await ledger.unsuccessful('acme', noon, noon + 2001)).toBe(3);
      expect(await ledger.unsuccessful('acme', noon + 1, noon + 2000)).toBe(1);
      expect(await ledger.unsuccessful('none', 0, noon * 2)).toBe(0);
    });

    it('knows when the last of all workspaces began, in whatever order they ended', async () => {
      const { ledger } = await newEngine().start();
      expect(await ledger.lastStart()).toBeNull();
      for (const startedAt of [noon + 2000, noon + 7000, noon + 1000]) await ledger.settle(callOf({ startedAt }));
      await ledger.settle(callOf({ workspaceId: 'else', startedAt: noon + 5000 }));
      expect(await ledger.lastStart()).toBe(noon + 7000);
    });

    it('finds them by every filter, newest first, in pages', async () => {
      const { ledger } = await newEngine().start();
      const a = callOf({ requestId: 'req_a', model: 'a', status: 500, outcome: 'failed' });
      const b = callOf({ keyId: 'key_2', productSku: 'other', operation: 'createSpeech', startedAt: noon + 1000 });
      const c = callOf({ workspaceId: 'else', startedAt: noon + 2000 });
      for (const call of [a, b, c]) await ledger.settle(call);
      const ids = async (filter: object) =>
        (await ledger.calls({ workspaceId: null, limit: 10, ...filter })).items.map(({ id }) => id);
      expect(await ids({})).toEqual([c.id, b.id, a.id]);
      expect(await ids({ workspaceId: 'acme' })).toEqual([b.id, a.id]);
      expect(await ids({ requestId: 'req_a' })).toEqual([a.id]);
      expect(await ids({ model: 'a' })).toEqual([a.id]);
      expect(await ids({ status: 500 })).toEqual([a.id]);
      expect(await ids({ statusClass: 5 })).toEqual([a.id]);
      expect(await ids({ outcome: 'failed' })).toEqual([a.id]);
      expect(await ids({ outcome: 'unsuccessful' })).toEqual([a.id]);
      expect(await ids({ keyId: 'key_2' })).toEqual([b.id]);
      expect(await ids({ productSku: 'other' })).toEqual([b.id]);
      expect(await ids({ operation: 'createSpeech' })).toEqual([b.id]);
      expect(await ids({ from: noon + 1 })).toEqual([c.id, b.id]);
      expect(await ids({ to: noon + 1 })).toEqual([a.id]);
      const page = await ledger.calls({ workspaceId: null, limit: 2 });
      expect(page.next).not.toBeNull();
      expect(await ids({ after: page.next ?? '' })).toEqual([a.id]);
      const d = callOf({ startedAt: noon - 900_000 });
      await ledger.settle(d);
      expect(await ids({ workspaceId: 'acme' })).toEqual([b.id, a.id, d.id]);
      const within = { workspaceId: 'acme', from: noon, to: noon + 1001 };
      const first = await ledger.calls({ ...within, limit: 1 });
      expect(first.items.map(({ id }) => id)).toEqual([b.id]);
      expect(await ids({ ...within, after: first.next ?? '' })).toEqual([a.id]);
      expect(await ids({ ...within, from: noon - 900_000, after: first.next ?? '' })).toEqual([a.id, d.id]);
      expect(await ids({ ...within, from: noon + 1, after: first.next ?? '' })).toEqual([]);
      expect(await ids({ ...within, to: noon, after: first.next ?? '' })).toEqual([]);
      expect(await ids({ to: noon })).toEqual([d.id]);
    });
  });
}
