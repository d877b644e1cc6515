import { UnstyledButton } from '@mantine/core';
import type { ReactNode } from 'react';
import type { UsageRow, UsageTotals } from '../../../../generated/console/types.ts';
import { DataTable, type Column } from '../../components/data-table.tsx';
import { grouped, Money, Secondary } from '../../components/figures.tsx';
import { Section } from '../../components/page.tsx';
import { t } from '../../text/text.ts';
import { groupDigits, parseDecimal } from '../../values/decimal.ts';
import { groupRows, measure, measureText, sumRows, type Group, type Metric } from '../../values/series.ts';
import styles from './usage.module.css';

/** What the time before had. */
interface Earlier {
  readonly rows: readonly UsageRow[];
  readonly totals: UsageTotals;
  /** Which time that is. */
  readonly words: string;
}

interface GroupProps {
  readonly rows: readonly UsageRow[];
  /** What the control API says the rows sum up to. */
  readonly totals: UsageTotals;
  /** Absent if nothing is compared. */
  readonly earlier: Earlier | undefined;
  readonly title: string;
  readonly metric: Metric;
  readonly nameOf: (row: UsageRow) => string;
  /** Called with a row of a group; `isEarlier` if the group has rows only in the time before. */
  readonly onOpen: (row: UsageRow, isEarlier: boolean) => void;
}

interface Line {
  readonly name: string;
  readonly sample: UsageRow | undefined;
  /** Whether it has rows only in the time before. */
  readonly isFallen: boolean;
  readonly calls: number;
  readonly tokens: bigint;
  readonly charge: string;
  readonly value: bigint;
  readonly before: bigint;
}

/** Each group with what it used and was charged, totals first. A name leads to its calls. */
export function GroupTable({ rows, totals, earlier, title, metric, nameOf, onOpen }: GroupProps): ReactNode {
  const lines = linesOf(groupRows(rows, nameOf, metric), groupRows(earlier?.rows ?? [], nameOf, metric));
  const columns: readonly Column<Line>[] = [
    {
      id: 'name',
      title,
      sortBy: ({ name }) => name,
      show: ({ name, sample, isFallen }) => (
        <UnstyledButton className={styles['name'] ?? ''} onClick={() => sample && onOpen(sample, isFallen)}>
          {name}
        </UnstyledButton>
      ),
    },
    {
      id: 'calls',
      title: t('usage.metric.calls'),
      isNumber: true,
      sortBy: ({ calls }) => calls,
      show: ({ calls }) => grouped(calls),
      total: grouped(totals.calls),
    },
    {
      id: 'tokens',
      title: t('usage.metric.tokens'),
      isNumber: true,
      sortBy: ({ tokens }) => tokens,
      show: ({ tokens }) => groupDigits(String(tokens)),
      total: groupDigits(String(measure(totals, 'tokens'))),
    },
    {
      id: 'charge',
      title: t('usage.metric.credits'),
      isNumber: true,
      sortBy: ({ charge }) => parseDecimal(charge),
      show: ({ charge }) => <Money amount={charge} />,
      total: <Money amount={totals.charge} />,
    },
    ...(earlier ? comparison(metric, totals, earlier) : []),
  ];
  return (
    <Section
      title={t('usage.groups')}
      side={earlier && <Secondary>{t('usage.comparedWith', { range: earlier.words })}</Secondary>}
    >
      <DataTable caption={title} columns={columns} rows={lines} rowId={({ name }) => name} />
    </Section>
  );
}

/** A line for each group of either time: one that fell to nothing is what a comparison is for. */
function linesOf(present: readonly Group<UsageRow>[], earlier: readonly Group<UsageRow>[]): readonly Line[] {
  const before = new Map(earlier.map((group) => [group.name, group]));
  const names = new Set(present.map(({ name }) => name));
  const fallen = earlier.filter(({ name }) => !names.has(name)).map((group) => ({ ...group, rows: [], value: 0n }));
  return [...present, ...fallen].map(({ name, rows, value }) => {
    const sum = sumRows(rows);
    return {
      name,
      sample: rows[0] ?? before.get(name)?.rows[0],
      isFallen: rows.length === 0,
      calls: sum.calls,
      tokens: measure(sum, 'tokens'),
      charge: sum.charge,
      value,
      before: before.get(name)?.value ?? 0n,
    };
  });
}

const comparison = (metric: Metric, totals: UsageTotals, earlier: Earlier): readonly Column<Line>[] => [
  {
    id: 'before',
    title: t('usage.before', { metric: t(`usage.metric.${metric}`) }),
    isNumber: true,
    sortBy: ({ before }) => before,
    show: ({ before }) => groupDigits(measureText(before, metric)),
    total: groupDigits(measureText(measure(earlier.totals, metric), metric)),
  },
  {
    id: 'change',
    title: t('usage.change'),
    isNumber: true,
    sortBy: ({ value, before }) => value - before,
    show: ({ value, before }) => changeWords(value, before),
    total: changeWords(measure(totals, metric), measure(earlier.totals, metric)),
  },
];

/** By how much, in per cent: +12 %, −3 %. */
function changeWords(value: bigint, before: bigint): string {
  if (before === 0n) return value === 0n ? '0 %' : t('usage.new');
  const percent = ((value - before) * 1000n) / before;
  const text = groupDigits((Number(percent) / 10).toFixed(1));
  return `${percent > 0n ? '+' : ''}${text} %`;
}
