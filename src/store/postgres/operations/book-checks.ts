import type { Mismatch } from '../../../metering/ledger-records.ts';
import { quarterHour } from '../../../shared/time/calendar.ts';
import { unitKinds } from '../../../shared/usage.ts';
import {
  byQuarter,
  figures,
  forgetReceived,
  separator,
  wrongAccount,
  wrongCharges,
  wrongQuartersSql,
  wrongTotals,
  type CheckedAccount,
  type CheckSlice,
} from '../../shared/book-sums.ts';
import type { Session } from '../session.ts';
import {
  bucketName,
  saysCharged,
  digestOf,
  find,
  ofLines,
  moveHorizon,
  newWalk,
  readAll,
  readOn,
  type Contradiction,
  type Walk,
} from './book-walk.ts';

const accountSql = `select a.workspace_id, a.granted, a.posted, a.leased, a.unleased,
  coalesce((select sum(amount) from grant_entry e where e.workspace_id = a.workspace_id), 0) as entries,
  coalesce((select sum(amount) from grant_entry e where e.workspace_id = a.workspace_id and amount < 0), 0) as taken_back,
  coalesce((select sum(granted - consumed) from lease l
    where l.subject = a.workspace_id and l."window" = 'balance' and state = 'open'), 0) as open_leases
  from account a`;

/** What each check looks at. */
const contradictions: readonly Contradiction[] = [
  {
    invariant: 4,
    object: 'lease',
    sql: `select subject as workspace_id, id, 'gave out ' || consumed - granted || ' nano-credits more than it had' as detail
      from lease where consumed > granted`,
  },
  {
    invariant: 10,
    object: 'open call',
    sql: `select settlement::json ->> 'workspaceId' as workspace_id, call_id as id, 'is settled and open at once' as detail
      from open_call where call_id in (select id from call)`,
  },
  {
    invariant: 12,
    object: 'call',
    // Only refunds have a call. Each call is looked up by itself, because there are few refunds and many calls.
    sql: `select workspace_id, id, 'was refunded ' || refunded - charge || ' nano-credits more than its charge' as detail
      from (select *, coalesce((select charge from call c where c.id = refund.id), 0) as charge
        from (select min(workspace_id) as workspace_id, call_id as id, sum(amount) as refunded
          from grant_entry where call_id is not null group by call_id) as refund) as compared
      where refunded > charge`,
  },
];

/** What only the full check looks at, of single calls and of their lines. It reads them all, so it joins them at once. */
const ofAllCalls: readonly Contradiction[] = [
  {
    invariant: 7,
    object: 'call',
    sql: `select c.workspace_id, c.id, ${saysCharged} || ${ofLines} as detail
      from call c left join charge_line l on l.call_id = c.id group by c.seq having c.charge <> ${ofLines}`,
  },
  {
    invariant: 7,
    object: 'lines of call',
    sql: `select distinct null as workspace_id, call_id as id, 'are there, and no such call' as detail
      from charge_line l where not exists (select 1 from call c where c.id = l.call_id)`,
  },
];

const bucketKey = 'workspace_id, bucket_start, key_id, model, product_sku, operation, status';

/** Every figure of every bucket, as calls and their lines make it. */
const bucketSql = `with made as (
    select workspace_id, started_at - started_at % ${quarterHour} as bucket_start, key_id, model, product_sku, operation, status,
        count(*) as calls, ${['charge', ...unitKinds].map((figure) => `sum(${figure}) as ${figure}`).join(', ')}
      from (select c.*, ${unitKinds
        .map((kind) => `coalesce(sum(l.quantity) filter (where l.unit_kind = '${kind}'), 0) as ${kind}`)
        .join(', ')} from call c left join charge_line l on l.call_id = c.id group by c.seq) as used
      group by 1, 2, 3, 4, 5, 6, 7)
  select workspace_id, concat_ws(' ', bucket_start, key_id, model, product_sku, operation, status) as id,
      'says otherwise than its calls make: ' || concat_ws(', ', ${figures
        .map(
          (figure) =>
            `case when made.${figure} is distinct from kept.${figure} then concat('${figure} ', kept.${figure}, ' for ', made.${figure}) end`,
        )
        .join(', ')}) as detail
    from made full join usage_bucket kept using (${bucketKey})
    where ${figures.map((figure) => `made.${figure} is distinct from kept.${figure}`).join(' or ')}`;

/** Buckets of which any figure is not what calls make. */
const ofBuckets: Contradiction = { invariant: 11, object: 'usage bucket', sql: bucketSql };
const ofQuarters: Contradiction = { invariant: 11, object: 'usage bucket', sql: wrongQuartersSql };

/** Runs statements of a check, one after the other. */
async function findAll(session: Session, wanted: readonly Contradiction[]): Promise<readonly Mismatch[]> {
  const found: Mismatch[] = [];
  for (const contradiction of wanted) found.push(...(await find(session, contradiction)));
  return found;
}

/** How far back the check of every minute compares buckets: two hours. */
const recent = 8 * quarterHour;

async function compareTotals(session: Session, walk: Walk): Promise<readonly Mismatch[]> {
  const rows = await session.all<{ subject: string; posted: bigint }>(
    `select subject, posted from limit_use where "window" = 'total'`,
  );
  const kept = new Map(rows.map(({ subject, posted }) => [subject, posted]));
  return wrongTotals(walk, kept);
}

/** When buckets begin whose digest is not what calls make, in epoch milliseconds. */
async function wrongStarts(session: Session, { digests, horizon }: Walk): Promise<ReadonlySet<bigint>> {
  const rows = await session.all<{ start: bigint; digest: bigint }>(
    `select bucket_start as start, sum(${digestOf('charge', bucketName('bucket_start'))}) as digest
      from usage_bucket where bucket_start >= $1 group by bucket_start`,
    horizon,
  );
  const kept = new Map(rows.map(({ start, digest }) => [start, digest]));
  const starts = new Set([...kept.keys(), ...digests.keys()]);
  return new Set([...starts].filter((start) => (kept.get(start) ?? 0n) !== (digests.get(start) ?? 0n)));
}

/** Compares the charges of the buckets since the horizon: all of them by their digests, and one by one where those differ. */
async function wrongBuckets(session: Session, walk: Walk): Promise<readonly Mismatch[]> {
  const starts = await wrongStarts(session, walk);
  if (starts.size === 0) return [];
  const rows = await session.all<{ name: string; charge: bigint }>(
    `select ${bucketName('bucket_start')} as name, charge from usage_bucket where bucket_start = any ($1::bigint[])`,
    [...starts],
  );
  const kept = new Map(rows.map(({ name, charge }) => [name, charge]));
  const isOfThem = (name: string): boolean => starts.has(BigInt(name.split(separator)[1] ?? 0));
  const buckets = new Map([...walk.buckets].filter(([name]) => isOfThem(name)));
  return wrongCharges(buckets, kept);
}

/** Compares the charges of workspaces by quarter of an hour since the horizon. */
async function wrongQuarters(session: Session, { buckets, horizon }: Walk): Promise<readonly Mismatch[]> {
  const rows = await session.all<{ name: string; charge: bigint }>(
    // Account by account, because a bucket's key begins with its workspace; `offset 0` keeps it so.
    `select concat_ws(chr(31), a.workspace_id, bucket_start) as name, charge from account a cross join lateral
      (select * from charge_bucket b where b.workspace_id = a.workspace_id and bucket_start >= $1 offset 0) as kept`,
    horizon,
  );
  return wrongCharges(byQuarter(buckets), new Map(rows.map(({ name, charge }) => [name, charge])));
}

async function compare(session: Session, walk: Walk): Promise<readonly Mismatch[]> {
  const accounts = await session.all<CheckedAccount>(accountSql);
  return [
    ...accounts.flatMap((row) => wrongAccount(row, walk)),
    ...(await compareTotals(session, walk)),
    ...(await findAll(session, contradictions)),
  ];
}

/** Recomputes the books from their rows. What is compared is of one moment, while others go on. */
export function makeBookChecks() {
  const walk = newWalk(0);
  return {
    /**
     * Reads only calls that are new since the last time, some at a time; compares in the moment in which none is left.
     *
     * @param received how many checks the caller has received to their end
     */
    reconcileSlice: async (session: Session, now: number, received: number): Promise<CheckSlice> => {
      forgetReceived(walk.found, received);
      const since = now - recent;
      moveHorizon(walk, since - (since % quarterHour));
      if (!(await readOn(session, walk))) return { done: false, mismatches: [] };
      const compared = [
        ...(await compare(session, walk)),
        ...(await wrongBuckets(session, walk)),
        ...(await wrongQuarters(session, walk)),
      ];
      return { done: true, mismatches: [...walk.found.mismatches, ...compared] };
    },
    verifySlice: async (session: Session, _first: boolean): Promise<CheckSlice> => {
      const mismatches = await compare(session, await readAll(session));
      return {
        done: true,
        mismatches: [...mismatches, ...(await findAll(session, [...ofAllCalls, ofBuckets, ofQuarters]))],
      };
    },
  };
}
