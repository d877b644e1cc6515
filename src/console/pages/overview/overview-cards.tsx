import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { LimitState, Overview } from '../../../../generated/console/types.ts';
import { useRights } from '../../api/session.ts';
import { shortInstant } from '../../components/days.ts';
import { EmptyBalance, grouped, Money, ShareBar, Status } from '../../components/figures.tsx';
import { t } from '../../text/text.ts';
import { groupDigits, parseDecimal, percentOf } from '../../values/decimal.ts';
import styles from './overview.module.css';
import { dayMilliseconds } from '../../values/zone.ts';

interface CardProps {
  readonly title: string;
  readonly figure: ReactNode;
  readonly unit?: string;
  readonly children: ReactNode;
}

const FigureCard = ({ title, figure, unit, children }: CardProps): ReactNode => (
  <section className={styles['card']} aria-label={title}>
    <h2>
      {title}
      {unit !== undefined && <small> · {unit}</small>}
    </h2>
    <p className={styles['figure']}>{figure}</p>
    <div className={styles['note']}>{children}</div>
  </section>
);

const twoYears = 730;

/** A balance that lasts fewer days is warned of. */
const fewDays = 7;
const lastsWords = (days: number): string =>
  days > twoYears ? t('overview.lastsYears') : t('overview.lasts', { count: days });

/** The balance, and how long it lasts. */
export function BalanceCard({ of }: { readonly of: Overview }): ReactNode {
  const { balance, lasts_until: until } = of;
  const { operate, readLedger } = useRights();
  const days = until === null ? null : Math.floor((Date.parse(until) - Date.now()) / dayMilliseconds);
  const isUsed = parseDecimal(of.per_day) > 0n;
  const lasts = days === null ? t(isUsed ? 'overview.lastsYears' : 'overview.lastsLong') : lastsWords(days);
  const isEmpty = parseDecimal(balance.available) <= 0n;
  return (
    <FigureCard title={t('overview.balance')} unit={t('unit.credits')} figure={<Money amount={balance.available} />}>
      <span>
        {isEmpty && <EmptyBalance />}
        {!isEmpty && (days !== null && days < fewDays ? <Status tone="warn">{lasts}</Status> : lasts)}
      </span>
      {isEmpty && operate ? (
        <Link to="/credits" search={{ do: 'grant' }}>
          {t('credits.grant')}
        </Link>
      ) : (
        <Link to="/credits">{t(readLedger ? 'overview.toCredits' : 'overview.toPlan')}</Link>
      )}
    </FigureCard>
  );
}

interface MonthProps {
  readonly limit: LimitState | undefined;
  readonly charged: Overview;
  readonly zone: string;
}

/** What is used of the plan's month; where there is no such limit, what was charged in all. */
export function MonthCard({ limit, charged, zone }: MonthProps): ReactNode {
  if (!limit) {
    return (
      <FigureCard
        title={t('overview.charged')}
        unit={t('unit.credits')}
        figure={<Money amount={charged.balance.charged} />}
      >
        {t('overview.perDay', { amount: groupDigits(charged.per_day) })}
      </FigureCard>
    );
  }
  const percent = percentOf(limit.used, limit.limit) ?? 100;
  return (
    <FigureCard title={t('overview.month')} unit={t('unit.credits')} figure={<Money amount={limit.used} />}>
      <span>{t('overview.ofLimit', { limit: groupDigits(limit.limit), percent: Math.floor(percent) })}</span>
      <ShareBar percent={percent} />
      {limit.resets_at !== null && <Resets at={shortInstant(limit.resets_at, zone)} {...{ limit, zone }} />}
    </FigureCard>
  );
}

/** When the plan's month begins anew, and that no call is served until then if it is used up. */
function Resets({ limit, at, zone }: { readonly limit: LimitState; readonly at: string; readonly zone: string }) {
  const isSpent = parseDecimal(limit.used) >= parseDecimal(limit.limit);
  if (!isSpent) return <span>{t('overview.resets', { when: at })}</span>;
  return <Status tone="warn">{t('overview.monthSpent', { when: at, zone })}</Status>;
}

/** The calls of today beside the same part of yesterday. */
export function TodayCard({ of }: { readonly of: Overview }): ReactNode {
  const { today, yesterday, first_byte_milliseconds: first } = of;
  return (
    <FigureCard
      title={t('overview.today')}
      figure={
        <Link to="/usage" search={{ tab: 'calls', range: 'today' }}>
          {grouped(today.calls)}
        </Link>
      }
    >
      <span>{t('overview.yesterday', { calls: grouped(yesterday.calls) })}</span>
      {first !== null && <span>{t('overview.firstByte', { milliseconds: grouped(first) })}</span>}
    </FigureCard>
  );
}

/** The share of today's calls that failed or were refused before they began, and where they are. */
export function FailingCard({ of: { today } }: { readonly of: Overview }): ReactNode {
  const { calls, failed, refused = 0 } = today;
  const all = calls + refused;
  const percent = all === 0 ? '0' : (((failed + refused) * 100) / all).toFixed(1);
  return (
    <FigureCard title={t('overview.failing')} figure={`${percent} %`}>
      <span>
        {failed > 0 ? (
          <Link to="/usage" search={{ tab: 'calls', range: 'today', outcome: 'unsuccessful' }}>
            {t('overview.failed', { count: grouped(failed) })}
          </Link>
        ) : (
          t('overview.failed', { count: grouped(failed) })
        )}
      </span>
      {refused > 0 && (
        <span>
          <Link to="/usage" search={{ tab: 'refused', range: 'today' }}>
            {t('overview.refused', { count: grouped(refused) })}
          </Link>
        </span>
      )}
    </FigureCard>
  );
}
