import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent, type ReactNode } from 'react';
import { api, dataOf } from '../../api/client.ts';
import { sessionQuery } from '../../api/queries.ts';
import { useSession } from '../../api/session.ts';
import { CopyableId } from '../../components/copy.tsx';
import { Status } from '../../components/figures.tsx';
import { QrCode } from '../../components/qr-code.tsx';
import { Failure } from '../../components/waiting.tsx';
import { t } from '../../text/text.ts';

/** Codes of an authenticator app: turned on with one, and off with one. */
export function SecondFactor(): ReactNode {
  const { person } = useSession();
  const start = useMutation({ mutationFn: () => dataOf(api.POST('/person/totp')), gcTime: 0 });
  if (person.has_totp) {
    return (
      <Stack gap="sm">
        <Status tone="good">{t('account.totpOn')}</Status>
        <CodeForm label={t('account.totpRemoveCode')} action={t('account.totpRemove')} path="/person/totp/remove" />
      </Stack>
    );
  }
  if (!start.data) {
    return (
      <Stack gap="sm" align="flex-start">
        <span>{t('account.totpOff')}</span>
        {start.isError && <Failure of={start.error} />}
        <Button variant="default" loading={start.isPending} onClick={() => start.mutate()}>
          {t('account.totpStart')}
        </Button>
      </Stack>
    );
  }
  return (
    <Stack gap="sm">
      <p>{t('account.totpScan')}</p>
      <QrCode text={start.data.uri} label={t('account.totpQr')} />
      <p>
        {t('account.totpType')} <CopyableId text={start.data.secret} what={t('account.totpSecret')} />{' '}
        <a href={start.data.uri}>{t('account.totpOpen')}</a>
      </p>
      <CodeForm label={t('account.totpCode')} action={t('account.totpConfirm')} path="/person/totp/confirm" />
    </Stack>
  );
}

interface CodeProps {
  readonly label: string;
  readonly action: string;
  readonly path: '/person/totp/confirm' | '/person/totp/remove';
}

function CodeForm({ label, action, path }: CodeProps): ReactNode {
  const [code, setCode] = useState('');
  const [wrong, setWrong] = useState(false);
  const client = useQueryClient();
  const confirm = useMutation({
    mutationFn: () => dataOf(api.POST(path, { body: { totp: code } })),
    onSuccess: () => client.invalidateQueries({ queryKey: sessionQuery.queryKey }),
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const isWrong = !/^[0-9]{6}$/.test(code);
    setWrong(isWrong);
    if (!isWrong) confirm.mutate();
  };
  return (
    <form onSubmit={submit} noValidate>
      <Group align="flex-start">
        <TextInput
          label={label}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={6}
          value={code}
          error={wrong && t('signIn.totpWrong')}
          onChange={({ currentTarget: { value } }) => setCode(value)}
        />
        <Button type="submit" variant="default" mt={{ base: 0, xs: 22 }} loading={confirm.isPending}>
          {action}
        </Button>
      </Group>
      {confirm.isError && <Failure of={confirm.error} />}
    </form>
  );
}
