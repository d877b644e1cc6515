import { Button, PasswordInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { Provider, ProviderFailure } from '../../../../generated/console/types.ts';
import { providersQuery } from '../../api/operator-queries.ts';
import { api, dataOf } from '../../api/client.ts';
import { Confirm } from '../../components/confirm.tsx';
import { DataTable, type Column } from '../../components/data-table.tsx';
import { shortInstant } from '../../components/days.ts';
import { Drawer } from '../../components/dialog.tsx';
import { Instant, relativeTime, Secondary, Status, useNow } from '../../components/figures.tsx';
import { SendForm } from '../../components/form-actions.tsx';
import { Loaded } from '../../components/waiting.tsx';
import { RowAction } from '../../components/row-actions.tsx';
import { isTextKey, t } from '../../text/text.ts';
import { localZone } from '../../values/zone.ts';

/** The providers, how they do, and their keys, of which only the end is known here. */
export function Providers(): ReactNode {
  const query = useQuery(providersQuery);
  const [changing, setChanging] = useState<Provider | null>(null);
  const zone = localZone();
  const columns: readonly Column<Provider>[] = [
    { id: 'id', title: t('catalogue.provider'), sortBy: ({ id }) => id, show: ({ id }) => id },
    { id: 'url', title: t('catalogue.address'), show: ({ base_url: url }) => <code>{url}</code> },
    { id: 'regions', isMinor: true, title: t('keys.form.regions'), show: ({ regions }) => regions.join(', ') },
    { id: 'credential', title: t('catalogue.credential'), show: (provider) => <CredentialOf provider={provider} /> },
    { id: 'state', title: t('keys.column.state'), show: (provider) => <ProviderState of={provider} zone={zone} /> },
    {
      id: 'answer',
      isMinor: true,
      title: t('catalogue.lastAnswer'),
      show: ({ last_answer_at: at }) => <Instant at={at} zone={zone} />,
    },
    {
      id: 'actions',
      title: t('keys.column.actions'),
      isAction: true,
      show: (provider) =>
        provider.credential_replaceable && (
          <RowAction
            text={t('credential.replace')}
            name={t('credential.replaceOf', { name: provider.id })}
            onClick={() => setChanging(provider)}
          />
        ),
    },
  ];
  return (
    <>
      <Loaded query={query}>
        {({ data }) => (
          <DataTable caption={t('catalogue.providers')} columns={columns} rows={data} rowId={({ id }) => id} />
        )}
      </Loaded>
      {changing && <CredentialDrawer of={changing} onClose={() => setChanging(null)} />}
    </>
  );
}

function CredentialOf({ provider }: { readonly provider: Provider }): ReactNode {
  const { credential, credential_changed_at: changedAt } = provider;
  const now = useNow();
  if (credential === null) return t('catalogue.noCredential');
  return (
    <>
      <code>{credential}</code>
      {changedAt !== null && <Secondary>{t('credential.set', { when: relativeTime(changedAt, now) })}</Secondary>}
    </>
  );
}

/** Why attempts at a provider fail, and since when; a reason without a text is shown as it is. */
export function failureWords({ reason, status, code, since, attempts }: ProviderFailure, zone: string) {
  const key = `failing.${reason}`;
  const words = isTextKey(key) ? t(key) : reason.replaceAll('_', ' ');
  const detail = status ?? code;
  return {
    why: detail === null ? words : `${words} (${detail})`,
    since: t('failing.since', { count: attempts, when: shortInstant(since, zone) }),
  };
}

function ProviderState({ of, zone }: { readonly of: Provider; readonly zone: string }): ReactNode {
  const { reachable, failing, last_failure_at: failedAt } = of;
  if (failing != null) {
    const { why, since } = failureWords(failing, zone);
    return (
      <>
        <Status tone="bad">{why}</Status>
        <Secondary>{since}</Secondary>
      </>
    );
  }
  if (reachable === null) return <Status tone="quiet">{t('catalogue.untried')}</Status>;
  return (
    <>
      <Status tone={reachable ? 'good' : 'bad'}>
        {t(reachable ? 'catalogue.reachable' : 'catalogue.unreachable')}
      </Status>
      {failedAt !== null && (
        <Secondary>
          {t('catalogue.lastFailure')}: <Instant at={failedAt} zone={zone} />
        </Secondary>
      )}
    </>
  );
}

interface DrawerProps {
  readonly of: Provider;
  readonly onClose: () => void;
}

/** Replaces the key of a provider. What is typed goes to the server and stays nowhere in the browser. */
function CredentialDrawer({ of: { id, credential_source: source }, onClose }: DrawerProps): ReactNode {
  const [isResetting, setResetting] = useState(false);
  const form = useForm({
    initialValues: { value: '' },
    validate: { value: (value) => (/^[!-~]{8,4096}$/.test(value.trim()) ? null : t('credential.wrong')) },
  });
  const send = ({ value }: typeof form.values) =>
    dataOf(
      api.PUT('/providers/{provider_id}/credential', {
        params: { path: { provider_id: id } },
        body: { value: value.trim() },
      }),
    );
  if (isResetting) return <ResetDialog id={id} onDone={onClose} onClose={() => setResetting(false)} />;
  return (
    <Drawer onClose={onClose} title={t('credential.title', { name: id })} size="md">
      <SendForm
        {...{ form, send, onClose }}
        fields={{ value: 'value' }}
        refreshes={[providersQuery.queryKey]}
        action={t('credential.replaceKey')}
        onSent={onClose}
      >
        <PasswordInput
          label={t('credential.value')}
          description={t('credential.help')}
          data-autofocus
          autoComplete="off"
          {...form.getInputProps('value')}
        />
        {source === 'console' && (
          <div>
            <Button variant="default" size="xs" onClick={() => setResetting(true)}>
              {t('credential.reset')}
            </Button>
            <Secondary>{t('credential.resetHelp')}</Secondary>
          </div>
        )}
      </SendForm>
    </Drawer>
  );
}

interface ResetProps {
  /** Id of the provider. */
  readonly id: string;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** Goes back to the key of the configuration, which deletes the other one. */
function ResetDialog({ id, onDone, onClose }: ResetProps): ReactNode {
  return (
    <Confirm
      title={t('credential.reset')}
      action={t('credential.resetDo')}
      effect={t('credential.resetEffect', { name: id })}
      name={id}
      send={() => dataOf(api.DELETE('/providers/{provider_id}/credential', { params: { path: { provider_id: id } } }))}
      refreshes={[providersQuery.queryKey]}
      onDone={onDone}
      onClose={onClose}
    />
  );
}
