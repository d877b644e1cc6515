import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import type { Workspace } from '../../../../generated/console/types.ts';
import { balanceQuery, plansQuery, workspaceListQuery } from '../../api/queries.ts';
import { primaryAction } from '../../app/shortcuts.ts';
import { DataTable, type Column } from '../../components/data-table.tsx';
import { Money, Secondary, Status } from '../../components/figures.tsx';
import { LongList, pageQuery } from '../../components/long-list.tsx';
import { Empty, Page } from '../../components/page.tsx';
import { RowAction, RowActions } from '../../components/row-actions.tsx';
import { t } from '../../text/text.ts';
import { WorkspaceDrawer } from './workspace-drawer.tsx';

const route = getRouteApi('/inside/operator/workspaces');

/** All workspaces of the server. */
export function WorkspacesPage(): ReactNode {
  const { find, after } = route.useSearch();
  const navigate = route.useNavigate();
  const query = useQuery(workspaceListQuery(pageQuery({ find, after })));
  const [edited, setEdited] = useState<Workspace | 'new' | null>(null);
  const create = (
    <Button {...primaryAction} onClick={() => setEdited('new')}>
      {t('workspaces.create')}
    </Button>
  );
  return (
    <Page title={t('nav.workspaces')} action={create}>
      <LongList
        search={t('workspaces.search')}
        position={{ find, after }}
        onMove={(position, replace) => void navigate({ search: (search) => ({ ...search, ...position }), replace })}
        query={query}
      >
        {(workspaces, isPart) => (
          <WorkspacesTable workspaces={workspaces} searched={find} isPart={isPart} onEdit={setEdited} />
        )}
      </LongList>
      {edited !== null && (
        <WorkspaceDrawer of={edited === 'new' ? undefined : edited} onClose={() => setEdited(null)} />
      )}
    </Page>
  );
}

interface TableProps {
  readonly workspaces: readonly Workspace[];
  readonly searched: string | undefined;
  /** Whether there are more on other pages. */
  readonly isPart: boolean;
  readonly onEdit: (workspace: Workspace) => void;
}

function WorkspacesTable({ workspaces, searched, isPart, onEdit }: TableProps): ReactNode {
  const { data: plans } = useQuery(plansQuery);
  const columns: readonly Column<Workspace>[] = [
    {
      id: 'name',
      title: t('members.name'),
      sortBy: ({ name }) => name,
      show: ({ id, name }) => (
        <>
          <Link to="/" search={{ workspace: id }}>
            {name}
          </Link>
          <Secondary>{id}</Secondary>
        </>
      ),
    },
    {
      id: 'plan',
      title: t('credits.plan'),
      show: ({ plan_id: plan }) => plans?.data.find(({ id }) => id === plan)?.name ?? plan ?? '–',
    },
    { id: 'zone', isMinor: true, title: t('usage.zone'), show: ({ time_zone: zone }) => zone },
    { id: 'balance', title: t('overview.balance'), isNumber: true, show: ({ id }) => <Balance workspaceId={id} /> },
    {
      id: 'status',
      title: t('keys.column.state'),
      show: ({ status }) => <Status tone={status === 'active' ? 'good' : 'warn'}>{t(`workspaces.${status}`)}</Status>,
    },
    {
      id: 'edit',
      title: t('keys.column.actions'),
      isAction: true,
      show: (workspace) => <Actions of={workspace} onEdit={onEdit} />,
    },
  ];
  return (
    <DataTable
      caption={t('nav.workspaces')}
      columns={columns}
      rows={workspaces}
      rowId={({ id }) => id}
      empty={
        <Empty title={searched === undefined ? t('workspaces.none') : t('workspaces.noneMatch', { text: searched })} />
      }
      isPart={isPart}
    />
  );
}

/** What an operator does to a workspace: its credits and its settings. */
function Actions({ of, onEdit }: Pick<TableProps, 'onEdit'> & { readonly of: Workspace }): ReactNode {
  const navigate = route.useNavigate();
  return (
    <RowActions>
      <RowAction
        text={t('credits.grant')}
        name={t('credits.grantTitle', { name: of.name })}
        onClick={() => void navigate({ to: '/credits', search: { workspace: of.id, do: 'grant' } })}
      />
      <RowAction text={t('keys.do.edit')} name={t('keys.edit.title', { name: of.name })} onClick={() => onEdit(of)} />
    </RowActions>
  );
}

function Balance({ workspaceId }: { readonly workspaceId: string }): ReactNode {
  const { data } = useQuery({ ...balanceQuery(workspaceId), refetchInterval: false });
  return data ? <Money amount={data.available} /> : '–';
}
