import { AppShell, Burger, Group } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { Link, Outlet, useLocation, useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import { useReachable } from '../api/connection.ts';
import { sessionQuery } from '../api/queries.ts';
import { useRights, useSession, useWorkspaceOrNone } from '../api/session.ts';
import { Icon } from '../components/icons.tsx';
import { Empty } from '../components/page.tsx';
import { Waiting } from '../components/waiting.tsx';
import { t } from '../text/text.ts';
import { HeaderTools, Logo } from './header.tsx';
import { Navigation } from './navigation.tsx';
import { isDialogOpen, useShortcuts } from './shortcuts.ts';
import styles from './shell.module.css';

const loadSearch = () => import('./search-dialog.tsx').then((module) => ({ default: module.SearchDialog }));
const SearchDialog = lazy(loadSearch);
const ShortcutsDialog = lazy(() =>
  import('./shortcuts-dialog.tsx').then((module) => ({ default: module.ShortcutsDialog })),
);

const EndedDialog = lazy(() => import('./ended-dialog.tsx').then((module) => ({ default: module.EndedDialog })));

/** After this time the search is loaded, also if it was not asked for yet. */
const searchMilliseconds = 300;

/** Pages that are about no workspace, and are shown also to a person who has none. */
const withoutWorkspace = ['/account', '/connect', '/operator'];

/** The frame of every page behind the sign-in. */
export function Shell(): ReactNode {
  const [menuOpen, menu] = useDisclosure(false);
  const [searching, search] = useDisclosure(false);
  const [helping, help] = useDisclosure(false);
  const { pathname } = useLocation();
  useShortcuts({ onSearch: search.open, onHelp: help.open, isPaused: searching || helping });
  const leaveEnded = useEndOfSession();
  useEffect(() => menu.close(), [pathname, menu]);
  // Soon, so that the search gets all that is typed after its shortcut.
  useEffect(() => {
    const timer = setTimeout(() => void loadSearch().catch(() => undefined), searchMilliseconds);
    return () => clearTimeout(timer);
  }, []);
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
        <OtherWorkspace />
        <Suspended />
        <div className={styles['content']} id="content" tabIndex={-1}>
          <Suspense fallback={<Waiting />}>
            <PageOrNoWorkspace pathname={pathname} />
          </Suspense>
        </div>
      </AppShell.Main>
      <Suspense>
        {searching && <SearchDialog onClose={search.close} />}
        {helping && <ShortcutsDialog onClose={help.close} />}
        {leaveEnded && <EndedDialog onLeave={leaveEnded} />}
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

/** Says that the address names a workspace that the person cannot see, so that they do not take another one for it. */
function OtherWorkspace(): ReactNode {
  const { workspace: named } = useSearch({ strict: false });
  const present = useWorkspaceOrNone();
  if (named === undefined || present === null || present.id === named) return null;
  return (
    <p className={styles['notice']} role="alert">
      {t('workspace.other', { id: named, name: present.name })}
    </p>
  );
}

/** Says that no call of the workspace is accepted, and who can change that. */
function Suspended(): ReactNode {
  const workspace = useWorkspaceOrNone();
  const { operate } = useRights();
  if (workspace?.status !== 'suspended') return null;
  const { name } = workspace;
  return (
    <p className={styles['notice']} role="alert">
      <Icon name="warning" size={15} /> <strong>{t('workspace.suspended', { name })}</strong>{' '}
      {operate ? <Link to="/operator/workspaces">{t('nav.workspaces')}</Link> : t('workspace.suspendedText')}
    </p>
  );
}

const sessionMilliseconds = 60_000;
const returnMilliseconds = 3_000;

/**
 * Leads to the sign-in when the session has ended meanwhile, and back afterwards. Where a dialog is open, which may hold what
 * was typed, the page stays until the person has signed in elsewhere.
 *
 * @returns how to leave such a page all the same; null: there is none
 */
function useEndOfSession(): (() => void) | null {
  const { data, error } = useSuspenseQuery({
    ...sessionQuery,
    refetchOnWindowFocus: 'always',
    refetchInterval: ({ state }) => (state.error === null ? sessionMilliseconds : returnMilliseconds),
  });
  const client = useQueryClient();
  const { href } = useLocation();
  const navigate = useNavigate();
  const [person] = useState(data.person.id);
  const [isKept, setKept] = useState(false);
  const ended = error !== null && 'status' in error && error.status === 401;
  const leave = (): void => void navigate({ to: '/sign-in', search: { next: href } });
  // Looks at what is open when the session ends, and not later.
  const onTurn = useEffectEvent(() => {
    if (ended && isDialogOpen()) setKept(true);
    else if (ended) leave();
    else if (isKept) {
      setKept(false);
      void client.invalidateQueries();
    }
  });
  useEffect(() => onTurn(), [ended]);
  // Another person has signed in, in another tab: nothing of the one before stays.
  useEffect(() => {
    if (data.person.id !== person) location.reload();
  }, [data.person.id, person]);
  return ended && isKept ? leave : null;
}
