import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Statement, StatementKind, StatementLine } from '../../../../generated/console/types.ts';
import { DataTable, type Column } from '../../components/data-table.tsx';
import { fullDay, fullInstant } from '../../components/days.ts';
import { grouped, Money } from '../../components/figures.tsx';
import { Empty } from '../../components/page.tsx';
import { t } from '../../text/text.ts';
import { groupDigits, sumDecimals } from '../../values/decimal.ts';
import { rangeName } from '../../values/range.ts';
import { dayIn } from '../../values/zone.ts';

interface LedgerProps {
  readonly of: Statement;
  readonly kind: StatementKind | undefined;
}

/** What changed the balance, the newest first, each with the balance after it. */
export function LedgerTable({ of, kind }: LedgerProps): ReactNode {
  const { data, zone } = of;
  const shown = data.filter((line) => kind === undefined || line.kind === kind).toReversed();
  const columns: readonly Column<StatementLine>[] = [
    {
      id: 'at',
      title: t('ledger.at'),
      show: (line) => (line.kind === 'charges' ? fullDay(dayOf(line, zone)) : fullInstant(line.at, zone)),
    },
    {
      id: 'kind',
      title: t('ledger.entry'),
      show: (line) => (line.kind === 'charges' ? <Charges of={line} zone={zone} /> : t(`ledger.kind.${line.kind}`)),
    },
    { id: 'reason', title: t('ledger.reason'), show: (line) => <Reason of={line} /> },
    { id: 'by', isMinor: true, title: t('ledger.by'), show: ({ actor, actor_name: name }) => name ?? actor ?? '–' },
    {
      id: 'amount',
      title: t('ledger.amount'),
      isNumber: true,
      show: ({ amount }) => <Money amount={amount} />,
      total: <Money amount={sumDecimals(shown.map(({ amount }) => amount))} />,
    },
    {
      id: 'after',
      title: t('ledger.after'),
      isNumber: true,
      show: ({ balance_after: after }) => <Money amount={after} />,
    },
  ];
  return (
    <>
      <DataTable
        caption={t('ledger.title')}
        columns={columns}
        rows={shown}
        rowId={(line) => line.entry_id ?? `${line.at} ${line.kind}`}
        empty={<Empty title={t('ledger.none')} />}
      />
      <small>
        {t('ledger.balances', { before: groupDigits(of.opening_balance), after: groupDigits(of.closing_balance) })}
      </small>
    </>
  );
}

/** The day of its charges, which are booked at its end: the beginning of the next. */
const dayOf = ({ at }: StatementLine, zone: string): string => dayIn(zone, new Date(Date.parse(at) - 1));

/** The charges of a day, which lead to its calls. */
function Charges({ of, zone }: { readonly of: StatementLine; readonly zone: string }): ReactNode {
  const day = dayOf(of, zone);
  return (
    <Link to="/usage" search={{ tab: 'calls', range: rangeName({ first: day, last: day }) }}>
      {t('ledger.charges', { count: grouped(of.calls ?? 0) })}
    </Link>
  );
}

function Reason({ of: { reason, call_id: call } }: { readonly of: StatementLine }): ReactNode {
  if (call === null) return reason ?? '–';
  return (
    <Link to="/usage" search={{ tab: 'calls', call }}>
      {reason ?? call}
    </Link>
  );
}
