import type { Mismatch } from '../../../metering/ledger-records.ts';
import { quarterHour } from '../../../shared/time/calendar.ts';
import { unitKinds } from '../../../shared/usage.ts';
import { wrongAccount, type CallSums, type CheckedAccount, type CheckSlice } from '../../shared/book-sums.ts';
import type { Session } from '../session.ts';

/** As many as a check reports of each kind. */
const most = 100;

const accountSql = `select a.workspace_id, a.granted, a.posted, a.leased, a.unleased,
  coalesce((select sum(amount) from grant_entry e where e.workspace_id = a.workspace_id), 0) as entries,
  coalesce((select sum(amount) from grant_entry e where e.workspace_id = a.workspace_id and amount < 0), 0) as taken_back,
  coalesce((select sum(granted - consumed) from lease l
    where l.subject = a.workspace_id and l."window" = 'balance' and state = 'open'), 0) as open_leases
  from account a`;

type Values = readonly (readonly (string | bigint)[])[];

interface FoundRow {
  readonly workspace_id: string | null;
  readonly id: string;
  readonly detail: string;
}

/** Rows that contradict each other; each row that a statement finds is a mismatch. */
interface Contradiction {
  readonly invariant: number;
  readonly object: string;
  readonly sql: string;
}

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
    sql: `select min(e.workspace_id) as workspace_id, e.call_id as id,
        'was refunded ' || sum(e.amount) - coalesce(min(c.charge), 0) || ' nano-credits more than its charge' as detail
      from grant_entry e left join call c on c.id = e.call_id where e.kind = 'refund'
      group by e.call_id having sum(e.amount) > coalesce(min(c.charge), 0)`,
  },
];

/** @param calls the calls to look at, named `c` */
const wrongCalls = (calls: string): Contradiction => ({
  invariant: 7,
  object: 'call',
  sql: `select c.workspace_id, c.id, 'was charged ' || c.charge || ' nano-credits; its lines make '
      || coalesce(round(sum(l.quantity::numeric * l.unit_price_pico) / 1000), 0) as detail
    from ${calls} left join charge_line l on l.call_id = c.id group by c.seq
    having c.charge <> coalesce(round(sum(l.quantity::numeric * l.unit_price_pico) / 1000), 0)`,
});

/** What only the full check looks at, of single calls and of their lines. */
const ofCalls: readonly Contradiction[] = [
  wrongCalls('call c'),
  {
    invariant: 7,
    object: 'lines of call',
    sql: `select distinct null as workspace_id, call_id as id, 'are there, and no such call' as detail
      from charge_line l where not exists (select 1 from call c where c.id = l.call_id)`,
  },
];

const figures = ['calls', 'charge', ...unitKinds] as const;
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

const ofBuckets: Contradiction = { invariant: 11, object: 'usage bucket', sql: bucketSql };

async function find(
  session: Session,
  { invariant, object, sql }: Contradiction,
  values: Values = [],
): Promise<readonly Mismatch[]> {
  const rows = await session.all<FoundRow>(`${sql} limit ${most}`, ...values);
  return rows.map(({ workspace_id: workspaceId, id, detail }) => {
    const name = `${object} ${id}`;
    return { workspaceId, invariant, object: name, message: `${name} ${detail}.` };
  });
}

async function findAll(session: Session, wanted: readonly Contradiction[]): Promise<readonly Mismatch[]> {
  const found: Mismatch[] = [];
  for (const contradiction of wanted) found.push(...(await find(session, contradiction)));
  return found;
}

/** What calls add up to, and up to which of them: those of one workspace are committed in the order of their `seq`. */
interface Walk extends CallSums {
  readonly marks: Map<string, bigint>;
  /** Epoch milliseconds: buckets that began earlier are left out. Never goes back, for what was left out cannot be compared later. */
  readonly horizon: number;
}

const newWalk = (horizon: number): Walk => ({
  posted: new Map(),
  over: new Map(),
  keys: new Map(),
  owners: new Map(),
  buckets: new Map(),
  marks: new Map(),
  horizon,
});

/** How far back the check of every minute compares buckets: two hours. */
const recent = 8 * quarterHour;

interface SumRow {
  readonly workspace_id: string;
  readonly key_id: string;
  readonly last: bigint;
  readonly charge: bigint;
  readonly over: bigint;
  /** Null: the calls began before the horizon. */
  readonly bucket: string | null;
}

/** Calls `c` of an account that are newer than the mark of it. They are found by the index on workspace and `seq`. */
const newerCalls = `(select workspace_id from account) a
  left join unnest($1::text[], $2::bigint[]) as mark (workspace_id, seq) using (workspace_id)
  join call c on c.workspace_id = a.workspace_id and c.seq > coalesce(mark.seq, 0)`;

/** The name of a bucket; its parts are the primary key of `usage_bucket`. */
const bucketName = (start: string): string =>
  `concat_ws(chr(31), workspace_id, ${start}, key_id, model, product_sku, operation, status)`;

const newerSql = `select workspace_id, key_id, max(seq) as last, sum(charge) as charge, sum(greatest(charge - hold, 0)) as over, bucket
  from (select c.*, case when started_at >= $3 then ${bucketName(`started_at - started_at % ${quarterHour}`)} end as bucket
    from (select c.* from ${newerCalls}) c) as newer
  group by workspace_id, key_id, bucket`;

const separator = '\u001f';

const marksOf = ({ marks }: Walk) => [[...marks.keys()], [...marks.values()]] as const;

/** @param horizon epoch milliseconds, where a quarter of an hour begins */
async function readOn(session: Session, walk: Walk, horizon: number): Promise<Walk> {
  const rows = await session.all<SumRow>(newerSql, ...marksOf(walk), horizon);
  const isRecent = ([name]: readonly [string, bigint]): boolean => Number(name.split(separator)[1]) >= horizon;
  const next: Walk = {
    posted: new Map(walk.posted),
    over: new Map(walk.over),
    keys: new Map(walk.keys),
    owners: new Map(walk.owners),
    buckets: new Map([...walk.buckets].filter(isRecent)),
    marks: new Map(walk.marks),
    horizon,
  };
  const add = (sums: Map<string, bigint>, name: string, amount: bigint) =>
    sums.set(name, (sums.get(name) ?? 0n) + amount);
  for (const { workspace_id, key_id, last, charge, over, bucket } of rows) {
    add(next.posted, workspace_id, charge);
    add(next.over, workspace_id, over);
    add(next.keys, key_id, charge);
    if (bucket !== null) add(next.buckets, bucket, charge);
    next.owners.set(key_id, workspace_id);
    if (last > (next.marks.get(workspace_id) ?? 0n)) next.marks.set(workspace_id, last);
  }
  return next;
}

async function wrongTotals(session: Session, { keys, owners }: Walk): Promise<readonly Mismatch[]> {
  const rows = await session.all<{ subject: string; posted: bigint }>(
    `select subject, posted from limit_use where "window" = 'total'`,
  );
  const kept = new Map(rows.map(({ subject, posted }) => [subject, posted]));
  return [...new Set([...kept.keys(), ...keys.keys()])].flatMap((name) => {
    const [said, made] = [kept.get(name) ?? 0n, keys.get(name) ?? 0n];
    if (said === made) return [];
    const message = `The total of key ${name} is ${said} nano-credits, but its calls add up to ${made}.`;
    return [{ workspaceId: owners.get(name) ?? null, invariant: 11, object: `limits of ${name}`, message }];
  });
}

/** Compares the charges of the buckets since the horizon. */
async function wrongBuckets(session: Session, { buckets, horizon }: Walk): Promise<readonly Mismatch[]> {
  const rows = await session.all<{ name: string; charge: bigint }>(
    `select ${bucketName('bucket_start')} as name, charge from usage_bucket where bucket_start >= $1`,
    horizon,
  );
  const kept = new Map(rows.map(({ name, charge }) => [name, charge]));
  return [...new Set([...kept.keys(), ...buckets.keys()])].flatMap((name) => {
    const [said, made] = [kept.get(name) ?? 0n, buckets.get(name) ?? 0n];
    if (said === made) return [];
    const [workspaceId = null, ...rest] = name.split(separator);
    const message = `A usage bucket of ${workspaceId} has ${said} nano-credits, but its calls add up to ${made}.`;
    return [{ workspaceId, invariant: 11, object: `usage bucket ${rest.join(' ')}`, message }];
  });
}

async function compare(session: Session, walk: Walk): Promise<readonly Mismatch[]> {
  const accounts = await session.all<CheckedAccount>(accountSql);
  return [
    ...accounts.flatMap((row) => wrongAccount(row, walk)),
    ...(await wrongTotals(session, walk)),
    ...(await findAll(session, contradictions)),
  ];
}

/** Recomputes the books from their rows: each check reads one moment, while others go on. */
export function makeBookChecks() {
  let walk = newWalk(0);
  return {
    /** Reads only calls that are new since the last time. */
    reconcileSlice: async (session: Session, now: number): Promise<CheckSlice> => {
      const since = now - recent;
      const next = await readOn(session, walk, Math.max(walk.horizon, since - (since % quarterHour)));
      const mismatches = [
        ...(await find(session, wrongCalls(newerCalls), marksOf(walk))),
        ...(await compare(session, next)),
        ...(await wrongBuckets(session, next)),
      ];
      walk = next;
      return { done: true, mismatches };
    },
    verifySlice: async (session: Session, _first: boolean): Promise<CheckSlice> => {
      const all = await readOn(session, newWalk(0), Number.MAX_SAFE_INTEGER);
      const mismatches = await compare(session, all);
      return { done: true, mismatches: [...mismatches, ...(await findAll(session, [...ofCalls, ofBuckets]))] };
    },
  };
}
