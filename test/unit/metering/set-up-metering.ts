import { onTestFinished } from 'vitest';
import type { Plan, Price, Product } from '../../../src/catalog/catalog.ts';
import type { Caller } from '../../../src/identity/caller.ts';
import type { CallDraft, CallEnd } from '../../../src/metering/hold.ts';
import type { Mismatch } from '../../../src/metering/ledger-records.ts';
import { makeMetering } from '../../../src/metering/metering.ts';
import type { Ledger } from '../../../src/metering/ledger.ts';
import { silentLog } from '../../../src/shared/log.ts';
import { nanoPerCredit } from '../../../src/shared/money.ts';
import type { Usage } from '../../../src/shared/usage.ts';
import { openStore } from '../../../src/store/open-store.ts';
import { makeHandClock } from '../../fakes/hand-clock.ts';
import { entryOf } from '../../fakes/ledger-rows.ts';
import { callerOf as anyCaller } from '../../fakes/make-caller.ts';
import { alone } from '../../fakes/alone.ts';
import { openMemoryStore } from '../../fakes/memory-store.ts';
import { makeConfig, makeModel, makeProduct, makeProvider } from '../../fakes/make-config.ts';
import { makeWorkspace } from '../../fakes/make-key.ts';

/** One credit a token in, two a token out: sums that can be read. */
const creditPrice: Price = {
  from: 7,
  rates: { input_tokens: 1_000_000_000_000n, output_tokens: 2_000_000_000_000n },
};

/** The balance of a workspace, as a lease on it names it. */
export const ofBalance = {
  workspaceId: 'acme',
  subject: 'acme',
  window: 'balance',
  start: 0,
  end: null,
  limit: null,
} as const;

const creditProduct: Product = { ...makeProduct('credits'), prices: [creditPrice] };
export const freeProduct: Product = { ...makeProduct('gratis'), free: true, prices: [{ from: 0, rates: {} }] };

export const team: Plan = { id: 'team', name: 'Team', products: ['*'], monthlyCredits: null, holdFactorPermille: 1000 };

export const credits = (amount: number): bigint => BigInt(amount) * nanoPerCredit;

export { entryOf };

/** A caller of a workspace whose plan is `team`. */
export const callerOf = (changes: Partial<Caller> = {}): Caller => anyCaller({ planId: 'team', ...changes });

const provider = makeProvider('one', 'a', 'http://one');

/** What a test wants of a call different from the plain one. */
export interface CallWish {
  readonly callId?: string;
  readonly requestId?: string;
  readonly model?: string;
  readonly operation?: string;
  readonly product?: Product;
  readonly price?: Price;
  readonly estimate?: Usage;
  readonly startedAt?: number;
}

let calls = 0;

/** A call that may cost one credit at most, unless the wish says otherwise. */
export function draftOf(caller: Caller, wish: CallWish = {}): CallDraft {
  calls += 1;
  const { product = creditProduct, price = product.prices[0] ?? creditPrice, model = 'test-model' } = wish;
  const route = {
    requestedModel: model,
    model: makeModel(model, ['one']),
    upstreamModel: model,
    provider,
    region: 'global',
    product,
    price,
  };
  return {
    callId: wish.callId ?? `call_${String(calls).padStart(8, '0')}`,
    requestId: wish.requestId ?? `req_${calls}`,
    operation: wish.operation ?? 'createChatCompletion',
    caller,
    route,
    estimate: wish.estimate ?? { input_tokens: 1 },
    startedAt: wish.startedAt ?? Date.UTC(2026, 10, 20, 12),
  };
}

export const ended = (usage: Usage, changes: Partial<CallEnd> = {}): CallEnd => ({
  outcome: 'completed',
  status: 200,
  usage,
  usageSource: 'upstream',
  firstByteMilliseconds: 12,
  ...changes,
});

interface SetUp {
  readonly plans?: readonly Plan[];
  /** What workspace `acme` is granted, in credits. */
  readonly granted?: number;
  readonly database?: string;
  /** Stands between metering and the ledger. */
  readonly around?: (ledger: Ledger) => Ledger;
}

/** Metering over a database of its own, with a clock in the test's hand. */
export async function setUpMetering({
  plans = [team],
  granted = 100,
  database,
  around = (ledger) => ledger,
}: SetUp = {}) {
  const clock = makeHandClock();
  const store = await (database === undefined
    ? openMemoryStore(clock)
    : openStore({ database, clock, log: silentLog }));
  const { catalog } = makeConfig({ providers: [provider], plans });
  const mismatches: Mismatch[] = [];
  const counted: string[] = [];
  const metering = makeMetering({
    ledger: around(store.ledger),
    clock,
    catalog: () => catalog,
    log: silentLog,
    onMismatch: (mismatch) => mismatches.push(mismatch),
    onSettled: ({ id }) => counted.push(id),
  });
  if (!store.keys.workspace('acme')) await store.keys.addWorkspace(makeWorkspace());
  if (granted > 0) await store.ledger.post(entryOf(credits(granted)));
  await metering.start();
  const end = async (): Promise<void> => {
    await metering.stop();
    await store.close();
  };
  let ending: Promise<void> | null = null;
  onTestFinished(() => (ending ??= end()));
  return {
    clock,
    store,
    ledger: store.ledger,
    metering: alone(metering),
    /** The same, which waits for credit where instances share it. */
    service: metering,
    mismatches,
    /** Ids of the calls that metrics and traces were given. */
    counted,
    /** Ends in order. */
    end: () => (ending ??= end()),
    /** Ends at once, like a killed process: what the store was given is written, nothing else. */
    die: () => (ending ??= store.close()),
  };
}
