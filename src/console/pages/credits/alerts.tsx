import { Button, Switch } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Alert } from '../../../../generated/console/types.ts';
import { api, dataOf } from '../../api/client.ts';
import { alertsQuery, deliveriesQuery, keyQuery } from '../../api/queries.ts';
import { useRights, useWorkspace } from '../../api/session.ts';
import { Confirm, useRemoval } from '../../components/confirm.tsx';
import { DataTable, type Column } from '../../components/data-table.tsx';
import { useNamedDialog } from '../../components/dialog.tsx';
import { Done, Instant, Secondary, Status, type Tone } from '../../components/figures.tsx';
import { limitName } from '../../components/limits-table.tsx';
import { Empty, Section } from '../../components/page.tsx';
import { Failure, Loaded } from '../../components/waiting.tsx';
import { RowAction, RowActions } from '../../components/row-actions.tsx';
import { t } from '../../text/text.ts';
import { AlertDrawer, thresholdNames } from './alert-drawer.tsx';

const route = getRouteApi('/inside/credits');

/** Who gets a message when a share of a limit is used, and how the last one went. */
export function Alerts(): ReactNode {
  const { id } = useWorkspace();
  const { readLedger: mayChange } = useRights();
  const query = useQuery(alertsQuery(id));
  const { do: doing } = route.useSearch();
  const dialog = useNamedDialog();
  const add = (
    <Button size="xs" variant="default" onClick={() => dialog.open({ do: 'alert' })}>
      {t('alerts.add')}
    </Button>
  );
  return (
    <Section title={t('alerts.title')} side={mayChange && add}>
      <Loaded query={query} lines={2}>
        {({ data }) => <AlertsTable alerts={data} mayChange={mayChange} />}
      </Loaded>
      {mayChange && doing === 'alert' && <AlertDrawer onClose={() => dialog.close({ do: undefined })} />}
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

const at = (alert: Alert) => ({ path: { workspace_id: alert.workspace_id, alert_id: alert.id } });

/** What an alert is called among others: what it watches, and who hears of it. */
const alertName = ({ limit, target }: Alert): string => `${limitName(limit)}, ${target}`;

interface TableProps {
  readonly alerts: readonly Alert[];
  readonly mayChange: boolean;
}

function AlertsTable({ alerts, mayChange }: TableProps): ReactNode {
  const { time_zone: zone } = useWorkspace();
  const removal = useRemoval(alertName);
  const test = useChange((alert: Alert) =>
    dataOf(api.POST('/workspaces/{workspace_id}/alerts/{alert_id}/test', { params: at(alert) })),
  );
  const actions: Column<Alert> = {
    id: 'actions',
    title: t('keys.column.actions'),
    isAction: true,
    show: (alert) => (
      <RowActions>
        <RowAction
          text={t('alerts.test')}
          name={`${t('alerts.test')}: ${alertName(alert)}`}
          loading={test.isPending && test.variables.id === alert.id}
          onClick={() => test.mutate(alert)}
        />
        <RowAction
          text={t('members.remove')}
          name={`${t('members.remove')}: ${alertName(alert)}`}
          onClick={() => removal.ask(alert)}
        />
      </RowActions>
    ),
  };
  const state: Column<Alert> = {
    id: 'on',
    title: t('keys.column.state'),
    show: ({ enabled }) => t(enabled ? 'alerts.isOn' : 'alerts.isOff'),
  };
  const columns: readonly Column<Alert>[] = [
    ...factColumns(zone),
    ...(mayChange
      ? [{ id: 'on', title: t('alerts.on'), show: (alert: Alert) => <OnSwitch of={alert} /> }, actions]
      : [state]),
  ];
  return (
    <>
      <Done text={removal.done} />
      <DataTable
        caption={t('alerts.title')}
        columns={columns}
        rows={alerts}
        rowId={({ id: alert }) => alert}
        empty={<Empty title={t('alerts.none')}>{t(mayChange ? 'alerts.noneText' : 'alerts.noneText.viewer')}</Empty>}
      />
      <div role="status">
        {test.isSuccess && <Status tone="quiet">{t('alerts.testSent', { target: test.variables.target })}</Status>}
      </div>
      {test.isError && <Failure of={test.error} />}
      {removal.dialog && <RemoveDialog {...removal.dialog} />}
    </>
  );
}

/** Turns an alert off and on again: it is kept. */
function OnSwitch({ of }: { readonly of: Alert }): ReactNode {
  const turn = useChange((enabled: boolean) => dataOf(api.PATCH(oneAlert, { params: at(of), body: { enabled } })));
  return (
    <>
      <Switch
        size="xs"
        aria-label={`${t('alerts.on')}: ${alertName(of)}`}
        checked={of.enabled}
        onChange={() => turn.mutate(!of.enabled)}
      />
      {turn.isError && <Failure of={turn.error} />}
    </>
  );
}

interface RemoveProps {
  readonly of: Alert;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

function RemoveDialog({ of, onDone, onClose }: RemoveProps): ReactNode {
  return (
    <Confirm
      title={t('alerts.removeTitle', { limit: limitName(of.limit) })}
      action={t('members.remove')}
      effect={t(of.channel === 'webhook' ? 'alerts.removeWebhook' : 'alerts.removeEmail', { target: of.target })}
      send={() => dataOf(api.DELETE(oneAlert, { params: at(of) }))}
      refreshes={[alertsQuery(of.workspace_id).queryKey, deliveriesQuery(of.workspace_id).queryKey]}
      {...{ onDone, onClose }}
    />
  );
}

const factColumns = (zone: string): readonly Column<Alert>[] => [
  { id: 'limit', title: t('alerts.limit'), show: (alert) => <WatchedLimit of={alert} /> },
  {
    id: 'at',
    title: t('alerts.at'),
    show: ({ limit, thresholds }) => thresholdNames(limit, thresholds),
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
        {last.problem ??
          (last.threshold === null ? t('alerts.testMessage') : thresholdNames(of.limit, [last.threshold]))}{' '}
        <Instant at={last.delivered_at ?? last.created_at} zone={zone} />
      </Secondary>
    </>
  );
}
