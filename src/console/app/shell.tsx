import { AppShell, Burger, Group } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Link, Outlet, useLocation, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, type ReactNode } from 'react';
import { useReachable } from '../api/connection.ts';
import { sessionQuery } from '../api/queries.ts';
import { useSession, useWorkspaceOrNone } from '../api/session.ts';
import { Empty } from '../components/page.tsx';
import { Waiting } from '../components/waiting.tsx';
import { t } from '../text/text.ts';
import { HeaderTools, Logo } from './header.tsx';
import { Navigation } from './navigation.tsx';
import { useShortcuts } from './shortcuts.ts';
import styles from './shell.module.css';

const SearchDialog = lazy(() => import('./search-dialog.tsx').then((module) => ({ default: module.SearchDialog })));
const ShortcutsDialog = lazy(() =>
  import('./shortcuts-dialog.tsx').then((module) => ({ default: module.ShortcutsDialog })),
);

/** Pages that are about no workspace, and are shown also to a person who has none. */
const withoutWorkspace = ['/account', '/connect', '/operator'];

/** The frame of every page behind the sign-in. */
export function Shell(): ReactNode {
  const [menuOpen, menu] = useDisclosure(false);
  const [searching, search] = useDisclosure(false);
  const [helping, help] = useDisclosure(false);
  const { pathname } = useLocation();
  useShortcuts({ onSearch: search.open, onHelp: help.open });
  useEndOfSession();
  useEffect(() => menu.close(), [pathname, menu]);
  return (
    <AppShell
      header={{ height: 52 }}
      navbar={{ width: 220, breakpoint: 900, collapsed: { mobile: !menuOpen } }}
      padding={0}
    >
      <a className="skip" href="#content">
        {t('app.skip')}
      </a>
      <AppShell.Header className={styles['header']}>
        <Group gap={8} wrap="nowrap">
          <Burger
            className={styles['burger'] ?? ''}
            opened={menuOpen}
            onClick={menu.toggle}
            size="sm"
            aria-label={t('nav.open')}
            aria-expanded={menuOpen}
          />
          <Logo />
        </Group>
        <HeaderTools onSearch={search.open} />
      </AppShell.Header>
      <AppShell.Navbar className={styles['navbar']}>
        <Navigation />
      </AppShell.Navbar>
      <AppShell.Main>
        <Gone />
        {pathname !== '/account' && <NoWayIn />}
        <div className={styles['content']} id="content" tabIndex={-1}>
          <Suspense fallback={<Waiting />}>
            <PageOrNoWorkspace pathname={pathname} />
          </Suspense>
        </div>
      </AppShell.Main>
      <Suspense>
        {searching && <SearchDialog onClose={search.close} />}
        {helping && <ShortcutsDialog onClose={help.close} />}
      </Suspense>
    </AppShell>
  );
}

function PageOrNoWorkspace({ pathname }: { readonly pathname: string }): ReactNode {
  const workspace = useWorkspaceOrNone();
  if (workspace || withoutWorkspace.some((start) => pathname.startsWith(start))) return <Outlet />;
  return <Empty title={t('workspace.none')}>{t('workspace.noneText')}</Empty>;
}

/** Says that the gateway is away, above a page that stays as it is. */
function Gone(): ReactNode {
  const reachable = useReachable();
  return (
    <div role="status" aria-live="polite">
      {!reachable && (
        <div className={styles['gone']}>
          <strong>{t('gone.title')}</strong> {t('gone.text')}
        </div>
      )}
    </div>
  );
}

/** Says to a person who came by a link that it was for once. */
function NoWayIn(): ReactNode {
  const { person, method } = useSession();
  if (method !== 'link' || person.has_password || person.passkeys > 0) return null;
  return (
    <p className={styles['notice']}>
      {t('account.noWayIn')} <Link to="/account">{t('account.makeWayIn')}</Link>
    </p>
  );
}

/** Leads to the sign-in when the session has ended meanwhile, and back afterwards. */
function useEndOfSession(): void {
  const { error } = useSuspenseQuery({ ...sessionQuery, refetchInterval: 60_000 });
  const { href } = useLocation();
  const navigate = useNavigate();
  const ended = error !== null && 'status' in error && error.status === 401;
  useEffect(() => {
    if (ended) void navigate({ to: '/sign-in', search: { next: href } });
  }, [ended, href, navigate]);
}
