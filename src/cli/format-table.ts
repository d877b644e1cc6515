import { noModel } from '../catalog/catalog.ts';

/** A column's heading and alignment. */
export interface Column {
  readonly title: string;
  readonly align?: 'left' | 'right';
}

/** Control characters, which names and reasons may contain. */
const control = /\p{C}/gu;

const widthOf = (text: string): number => [...text].length;

/** Formats rows under headings, without trailing spaces. */
export function formatTable(columns: readonly Column[], rows: readonly (readonly string[])[]): string {
  const clean = rows.map((row) => row.map((cell) => cell.replace(control, '?')));
  const widths = columns.map(({ title }, index) =>
    clean.reduce((width, row) => Math.max(width, widthOf(row[index] ?? '')), widthOf(title)),
  );
  const line = (cells: readonly string[]): string =>
    columns
      .map(({ align }, index) => {
        const text = cells[index] ?? '';
        const blanks = ' '.repeat((widths[index] ?? 0) - widthOf(text));
        return align === 'right' ? blanks + text : text + blanks;
      })
      .join('  ')
      .trimEnd();
  return [columns.map(({ title }) => title), ...clean].map((cells) => `${line(cells)}\n`).join('');
}

/** The model of a call, for a table. */
export const modelCell = (model: string): string => (model === noModel ? '(no model)' : model);
