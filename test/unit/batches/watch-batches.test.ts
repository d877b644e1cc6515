import { describe, expect, it } from 'vitest';
import type { BatchProgress, BatchState } from '../../../src/batches/charge-batch.ts';
import { makeBatchWatch } from '../../../src/batches/watch-batches.ts';
import type { Owned } from '../../../src/objects/owned-object.ts';
import { BrokenUpstream } from '../../../src/providers/upstream.ts';
import { silentLog } from '../../../src/shared/log.ts';
import { makeHandClock } from '../../fakes/hand-clock.ts';

type Batch = Owned<'batch'>;

const day = 86_400_000;

/** A watch over batches `0`, `1`, …, and the way to answer for the provider of each one that is being looked at. */
function watchOver(
  count: number,
  markCharged = async (): Promise<boolean> => true,
  claim: number | null = 1,
  metering: Partial<Parameters<typeof makeBatchWatch>[0]['metering']> = {},
) {
  const clock = makeHandClock();
  // The last one is at a provider of its own.
  const batches = Array.from(
    { length: count },
    (_, index) =>
      ({
        id: String(index),
        createdAt: clock.now(),
        providerId: index === count - 1 ? 'other' : 'one',
        fields: {},
      }) as unknown as Batch,
  );
  const facts = new Map<string, (progress: BatchProgress | Promise<BatchProgress>) => void>();
  const seen: string[] = [];
  const errors: string[] = [];
  const look = makeBatchWatch({
    objects: {
      unchargedBatches: async (after, limit) => {
        const start = after === null ? 0 : Number(after) + 1;
        return { data: batches.slice(start, start + limit), hasMore: batches.length > start + limit };
      },
      claimBatch: async () => claim,
      markCharged,
    },
    metering: { finish: async () => undefined, reservations: async () => [], ...metering },
    chargeBatch: ({ id }) => {
      seen.push(id);
      return new Promise((resolve) => facts.set(id, resolve));
    },
    clock,
    log: { ...silentLog, error: (message) => errors.push(message) },
  });
  const answer = (id: string, state: BatchState | Promise<never> = 'charged'): void => {
    facts.get(id)?.(typeof state === 'string' ? { state, reason: state } : state);
    facts.delete(id);
  };
  /** One round, in which the first batch is in this state. */
  const roundWith = async (state: BatchState | Promise<never>): Promise<void> => {
    const round = look();
    await turns();
    answer('0', state);
    await round;
  };
  return { look, roundWith, clock, seen, errors, answer, open: () => [...facts.keys()] };
}

const turns = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
};

describe('a round through batches', () => {
  it('continues while another provider does not answer, with four at once, over all pages', async () => {
    const { look, seen, answer, open } = watchOver(103);
    const round = look();
    await turns();
    expect(open()).toEqual(['0', '1', '2', '3']);
    for (let id = 1; id < 100; id += 1) {
      answer(String(id));
      await turns();
      expect(open().length).toBeLessThanOrEqual(4);
    }
    expect(seen).toHaveLength(100);
    answer('0');
    await turns();
    for (const id of ['102', '100', '101']) answer(id);
    await round;
    expect(seen).toHaveLength(103);
  });

  it('is not held up by a provider that answers about none of many', async () => {
    const { look, seen, answer, open } = watchOver(1_000);
    const runRound = async (reply: (id: string) => BatchState | Promise<never>): Promise<void> => {
      const state = { isOver: false };
      const round = look().finally(() => {
        state.isOver = true;
      });
      for (; !state.isOver; await turns()) for (const id of open()) answer(id, reply(id));
      await round;
    };
    const silence = new BrokenUpstream('timed_out', 'no head');
    await runRound((id) => (id === '999' ? 'charged' : Promise.reject(silence)));
    expect(seen.length).toBeLessThan(15);
    expect(seen).toContain('999');
    const before = seen.length;
    await runRound(() => 'charged');
    // Those that were not asked for are due; those that failed wait.
    expect(seen.length - before).toBe(1_000 - before + 1);
  });

  it('begins none any more when it is to end, and waits for those that it has begun', async () => {
    const { look, seen, answer } = watchOver(6);
    let isEnding = false;
    let isOver = false;
    const round = look(() => isEnding).then(() => (isOver = true));
    await turns();
    isEnding = true;
    for (const id of ['2', '1', '0']) answer(id);
    await turns();
    expect([seen.length, isOver]).toEqual([4, false]);
    answer('3');
    await round;
    expect(seen).toHaveLength(4);
  });

  it.each([
    ['is given up, with an error in the log,', 'here', 1, true, 1],
    ['is no error', 'while another instance has claimed it', null, true, 0],
    ['is no error', 'where another instance has ended it', 1, false, 0],
  ])('that finds a batch which its provider forgot: it %s %s', async (_end, _where, claim, isMarked, count) => {
    const { roundWith, clock, errors } = watchOver(1, async () => isMarked, claim);
    await roundWith('forgotten');
    clock.move(4 * day);
    await roundWith('forgotten');
    expect(errors).toHaveLength(count);
  });

  it.each(['forgotten', 'partial'] as const)(
    'gives up a batch that is %s three days after it first was, however old it is',
    async (state) => {
      const { roundWith, clock, errors } = watchOver(1);
      clock.move(5 * day);
      const states = [state, state, 'running', state, state, state] as const;
      for (const each of states) {
        expect(errors).toEqual([]);
        await roundWith(each);
        clock.move(2 * day);
      }
      expect(errors).toEqual(['a batch is given up: what was done in it is not charged']);
    },
  );

  it('gives up an absent batch after three days, though looks between failed; not because of one that fails', async () => {
    const { roundWith, clock, errors } = watchOver(1);
    for (const state of ['partial', 'failed', 'claimed', 'failed', 'partial'] as const) {
      expect(errors).toEqual([]);
      await roundWith(state === 'failed' ? Promise.reject(new Error('503')) : state);
      clock.move(day + 1);
    }
    expect(errors).toEqual(['a batch is given up: what was done in it is not charged']);
  });

  it('reports that the store failed, once nothing is under way', async () => {
    const { look, clock, answer } = watchOver(2, () => Promise.reject(new Error('disk')));
    const early = look();
    await turns();
    for (const id of ['0', '1']) answer(id, 'forgotten');
    await early;
    clock.move(4 * day);
    let reported: unknown = null;
    const round = look().catch((error: unknown) => (reported = error));
    await turns();
    answer('0', 'forgotten');
    await turns();
    expect(reported).toBeNull();
    answer('1');
    await round;
    expect(reported).toEqual(new Error('disk'));
  });

  it('frees the credit of unknown batches though the account of another workspace is locked, which it asks for once', async () => {
    const asked: string[] = [];
    const { look, clock } = watchOver(0, undefined, 1, {
      finish: async (batchId) => {
        asked.push(batchId);
        if (batchId !== 'free') throw new Error('locked');
      },
      reservations: async () =>
        ['one', 'two', 'free'].map((batchId) => ({
          ...{ batchId, workspaceId: batchId === 'free' ? 'acme' : 'other', keyId: 'key_1', timeZone: 'UTC' },
          ...{ startedAt: 0, amount: 1n, left: 1n },
        })),
    });
    clock.move(2 * day);
    await look();
    expect(asked).toEqual(['one', 'free']);
  });

  it('gives up nothing because the clock jumps forward, and gives it up when its time has passed', async () => {
    const { roundWith, clock, errors } = watchOver(1);
    clock.jump(40 * day);
    await roundWith('running');
    expect(errors).toEqual([]);
    clock.move(31 * day);
    await roundWith('running');
    expect(errors).toEqual([]);
    clock.move(2 * day);
    await roundWith('running');
    expect(errors).toEqual(['a batch is given up: what was done in it is not charged']);
  });
});
