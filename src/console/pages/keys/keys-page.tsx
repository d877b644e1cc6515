import { Button, SegmentedControl, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Key } from '../../../../generated/console/types.ts';
import { keysQuery } from '../../api/queries.ts';
import { useRights, useWorkspace } from '../../api/session.ts';
import { primaryAction } from '../../app/shortcuts.ts';
import { isExpiring } from '../../components/expiring-keys.tsx';
import { Empty, Filters, Page } from '../../components/page.tsx';
import { Loaded } from '../../components/waiting.tsx';
import { t } from '../../text/text.ts';
import { CreateDrawer, EditDrawer } from './key-drawers.tsx';
import { KeysTable, type KeyAction } from './keys-table.tsx';
import { RevokeDialog } from './revoke-dialog.tsx';
import { RotateDialog } from './rotate-dialog.tsx';

const route = getRouteApi('/inside/keys');

/** Which keys are shown, by what the address says. */
const filters = {
  active: ({ state }) => state === 'active',
  unused: ({ state, last_used: used }) => state === 'active' && used === null,
  expiring: (key) => isExpiring(key, Date.now()),
  revoked: ({ state }) => state !== 'active',
  all: () => true,
} as const satisfies Readonly<Record<string, (key: Key) => boolean>>;

type Filter = keyof typeof filters;

const isFilter = (name: string | undefined): name is Filter => name !== undefined && Object.hasOwn(filters, name);

const matches = (key: Key, text: string): boolean =>
  `${key.name} ${key.owner ?? ''} ${key.display} ${key.id}`.toLowerCase().includes(text.trim().toLowerCase());

/** The keys of a workspace: created, changed, rotated and revoked. */
export function KeysPage(): ReactNode {
  const { id, time_zone: zone } = useWorkspace();
  const { manageKeys } = useRights();
  const { show, find = '', key: opened, do: doing } = route.useSearch();
  const navigate = route.useNavigate();
  const query = useQuery(keysQuery(id));
  const shown = isFilter(show) ? show : 'active';
  const act = (action: KeyAction | 'create' | null, of?: Key): void =>
    void navigate({ search: (search) => ({ ...search, key: of?.id, do: action ?? undefined }) });
  const create = (
    <Button {...primaryAction} onClick={() => act('create')}>
      {t('keys.create')}
    </Button>
  );
  return (
    <Page title={t('keys.title')} zone={zone} action={manageKeys && create}>
      <Loaded query={query}>
        {({ data: keys }) => (
          <>
            <KeyFilters show={shown} find={find} />
            <KeysTable
              keys={keys.filter((key) => filters[shown](key) && matches(key, find))}
              empty={<NoKeys hidden={keys.length} />}
              onAct={act}
            />
            <KeyDialogs
              of={keys.find((key) => key.id === opened)}
              doing={manageKeys ? (doing ?? (opened === undefined ? undefined : 'edit')) : undefined}
              onClose={() => act(null)}
            />
          </>
        )}
      </Loaded>
    </Page>
  );
}

function KeyFilters({ show, find }: { readonly show: Filter; readonly find: string }): ReactNode {
  const navigate = route.useNavigate();
  return (
    <Filters>
      <TextInput
        aria-label={t('keys.search')}
        placeholder={t('keys.search')}
        value={find}
        onChange={({ currentTarget: { value } }) =>
          void navigate({ search: (search) => ({ ...search, find: value || undefined }), replace: true })
        }
      />
      <SegmentedControl
        size="sm"
        aria-label={t('keys.show')}
        value={show}
        data={Object.keys(filters).map((value) => ({ value, label: t(`keys.show.${value as Filter}`) }))}
        onChange={(value) => void navigate({ search: (search) => ({ ...search, show: value }) })}
      />
    </Filters>
  );
}

function NoKeys({ hidden }: { readonly hidden: number }): ReactNode {
  const { manageKeys } = useRights();
  if (hidden > 0) return <Empty title={t('keys.noneMatch')}>{t('keys.noneMatchText', { count: hidden })}</Empty>;
  return <Empty title={t('keys.none')}>{t(manageKeys ? 'keys.noneText' : 'keys.noneText.viewer')}</Empty>;
}

interface DialogsProps {
  readonly of: Key | undefined;
  readonly doing: string | undefined;
  readonly onClose: () => void;
}

function KeyDialogs({ of, doing, onClose }: DialogsProps): ReactNode {
  if (doing === 'create') return <CreateDrawer onClose={onClose} />;
  if (!of || of.state === 'revoked') return null;
  if (doing === 'edit') return <EditDrawer key={of.id} of={of} onClose={onClose} />;
  if (doing === 'rotate') return <RotateDialog key={of.id} of={of} onClose={onClose} />;
  if (doing === 'revoke') return <RevokeDialog key={of.id} of={of} onClose={onClose} />;
  return null;
}
