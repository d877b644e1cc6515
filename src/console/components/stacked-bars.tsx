import type { ReactNode } from 'react';
import { Bar, BarChart, CartesianGrid, Legend, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import { approximate } from '../values/decimal.ts';
import styles from './chart.module.css';

/** One bar: what it stands for, and the height of each of its parts. */
export interface BarDatum {
  readonly id: string;
  readonly label: string;
  readonly heights: Readonly<Record<string, number>>;
}

interface BarSeries {
  readonly name: string;
  readonly colour: string;
}

interface BarsProps {
  /** What the chart shows, in words. */
  readonly label: string;
  readonly bars: readonly BarDatum[];
  readonly series: readonly BarSeries[];
  /** In pixels. */
  readonly height?: number;
  /** Called with the bar, and the part of it, that was clicked. */
  readonly onPick: (bar: BarDatum, series: string) => void;
}

const usualHeight = 260;

/** Rounded, because the table beside it is exact. */
const figure = (value: unknown): string => approximate(Number(value));

/** How high a bar's part is. Names are people's own: one may be that of anything that an object has. */
const heightOf = ({ heights }: BarDatum, name: string): number =>
  Object.hasOwn(heights, name) ? (heights[name] ?? 0) : 0;

/** Numbers of calls or tokens, whose scale has no fractions. */
const isWhole = ({ heights }: BarDatum): boolean => Object.values(heights).every(Number.isInteger);

/** The most labels that the scale of time is chosen from: each is measured, which takes long for hundreds. */
const mostLabels = 40;

/** Labels in equal steps; undefined: all of them. */
function someLabels(bars: readonly BarDatum[]): string[] | undefined {
  const step = Math.ceil(bars.length / mostLabels);
  return step > 1 ? bars.filter((_, place) => place % step === 0).map(({ label }) => label) : undefined;
}

/** Bars of parts on top of each other. Its figures are rounded; the table twin has them exactly, and leads to the same by keyboard. */
export const StackedBars = ({ label, bars, series, height = usualHeight, onPick }: BarsProps): ReactNode => (
  <div className={styles['chart']} style={{ minHeight: height }} role="img" aria-label={label}>
    <ResponsiveContainer width="100%" height={height}>
      <BarChart data={bars} margin={{ top: 8, right: 16, bottom: 0, left: 0 }} accessibilityLayer={false}>
        <CartesianGrid vertical={false} stroke="var(--diglot-line)" />
        <XAxis dataKey="label" ticks={someLabels(bars)} tickLine={false} axisLine={false} minTickGap={16} />
        <YAxis
          width="auto"
          tickLine={false}
          axisLine={false}
          tickFormatter={figure}
          allowDecimals={!bars.every(isWhole)}
        />
        <Tooltip formatter={figure} cursor={{ fill: 'var(--diglot-line)', opacity: 0.5 }} isAnimationActive={false} />
        <Legend iconType="square" iconSize={10} />
        {series.map(({ name, colour }) => (
          <Bar
            key={name}
            name={name}
            dataKey={(bar: BarDatum) => heightOf(bar, name)}
            stackId="all"
            fill={colour}
            cursor="pointer"
            maxBarSize={40}
            isAnimationActive={false}
            onClick={({ payload }) => onPick(payload as BarDatum, name)}
          />
        ))}
      </BarChart>
    </ResponsiveContainer>
  </div>
);
