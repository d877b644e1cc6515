import { Alert as Notice, Checkbox, Group, NativeSelect, Stack, TagsInput, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { AlertLimit, CreateAlert } from '../../../../generated/console/types.ts';
import { api, dataOf } from '../../api/client.ts';
import { alertsQuery, checklistQuery, serverQuery } from '../../api/queries.ts';
import { useSession, useWorkspace } from '../../api/session.ts';
import { CopyableId } from '../../components/copy.tsx';
import { Drawer } from '../../components/dialog.tsx';
import { KeySelect } from '../../components/key-select.tsx';
import { alertLimits, limitName } from '../../components/limits-table.tsx';
import { emailAddress, SendForm } from '../../components/form-actions.tsx';
import { SecretFoot, useSecretGuard } from '../../components/secret-foot.tsx';
import { t } from '../../text/text.ts';
import { groupDigits } from '../../values/decimal.ts';

const shares = ['50', '75', '90', '100'] as const;
const days = ['14', '7', '1'] as const;

/** Thresholds of an alert, as people say them: shares of a limit, credits that are left, or days before keys expire. */
export function thresholdNames(limit: AlertLimit, thresholds: readonly number[]): string {
  const listed = thresholds.map((each) => groupDigits(String(each))).join(' · ');
  if (limit === 'balance_left') return t('alerts.left', { amount: listed });
  return limit === 'keys_expiring' ? t('alerts.days', { count: listed }) : `${listed} %`;
}

/** A new alert; the secret of a webhook is shown once. */
export function AlertDrawer({ onClose }: { readonly onClose: () => void }): ReactNode {
  const [secret, setSecret] = useState<string | null>(null);
  const guard = useSecretGuard(secret !== null, onClose);
  return (
    <Drawer onClose={guard.onClose} title={t('alerts.add')} size="md">
      {secret === null ? (
        <AlertForm onClose={onClose} onSecret={setSecret} />
      ) : (
        <Stack gap="md">
          <Notice color="yellow">{t('alerts.secret')}</Notice>
          <CopyableId text={secret} what={t('keys.secret.what')} />
          <SecretFoot {...guard} />
        </Stack>
      )}
    </Drawer>
  );
}

interface FormProps {
  readonly onClose: () => void;
  readonly onSecret: (secret: string) => void;
}

/** What is chosen at first. How many credits are few is for the person to say. */
const usualThresholds = (limit: AlertLimit): string[] => {
  if (limit === 'balance_left') return [];
  return limit === 'keys_expiring' ? [...days] : ['50', '75', '100'];
};

const wholeCredits = /^[1-9][0-9]{0,8}$/;

const ofKey = (limit: string): boolean => limit.startsWith('key_');

const draft = {
  limit: 'balance_left' as AlertLimit,
  key: '',
  /** Percent, days, or whole credits, as they are typed or chosen. */
  thresholds: [] as string[],
  channel: 'email' as CreateAlert['channel'],
  target: '',
};

type Draft = typeof draft;

/** @param target who gets the message if no other address is given */
function useAlertForm(target: string) {
  return useForm<Draft>({
    initialValues: { ...draft, target },
    validate: {
      key: (key, { limit }) => (ofKey(limit) && key === '' ? t('form.required') : null),
      thresholds: (chosen, { limit }) => {
        const isOfRest = limit === 'balance_left';
        const isWrong = chosen.length === 0 || (isOfRest && !chosen.every((each) => wholeCredits.test(each)));
        return isWrong ? t(isOfRest ? 'alerts.noLeft' : 'alerts.noShare') : null;
      },
      target: (typed, { channel }) => {
        if (channel === 'email') return emailAddress(typed);
        return /^https:\/\/\S+$/.test(typed.trim()) ? null : t('form.https');
      },
    },
  });
}

function AlertForm({ onClose, onSecret }: FormProps): ReactNode {
  const { id } = useWorkspace();
  const { data: server } = useQuery(serverQuery);
  const { person } = useSession();
  // The first operator has no address that mail reaches.
  const ownAddress = person.email.endsWith('@localhost') ? '' : person.email;
  const form = useAlertForm(ownAddress);
  const send = ({ limit, key, thresholds: chosen, channel, target }: Draft) => {
    const thresholds = chosen.map(Number).toSorted((one, other) => one - other);
    const body = { limit, thresholds, channel, target: target.trim(), ...(ofKey(limit) && { key_id: key }) };
    return dataOf(api.POST('/workspaces/{workspace_id}/alerts', { params: { path: { workspace_id: id } }, body }));
  };
  return (
    <SendForm
      {...{ form, send, onClose }}
      fields={{ target: 'target' }}
      refreshes={[alertsQuery(id).queryKey, checklistQuery(id).queryKey]}
      action={t('alerts.add')}
      onSent={({ secret }) => (secret === null ? onClose() : onSecret(secret))}
    >
      <LimitFields form={form} />
      <ThresholdFields form={form} />
      <NativeSelect
        label={t('alerts.channel')}
        data={[
          { value: 'email', label: t('alerts.email') },
          { value: 'webhook', label: t('alerts.webhook') },
        ]}
        {...form.getInputProps('channel')}
        onChange={({ currentTarget: { value } }) =>
          form.setValues({ channel: value as Draft['channel'], target: value === 'email' ? ownAddress : '' })
        }
      />
      {form.values.channel === 'email' && server?.mail === false && (
        <Notice color="yellow">{t('alerts.noMail')}</Notice>
      )}
      <TextInput label={t('alerts.target')} {...form.getInputProps('target')} />
    </SendForm>
  );
}

function LimitFields({ form }: { readonly form: ReturnType<typeof useAlertForm> }): ReactNode {
  return (
    <>
      <NativeSelect
        label={t('alerts.limit')}
        data-autofocus
        data={alertLimits.map((value) => ({ value, label: limitName(value) }))}
        {...form.getInputProps('limit')}
        onChange={({ currentTarget: { value } }) => {
          const limit = value as AlertLimit;
          form.setValues({ limit, thresholds: usualThresholds(limit) });
        }}
      />
      {ofKey(form.values.limit) && (
        <KeySelect
          label={t('call.key')}
          isLabelled
          placeholder={t('alerts.chooseKey')}
          activeOnly
          value={form.values.key === '' ? undefined : form.values.key}
          onChange={(key) => form.setFieldValue('key', key ?? '')}
          error={form.errors['key']}
        />
      )}
    </>
  );
}

function ThresholdFields({ form }: { readonly form: ReturnType<typeof useAlertForm> }): ReactNode {
  const { limit } = form.values;
  const props = form.getInputProps('thresholds');
  if (limit === 'balance_left')
    return (
      <TagsInput
        label={t('alerts.at')}
        description={t('alerts.leftHelp')}
        inputMode="numeric"
        maxTags={10}
        acceptValueOnBlur
        {...props}
      />
    );
  return (
    <Checkbox.Group label={t('alerts.at')} {...props}>
      <Group mt={6}>
        {(limit === 'keys_expiring' ? days : shares).map((each) => (
          <Checkbox key={each} value={each} label={thresholdNames(limit, [Number(each)])} />
        ))}
      </Group>
    </Checkbox.Group>
  );
}
