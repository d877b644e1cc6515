import { Button, Group, Switch } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { Alert } from '../../../../generated/console/types.ts';
import { api, dataOf } from '../../api/client.ts';
import { alertsQuery, deliveriesQuery, keyQuery } from '../../api/queries.ts';
import { useRights, useWorkspace } from '../../api/session.ts';
import { DataTable, type Column } from '../../components/data-table.tsx';
import { Instant, Secondary, Status, type Tone } from '../../components/figures.tsx';
import { limitName } from '../../components/limits-table.tsx';
import { Empty, Section } from '../../components/page.tsx';
import { Failure, Loaded } from '../../components/waiting.tsx';
import { t } from '../../text/text.ts';
import { AlertDrawer, thresholdName } from './alert-drawer.tsx';

/** Who gets a message when a share of a limit is used, and how the last one went. */
export function Alerts(): ReactNode {
  const { id } = useWorkspace();
  const { readLedger: mayChange } = useRights();
  const query = useQuery(alertsQuery(id));
  const [adding, setAdding] = useState(false);
  const add = (
    <Button size="xs" variant="default" onClick={() => setAdding(true)}>
      {t('alerts.add')}
    </Button>
  );
  return (
    <Section title={t('alerts.title')} side={mayChange && add}>
      <Loaded query={query} lines={2}>
        {({ data }) => <AlertsTable alerts={data} mayChange={mayChange} />}
      </Loaded>
      {adding && <AlertDrawer onClose={() => setAdding(false)} />}
    </Section>
  );
}

const oneAlert = '/workspaces/{workspace_id}/alerts/{alert_id}';

/** What is done to an alert; lists are asked for again afterwards. */
function useChange<Input>(send: (input: Input) => Promise<unknown>) {
  const { id } = useWorkspace();
  const client = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSettled: async () => {
      await client.invalidateQueries({ queryKey: alertsQuery(id).queryKey });
      await client.invalidateQueries({ queryKey: deliveriesQuery(id).queryKey });
    },
  });
}

interface TableProps {
  readonly alerts: readonly Alert[];
  readonly mayChange: boolean;
}

function AlertsTable({ alerts, mayChange }: TableProps): ReactNode {
  const { time_zone: zone } = useWorkspace();
  const at = (alert: Alert) => ({ path: { workspace_id: alert.workspace_id, alert_id: alert.id } });
  const turn = useChange((alert: Alert) =>
    dataOf(api.PATCH(oneAlert, { params: at(alert), body: { enabled: !alert.enabled } })),
  );
  const remove = useChange((alert: Alert) => dataOf(api.DELETE(oneAlert, { params: at(alert) })));
  const test = useChange((alert: Alert) =>
    dataOf(api.POST('/workspaces/{workspace_id}/alerts/{alert_id}/test', { params: at(alert) })),
  );
  const actions: Column<Alert> = {
    id: 'actions',
    title: t('keys.column.actions'),
    isNumber: true,
    show: (alert) => (
      <Group gap={4} justify="flex-end" wrap="nowrap">
        <Button size="compact-xs" variant="default" loading={test.isPending} onClick={() => test.mutate(alert)}>
          {t('alerts.test')}
        </Button>
        <Button size="compact-xs" variant="default" onClick={() => remove.mutate(alert)}>
          {t('members.remove')}
        </Button>
      </Group>
    ),
  };
  const columns: readonly Column<Alert>[] = [
    ...factColumns(zone),
    {
      id: 'on',
      title: t('alerts.on'),
      show: (alert) => (
        <Switch
          size="xs"
          aria-label={t('alerts.on')}
          checked={alert.enabled}
          disabled={!mayChange}
          onChange={() => turn.mutate(alert)}
        />
      ),
    },
    ...(mayChange ? [actions] : []),
  ];
  return (
    <>
      <DataTable
        caption={t('alerts.title')}
        columns={columns}
        rows={alerts}
        rowId={({ id: alert }) => alert}
        empty={<Empty title={t('alerts.none')}>{t('alerts.noneText')}</Empty>}
      />
      {(turn.error ?? remove.error ?? test.error) && <Failure of={turn.error ?? remove.error ?? test.error} />}
    </>
  );
}

const factColumns = (zone: string): readonly Column<Alert>[] => [
  { id: 'limit', title: t('alerts.limit'), show: (alert) => <WatchedLimit of={alert} /> },
  {
    id: 'at',
    title: t('alerts.at'),
    show: ({ limit, thresholds }) => thresholds.map((each) => thresholdName(limit, each)).join(' · '),
  },
  { id: 'target', title: t('alerts.target'), show: ({ target }) => target },
  { id: 'last', title: t('alerts.last'), show: (alert) => <LastDelivery of={alert} zone={zone} /> },
];

function WatchedLimit({ of: { limit, key_id: key } }: { readonly of: Alert }): ReactNode {
  const { id } = useWorkspace();
  const { data: named } = useQuery({ ...keyQuery(id, key ?? ''), enabled: key !== null });
  return (
    <>
      {limitName(limit)}
      {key !== null && <Secondary>{named?.name ?? key}</Secondary>}
    </>
  );
}

const tones: Readonly<Record<'waiting' | 'delivered' | 'failed', Tone>> = {
  waiting: 'quiet',
  delivered: 'good',
  failed: 'bad',
};

function LastDelivery({ of, zone }: { readonly of: Alert; readonly zone: string }): ReactNode {
  const last = of.last_delivery;
  if (!last) return t('time.never');
  return (
    <>
      <Status tone={tones[last.state]}>{t(`delivery.${last.state}`)}</Status>
      <Secondary>
        {last.problem ?? (last.threshold === null ? t('alerts.testMessage') : thresholdName(of.limit, last.threshold))}{' '}
        <Instant at={last.delivered_at ?? last.created_at} zone={zone} />
      </Secondary>
    </>
  );
}
