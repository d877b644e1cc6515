import { DatabaseSync } from 'node:sqlite';
import { chargeOf, requestIdOf, type Truth } from './truth.ts';

/** What a look into the database says, each figure a count of calls but the last. */
export interface Verdict {
  /** Acknowledged calls that are not in the ledger. */
  readonly lost: number;
  /** Acknowledged calls that are in the ledger more than once, or any call charged more than its true charge. */
  readonly doubled: number;
  /** Acknowledged calls whose charge differs from the oracle's. */
  readonly changed: number;
  /** Nano-credits spent beyond what was granted. */
  readonly overspent: bigint;
  /** Calls that were settled from the journal. */
  readonly recovered: number;
}

interface Row {
  readonly request_id: string;
  readonly charge: bigint;
  readonly outcome: string;
}

/** Calls that were acknowledged but not yet posted, from the texts that record them. */
function readDaybook(database: DatabaseSync): readonly Row[] {
  const rows = database.prepare('select settlements from daybook').all() as unknown as readonly {
    settlements: string;
  }[];
  const calls = rows.flatMap(({ settlements }) => JSON.parse(settlements) as readonly (readonly unknown[])[]);
  return calls.map((call) => ({
    request_id: String(call[1]),
    outcome: String(call[15]),
    charge: BigInt(String(call[18])),
  }));
}

/**
 * Reads the ledger directly from the file, without any of the gateway's code.
 *
 * @param truths every call that was attempted, by number
 */
export function validator(file: string, acknowledged: ReadonlySet<number>, truths: readonly Truth[]): Verdict {
  const database = new DatabaseSync(file);
  const rows = database.prepare('select request_id, charge, outcome from call');
  rows.setReadBigInts(true);
  const settlementJournal = readDaybook(database);
  const written = [...(rows.all() as unknown as readonly Row[]), ...settlementJournal];
  const calls = Map.groupBy(written, ({ request_id }) => request_id);
  const account = database.prepare('select granted, posted from account where workspace_id = ?');
  account.setReadBigInts(true);
  const books = account.get('acme') as { granted: bigint; posted: bigint };
  database.close();
  const { granted } = books;
  const posted = settlementJournal.reduce((total, { charge }) => total + charge, books.posted);

  const chargesOf = ({ number }: Truth): readonly bigint[] =>
    (calls.get(requestIdOf(number)) ?? []).map(({ charge }) => charge);
  const reported = truths.filter(({ number }) => acknowledged.has(number));
  const sum = written.reduce((total, { charge }) => total + charge, 0n);
  const over = (posted > sum ? posted : sum) - granted;
  return {
    lost: reported.filter((truth) => chargesOf(truth).length === 0).length,
    doubled: truths.filter(
      (truth) => chargesOf(truth).length > 1 || chargesOf(truth).some((charge) => charge > chargeOf(truth)),
    ).length,
    changed: reported.filter((truth) => chargesOf(truth).some((charge) => charge !== chargeOf(truth))).length,
    overspent: over > 0n ? over : 0n,
    recovered: written.filter(({ outcome }) => outcome === 'recovered').length,
  };
}
