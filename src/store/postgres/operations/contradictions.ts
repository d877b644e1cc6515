import type { Mismatch } from '../../../metering/ledger-records.ts';
import { quarterHour } from '../../../shared/time/calendar.ts';
import { unitKinds } from '../../../shared/usage.ts';
import type { Session } from '../session.ts';

/** As many as a check reports of each kind. */
export const most = 100;

/** Values for the placeholders of a statement. */
export type Values = readonly (number | bigint | readonly (string | bigint)[])[];

interface FoundRow {
  readonly workspace_id: string | null;
  readonly id: string;
  readonly detail: string;
}

/** Rows that contradict each other; each row that a statement finds is a mismatch. */
export interface Contradiction {
  readonly invariant: number;
  readonly object: string;
  readonly sql: string;
}

/** What each check looks at. */
export const contradictions: readonly Contradiction[] = [
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

const made = 'coalesce(round(sum(l.quantity::numeric * l.unit_price_pico) / 1000), 0)';
const charged = "'was charged ' || c.charge || ' nano-credits; its lines make '";

/**
 * Calls whose lines make another charge. The lines of each call are looked up by themselves, so that few calls are compared without
 * reading all lines.
 *
 * @param calls the calls to look at, named `c`, and what they must fulfil
 */
export const wrongCalls = (calls: string): Contradiction => ({
  invariant: 7,
  object: 'call',
  sql: `select workspace_id, id, detail from (select c.workspace_id, c.id, c.charge, made, ${charged} || made as detail
      from (select c.* from ${calls}) c
        cross join lateral (select ${made} as made from charge_line l where l.call_id = c.id) as lines) as compared
    where charge <> made`,
});

/** What only the full check looks at, of single calls and of their lines. It reads them all, so it joins them at once. */
export const ofAllCalls: readonly Contradiction[] = [
  {
    invariant: 7,
    object: 'call',
    sql: `select c.workspace_id, c.id, ${charged} || ${made} as detail
      from call c left join charge_line l on l.call_id = c.id group by c.seq having c.charge <> ${made}`,
  },
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

/** Buckets of which any figure is not what calls make. */
export const ofBuckets: Contradiction = { invariant: 11, object: 'usage bucket', sql: bucketSql };

/** Runs a statement of a check. */
export async function find(
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

/** Runs statements of a check, one after the other. */
export async function findAll(session: Session, wanted: readonly Contradiction[]): Promise<readonly Mismatch[]> {
  const found: Mismatch[] = [];
  for (const contradiction of wanted) found.push(...(await find(session, contradiction)));
  return found;
}
