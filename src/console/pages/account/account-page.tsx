import { Button, Group, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { api, dataOf } from '../../api/client.ts';
import { sessionQuery, sessionsQuery } from '../../api/queries.ts';
import { useSession } from '../../api/session.ts';
import { failureBesides, markField, required } from '../../components/form-actions.tsx';
import { Status } from '../../components/figures.tsx';
import { Page, Section } from '../../components/page.tsx';
import { Failure } from '../../components/waiting.tsx';
import { t } from '../../text/text.ts';
import { Passkeys } from './passkeys.tsx';
import { SecondFactor } from './second-factor.tsx';
import { Sessions } from './sessions.tsx';

/** The person who is signed in: name, password, second factor, passkeys and sessions. */
export const AccountPage = (): ReactNode => (
  <Page title={t('account.title')}>
    <Section title={t('account.you')}>
      <NameForm />
    </Section>
    <Section title={t('account.password')}>
      <PasswordForm />
    </Section>
    <Section title={t('account.totp')}>
      <SecondFactor />
    </Section>
    <Section title={t('account.passkeys')}>
      <Passkeys />
    </Section>
    <Section title={t('account.sessions')}>
      <Sessions />
    </Section>
  </Page>
);

function NameForm(): ReactNode {
  const { person } = useSession();
  const client = useQueryClient();
  const form = useForm({
    initialValues: { name: person.name },
    validate: { name: required },
  });
  const save = useMutation({
    mutationFn: ({ name }: { readonly name: string }) => dataOf(api.PATCH('/person', { body: { name: name.trim() } })),
    onSuccess: () => client.invalidateQueries({ queryKey: sessionQuery.queryKey }),
  });
  return (
    <form onSubmit={form.onSubmit((values) => save.mutate(values))} noValidate>
      <Stack gap="sm" maw={380} align="flex-start">
        <p>{t('account.signedInAs', { email: person.email })}</p>
        <TextInput label={t('account.name')} w="100%" {...form.getInputProps('name')} />
        <Group>
          <Button type="submit" variant="default" loading={save.isPending}>
            {t('do.save')}
          </Button>
          <div role="status">{save.isSuccess && <Status tone="good">{t('account.saved')}</Status>}</div>
        </Group>
      </Stack>
      {save.isError && <Failure of={save.error} />}
    </form>
  );
}

const shortest = 8;

/** The fields of the password, by the parameters of the control API. */
const passwordFields = { current_password: 'present', new_password: 'next' };

function PasswordForm(): ReactNode {
  const { person } = useSession();
  const client = useQueryClient();
  const form = useForm({
    initialValues: { present: '', next: '' },
    validate: {
      present: (present) => (person.has_password && present === '' ? t('form.required') : null),
      next: (next) => (next.length < shortest ? t('account.short') : null),
    },
  });
  const save = useMutation({
    mutationFn: ({ present, next }: typeof form.values) =>
      dataOf(
        api.PUT('/person/password', {
          body: { new_password: next, ...(person.has_password && { current_password: present }) },
        }),
      ),
    onSuccess: async () => {
      form.reset();
      await client.invalidateQueries({ queryKey: sessionQuery.queryKey });
      await client.invalidateQueries({ queryKey: sessionsQuery.queryKey });
    },
    onError: (thrown) => markField(form, thrown, passwordFields),
  });
  const failure = failureBesides(save.error, passwordFields);
  const eye = { visibilityToggleButtonProps: { 'aria-label': t('signIn.showPassword') } };
  return (
    <form onSubmit={form.onSubmit((values) => save.mutate(values))} noValidate>
      <Stack gap="sm" maw={380}>
        {!person.has_password && <p>{t('account.setPassword')}</p>}
        {person.has_password && (
          <PasswordInput
            label={t('account.present')}
            autoComplete="current-password"
            {...eye}
            {...form.getInputProps('present')}
          />
        )}
        <PasswordInput
          label={t('account.new')}
          description={t('account.newHelp')}
          autoComplete="new-password"
          {...eye}
          {...form.getInputProps('next')}
        />
        {failure != null && <Failure of={failure} />}
        <Group>
          <Button type="submit" variant="default" loading={save.isPending}>
            {t('account.save')}
          </Button>
          <div role="status">{save.isSuccess && <Status tone="good">{t('account.changed')}</Status>}</div>
        </Group>
      </Stack>
    </form>
  );
}
