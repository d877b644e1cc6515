import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { errorNote, type Compared } from './measure.ts';

/** What one candidate did with one job. */
export interface Row extends Compared {
  readonly job: string;
  readonly name: string;
}

const page = 'docs/figures.md';
/** The table stands between these two lines. */
const marks = ['<!-- written by scripts/bench-peers.ts -->', '<!-- end of what is written -->'] as const;

/** Share of the requested rate that must have been answered for its times to mean anything. */
const enough = 0.97;

function cell(row: Row | undefined): string {
  if (row === undefined) return '–';
  const { job, ratio, p50, p99, errorShare, callsPerSecond } = row;
  if (errorShare > 0) return errorShare < 1 ? errorNote(errorShare) : 'every call fails';
  const rate = Number(/, (\d+) calls\/s/.exec(job)?.[1] ?? NaN);
  if (Number.isNaN(rate)) return `${ratio.toFixed(ratio < 10 ? 2 : 0)} ×`;
  return callsPerSecond < rate * enough
    ? `${callsPerSecond.toFixed(0)} calls/s at most`
    : `${p50.toFixed(2)} / ${p99.toFixed(2)} ms`;
}

/** A table in Markdown with a row for each candidate and a column for each job. */
export function figuresTable(rows: readonly Row[], note: string): string {
  const jobs = [...new Set(rows.map(({ job }) => job))];
  const names = [...new Set(rows.map(({ name }) => name))];
  const of = (name: string, job: string): Row | undefined => rows.find((row) => row.name === name && row.job === job);
  const first = names[0] ?? '';
  const absolute = jobs
    .filter((job) => !job.includes('calls/s'))
    .map((job) => `${of(first, job)?.microsecondsPerCall.toFixed(0)} µs for ${job}`);
  const lines = [
    ['', ...jobs.map((job) => (job.includes('calls/s') ? `${job}: first byte p50 / p99` : job))],
    ['---', ...jobs.map(() => '--:')],
    ...names.map((name) => [name, ...jobs.map((job) => cell(of(name, job)))]),
  ];
  const table = lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
  return `${table}\n\nProcessor time of a call through the bare Node proxy: ${absolute.join(', ')}. ${note}.`;
}

/**
 * Replaces the table in the page of figures.
 *
 * @throws where the page has no place for it
 */
export function writeFigures(table: string): void {
  const text = readFileSync(page, 'utf8');
  const [from, to] = marks.map((mark) => text.indexOf(mark));
  if (from === undefined || to === undefined || from < 0 || to < from) throw new Error(`${page} has no ${marks[0]}.`);
  writeFileSync(page, `${text.slice(0, from + marks[0].length)}\n\n${table}\n\n${text.slice(to)}`);
  spawnSync(process.execPath, ['node_modules/prettier/bin/prettier.cjs', '--write', page], { stdio: 'inherit' });
}
