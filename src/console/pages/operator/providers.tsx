import { Button, PasswordInput, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { Provider } from '../../../../generated/console/types.ts';
import { providersQuery } from '../../api/operator-queries.ts';
import { api, dataOf, failureOf } from '../../api/client.ts';
import { Confirm } from '../../components/confirm.tsx';
import { DataTable, type Column } from '../../components/data-table.tsx';
import { Drawer } from '../../components/dialog.tsx';
import { Instant, relativeTime, Secondary, Status, useNow } from '../../components/figures.tsx';
import { FormActions } from '../../components/form-actions.tsx';
import { Loaded } from '../../components/waiting.tsx';
import { RowAction } from '../../components/row-actions.tsx';
import { t } from '../../text/text.ts';
import { localZone } from '../../values/zone.ts';

/** The providers, how they do, and their keys, of which only the end is known here. */
export function Providers(): ReactNode {
  const query = useQuery(providersQuery);
  const [changing, setChanging] = useState<Provider | null>(null);
  const zone = localZone();
  const columns: readonly Column<Provider>[] = [
    { id: 'id', title: t('catalogue.provider'), sortBy: ({ id }) => id, show: ({ id }) => id },
    { id: 'url', title: t('catalogue.address'), show: ({ base_url: url }) => <code>{url}</code> },
    { id: 'regions', title: t('keys.form.regions'), show: ({ regions }) => regions.join(', ') },
    { id: 'credential', title: t('catalogue.credential'), show: (provider) => <CredentialOf provider={provider} /> },
    { id: 'state', title: t('keys.column.state'), show: ({ reachable }) => <Reachable is={reachable} /> },
    {
      id: 'answer',
      title: t('catalogue.lastAnswer'),
      show: ({ last_answer_at: at }) => <Instant at={at} zone={zone} />,
    },
    {
      id: 'failure',
      title: t('catalogue.lastFailure'),
      show: ({ last_failure_at: at }) => <Instant at={at} zone={zone} />,
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

function Reachable({ is }: { readonly is: boolean | null }): ReactNode {
  if (is === null) return <Status tone="quiet">{t('catalogue.untried')}</Status>;
  return <Status tone={is ? 'good' : 'bad'}>{t(is ? 'catalogue.reachable' : 'catalogue.unreachable')}</Status>;
}

interface DrawerProps {
  readonly of: Provider;
  readonly onClose: () => void;
}

/** Replaces the key of a provider. What is typed goes to the server and stays nowhere in the browser. */
function CredentialDrawer({ of: { id, credential_source: source }, onClose }: DrawerProps): ReactNode {
  const client = useQueryClient();
  const [isResetting, setResetting] = useState(false);
  const form = useForm({
    initialValues: { value: '' },
    validate: { value: (value) => (/^[!-~]{8,4096}$/.test(value.trim()) ? null : t('credential.wrong')) },
  });
  const onSuccess = async (): Promise<void> => {
    await client.invalidateQueries({ queryKey: providersQuery.queryKey });
    onClose();
  };
  const replace = useMutation({
    mutationFn: ({ value }: typeof form.values) =>
      dataOf(
        api.PUT('/providers/{provider_id}/credential', {
          params: { path: { provider_id: id } },
          body: { value: value.trim() },
        }),
      ),
    gcTime: 0,
    onSuccess,
    onError: (thrown) => {
      const { problem } = failureOf(thrown);
      if (problem?.param === 'value') form.setFieldError('value', problem.detail);
    },
  });
  if (isResetting) return <ResetDialog id={id} onDone={onSuccess} onClose={() => setResetting(false)} />;
  return (
    <Drawer onClose={onClose} title={t('credential.title', { name: id })} size="md">
      <form onSubmit={form.onSubmit((values) => replace.mutate(values))} noValidate>
        <Stack gap="md">
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
          <FormActions
            action={t('credential.replaceKey')}
            pending={replace.isPending}
            failure={form.errors['value'] === undefined ? replace.error : null}
            onClose={onClose}
          />
        </Stack>
      </form>
    </Drawer>
  );
}

interface ResetProps {
  /** Of the provider. */
  readonly id: string;
  readonly onDone: () => Promise<void>;
  readonly onClose: () => void;
}

/** Goes back to the key of the configuration, which deletes the other one. */
function ResetDialog({ id, onDone, onClose }: ResetProps): ReactNode {
  const reset = useMutation({
    mutationFn: () =>
      dataOf(api.DELETE('/providers/{provider_id}/credential', { params: { path: { provider_id: id } } })),
    onSuccess: onDone,
  });
  return (
    <Confirm
      title={t('credential.reset')}
      action={t('credential.resetDo')}
      effect={t('credential.resetEffect', { name: id })}
      name={id}
      pending={reset.isPending}
      failure={reset.error}
      onConfirm={() => reset.mutate()}
      onClose={onClose}
    />
  );
}
