import { NativeSelect } from '@mantine/core';
import { Link, useNavigate, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { rememberWorkspace, uniqueName, useRights, useWorkspaceOrNone, useWorkspaces } from '../api/session.ts';
import { Icon, type IconName } from '../components/icons.tsx';
import { t, type TextKey } from '../text/text.ts';
import styles from './shell.module.css';

interface Entry {
  readonly to: NonNullable<LinkProps['to']>;
  readonly text: TextKey;
  readonly icon: IconName;
}

/** The pages of a workspace. */
export const workspacePages: readonly Entry[] = [
  { to: '/', text: 'nav.overview', icon: 'overview' },
  { to: '/keys', text: 'nav.keys', icon: 'keys' },
  { to: '/usage', text: 'nav.usage', icon: 'usage' },
  { to: '/credits', text: 'nav.credits', icon: 'credits' },
  { to: '/models', text: 'nav.models', icon: 'models' },
  { to: '/members', text: 'nav.members', icon: 'members' },
  { to: '/connect', text: 'nav.connect', icon: 'connect' },
];

/** Pages of a workspace that are shown also to a person who is a member of none. */
const alwaysShown: ReadonlySet<string> = new Set(['/', '/connect']);

/** The pages of the operator. */
export const operatorPages: readonly Entry[] = [
  { to: '/operator/workspaces', text: 'nav.workspaces', icon: 'workspaces' },
  { to: '/operator/people', text: 'people.title', icon: 'members' },
  { to: '/operator/catalogue', text: 'nav.catalogue', icon: 'catalogue' },
  { to: '/operator/system', text: 'nav.system', icon: 'system' },
];

/** The links to all pages that the person may see, and the choice of the workspace. */
export function Navigation(): ReactNode {
  const { operate } = useRights();
  const hasWorkspace = useWorkspaceOrNone() !== null;
  return (
    <>
      <WorkspaceSelect />
      <nav aria-label={t('nav.label')}>
        {workspacePages
          .filter(({ to }) => hasWorkspace || alwaysShown.has(to))
          .map((entry) => (
            <Entry key={entry.to} {...entry} />
          ))}
        {operate && (
          <>
            <div className={styles['group']}>{t('nav.operator')}</div>
            {operatorPages.map((entry) => (
              <Entry key={entry.to} {...entry} />
            ))}
          </>
        )}
      </nav>
    </>
  );
}

const Entry = ({ to, text, icon }: Entry): ReactNode => (
  <Link to={to} className={styles['link']} activeOptions={{ exact: to === '/', includeSearch: false }}>
    <Icon name={icon} />
    {t(text)}
  </Link>
);

function WorkspaceSelect(): ReactNode {
  const { offered, hasMore } = useWorkspaces();
  const { operate } = useRights();
  const present = useWorkspaceOrNone();
  const navigate = useNavigate();
  if (!present) return null;
  const others = hasMore && operate ? [{ value: '', label: t('header.otherWorkspaces') }] : [];
  return (
    <NativeSelect
      className={styles['workspace']}
      aria-label={t('header.workspace')}
      value={present.id}
      data={[...offered.map((each) => ({ value: each.id, label: uniqueName(each) })), ...others]}
      onChange={({ currentTarget: { value } }) => {
        if (value === '') return void navigate({ to: '/operator/workspaces' });
        rememberWorkspace(value);
        void navigate({ to: '.', search: { workspace: value } });
      }}
    />
  );
}
