import { Button, Group } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import type { Member } from '../../../../generated/console/types.ts';
import { api, dataOf } from '../../api/client.ts';
import { membersQuery, serverQuery } from '../../api/queries.ts';
import { useRights, useWorkspace } from '../../api/session.ts';
import { primaryAction } from '../../app/shortcuts.ts';
import { useRemoval } from '../../components/confirm.tsx';
import { DataTable, type Column } from '../../components/data-table.tsx';
import { Done, Instant, Secondary } from '../../components/figures.tsx';
import { LinkAction, MadeLink, useLoginLinks } from '../../components/login-link.tsx';
import { LongList, mostSearched, pageQuery, type ListPosition } from '../../components/long-list.tsx';
import { Empty, Page } from '../../components/page.tsx';
import { Failure } from '../../components/waiting.tsx';
import { RowAction, RowActions } from '../../components/row-actions.tsx';
import { t } from '../../text/text.ts';
import { WorkspaceDrawer } from '../operator/workspace-drawer.tsx';
import { AddDrawer, pathOf, RemoveDialog, RoleDialog } from './member-dialogs.tsx';

const route = getRouteApi('/inside/members');

/** The people of a workspace and what they are there for. */
export function MembersPage(): ReactNode {
  const workspace = useWorkspace();
  const { id, time_zone: zone } = workspace;
  const { manageMembers, operate } = useRights();
  const { find, after } = route.useSearch();
  const navigate = route.useNavigate();
  const query = useQuery(membersQuery(id, pageQuery({ find, after })));
  const isPart = after !== undefined || (query.data?.has_more ?? false);
  const move = (position: ListPosition, replace: boolean): void =>
    void navigate({ search: (search) => ({ ...search, ...position }), replace });
  const [adding, setAdding] = useState(false);
  const [changing, setChanging] = useState<Member | null>(null);
  const removal = useRemoval(({ name }: Member) => name);
  const [editing, setEditing] = useState(false);
  const actions = (
    <Group gap="xs">
      <Button variant="default" onClick={() => setEditing(true)}>
        {t('workspaces.settings')}
      </Button>
      <Button {...primaryAction} onClick={() => setAdding(true)}>
        {t('members.add')}
      </Button>
    </Group>
  );
  // Undefined where it is not known whether e-mail can be sent.
  const sendsMail = useQuery(serverQuery).data?.mail;
  const invite = useInvite();
  const links = useLoginLinks();
  return (
    <Page title={t('nav.members')} zone={zone} action={manageMembers && actions}>
      {!manageMembers && <p>{t('members.readOnly')}</p>}
      <Invited invite={invite} />
      <MadeLink links={links} />
      <Done text={removal.done} />
      <LongList search={t('members.search')} position={{ find, after }} onMove={move} query={query}>
        {(members) => (
          <MembersTable
            members={members}
            searched={find}
            isPart={isPart}
            invite={sendsMail === true ? invite : null}
            links={operate ? links : null}
            onChange={setChanging}
            onRemove={removal.ask}
          />
        )}
      </LongList>
      {adding && (
        <AddDrawer
          sendsMail={sendsMail}
          onInvite={invite.mutate}
          onAdded={({ email }) => isPart && move({ find: email.slice(0, mostSearched), after: undefined }, true)}
          onClose={() => setAdding(false)}
        />
      )}
      {editing && <WorkspaceDrawer of={workspace} onClose={() => setEditing(false)} />}
      {changing && <RoleDialog of={changing} onClose={() => setChanging(null)} />}
      {removal.dialog && <RemoveDialog {...removal.dialog} />}
    </Page>
  );
}

interface TableProps {
  readonly members: readonly Member[];
  readonly searched: string | undefined;
  /** Whether there are more on other pages. */
  readonly isPart: boolean;
  /** Null if no e-mail can be sent. */
  readonly invite: ReturnType<typeof useInvite> | null;
  /** Null for those who cannot make them. */
  readonly links: ReturnType<typeof useLoginLinks> | null;
  readonly onChange: (member: Member) => void;
  readonly onRemove: (member: Member) => void;
}

function MembersTable({ members, searched, isPart, ...acts }: TableProps): ReactNode {
  const { time_zone: zone } = useWorkspace();
  const { manageMembers } = useRights();
  const actions: Column<Member> = {
    id: 'actions',
    title: t('keys.column.actions'),
    isAction: true,
    show: (member) => <Actions of={member} {...acts} />,
  };
  const columns: readonly Column<Member>[] = [
    { id: 'name', title: t('members.name'), sortBy: ({ name }) => name, show: ({ name }) => name },
    { id: 'email', title: t('members.email'), sortBy: ({ email }) => email, show: ({ email }) => email },
    {
      id: 'role',
      title: t('members.role'),
      show: ({ role }) => t(`role.${role}`),
    },
    {
      id: 'since',
      isMinor: true,
      title: t('members.since'),
      show: ({ created_at: at }) => <Instant at={at} zone={zone} />,
    },
    ...(manageMembers ? [actions] : []),
  ];
  return (
    <DataTable
      caption={t('nav.members')}
      columns={columns}
      rows={members}
      rowId={({ id }) => id}
      empty={<NoMembers searched={searched} isPart={isPart} />}
      isPart={isPart}
    />
  );
}

type ActionsProps = Pick<TableProps, 'invite' | 'links' | 'onChange' | 'onRemove'> & { readonly of: Member };

/** What can be done to a member: to an owner, by owners and the operator alone. */
function Actions({ of, invite, links, onChange, onRemove }: ActionsProps): ReactNode {
  const { manageOwners } = useRights();
  return (
    <RowActions>
      {invite && <InviteButton of={of} invite={invite} />}
      {links && <LinkAction of={of} links={links} />}
      {of.role === 'owner' && !manageOwners ? (
        <Secondary>{t('members.ownersOnly')}</Secondary>
      ) : (
        <>
          <RowAction
            text={t('members.changeRole')}
            name={t('members.changeRoleOf', { name: of.name })}
            onClick={() => onChange(of)}
          />
          <RowAction
            text={t('members.remove')}
            name={t('members.removeTitle', { name: of.name })}
            onClick={() => onRemove(of)}
          />
        </>
      )}
    </RowActions>
  );
}

function NoMembers({ searched, isPart }: Pick<TableProps, 'searched' | 'isPart'>): ReactNode {
  if (searched !== undefined) return <Empty title={t('members.noneMatch', { text: searched })} />;
  if (isPart) return <Empty title={t('members.noneHere')} />;
  return <Empty title={t('members.none')}>{t('members.noneText')}</Empty>;
}

const useInvite = () =>
  useMutation({
    mutationFn: (member: Member) =>
      dataOf(
        api.POST('/workspaces/{workspace_id}/members/{member_id}/invitation', { params: { path: pathOf(member) } }),
      ),
  });

interface InviteProps {
  readonly invite: ReturnType<typeof useInvite>;
}

const InviteButton = ({ of, invite }: InviteProps & { readonly of: Member }): ReactNode => (
  <RowAction
    text={t('members.invite')}
    name={t('members.inviteOf', { name: of.name })}
    loading={invite.isPending && invite.variables.id === of.id}
    onClick={() => invite.mutate(of)}
  />
);

/** How the last invitation went. */
const Invited = ({ invite }: InviteProps): ReactNode => (
  <>
    <Done text={invite.isSuccess ? t('members.invited', { email: invite.data.email }) : null} />
    {invite.isError && <Failure of={invite.error} />}
  </>
);
