import { formatDecimal, parseDecimal } from './decimal.ts';

/** What the usage counts: a row of the control API, as far as it is needed here. */
export interface CountedRow {
  readonly bucket_start?: string | undefined;
  readonly calls: number;
  readonly units: Readonly<Record<string, number>>;
  readonly charge: string;
}

export const metrics = ['credits', 'calls', 'tokens', 'characters', 'seconds'] as const;

export type Metric = (typeof metrics)[number];

const tokens = (kind: string): boolean => kind.endsWith('_tokens');

/** The units that a metric sums; credits and calls are counted apart. */
const unitsOf: Readonly<Record<Exclude<Metric, 'credits' | 'calls'>, (kind: string) => boolean>> = {
  tokens,
  characters: (kind) => kind === 'characters',
  seconds: (kind) => kind === 'audio_seconds',
};

/** What a row measures, as a whole number: of 10⁻¹² credits, or of calls and units. */
export function measure(row: CountedRow, metric: Metric): bigint {
  if (metric === 'credits') return parseDecimal(row.charge);
  if (metric === 'calls') return BigInt(row.calls);
  const counts = unitsOf[metric];
  return Object.entries(row.units).reduce((sum, [kind, count]) => (counts(kind) ? sum + BigInt(count) : sum), 0n);
}

/** A measure as a decimal string. */
export const measureText = (value: bigint, metric: Metric): string =>
  metric === 'credits' ? formatDecimal(value) : value.toString();

/** Everything that was counted under one name. */
export interface Group<Row> {
  readonly name: string;
  readonly value: bigint;
  readonly rows: readonly Row[];
}

/** Rows by name, the largest first. */
export function groupRows<Row extends CountedRow>(
  rows: readonly Row[],
  nameOf: (row: Row) => string,
  metric: Metric,
): readonly Group<Row>[] {
  const byName = new Map<string, Row[]>();
  for (const row of rows) {
    const name = nameOf(row);
    const found = byName.get(name);
    if (found) found.push(row);
    else byName.set(name, [row]);
  }
  return [...byName]
    .map(([name, inside]) => ({
      name,
      rows: inside,
      value: inside.reduce((sum, row) => sum + measure(row, metric), 0n),
    }))
    .toSorted((one, other) =>
      one.value === other.value ? (one.name < other.name ? -1 : 1) : one.value > other.value ? -1 : 1,
    );
}

/** Sums what rows count: calls, units by kind, and charge. */
export function sumRows(rows: readonly CountedRow[]): CountedRow {
  const units: Record<string, number> = {};
  for (const row of rows)
    for (const [kind, count] of Object.entries(row.units)) units[kind] = (units[kind] ?? 0) + count;
  const charge = rows.reduce((sum, row) => sum + parseDecimal(row.charge), 0n);
  return { calls: rows.reduce((sum, { calls }) => sum + calls, 0), units, charge: formatDecimal(charge) };
}

/** The most series that have a colour of their own; the rest is one. */
export const seriesAtMost = 6;

/** The colours of Okabe and Ito, which people with any kind of colour vision can tell apart. */
const palette = ['#0072b2', '#e69f00', '#009e73', '#56b4e9', '#d55e00', '#cc79a7'] as const;

/** For what is left over. */
export const otherColour = '#8b919d';

const placeOf = (name: string): number =>
  [...name].reduce((hash, character) => (Math.imul(hash, 31) + (character.codePointAt(0) ?? 0)) >>> 0, 7);

/** Classes of status, whose colours say how the calls went: green, amber and red of the palette. */
const statusColours: ReadonlyMap<string, string> = new Map([
  ['2xx', palette[2]],
  ['4xx', palette[1]],
  ['5xx', palette[4]],
]);

/**
 * A colour for each name. A name begins at the same place on every page, and moves on only where that one is taken. Names of
 * `order`, the models as the catalogue lists them, begin at theirs in the list, so that six or fewer never move.
 */
export function coloursOf(names: readonly string[], order: readonly string[] = []): ReadonlyMap<string, string> {
  if (names.every((name) => statusColours.has(name))) return statusColours;
  const places = new Map(order.map((name, place) => [name, place]));
  const listed = (name: string): number => places.get(name) ?? order.length;
  const taken = new Set<number>();
  const colours = new Map<string, string>();
  const first = names.slice(0, seriesAtMost).toSorted();
  for (const name of first.toSorted((one, other) => listed(one) - listed(other))) {
    let place = (places.get(name) ?? placeOf(name)) % seriesAtMost;
    while (taken.has(place)) place = (place + 1) % seriesAtMost;
    taken.add(place);
    colours.set(name, palette[place] ?? otherColour);
  }
  return colours;
}
