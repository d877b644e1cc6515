import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent, type ReactNode } from 'react';
import type { Passkey } from '../../../../generated/console/types.ts';
import { hasName, hasPasskeys, makePasskey } from '../../api/passkeys.ts';
import { api, dataOf } from '../../api/client.ts';
import { useSession } from '../../api/session.ts';
import { Confirm, useRemoval } from '../../components/confirm.tsx';
import { DataTable } from '../../components/data-table.tsx';
import { Done, Instant } from '../../components/figures.tsx';
import { Empty } from '../../components/page.tsx';
import { Failure, Loaded } from '../../components/waiting.tsx';
import { RowAction } from '../../components/row-actions.tsx';
import { t } from '../../text/text.ts';
import { localZone } from '../../values/zone.ts';

const passkeysQuery = { queryKey: ['passkeys'], queryFn: () => dataOf(api.GET('/person/passkeys')) };

/** The passkeys of the person: added on this device, and removed. */
export function Passkeys(): ReactNode {
  const query = useQuery(passkeysQuery);
  const removal = useRemoval(({ name }: Passkey) => name);
  const zone = localZone();
  return (
    <Stack gap="sm">
      <Done text={removal.done} />
      <Loaded query={query} lines={2}>
        {({ data }) => (
          <DataTable
            caption={t('account.passkeys')}
            rows={data}
            rowId={({ id }) => id}
            empty={<Empty title={t('account.passkeyNone')}>{t('account.passkeyNoneText')}</Empty>}
            columns={[
              { id: 'name', title: t('account.name'), show: ({ name }) => name },
              {
                id: 'since',
                title: t('account.session.since'),
                show: ({ created_at: at }) => <Instant at={at} zone={zone} />,
              },
              {
                id: 'used',
                title: t('account.session.used'),
                show: ({ last_used_at: at }) => <Instant at={at} zone={zone} />,
              },
              {
                id: 'remove',
                title: t('keys.column.actions'),
                isAction: true,
                show: (passkey) => (
                  <RowAction
                    text={t('members.remove')}
                    name={t('account.passkeyRemove', { name: passkey.name })}
                    onClick={() => removal.ask(passkey)}
                  />
                ),
              },
            ]}
          />
        )}
      </Loaded>
      {removal.dialog && <RemoveDialog {...removal.dialog} isLast={query.data?.data.length === 1} />}
      {hasPasskeys() && <AddForm />}
      {!hasName() && <p>{t('account.passkeyName.none', { host: location.hostname })}</p>}
    </Stack>
  );
}

interface RemoveProps {
  readonly of: Passkey;
  /** Whether the person has no other one. */
  readonly isLast: boolean;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** A passkey that was removed cannot be made again without the device, and may be the only way in. */
function RemoveDialog({ of: { id, name }, isLast, onDone, onClose }: RemoveProps): ReactNode {
  const { person } = useSession();
  return (
    <Confirm
      title={t('account.passkeyRemove', { name })}
      action={t('members.remove')}
      effect={
        <>
          {t('account.passkeyRemoveText')}{' '}
          {isLast && !person.has_password && <strong>{t('account.passkeyLast')}</strong>}
        </>
      }
      name={name}
      send={() => dataOf(api.DELETE('/person/passkeys/{passkey_id}', { params: { path: { passkey_id: id } } }))}
      refreshes={[passkeysQuery.queryKey]}
      {...{ onDone, onClose }}
    />
  );
}

function AddForm(): ReactNode {
  const [name, setName] = useState('');
  const [asked, setAsked] = useState(false);
  const client = useQueryClient();
  const add = useMutation({
    mutationFn: async () => {
      const { challenge_id: id, options } = await dataOf(api.POST('/person/passkeys/options'));
      const credential = await makePasskey(options);
      return dataOf(api.POST('/person/passkeys', { body: { challenge_id: id, name: name.trim(), credential } }));
    },
    onSuccess: async () => {
      setName('');
      await client.invalidateQueries({ queryKey: passkeysQuery.queryKey });
    },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (name.trim() === '') setAsked(true);
    else add.mutate();
  };
  return (
    <form onSubmit={submit} noValidate>
      <Group align="flex-start">
        <TextInput
          label={t('account.passkeyName')}
          value={name}
          maxLength={200}
          error={asked && name.trim() === '' && t('form.required')}
          onChange={({ currentTarget: { value } }) => setName(value)}
        />
        <Button type="submit" variant="default" mt={{ base: 0, xs: 22 }} loading={add.isPending}>
          {t('account.passkeyAdd')}
        </Button>
      </Group>
      {add.isError && <Failure of={add.error} otherwise={t('account.passkeyFailed')} />}
    </form>
  );
}
