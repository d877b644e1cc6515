import { ActionIcon, Group } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { useSession } from '../api/session.ts';
import { Icon } from '../components/icons.tsx';
import logo from '../front/logo.svg';
import { t } from '../text/text.ts';
import styles from './shell.module.css';
import { ThemeSwitch } from './theme-switch.tsx';

const AccountMenu = lazy(() => import('./account-menu.tsx').then((module) => ({ default: module.AccountMenu })));

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
    <button type="button" className={styles['search']} onClick={onSearch}>
      <Icon name="search" size={15} />
      <span>{t('header.search')}</span>
      <kbd>{navigator.userAgent.includes('Mac') ? '⌘K' : 'Ctrl K'}</kbd>
    </button>
    <a className={styles['docs']} href="/docs">
      {t('header.docs')}
    </a>
    <ThemeSwitch />
    <AccountButton />
  </Group>
);

function AccountButton(): ReactNode {
  const { person } = useSession();
  const [open, setOpen] = useState(false);
  const label = t('header.account', { name: person.name });
  const button = (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="lg"
      title={label}
      aria-label={label}
      aria-haspopup="menu"
      aria-expanded={open}
      onClick={() => setOpen(!open)}
    >
      <Icon name="person" />
    </ActionIcon>
  );
  if (!open) return button;
  return (
    <Suspense fallback={button}>
      <AccountMenu onClose={() => setOpen(false)}>{button}</AccountMenu>
    </Suspense>
  );
}
