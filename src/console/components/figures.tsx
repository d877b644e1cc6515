import { useEffect, useState, type ReactNode } from 'react';
import { currentLanguage, t } from '../text/text.ts';
import { groupDigits } from '../values/decimal.ts';
import { fullInstant, shortInstant } from './days.ts';
import { Icon, type IconName } from './icons.tsx';
import styles from './components.module.css';

/** An amount of credits, with all digits that it has. */
export const Money = ({ amount }: { readonly amount: string }): ReactNode => (
  <span className={styles['money']}>{groupDigits(amount)}</span>
);

/** A count for people. */
export const grouped = (count: number): string => groupDigits(String(Math.trunc(count)));

/** Units of time with their length, and the least time that is shown in them, in seconds. */
const units = [
  ['year', 31_557_600, 63_115_200],
  ['month', 2_629_800, 7_776_000],
  ['day', 86_400, 172_800],
  ['hour', 3_600, 3_600],
  ['minute', 60, 60],
  ['second', 1, 0],
] as const;

/** How long ago, or in what time: "3 minutes ago", "in 61 days". */
export function relativeTime(instant: string, now: number): string {
  const seconds = (Date.parse(instant) - now) / 1000;
  const [unit, length] = units.find(([, , least]) => Math.abs(seconds) >= least) ?? ['second', 1];
  const format = new Intl.RelativeTimeFormat(currentLanguage(), { numeric: 'auto' });
  return format.format(Math.trunc(seconds / length), unit);
}

const refreshMilliseconds = 15_000;

/** The time, often enough for "3 minutes ago". */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), refreshMilliseconds);
    return () => clearInterval(timer);
  }, []);
  return now;
}

/** An instant as people say it, with the absolute time and zone where a mouse points at it. */
export function Instant({ at, zone }: { readonly at: string | null; readonly zone: string }): ReactNode {
  const now = useNow();
  if (at === null) return <span className={styles['quiet']}>{t('time.never')}</span>;
  return (
    <time dateTime={at} title={fullInstant(at, zone)}>
      {relativeTime(at, now)}
    </time>
  );
}

/** An instant as people say it, with the day and the time below it: for those who have no mouse, where it matters when exactly something is. */
export const ExactInstant = ({ at, zone }: { readonly at: string | null; readonly zone: string }): ReactNode => (
  <>
    <Instant at={at} zone={zone} />
    {at !== null && <Secondary>{shortInstant(at, zone)}</Secondary>}
  </>
);

export type Tone = 'good' | 'warn' | 'bad' | 'quiet';

const icons: Readonly<Record<Tone, IconName>> = { good: 'check', warn: 'warning', bad: 'cross', quiet: 'circle' };

/** A state: a word and a picture, and a colour beside them. */
export const Status = ({ tone, children }: { readonly tone: Tone; readonly children: ReactNode }): ReactNode => (
  <span className={`${styles['state']} ${styles[tone]}`}>
    <Icon name={icons[tone]} size={15} />
    {children}
  </span>
);

/** Says what was done, also to those who only hear it. It is there before, empty: what appears together with its text is not heard. */
export const Done = ({ text }: { readonly text: string | null }): ReactNode => (
  <div role="status" className={styles['done']}>
    {text !== null && <Status tone="good">{text}</Status>}
  </div>
);

/** Says that no credit is left. Only more credits end that: a plan that renews adds none. */
export const EmptyBalance = (): ReactNode => <Status tone="warn">{t('overview.empty')}</Status>;

/** A share as a bar; the figures stand beside it. */
export function ShareBar({ percent }: { readonly percent: number }): ReactNode {
  const state = percent >= 100 ? 'bad' : percent >= 75 ? 'warn' : 'good';
  return (
    <div className={styles['bar']} aria-hidden="true">
      <span data-state={state} style={{ width: `${Math.min(100, Math.max(0, percent))}%` }} />
    </div>
  );
}

interface NamedProps {
  readonly id: string;
  readonly name: string;
  /** In the place of the id. */
  readonly children?: ReactNode;
}

/** An id, and the name below it if that differs. */
export const Named = ({ id, name, children = id }: NamedProps): ReactNode => (
  <>
    {children}
    {name !== id && <Secondary>{name}</Secondary>}
  </>
);

/** A second line in a cell, smaller. */
export const Secondary = ({ children }: { readonly children: ReactNode }): ReactNode => (
  <span className={styles['secondary']}>{children}</span>
);
