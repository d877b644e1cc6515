import pg from 'pg';
import { chargeOf, requestIdOf, truthOf } from '../crash-test/truth.ts';

/** Results of a check of the database. */
export interface Verdict {
  /** Acknowledged calls that are not in the ledger. */
  readonly lost: number;
  /** Acknowledged calls that are in the ledger more than once, or any call charged more than its true charge. */
  readonly doubled: number;
  /** Acknowledged calls whose charge differs from the oracle's. */
  readonly changed: number;
  /** Nano-credits spent beyond what was granted. */
  readonly overspent: bigint;
  /** What calls that killed instances left open may still be charged: at most this can be overspent when they are recovered. */
  readonly bound: bigint;
  readonly calls: number;
  readonly duplicates: number;
}

interface CallRow {
  readonly id: string;
  readonly request_id: string;
  readonly charge: string;
}

/** Reads the ledger without any of the gateway's code, and repeats settlements. */
export interface Oracle {
  readonly check: (acknowledged: ReadonlySet<number>) => Promise<Verdict>;
  /** Settles a sample of the newest calls again, at twice their charge, as if delivered twice. @returns how many */
  readonly duplicate: (permille: number) => Promise<number>;
  readonly close: () => Promise<void>;
}

/** The fields of a settlement, in the order in which `settle_calls` reads them. */
const rowSql = `select c.id, jsonb_build_array(c.id, c.request_id, c.workspace_id, c.key_id, c.product_sku, c.model, c.operation,
    c.provider, c.region, c.flags, c.status, c.price_from, c.started_at, c.ended_at, c.first_byte_ms, c.outcome, c.usage_source,
    c.hold, 2 * c.charge, true,
    coalesce((select jsonb_agg(jsonb_build_array(l.unit_kind, 2 * l.quantity, l.unit_price_pico)) from charge_line l
      where l.call_id = c.id), '[]'::jsonb)) as settlement, c.instance_id
  from (select * from call order by seq desc limit 1000) as c where c.outcome <> 'recovered' and random() * 1000 < $1`;

export function makeOracle(database: string): Oracle {
  const pool = new pg.Pool({ connectionString: database, max: 2 });
  pool.on('error', () => undefined);
  let duplicates = 0;

  return {
    check: async (acknowledged) => {
      const { rows } = await pool.query<CallRow>('select id, request_id, charge from call');
      const calls = Map.groupBy(rows, ({ request_id }) => request_id);
      let [lost, doubled, changed] = [0, 0, 0];
      const chargesOf = (number: number): readonly bigint[] =>
        (calls.get(requestIdOf(number)) ?? []).map(({ charge }) => BigInt(charge));
      for (const number of acknowledged) {
        const charges = chargesOf(number);
        const sum = charges.reduce((total, charge) => total + charge, 0n);
        if (charges.length === 0) lost += 1;
        else if (sum > chargeOf(truthOf(number))) doubled += 1;
        else if (sum !== chargeOf(truthOf(number))) changed += 1;
      }
      for (const [requestId, found] of calls) {
        const number = Number(/^crash-(\d+)$/.exec(requestId)?.[1]);
        if (acknowledged.has(number) || Number.isNaN(number)) continue;
        const sum = found.reduce((total, { charge }) => total + BigInt(charge), 0n);
        if (sum > chargeOf(truthOf(number))) doubled += 1;
      }
      const account = await pool.query<{ granted: string; posted: string }>(
        `select granted, posted from account where workspace_id = 'acme'`,
      );
      const open = await pool.query<{ hold: string | null }>(
        `select sum((settlement::json ->> 'hold')::numeric)::text as hold from open_call`,
      );
      const over = BigInt(account.rows[0]?.posted ?? 0) - BigInt(account.rows[0]?.granted ?? 0);
      const overspent = over > 0n ? over : 0n;
      const bound = BigInt(open.rows[0]?.hold ?? 0);
      return { lost, doubled, changed, overspent, bound, calls: rows.length, duplicates };
    },
    duplicate: async (permille) => {
      const { rows } = await pool.query<{ settlement: unknown; instance_id: string }>(rowSql, [permille]);
      for (const { settlement, instance_id } of rows)
        await pool.query('select known from settle_calls($1::jsonb, $2)', [JSON.stringify([settlement]), instance_id]);
      duplicates += rows.length;
      return rows.length;
    },
    close: () => pool.end(),
  };
}
