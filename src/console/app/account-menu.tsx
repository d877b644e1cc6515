import { Menu } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { api, dataOf, failureOf } from '../api/client.ts';
import { useSession } from '../api/session.ts';
import { Modal } from '../components/dialog.tsx';
import { Icon } from '../components/icons.tsx';
import { Failure } from '../components/waiting.tsx';
import { chooseLanguage, currentLanguage, languages, t, type Language } from '../text/text.ts';

interface MenuProps {
  readonly children: ReactNode;
  readonly onClose: () => void;
}

/** Where the session has ended already, there is nothing to sign out of. */
function doneWhereEnded(thrown: unknown): void {
  if (failureOf(thrown).status !== 401) throw thrown;
}

/** What a person can do about themselves, below the button that is its child. It comes when it is asked for. */
export function AccountMenu({ children, onClose }: MenuProps): ReactNode {
  const { person } = useSession();
  const navigate = useNavigate();
  const client = useQueryClient();
  const [failure, setFailure] = useState<unknown>(null);
  const leave = useMutation({
    mutationFn: () => dataOf(api.DELETE('/session')).catch(doneWhereEnded),
    onSuccess: async () => {
      // Another person may sign in next, who cannot see this workspace.
      await navigate({ to: '/sign-in', search: { workspace: undefined } });
      client.clear();
    },
    onError: setFailure,
  });
  if (failure !== null) {
    return (
      <>
        {children}
        <Modal onClose={onClose} title={t('account.stillSignedIn')}>
          <Failure of={failure} onRetry={leave.mutate} />
        </Modal>
      </>
    );
  }
  return (
    <Menu opened onClose={onClose} position="bottom-end" width={220} trapFocus>
      <Menu.Target>{children}</Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{person.email}</Menu.Label>
        <Menu.Item onClick={() => void navigate({ to: '/account' })}>{t('account.open')}</Menu.Item>
        <Menu.Divider />
        <Menu.Label>{t('account.language')}</Menu.Label>
        {Object.entries(languages).map(([code, name]) => (
          <Menu.Item
            key={code}
            lang={code}
            rightSection={code === currentLanguage() ? <Icon name="check" size={15} /> : null}
            onClick={() => chooseLanguage(code as Language)}
          >
            {name}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item closeMenuOnClick={false} onClick={() => leave.mutate()}>
          {t('account.signOut')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
