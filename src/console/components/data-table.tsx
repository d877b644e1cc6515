import {
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
} from 'react';
import { t } from '../text/text.ts';
import { Icon } from './icons.tsx';
import styles from './components.module.css';

/** One column: how a row is shown in it, and by what it is sorted. */
export interface Column<Row> {
  readonly id: string;
  readonly title: string;
  readonly show: (row: Row) => ReactNode;
  /** Absent: rows cannot be sorted by this column. */
  readonly sortBy?: (row: Row) => bigint | number | string;
  readonly isNumber?: boolean;
  /** Whether its cells hold what can be done. */
  readonly isAction?: boolean;
  /** Whether it is left out where a table is narrow; lists have it. */
  readonly isMinor?: boolean;
  /** What the last row says, which sums the others. */
  readonly total?: ReactNode;
}

export interface TableProps<Row> {
  /** What the table shows, for people who cannot see it. */
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly rowId: (row: Row) => string;
  /** In the place of rows where there are none. */
  readonly empty?: ReactNode;
  /** Whether other pages have more rows: no column sorts a part of a list. */
  readonly isPart?: boolean;
  /** Opens a row; its cells hold what else can be done. */
  readonly onOpen?: (row: Row) => void;
}

interface Sorting {
  readonly column: string;
  readonly downwards: boolean;
}

/** Decides whether a table fits into its frame, or its rows are shown as lists. */
function fit(frame: HTMLElement): void {
  const isPhone = window.matchMedia('(max-width: 720px)').matches;
  if (!isPhone) {
    // The page keeps its height meanwhile, so that it does not scroll.
    frame.style.minHeight = `${frame.offsetHeight}px`;
    frame.removeAttribute('data-list');
  }
  const fits = !isPhone && frame.scrollWidth <= frame.clientWidth;
  frame.toggleAttribute('data-list', !fits);
  frame.style.minHeight = '';
}

/** The frame of a table that is measured again whenever it is drawn or resized. */
function useFittingFrame(): RefObject<HTMLDivElement | null> {
  const frame = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (frame.current) fit(frame.current);
  });
  useEffect(() => {
    const { current } = frame;
    if (!current) return;
    const observer = new ResizeObserver(() => requestAnimationFrame(() => fit(current)));
    observer.observe(current);
    return () => observer.disconnect();
  }, []);
  return frame;
}

/** A table that can be sorted. If it does not fit, each row is a list of its cells with their titles. */
export function DataTable<Row>(props: TableProps<Row>): ReactNode {
  const { caption, rows, rowId, empty, isPart = false, onOpen } = props;
  const columns = isPart ? props.columns.map((column) => ({ ...column, sortBy: undefined })) : props.columns;
  const [sorting, setSorting] = useState<Sorting | null>(null);
  const sorted = sortRows(rows, columns, sorting);
  const frame = useFittingFrame();
  const hasTotal = columns.some(({ total }) => total !== undefined) && rows.length > 0;
  return (
    <div ref={frame} className={styles['frame']}>
      {/* Roles are said again, because a table that is laid out as blocks loses them in some browsers. */}
      <table className={styles['table']} role="table" aria-label={caption}>
        <thead role="rowgroup">
          <tr role="row">
            {columns.map((column) => (
              <Head key={column.id} column={column} sorting={sorting} onSort={setSorting} />
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {hasTotal && <TotalRow columns={columns} />}
          {sorted.map((row) => (
            <tr key={rowId(row)} role="row" {...(onOpen && opening(() => onOpen(row)))}>
              {columns.map((column) => (
                <td key={column.id} role="cell" data-label={column.title} className={cellClass(column)}>
                  <div>{column.show(row)}</div>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length === 0 && empty}
    </div>
  );
}

const cellClass = ({ isNumber, isAction, isMinor }: Pick<Column<never>, 'isNumber' | 'isAction' | 'isMinor'>): string =>
  [isAction && styles['action'], isNumber && styles['number'], isMinor && styles['minor']]
    .filter((name) => typeof name === 'string')
    .join(' ');

const opening = (open: () => void) => ({
  className: styles['clickable'],
  tabIndex: 0,
  onClick: open,
  onKeyDown: (event: KeyboardEvent) => {
    if (event.key === 'Enter' && event.target === event.currentTarget) open();
  },
});

function Head<Row>(props: {
  readonly column: Column<Row>;
  readonly sorting: Sorting | null;
  readonly onSort: (sorting: Sorting) => void;
}): ReactNode {
  const { column, sorting, onSort } = props;
  const isSorted = sorting?.column === column.id;
  const direction = sorting?.downwards === true ? 'descending' : 'ascending';
  if (!column.sortBy) {
    return (
      <th scope="col" role="columnheader" className={cellClass(column)}>
        {column.title}
      </th>
    );
  }
  const downwards = isSorted ? !sorting.downwards : column.isNumber === true;
  return (
    <th scope="col" role="columnheader" className={cellClass(column)} aria-sort={isSorted ? direction : 'none'}>
      <button
        type="button"
        className={styles['sort']}
        aria-label={t('table.sortBy', { column: column.title })}
        onClick={() => onSort({ column: column.id, downwards })}
      >
        {column.title}
        {isSorted && <Icon name={sorting.downwards ? 'down' : 'up'} size={13} />}
      </button>
    </th>
  );
}

const TotalRow = <Row,>({ columns }: { readonly columns: readonly Column<Row>[] }): ReactNode => (
  <tr role="row" className={styles['totals']}>
    {columns.map((column, index) => (
      <td key={column.id} role="cell" data-label={column.title} className={cellClass(column)}>
        <div>{column.total ?? (index === 0 ? t('table.total') : null)}</div>
      </td>
    ))}
  </tr>
);

function sortRows<Row>(rows: readonly Row[], columns: readonly Column<Row>[], sorting: Sorting | null): readonly Row[] {
  const sortBy = columns.find(({ id }) => id === sorting?.column)?.sortBy;
  if (!sorting || !sortBy) return rows;
  const sign = sorting.downwards ? -1 : 1;
  return rows.toSorted((one, other) => {
    const [left, right] = [sortBy(one), sortBy(other)];
    return left === right ? 0 : (left < right ? -1 : 1) * sign;
  });
}
