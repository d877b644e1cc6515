import { Alert, Button, SegmentedControl } from '@mantine/core';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import type { Key } from '../../../../generated/console/types.ts';
import { failureOf } from '../../api/client.ts';
import { keyQuery, keysQuery } from '../../api/queries.ts';
import { useRights, useWorkspace } from '../../api/session.ts';
import { primaryAction } from '../../app/shortcuts.ts';
import { fullInstant } from '../../components/days.ts';
import { useNamedDialog } from '../../components/dialog.tsx';
import { expiringKeys } from '../../components/expiring-keys.tsx';
import { Done } from '../../components/figures.tsx';
import { Icon } from '../../components/icons.tsx';
import { LongList, pageQuery } from '../../components/long-list.tsx';
import { Empty, Page } from '../../components/page.tsx';
import { Failure } from '../../components/waiting.tsx';
import { t } from '../../text/text.ts';
import { CreateDrawer, EditDrawer } from './key-drawers.tsx';
import { KeysTable, type KeyAction } from './keys-table.tsx';
import { RevokeDialog } from './revoke-dialog.tsx';
import { RotateDialog } from './rotate-dialog.tsx';

const route = getRouteApi('/inside/keys');

type KeyFilter = Parameters<typeof keysQuery>[1];

/** Which keys are asked for, by what the address says. */
const filters = {
  active: () => ({ state: 'active' }),
  unused: () => ({ state: 'active', used: false }),
  expiring: () => expiringKeys(Date.now()),
  ended: () => ({ state: 'ended' }),
  all: () => ({}),
} as const satisfies Readonly<Record<string, () => KeyFilter>>;

type Filter = keyof typeof filters;

const isFilter = (name: string | undefined): name is Filter => name !== undefined && Object.hasOwn(filters, name);

/** The keys of a workspace: created, changed, rotated and revoked. */
export function KeysPage(): ReactNode {
  const { id, time_zone: zone } = useWorkspace();
  const { manageKeys } = useRights();
  const { show, find, after, key: openedId, do: named } = route.useSearch();
  const action = named ?? (openedId === undefined ? undefined : 'edit');
  const isOpen = useOpenedBefore(action && `${id} ${action} ${openedId}`, manageKeys);
  const navigate = route.useNavigate();
  const shown = isFilter(show) ? show : 'active';
  const query = useQuery(keysQuery(id, { ...filters[shown](), ...pageQuery({ find, after }) }));
  const onPage = query.data?.data.find((key) => key.id === openedId);
  // Asked for by itself: a dialog stays when its key leaves the page, because it may show a secret.
  const opened = useQuery({
    ...keyQuery(id, openedId ?? ''),
    enabled: openedId !== undefined,
    placeholderData: onPage,
  });
  const openedKey = opened.data ?? onPage;
  const [revoked, setRevoked] = useState<string | null>(null);
  const dialog = useNamedDialog();
  const act = (wanted: KeyAction | 'create', key?: Key): void => {
    setRevoked(null);
    dialog.open({ key: key?.id, do: wanted });
  };
  const create = (
    <Button {...primaryAction} onClick={() => act('create')}>
      {t('keys.create')}
    </Button>
  );
  return (
    <Page title={t('keys.title')} zone={zone} action={manageKeys && create}>
      <Done text={revoked} />
      {openedId !== undefined && <NotOpened keyId={openedId} query={opened} action={isOpen ? action : undefined} />}
      <LongList
        search={t('keys.search')}
        position={{ find, after }}
        onMove={(position, replace) => void navigate({ search: (search) => ({ ...search, ...position }), replace })}
        query={query}
        filters={<StateFilter show={shown} />}
      >
        {(keys, isPart) => <KeysTable keys={keys} isPart={isPart} empty={<NoKeys />} onAct={act} />}
      </LongList>
      <KeyDialogs
        apiKey={openedKey?.workspace_id === id ? openedKey : undefined}
        action={isOpen ? action : undefined}
        onClose={() => dialog.close({ key: undefined, do: undefined })}
        onRevoked={() => openedKey && setRevoked(t('keys.revoked', { name: openedKey.name }))}
      />
    </Page>
  );
}

interface NotOpenedProps {
  readonly keyId: string;
  readonly query: UseQueryResult<Key>;
  /** Undefined: the person may not open the key. */
  readonly action: string | undefined;
}

/** Says why the key that the address names is not opened. */
function NotOpened({ keyId, query: { data, error, isError, refetch }, action }: NotOpenedProps): ReactNode {
  const { id, time_zone: zone } = useWorkspace();
  if (data === undefined && !isError) return null;
  if (data === undefined && failureOf(error).status !== 404) {
    return <Failure of={error} onRetry={() => void refetch()} />;
  }
  if (data?.workspace_id !== id) return <Warning>{t('keys.missing', { id: keyId })}</Warning>;
  if (opens(data, action)) return null;
  const { name, revoked_at: revokedAt } = data;
  const why =
    revokedAt === null ? t('keys.notOpened', { name }) : t('keys.ended', { name, when: fullInstant(revokedAt, zone) });
  return (
    <Warning>
      {why}{' '}
      <Link to="/keys" search={{ workspace: id, find: keyId, show: 'all' }}>
        {t('keys.inList')}
      </Link>
    </Warning>
  );
}

const Warning = ({ children }: { readonly children: ReactNode }): ReactNode => (
  <Alert color="yellow" variant="outline" icon={<Icon name="warning" />} role="alert" mb="sm">
    {children}
  </Alert>
);

/**
 * Whether a dialog is open: to those who may open it, and on to a person who meanwhile may not. It can hold a secret that was not
 * stored yet, or what was typed.
 *
 * @param name undefined: the address names none
 */
function useOpenedBefore(name: string | undefined, mayOpen: boolean): boolean {
  const [opened, setOpened] = useState(mayOpen ? name : undefined);
  if (opened !== name && (mayOpen || name === undefined)) setOpened(name);
  return mayOpen || opened === name;
}

function StateFilter({ show }: { readonly show: Filter }): ReactNode {
  const navigate = route.useNavigate();
  return (
    <SegmentedControl
      size="sm"
      aria-label={t('keys.show')}
      value={show}
      data={Object.keys(filters).map((value) => ({ value, label: t(`keys.show.${value as Filter}`) }))}
      onChange={(value) => void navigate({ search: (search) => ({ ...search, show: value, after: undefined }) })}
    />
  );
}

/** Says why the list is empty: nothing matches, or there is nothing yet. */
function NoKeys(): ReactNode {
  const { id } = useWorkspace();
  const { manageKeys } = useRights();
  const { data: first } = useQuery(keysQuery(id, { limit: 1 }));
  if (!first) return null;
  if (first.data.length > 0) return <Empty title={t('keys.noneMatch')}>{t('keys.noneMatchText')}</Empty>;
  return <Empty title={t('keys.none')}>{t(manageKeys ? 'keys.noneText' : 'keys.noneText.viewer')}</Empty>;
}

interface DialogsProps {
  readonly apiKey: Key | undefined;
  readonly action: string | undefined;
  readonly onClose: () => void;
  readonly onRevoked: () => void;
}

const keyDialogs = {
  edit: EditDrawer,
  rotate: RotateDialog,
  revoke: RevokeDialog,
} as const satisfies Readonly<Record<KeyAction, unknown>>;

const isKeyAction = (name: string | undefined): name is KeyAction =>
  name !== undefined && Object.hasOwn(keyDialogs, name);

/** Whether an action can be done to a key. What revoking did is said after it. */
const opens = ({ state }: Key, action: string | undefined): boolean =>
  action !== undefined && (state !== 'revoked' || action === 'revoke');

function KeyDialogs({ apiKey, action, onClose, onRevoked }: DialogsProps): ReactNode {
  if (action === 'create') return <CreateDrawer onClose={onClose} />;
  if (!apiKey || !isKeyAction(action) || !opens(apiKey, action)) return null;
  const KeyDialog = keyDialogs[action];
  return <KeyDialog key={apiKey.id} {...{ apiKey, onClose, onRevoked }} />;
}
