import { DatabaseSync } from 'node:sqlite';
import { expect } from 'vitest';
import type { Price } from '../../src/catalog/catalog.ts';
import type { Caller } from '../../src/identity/caller.ts';
import type { CallDraft, Hold } from '../../src/metering/hold.ts';
import type { Ledger } from '../../src/metering/ledger.ts';
import type { Mismatch } from '../../src/metering/ledger-records.ts';
import { makeMetering } from '../../src/metering/metering.ts';
import { silentLog } from '../../src/shared/log.ts';
import { migrate } from '../../src/store/sqlite/open-database.ts';
import { makeLedger } from '../../src/store/shared/ledger-store.ts';
import { alone, type AloneMetering } from '../fakes/alone.ts';
import { makeHandClock } from '../fakes/hand-clock.ts';
import { makeConfig, makeProvider } from '../fakes/make-config.ts';
import { callerOf, draftOf, team } from '../unit/metering/set-up-metering.ts';
import { ModelBooks, prices, type ModelCall, type ModelPrice } from './books.ts';
import { makeLocalConnection, type LocalConnection } from './local-connection.ts';

const { catalog } = makeConfig({ providers: [makeProvider('one', 'a', 'http://one')], plans: [team] });

/** Two keys: one with limits that are met now and then, one without. */
const callers: readonly Caller[] = [
  callerOf({ keyId: 'key_limited', limits: { day: 4n * 10n ** 11n, month: null, total: 10n ** 12n } }),
  callerOf({ keyId: 'key_free' }),
];

/** Lets everything that was resolved run. */
export const settleDown = (): Promise<void> =>
  new Promise((resolve) => {
    setImmediate(resolve);
  });

/** The running process of the moment. */
interface Process {
  readonly connection: LocalConnection;
  readonly ledger: Ledger;
  readonly metering: AloneMetering;
  readonly holds: Map<ModelCall, Hold>;
}

/** The metering, its model, and the database that outlives both. */
export class World {
  readonly books = new ModelBooks();
  readonly database = new DatabaseSync(':memory:');
  readonly mismatches: Mismatch[] = [];
  clock = makeHandClock();
  process: Process;
  instances = 0;

  constructor() {
    migrate(this.database, new URL('../../src/store/migrations/', import.meta.url), 0);
    this.database.exec(`insert into workspace values ('acme', 'Acme', 'team', 'UTC', 0, null, 1)`);
    this.process = this.#newProcess();
  }

  #newProcess(): Process {
    this.instances += 1;
    const instanceId = `inst_${this.instances}`;
    // A new process has its own timers, and the time of day that it is.
    this.clock = makeHandClock(this.clock.now());
    const { clock } = this;
    const connection = makeLocalConnection(this.database, instanceId);
    const ledger = makeLedger({ connection, now: clock.now });
    const metering = alone(
      makeMetering({
        ledger,
        clock,
        catalog: () => catalog,
        log: silentLog,
        onMismatch: (mismatch) => this.mismatches.push(mismatch),
      }),
    );
    return { connection, ledger, metering, holds: new Map() };
  }

  async boot(): Promise<void> {
    this.process = this.#newProcess();
    await this.process.metering.start();
  }

  caller(key: number): Caller {
    return callers[key % callers.length] ?? callerOf();
  }

  get price(): ModelPrice {
    return prices[this.books.price % prices.length] ?? { from: 0, input: 0n, output: 0n };
  }

  draft(id: string, caller: Caller, estimate: ModelCall['estimate']): CallDraft {
    const { from, input, output } = this.price;
    const price: Price = { from, rates: { input_tokens: input, output_tokens: output } };
    const startedAt = this.clock.now();
    return draftOf(caller, {
      callId: id,
      price,
      startedAt,
      estimate: { input_tokens: estimate.input, output_tokens: estimate.output },
    });
  }

  /** Calls that are noted as open, by id: what a crash leaves behind. */
  journal(): ReadonlySet<string> {
    const rows = this.database.prepare('select call_id from open_call').all() as unknown as { call_id: string }[];
    return new Set(rows.map(({ call_id }) => call_id));
  }

  /** What the books and the memory must say after every command. */
  async check(): Promise<void> {
    const { books, process } = this;
    // What was refused at first and written later was never acknowledged; it counts all the same.
    for (const call of books.in('sent')) {
      const kept = await process.ledger.call(call.id);
      if (!kept) continue;
      expect(kept.charge).toBe(call.charge);
      call.state = 'done';
    }
    const account = await process.ledger.account('acme');
    expect(account).toMatchObject({ granted: books.granted, posted: books.posted });
    expect(account.posted + account.leased <= account.granted + books.takenBack, 'invariant 5').toBe(true);
    expect(process.metering.balance('acme')).toMatchObject({ available: books.available, held: books.held });
    expect(await process.ledger.verify()).toEqual([]);
    expect(this.mismatches).toEqual([]);
  }
}
