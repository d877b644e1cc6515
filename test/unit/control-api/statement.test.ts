import { describe, expect, it, onTestFinished } from 'vitest';
import type { Answers, ControlDeps } from '../../../src/control-api/deps.ts';
import { statementOperations } from '../../../src/control-api/reports/statement.ts';
import type { Ledger } from '../../../src/metering/ledger.ts';
import { makeHandClock } from '../../fakes/hand-clock.ts';
import { makeWorkspace } from '../../fakes/make-key.ts';
import { makeMemoryKeyStore } from '../../fakes/memory-key-store.ts';
import { openMemoryStore } from '../../fakes/memory-store.ts';
import { makeRecordingReply } from '../../fakes/recording-reply.ts';
import { entryOf } from '../metering/set-up-metering.ts';
import { callOf, lineOf, noon } from '../store/set-up-store.ts';

const month = (number: number, day = 1, hour = 0): number => Date.UTC(2026, number - 1, day, hour);

/** Calls and entries of three months, of which the last is the present one. */
async function setUp() {
  const clock = makeHandClock(noon);
  const store = await openMemoryStore(clock);
  onTestFinished(store.close);
  const charge = (startedAt: number, quantity: number) =>
    store.ledger.settle(callOf({ startedAt, charge: BigInt(quantity), hold: 100n, lines: [lineOf(quantity)] }));
  const grant = (createdAt: number, amount: bigint) => store.ledger.post(entryOf(amount, { createdAt }));
  await grant(month(9), 1_000n);
  await charge(month(9, 30, 23), 10);
  await charge(month(10, 1), 20);
  await grant(month(10, 9), 500n);
  await charge(month(10, 31, 23), 30);
  await charge(month(11, 1), 40);
  await charge(month(11, 18), 50);
  await charge(noon, 60);
  return { clock, ledger: store.ledger, charge, grant };
}

const noPeople = { find: () => Promise.resolve(null) };

type SetUp = Awaited<ReturnType<typeof setUp>>;

async function statementOf({ clock }: Pick<SetUp, 'clock'>, ledger: Ledger, query: Readonly<Record<string, string>>) {
  const keys = makeMemoryKeyStore({ workspaces: [makeWorkspace()] });
  const getStatement = statementOperations.getStatement({
    ledger,
    keys,
    clock,
    people: noPeople,
  } as unknown as ControlDeps);
  const reply = makeRecordingReply();
  const call = { params: { workspace_id: 'acme' }, query, body: undefined, reply };
  await getStatement(call as unknown as Parameters<typeof getStatement>[0]);
  return JSON.parse(reply.text()) as Answers['Statement'];
}

const shown = ({ opening_balance: opening, closing_balance: closing, data }: Answers['Statement']) => ({
  opening,
  closing,
  amounts: data.map(({ amount }) => amount),
  last: data.at(-1)?.balance_after,
});

/** Nano-credits as they are written. */
const nano = (amount: number): string => (amount === 0 ? '0' : (amount / 1e9).toFixed(9).replace(/0+$/, ''));

const october = { from: '2026-10-01T00:00:00Z', to: '2026-11-01T00:00:00Z' };

describe('a statement', () => {
  it('begins with what there was, and ends with what there is', async () => {
    const own = await setUp();
    expect(shown(await statementOf(own, own.ledger, october))).toEqual({
      opening: nano(990),
      closing: nano(1_440),
      amounts: [nano(-20), nano(500), nano(-30)],
      last: nano(1_440),
    });
    expect(shown(await statementOf(own, own.ledger, {}))).toMatchObject({ opening: nano(1_440), closing: nano(1_290) });
    const recent = { from: '2026-11-19T00:00:00Z' };
    expect(shown(await statementOf(own, own.ledger, recent))).toMatchObject({
      opening: nano(1_350),
      closing: nano(1_290),
    });
  });

  it.each([
    ['of a month that is over', october, { opening: nano(990), closing: nano(1_440) }],
    ['of the present month', {}, { opening: nano(1_440) }],
    ['of the last days', { from: '2026-11-19T00:00:00Z' }, { opening: nano(1_350) }],
  ])('%s is right while calls are charged and credits are granted', async (_, query, expected) => {
    const own = await setUp();
    let grants = 0;
    /** Between any two of its readings calls end, and once credits are granted. */
    const disturb = async (): Promise<void> => {
      await own.charge(noon + 1, 7);
      if ((grants += 1) === 3) await own.grant(noon + 1, 300n);
    };
    const disturbed = async <Read>(reading: Promise<Read>): Promise<Read> => {
      const read = await reading;
      await disturb();
      return read;
    };
    const ledger: Ledger = {
      ...own.ledger,
      entries: (asked) => disturbed(own.ledger.entries(asked)),
      account: (id) => disturbed(own.ledger.account(id)),
      chargedBefore: (id, at) => disturbed(own.ledger.chargedBefore(id, at)),
      async *usage(asked) {
        yield* own.ledger.usage(asked);
        await disturb();
      },
    };
    const statement = await statementOf(own, ledger, query);
    expect(shown(statement)).toMatchObject(expected);
    expect(statement.data.at(-1)?.balance_after).toBe(statement.closing_balance);
  });
});
