import { Menu } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { api, dataOf } from '../api/client.ts';
import { useSession } from '../api/session.ts';
import { Icon } from '../components/icons.tsx';
import { chooseLanguage, currentLanguage, languages, t, type Language } from '../text/text.ts';

interface MenuProps {
  readonly children: ReactNode;
  readonly onClose: () => void;
}

/** What a person can do about themselves, below the button that is its child. It comes when it is asked for. */
export function AccountMenu({ children, onClose }: MenuProps): ReactNode {
  const { person } = useSession();
  const navigate = useNavigate();
  const client = useQueryClient();
  const leave = useMutation({
    mutationFn: () => dataOf(api.DELETE('/session')),
    onSuccess: async () => {
      await navigate({ to: '/sign-in' });
      client.clear();
    },
  });
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
        <Menu.Item onClick={() => leave.mutate()}>{t('account.signOut')}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
