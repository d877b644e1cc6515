import { Alert, Button, Divider, Loader, PasswordInput, Stack, TextInput, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useRouter } from '@tanstack/react-router';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { Session } from '../../../../generated/console/types.ts';
import { askForPasskey, hasPasskeys } from '../../api/passkeys.ts';
import { api, dataOf, failureOf } from '../../api/client.ts';
import { sessionQuery, signInMethodsQuery } from '../../api/queries.ts';
import { entryOf, keepEntry, keptEntry } from '../../app/entry.ts';
import { ThemeSwitch } from '../../app/theme-switch.tsx';
import { emailAddress } from '../../components/form-actions.tsx';
import { Failure } from '../../components/waiting.tsx';
import logo from '../../front/logo.svg';
import { t } from '../../text/text.ts';
import styles from './sign-in.module.css';

const route = getRouteApi('/sign-in');

/** Where people sign in: by password, passkey, identity provider or one-time link. */
export function SignInPage(): ReactNode {
  const { error } = route.useSearch();
  const ticket = useTicket();
  const title = ticket?.kind === 'invitation' ? t('signIn.invited') : t('signIn.title');
  useEffect(() => {
    document.title = `${title} · ${t('app.name')}`;
  }, [title]);
  return (
    <main className={styles['page']}>
      <div className={styles['theme']}>
        <ThemeSwitch />
      </div>
      <div className={styles['card']}>
        <img src={logo} width="36" height="36" alt="" />
        <Title order={1} mt="sm">
          {title}
        </Title>
        <p className={styles['lead']}>{ticket?.kind === 'invitation' ? t('signIn.invitedLead') : t('signIn.lead')}</p>
        {error !== undefined && (
          <Alert color="red" variant="outline" role="alert" mb="md">
            {error === 'upstream_unreachable' ? t('signIn.away') : t('signIn.failed')}
          </Alert>
        )}
        {ticket === null ? <Ways /> : <LinkSignIn key={ticket.token} {...ticket} />}
      </div>
    </main>
  );
}

/** What a one-time link carries. */
interface Ticket {
  readonly kind: 'link' | 'invitation';
  readonly token: string;
}

/** Reads a one-time link. It is taken out of the address at once, so that it stays in no history. */
function takeTicket(): Ticket | null {
  const named = new URLSearchParams(location.hash.slice(1));
  for (const kind of ['link', 'invitation'] as const) {
    const token = named.get(kind);
    if (token === null) continue;
    history.replaceState(history.state, '', location.pathname + location.search);
    return { kind, token };
  }
  return null;
}

/** The one-time link that led here, also where it is opened in a tab that shows this page already. */
function useTicket(): Ticket | null {
  const [ticket, setTicket] = useState(takeTicket);
  useEffect(() => {
    const follow = (): void => setTicket((before) => takeTicket() ?? before);
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, []);
  return ticket;
}

/** The page that was asked for. An identity provider that let no one in leads back here without its name. */
function useNext(): string | undefined {
  const { next, error } = route.useSearch();
  return next ?? (error === undefined ? undefined : keptEntry());
}

/** Goes to the page that was asked for, as the person who has just signed in. */
function useEntry(): (session: Session) => Promise<void> {
  const client = useQueryClient();
  const router = useRouter();
  const next = useNext();
  return async (session) => {
    client.clear();
    client.setQueryData(sessionQuery.queryKey, session);
    keepEntry(undefined);
    router.history.push(entryOf(next));
    await router.invalidate();
  };
}

/** Whether the gateway knows no such link, or not any more. After any other failure the link may still be good. */
const isUsedUp = (thrown: unknown): boolean => failureOf(thrown).problem?.code === 'sign_in_failed';

/**
 * Signs in at once, or with one click: programs that look at the links of an e-mail must not use an invitation up, and a link that
 * someone else has sent must not take the place of the person who is signed in.
 */
function LinkSignIn({ kind, token }: Ticket): ReactNode {
  const enter = useEntry();
  const asked = useRef(false);
  const { data: present, isPending: isUnknown } = useQuery(sessionQuery);
  const isAsked = kind === 'invitation' || present !== undefined;
  const { mutate, error, isPending } = useMutation({
    mutationFn: () => dataOf(api.POST('/sessions/link', { body: { token } })),
    onSuccess: enter,
  });
  useEffect(() => {
    // Once: the link does not work a second time.
    if (isUnknown || isAsked || asked.current) return;
    asked.current = true;
    mutate();
  }, [isUnknown, isAsked, mutate]);
  if (error !== null) {
    return (
      <Stack gap="md">
        {isUsedUp(error) ? (
          <Alert color="red" variant="outline" role="alert">
            {t(kind === 'link' ? 'signIn.linkFailed' : 'signIn.invitationFailed')}
          </Alert>
        ) : (
          <Failure of={error} onRetry={mutate} />
        )}
        <Ways />
      </Stack>
    );
  }
  if (isAsked) {
    return (
      <Stack gap="md">
        {present && <p>{t('signIn.present', { email: present.person.email })}</p>}
        <Button fullWidth autoFocus={present === undefined} loading={isPending} onClick={() => mutate()}>
          {t(kind === 'link' ? 'signIn.useLink' : 'signIn.enter')}
        </Button>
        {present && (
          <Button component="a" href="/console/" variant="default">
            {t('signIn.stay')}
          </Button>
        )}
      </Stack>
    );
  }
  return (
    <p role="status">
      <Loader size="xs" /> {t('signIn.link')}
    </p>
  );
}

function Ways(): ReactNode {
  const { data } = useQuery(signInMethodsQuery);
  const enter = useEntry();
  const next = useNext();
  const passkey = useMutation({
    mutationFn: async () => {
      const { challenge_id: id, options } = await dataOf(api.POST('/sessions/passkey/options'));
      return dataOf(
        api.POST('/sessions/passkey', { body: { challenge_id: id, credential: await askForPasskey(options) } }),
      );
    },
    onSuccess: enter,
  });
  return (
    <Stack gap="md">
      <PasswordForm />
      {(hasPasskeys() || (data?.providers ?? []).length > 0) && <Divider label={t('signIn.or')} />}
      {data?.providers.map(({ id, name, url }) => (
        <Button key={id} component="a" href={url} variant="default" onClick={() => keepEntry(next)}>
          {t('signIn.with', { name })}
        </Button>
      ))}
      {hasPasskeys() && (
        <Button variant="default" loading={passkey.isPending} onClick={() => passkey.mutate()}>
          {t('signIn.passkey')}
        </Button>
      )}
      {passkey.isError && <Failure of={passkey.error} otherwise={t('signIn.passkeyFailed')} />}
      <p className={styles['lead']}>{t('signIn.noPassword')}</p>
    </Stack>
  );
}

/** E-mail and password, and the code of the second factor where the server asks for it. */
function PasswordForm(): ReactNode {
  const enter = useEntry();
  const [asksForCode, setAsksForCode] = useState(false);
  const form = useForm({
    initialValues: { email: '', password: '', totp: '' },
    validate: {
      email: emailAddress,
      password: (password) => (password === '' ? t('form.required') : null),
      totp: (totp) => (!asksForCode || /^[0-9]{6}$/.test(totp) ? null : t('signIn.totpWrong')),
    },
  });
  const enterByPassword = useMutation({
    mutationFn: ({ email, password, totp }: typeof form.values) =>
      dataOf(api.POST('/sessions', { body: { email: email.trim(), password, ...(totp !== '' && { totp }) } })),
    onSuccess: enter,
    onError: (thrown) => {
      if (failureOf(thrown).problem?.code === 'totp_required') setAsksForCode(true);
    },
  });
  const failed = enterByPassword.error && failureOf(enterByPassword.error);
  const isQuestion = failed?.problem?.code === 'totp_required';
  return (
    <form onSubmit={form.onSubmit((values) => enterByPassword.mutate(values))} noValidate>
      <Stack gap="md">
        <TextInput
          label={t('signIn.email')}
          type="email"
          autoComplete="username"
          autoFocus
          {...form.getInputProps('email')}
        />
        <PasswordInput
          label={t('signIn.password')}
          autoComplete="current-password"
          visibilityToggleButtonProps={{ 'aria-label': t('signIn.showPassword') }}
          {...form.getInputProps('password')}
        />
        {asksForCode && (
          <TextInput
            label={t('signIn.totp')}
            description={t('signIn.totpHelp')}
            inputMode="numeric"
            autoComplete="one-time-code"
            autoFocus
            maxLength={6}
            {...form.getInputProps('totp')}
          />
        )}
        {failed && !isQuestion && <Failure of={failed} />}
        <Button type="submit" loading={enterByPassword.isPending}>
          {t('signIn.title')}
        </Button>
      </Stack>
    </form>
  );
}
