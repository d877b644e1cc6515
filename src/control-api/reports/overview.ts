import { formatCredits } from '../../shared/money.ts';
import {
  firstInstant,
  oneDay,
  quarterHour,
  spanOf,
  wallTime,
  writeInstant,
  writeOptionalInstant,
} from '../../shared/time/calendar.ts';
import { writeBalance } from '../credits.ts';
import { answer, type Answers, type ControlDeps, type ControlHandler } from '../deps.ts';
import { findWorkspace } from '../requests.ts';
import { keyState } from '../key-view.ts';
import { reachedAt, readPace } from '../limits.ts';

/** Newest calls of which the middle is taken. */
const watchedCalls = 1_000;

const getOverview: ControlHandler<'getOverview'> = (deps) => async (call) => {
  const { keys, ledger, metering, clock } = deps;
  const workspace = findWorkspace(keys, call.params.workspace_id);
  const { id, timeZone } = workspace;
  const now = clock.now();
  const balance = await metering.balance(id);
  const today = { from: spanOf('day', timeZone, now).start, to: Math.floor(now / quarterHour + 1) * quarterHour };
  const before = spanOf('day', timeZone, today.from - 1).start;
  const sameTime = firstInstant(timeZone, wallTime(timeZone, today.to) - oneDay);
  const yesterday = { from: before, to: Math.min(sameTime, today.from) };
  const [pace, ofToday, ofYesterday, newest] = await Promise.all([
    readPace(ledger, workspace, now),
    readDay(deps, id, today),
    readDay(deps, id, yesterday),
    ledger.calls({ workspaceId: id, limit: watchedCalls }),
  ]);
  const lasts = pace.workspace > 0n ? reachedAt({ perDay: pace.workspace, left: balance.available }, now) : null;
  const recent = newest.items.filter(({ startedAt }) => startedAt > now - oneDay);
  answer(call, 200, {
    object: 'overview',
    workspace_id: id,
    zone: timeZone,
    balance: writeBalance(id, balance),
    per_day: formatCredits(pace.workspace),
    lasts_until: writeOptionalInstant(lasts),
    today: ofToday,
    yesterday: ofYesterday,
    first_byte_milliseconds: middleOf(recent.flatMap(({ firstByteMilliseconds: first }) => first ?? [])),
    last_call_at: writeOptionalInstant(newest.items[0]?.startedAt ?? null),
    demo_only: deps.demoOnly(),
  } satisfies Answers['Overview']);
};

interface Range {
  readonly from: number;
  readonly to: number;
}

async function readDay(
  { ledger, refusedCalls }: Pick<ControlDeps, 'ledger' | 'refusedCalls'>,
  workspaceId: string,
  { from, to }: Range,
): Promise<Answers['DayFigures']> {
  let [calls, refused, charge] = [0, 0, 0n];
  const query = { workspaceId, from, to, bucket: 'all', groupBy: [], timeZone: 'UTC' } as const;
  const failed = await ledger.unsuccessful(workspaceId, from, to);
  for await (const row of ledger.usage(query)) {
    calls += row.calls;
    charge += row.charge;
  }
  for await (const row of refusedCalls.query(query)) refused += row.calls;
  return { from: writeInstant(from), to: writeInstant(to), calls, failed, refused, charge: formatCredits(charge) };
}

function middleOf(figures: readonly number[]): number | null {
  const sorted = figures.toSorted((one, other) => one - other);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? null;
}

const getChecklist: ControlHandler<'getChecklist'> = (deps) => async (call) => {
  const { keys, ledger, alerts, catalog, clock } = deps;
  const { id, planId } = findWorkspace(keys, call.params.workspace_id);
  const active = keys.listKeys(id).filter((key) => keyState(key, clock.now()) === 'active');
  const limited = active.some(({ limits }) => Object.values(limits).some((limit) => limit !== null));
  const plan = planId === null ? undefined : catalog().plans.get(planId);
  const done = {
    key: active.length > 0,
    first_call: (await ledger.calls({ workspaceId: id, limit: 1 })).items.length > 0,
    limit: limited || (plan !== undefined && plan.monthlyCredits !== null),
    alert: (await alerts.list(id)).some(({ enabled }) => enabled),
  };
  const data = Object.entries(done).map(([step, isDone]) => ({ step, done: isDone }));
  answer(call, 200, { object: 'list', data } satisfies Answers['Checklist']);
};

/** The operations that sum a workspace up. */
export const overviewOperations = { getOverview, getChecklist };
