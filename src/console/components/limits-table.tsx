import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { AlertLimit, LimitState } from '../../../generated/console/types.ts';
import { useRights } from '../api/session.ts';
import { t, type TextKey } from '../text/text.ts';
import { groupDigits, parseDecimal, percentOf, roundDecimal } from '../values/decimal.ts';
import { DataTable, type Column } from './data-table.tsx';
import { shortInstant } from './days.ts';
import { Money, ShareBar, Status } from './figures.tsx';
import { Empty } from './page.tsx';
import { keyNames } from '../values/key-names.ts';
import { dayMilliseconds } from '../values/zone.ts';

/** What a new alert can watch. */
export const alertLimits = [
  'balance_left',
  'plan_month',
  'key_day',
  'key_month',
  'key_total',
  'keys_expiring',
] as const satisfies readonly AlertLimit[];

const named: readonly string[] = ['balance', ...alertLimits];

/** Asks for the limits of the workspace, and of the keys that are nearest to theirs. */
export const nearestLimits = { order: 'nearest', limit: 10 } as const;

/** What a limit is called. */
export const limitName = (name: string): string => (named.includes(name) ? t(`limit.${name}` as TextKey) : name);

const periods: Readonly<Record<string, TextKey>> = {
  plan_month: 'keys.limit.month',
  key_month: 'keys.limit.month',
  key_day: 'keys.limit.day',
};

/** A limit as people say it: 50 / day. */
export const amountOf = ({ name, limit }: LimitState): string =>
  t(periods[name] ?? 'keys.limit.total', { amount: groupDigits(limit) });

const figure = (id: 'used' | 'held' | 'left'): Column<LimitState> => ({
  id,
  title: t(`limit.column.${id}`),
  isNumber: true,
  sortBy: (limit) => parseDecimal(limit[id]),
  show: (limit) => <Money amount={limit[id]} />,
});

/** Limits with what is used, held and left of them, when they begin anew, and what becomes of them. */
export function LimitsTable({
  limits,
  zone,
  isPart,
}: {
  readonly limits: readonly LimitState[];
  readonly zone: string;
  /** Whether there are more on other pages. */
  readonly isPart: boolean;
}): ReactNode {
  const ofKeys = limits.filter(({ subject }) => subject === 'key');
  const keys = keyNames(ofKeys.map(({ subject_id: id, subject_name: name }) => ({ key_id: id, key_name: name })));
  const columns: readonly Column<LimitState>[] = [
    { id: 'subject', title: t('limit.column.subject'), show: (limit) => <Subject of={limit} keys={keys} /> },
    { id: 'limit', title: t('limit.column.limit'), isNumber: true, show: amountOf },
    figure('used'),
    {
      id: 'share',
      title: t('limit.column.share'),
      sortBy: ({ used, limit }) => percentOf(used, limit) ?? 100,
      show: ({ used, limit }) => <Share percent={percentOf(used, limit) ?? 100} />,
    },
    { ...figure('held'), isMinor: true },
    figure('left'),
    {
      id: 'resets',
      isMinor: true,
      title: t('limit.column.resets'),
      show: ({ resets_at: at }) => (at === null ? t('time.never') : shortInstant(at, zone)),
    },
    { id: 'forecast', title: t('limit.column.forecast'), show: (limit) => <Forecast of={limit} zone={zone} /> },
  ];
  return (
    <DataTable
      caption={t('overview.limits')}
      columns={columns}
      rows={limits}
      isPart={isPart}
      rowId={({ subject_id: id, name }) => `${id} ${name}`}
      empty={<NoLimits />}
    />
  );
}

function NoLimits(): ReactNode {
  const { manageKeys } = useRights();
  return (
    <Empty title={t('limit.none')}>
      {t('limit.noneText')} {manageKeys && <Link to="/keys">{t('limit.setOne')}</Link>}
    </Empty>
  );
}

interface SubjectProps {
  readonly of: LimitState;
  /** What the keys are called. */
  readonly keys: ReturnType<typeof keyNames>;
}

function Subject({ of, keys }: SubjectProps): ReactNode {
  if (of.subject === 'workspace') return t(of.name === 'balance' ? 'limit.allGranted' : 'limit.workspace');
  return (
    <Link to="/usage" search={{ tab: 'calls', key: of.subject_id }}>
      {t('limit.key', { name: keys.get(of.subject_id) ?? of.subject_id })}
    </Link>
  );
}

const Share = ({ percent }: { readonly percent: number }): ReactNode => (
  <>
    {Math.floor(percent)} %
    <ShareBar percent={percent} />
  </>
);

/** A limit that is reached within this time is warned of. */
const nearMilliseconds = 14 * dayMilliseconds;

/** What becomes of a limit at the pace of the last days. */
function Forecast({ of: { left, forecast }, zone }: { readonly of: LimitState; readonly zone: string }): ReactNode {
  const { reached_at: reached, used_at_reset: atReset } = forecast;
  if (parseDecimal(left) === 0n) return <Status tone="bad">{t('limit.usedUp')}</Status>;
  if (reached !== null) {
    const isNear = Date.parse(reached) - Date.now() < nearMilliseconds;
    return (
      <Status tone={isNear ? 'warn' : 'quiet'}>{t('limit.reached', { when: shortInstant(reached, zone) })}</Status>
    );
  }
  if (atReset === null) return t('limit.within');
  return t('limit.withinAt', { amount: groupDigits(roundDecimal(atReset, 2)) });
}
