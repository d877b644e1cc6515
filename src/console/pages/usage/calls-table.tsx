import type { ReactNode } from 'react';
import type { Call } from '../../../../generated/console/types.ts';
import { DataTable, type Column } from '../../components/data-table.tsx';
import { grouped, ExactInstant, Money, Secondary, Status, type Tone } from '../../components/figures.tsx';
import { t } from '../../text/text.ts';

/** The end of a call, or of one attempt. */
type Ended = Pick<Call, 'status' | 'outcome' | 'started_at' | 'ended_at'>;

interface CallsProps {
  readonly calls: readonly Call[];
  readonly zone: string;
  readonly empty: ReactNode;
  readonly onOpen: (call: Call) => void;
}

const toneOf = ({ status, outcome }: Ended): Tone => {
  if (status >= 500 || outcome === 'failed') return 'bad';
  return status >= 400 || outcome !== 'completed' ? 'warn' : 'good';
};

/** How a call ended: its status, and what broke where something did. */
export const CallStatus = ({ of }: { readonly of: Ended }): ReactNode => (
  <>
    <Status tone={toneOf(of)}>{of.status}</Status>
    {of.outcome !== 'completed' && <Secondary>{t(`outcome.${of.outcome}`)}</Secondary>}
  </>
);

/** How long a call took, in seconds. */
export const secondsOf = ({ started_at: start, ended_at: end }: Ended): string =>
  `${((Date.parse(end) - Date.parse(start)) / 1000).toFixed(2)} s`;

/** Calls, a line each. Enter opens one. */
export function CallsTable({ calls, zone, empty, onOpen }: CallsProps): ReactNode {
  const columns: readonly Column<Call>[] = [
    {
      id: 'at',
      title: t('call.at'),
      show: ({ started_at: at }) => <ExactInstant at={at} zone={zone} />,
    },
    { id: 'status', title: t('call.status'), show: (call) => <CallStatus of={call} /> },
    {
      id: 'model',
      title: t('call.model'),
      show: ({ model, operation }) => (
        <>
          {model}
          <Secondary>{operation}</Secondary>
        </>
      ),
    },
    { id: 'key', title: t('call.key'), show: ({ key_id: key, key_name: name }) => name ?? key },
    {
      id: 'first',
      isMinor: true,
      title: t('call.firstByte'),
      isNumber: true,
      show: ({ first_byte_milliseconds: first }) => (first === null ? '–' : `${grouped(first)} ms`),
    },
    { id: 'took', title: t('call.took'), isNumber: true, show: secondsOf },
    { id: 'charge', title: t('call.charge'), isNumber: true, show: ({ charge }) => <Money amount={charge} /> },
  ];
  return (
    <DataTable
      caption={t('usage.tab.calls')}
      columns={columns}
      rows={calls}
      rowId={({ id: call }) => call}
      empty={empty}
      onOpen={onOpen}
    />
  );
}
