import { ActionIcon, Group, Menu, Tooltip } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { signOut } from '../../../generated/console/client/index.ts';
import { useSession } from '../api/session.ts';
import { dataOf } from '../api/problem.ts';
import { Icon } from '../components/icons.tsx';
import logo from '../front/logo.svg';
import { chooseLanguage, currentLanguage, languages, t, type Language } from '../text/text.ts';
import styles from './shell.module.css';
import { ThemeSwitch } from './theme-switch.tsx';

/** The name of the product, which leads to Overview. */
export const Logo = (): ReactNode => (
  <Link to="/" className={styles['logo']}>
    <img src={logo} width="24" height="24" alt="" />
    {t('app.name')}
  </Link>
);

/** Search, reference, theme and account. */
export const HeaderTools = ({ onSearch }: { readonly onSearch: () => void }): ReactNode => (
  <Group gap={6} wrap="nowrap">
    <button type="button" className={styles['search']} onClick={onSearch} aria-label={t('header.search')}>
      <Icon name="search" size={15} />
      <span>{t('header.search')}</span>
      <kbd>{navigator.userAgent.includes('Mac') ? '⌘K' : 'Ctrl K'}</kbd>
    </button>
    <Tooltip label={t('header.docs')}>
      <ActionIcon component="a" href="/docs" variant="subtle" color="gray" size="lg" aria-label={t('header.docs')}>
        <Icon name="external" />
      </ActionIcon>
    </Tooltip>
    <ThemeSwitch />
    <AccountMenu />
  </Group>
);

function AccountMenu(): ReactNode {
  const { person } = useSession();
  const navigate = useNavigate();
  const client = useQueryClient();
  const leave = useMutation({
    mutationFn: () => dataOf(signOut()),
    onSuccess: async () => {
      await navigate({ to: '/sign-in' });
      client.clear();
    },
  });
  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={t('header.account', { name: person.name })}>
          <Icon name="person" />
        </ActionIcon>
      </Menu.Target>
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
