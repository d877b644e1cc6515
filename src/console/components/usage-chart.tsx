import { Anchor, SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, type ReactNode } from 'react';
import { modelsQuery } from '../api/queries.ts';
import { t } from '../text/text.ts';
import { bucketStarts, partOf, type Scale } from '../values/buckets.ts';
import { groupDigits, toHeight } from '../values/decimal.ts';
import { rangeName } from '../values/range.ts';
import {
  coloursOf,
  groupRows,
  measure,
  measureText,
  otherColour,
  seriesAtMost,
  type CountedRow,
  type Metric,
} from '../values/series.ts';
import { DataTable, type Column } from './data-table.tsx';
import { bucketLabel } from './days.ts';
import type { BarDatum } from './stacked-bars.tsx';
import { Waiting } from './waiting.tsx';

/** The drawing library comes when the first chart is shown. */
const StackedBars = lazy(() => import('./stacked-bars.tsx').then((module) => ({ default: module.StackedBars })));

interface UsageChartProps<Row extends CountedRow> {
  readonly rows: readonly Row[];
  readonly metric: Metric;
  readonly nameOf: (row: Row) => string;
  /** All its buckets are drawn, so that an empty day is seen as one. */
  readonly over: Scale;
  readonly label: string;
  readonly shown: string | undefined;
  /** Pixels of the chart; absent: the usual height. */
  readonly height?: number;
  /** @param range what the bar counts, as an address names it */
  readonly onPick: (range: string, name: string | null) => void;
}

interface Bucket {
  readonly start: string;
  readonly label: string;
  /** By series. */
  readonly values: ReadonlyMap<string, bigint>;
}

/** Usage over time by group: as bars, or as the table that says the same. */
export function UsageChart<Row extends CountedRow>(props: UsageChartProps<Row>): ReactNode {
  const { metric, over, label, shown, height, onPick } = props;
  const { names, rest, buckets } = arrange(props);
  const models = useQuery(modelsQuery);
  const pick = (start: string, name: string): void =>
    onPick(rangeName(partOf(over, start)), name === rest ? null : name);
  if (shown === 'table') return <BucketTable {...{ names, buckets, metric, label }} onPick={pick} />;
  if (models.isPending) return <Waiting lines={7} />;
  const order = (models.data?.data ?? []).map(({ id }) => id);
  const colours = coloursOf(names, order);
  const bars = buckets.map((bucket): BarDatum => ({
    id: bucket.start,
    label: bucket.label,
    heights: Object.fromEntries(
      [...bucket.values].map(([name, value]) => [name, toHeight(measureText(value, metric))]),
    ),
  }));
  const series = names.map((name) => ({ name, colour: colours.get(name) ?? otherColour }));
  return (
    <Suspense fallback={<Waiting lines={7} />}>
      <StackedBars
        {...{ label, bars, series }}
        onPick={({ id }, name) => pick(id, name)}
        {...(height !== undefined && { height })}
      />
    </Suspense>
  );
}

/** The series, the largest first and the rest as one, and what each bucket holds of them. */
function arrange<Row extends CountedRow>({
  rows,
  metric,
  nameOf,
  over: { range, bucket, zone },
}: UsageChartProps<Row>): {
  readonly names: readonly string[];
  /** The one of them that is none of the rows' own. */
  readonly rest: string;
  readonly buckets: readonly Bucket[];
} {
  const largest = groupRows(rows, nameOf, metric).map(({ name }) => name);
  const own = new Set(largest.slice(0, seriesAtMost));
  const rest = restOf(own);
  const names = largest.length > own.size ? [...own, rest] : [...own];
  const starts = bucketStarts(range, bucket, zone);
  const labelOf = bucketLabel(bucket, zone, starts);
  const arranged = starts.map((start) => ({
    start,
    at: Date.parse(start),
    label: labelOf(start),
    values: new Map<string, bigint>(),
  }));
  const byStart = new Map(arranged.map((each) => [each.at, each]));
  for (const row of rows) {
    const at = Date.parse(row.bucket_start ?? '');
    // The first month of a range begins before it.
    const values = (byStart.get(at) ?? arranged.findLast((each) => each.at <= at) ?? arranged[0])?.values;
    const name = own.has(nameOf(row)) ? nameOf(row) : rest;
    values?.set(name, (values.get(name) ?? 0n) + measure(row, metric));
  }
  return { names, rest, buckets: arranged };
}

/** What all smaller groups together are called, which none of the others is. */
function restOf(own: ReadonlySet<string>): string {
  const name = t('chart.other');
  return own.has(name) ? `${name} (+)` : name;
}

interface TwinProps {
  readonly names: readonly string[];
  readonly buckets: readonly Bucket[];
  readonly metric: Metric;
  readonly label: string;
  readonly onPick: (bucketStart: string, name: string) => void;
}

function BucketTable({ names, buckets, metric, label, onPick }: TwinProps): ReactNode {
  const columns: readonly Column<Bucket>[] = [
    { id: 'bucket', title: t('usage.column.time'), show: (bucket) => bucket.label, sortBy: ({ start }) => start },
    ...names.map((name): Column<Bucket> => ({
      // No name is that of the first column.
      id: `series ${name}`,
      title: name,
      isNumber: true,
      sortBy: ({ values }) => values.get(name) ?? 0n,
      show: ({ start, label: time, values }) => {
        const figure = groupDigits(measureText(values.get(name) ?? 0n, metric));
        if (!values.has(name)) return figure;
        return (
          <Anchor
            component="button"
            type="button"
            inherit
            aria-label={`${time}, ${name}: ${figure}`}
            onClick={() => onPick(start, name)}
          >
            {figure}
          </Anchor>
        );
      },
    })),
  ];
  return <DataTable caption={label} columns={columns} rows={buckets} rowId={({ start }) => start} />;
}

/** The switch between a chart and its table. */
export const ChartSwitch = (props: {
  readonly shown: string | undefined;
  readonly onChange: (shown: string) => void;
}): ReactNode => (
  <SegmentedControl
    size="xs"
    aria-label={t('chart.view')}
    value={props.shown === 'table' ? 'table' : 'chart'}
    data={[
      { value: 'chart', label: t('chart.chart') },
      { value: 'table', label: t('chart.table') },
    ]}
    onChange={props.onChange}
  />
);
