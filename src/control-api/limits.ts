import { unlimited } from '../identity/caller.ts';
import type { KeyRecord, KeyStore, WorkspaceRecord } from '../identity/stores.ts';
import type { Ledger } from '../metering/ledger.ts';
import type { Balance, LimitBalance } from '../metering/metering.ts';
import { atLeastZero, formatCredits, type NanoCredits } from '../shared/money.ts';
import { oneDay, quarterHour, writeInstant, writeOptionalInstant } from '../shared/time/calendar.ts';
import { answer, type Answers, type ControlDeps, type ControlHandler } from './deps.ts';
import { keyState } from './key-view.ts';
import { newestFirst } from './keys.ts';
import { unknownKey } from '../identity/key-terms.ts';
import { findWorkspace, pageOf } from './requests.ts';

type Limit = Answers['LimitState'];

const listLimits: ControlHandler<'listLimits'> =
  ({ keys, ledger, metering, catalog, clock }) =>
  async (call) => {
    const workspace = findWorkspace(keys, call.params.workspace_id);
    const { id: workspaceId, planId, timeZone } = workspace;
    const now = clock.now();
    const { key_id: named, order, ...query } = call.query;
    const isListed = (key: KeyRecord): boolean => isLimited(key, now);
    const newest = keysOf(keys, workspaceId, named);
    const read = (owners: readonly KeyRecord[]) => readBalances({ workspaceId, planId, timeZone }, owners, metering);
    // Which keys are the nearest is known when the balances of all are.
    const ofAll = order === 'nearest' ? await read(newest.filter(isListed)) : null;
    const page = pageOf(ofAll ? largestFirst(newest, ofAll.ofKeys) : newest, query, isListed);
    const { ofPlan, ofKeys } = ofAll ?? (await read(page.items));
    const pace = await readPace(ledger, workspace, now);
    const isFirst = named === undefined && query.after === undefined;
    const data = isFirst
      ? [
          balanceLimit(workspace, await metering.balance(workspaceId), { perDay: pace.workspace, now }),
          ...writeLimits(ofPlan, subjectOf('workspace', workspace), { perDay: pace.workspace, now }),
        ]
      : [];
    for (const key of page.items) {
      const lately = { perDay: pace.key(key), now };
      data.push(...writeLimits(ofKeys.get(key.id) ?? [], subjectOf('key', key), lately));
    }
    const missing = planId !== null && !catalog().plans.has(planId) ? planId : null;
    const { next } = page;
    const written = { object: 'list' as const, data, has_more: next !== null, next, missing_plan_id: missing };
    answer(call, 200, written satisfies Answers['LimitList']);
  };

/** The keys of a workspace, the newest first. @throws {GatewayError} 404 `not_found` for one that is named and not among them */
function keysOf(keys: KeyStore, workspaceId: string, named: readonly string[] | undefined): readonly KeyRecord[] {
  const all = keys.listKeys(workspaceId).toSorted(newestFirst);
  if (named === undefined) return all;
  const wanted = new Set(named);
  const found = all.filter(({ id }) => wanted.delete(id));
  for (const id of wanted) throw unknownKey(id);
  return found;
}

const isLimited = (key: KeyRecord, now: number): boolean =>
  keyState(key, now) === 'active' && Object.values(key.limits).some((limit) => limit !== null);

type Balances = readonly LimitBalance[];

/** What is used of the limits of a workspace's plan, and of these keys, by their ids. */
async function readBalances(
  workspace: Parameters<ControlDeps['metering']['limits']>[0],
  keys: readonly KeyRecord[],
  metering: Pick<ControlDeps['metering'], 'limits'>,
): Promise<{ readonly ofPlan: Balances; readonly ofKeys: ReadonlyMap<string, Balances> }> {
  const owners = keys.map(({ id: keyId, limits }) => ({ keyId, limits }));
  const [ofPlan = [], ...ofKeys] = await metering.limits(workspace, [{ keyId: '', limits: unlimited }, ...owners]);
  return { ofPlan, ofKeys: new Map(keys.map(({ id }, index) => [id, ofKeys[index] ?? []])) };
}

/** By the largest share of a limit that is used or held. Keys of the same share, and those without one, stay in their order. */
function largestFirst(keys: readonly KeyRecord[], balances: ReadonlyMap<string, Balances>): readonly KeyRecord[] {
  const shares = new Map([...balances].map(([id, ofKey]) => [id, Math.max(...ofKey.map(shareOf))]));
  const order = ({ id }: KeyRecord): number => shares.get(id) ?? -1;
  return keys.toSorted((one, other) => (order(one) === order(other) ? 0 : order(other) > order(one) ? 1 : -1));
}

/** Millionths of a key's limit that are used or held. A limit of nothing is used up. */
function shareOf({ subject, limit, used, held }: LimitBalance): number {
  if (subject !== 'key' || limit === null) return -1;
  return limit === 0n ? Infinity : Number(((used + held) * 1_000_000n) / limit);
}

interface Lately {
  /** What a day was charged lately. */
  readonly perDay: NanoCredits;
  readonly now: number;
}

const balanceLimit = ({ id, name }: WorkspaceRecord, balance: Balance, { perDay, now }: Lately): Limit => ({
  object: 'limit',
  name: 'balance',
  subject: 'workspace',
  subject_id: id,
  subject_name: name,
  limit: formatCredits(balance.granted),
  used: formatCredits(balance.posted),
  held: formatCredits(balance.held),
  left: formatCredits(atLeastZero(balance.available)),
  resets_at: null,
  forecast: writeForecast({ perDay, used: balance.posted, left: balance.available, resetsAt: null }, now),
});

type Subject = Pick<Limit, 'subject' | 'subject_id' | 'subject_name'>;

const subjectOf = (
  subject: Limit['subject'],
  { id, name }: { readonly id: string; readonly name: string },
): Subject => ({
  subject,
  subject_id: id,
  subject_name: name,
});

/** Formats the limits of a key, or those of the plan for its workspace. */
const writeLimits = (balances: readonly LimitBalance[], subject: Subject, { perDay, now }: Lately): readonly Limit[] =>
  balances.flatMap(({ subject: of, window, limit, used, held, resetsAt }) => {
    if (limit === null || (of === 'key') !== (subject.subject === 'key')) return [];
    const left = limit - used - held;
    return [
      {
        object: 'limit' as const,
        name: `${of}_${window}`,
        ...subject,
        limit: formatCredits(limit),
        used: formatCredits(used),
        held: formatCredits(held),
        left: formatCredits(atLeastZero(left)),
        resets_at: writeOptionalInstant(resetsAt),
        forecast: writeForecast({ perDay, used, left, resetsAt }, now),
      },
    ];
  });

export const limitOperations = { listLimits };

/** Days that a forecast goes by. */
const watchedDays = 7;

/** The furthest forecast: ten years. */
const furthest = 3_650 * oneDay;

/** What the subjects of a workspace were charged a day, over the last 7 days. */
interface Pace {
  /** Charge a day of the whole workspace. */
  readonly workspace: NanoCredits;
  /** Charge a day of one key. */
  readonly key: (key: Pick<KeyRecord, 'id' | 'createdAt'>) => NanoCredits;
}

/**
 * The average charge of a day, from the buckets. A subject that was created less than 7 days ago is averaged over its days so
 * far, one at the least: an hour of trying things out is no forecast.
 */
export async function readPace(
  ledger: Ledger,
  { id: workspaceId, createdAt }: Pick<WorkspaceRecord, 'id' | 'createdAt'>,
  now: number,
): Promise<Pace> {
  const charges = new Map<string, NanoCredits>();
  const from = now - watchedDays * oneDay;
  const to = now + quarterHour;
  const query = { workspaceId, from, to, groupBy: ['key'], bucket: 'all', timeZone: 'UTC' } as const;
  for await (const { group, charge } of ledger.usage(query)) {
    charges.set(group.key ?? '', charge);
  }
  const aDay = (charge: NanoCredits, since: number): NanoCredits =>
    (charge * BigInt(oneDay)) / BigInt(Math.max(oneDay, now - Math.max(from, since)));
  const all = [...charges.values()].reduce((sum, charge) => sum + charge, 0n);
  return {
    workspace: aDay(all, createdAt),
    key: (key) => aDay(charges.get(key.id) ?? 0n, key.createdAt),
  };
}

interface Course {
  readonly perDay: NanoCredits;
  readonly used: NanoCredits;
  /** Negative where more is used than the limit allows. */
  readonly left: NanoCredits;
  /** Epoch milliseconds; null: it never resets. */
  readonly resetsAt: number | null;
}

/** When nothing is left at this pace, in epoch milliseconds; null: not within ten years. */
export function reachedAt({ perDay, left }: Pick<Course, 'perDay' | 'left'>, now: number): number | null {
  if (left <= 0n) return now;
  if (perDay <= 0n) return null;
  const milliseconds = (left * BigInt(oneDay)) / perDay;
  return milliseconds > BigInt(furthest) ? null : now + Number(milliseconds);
}

/** What becomes of a limit if its subject goes on as before. */
function writeForecast(course: Course, now: number): Answers['Forecast'] {
  const { perDay, used, resetsAt } = course;
  const reached = reachedAt(course, now);
  const rest = resetsAt === null ? null : BigInt(Math.max(0, resetsAt - now));
  return {
    per_day: formatCredits(perDay),
    used_at_reset: rest === null ? null : formatCredits(used + (perDay * rest) / BigInt(oneDay)),
    reached_at: reached === null || (resetsAt !== null && reached >= resetsAt) ? null : writeInstant(reached),
  };
}
