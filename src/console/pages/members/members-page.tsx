import { Button, Checkbox, Drawer, Group, NativeSelect, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import type { AddMember, Member, MemberRole } from '../../../../generated/console/types.ts';
import { api, dataOf, failureOf } from '../../api/client.ts';
import { keysQuery, membersOf, membersQuery, serverQuery } from '../../api/queries.ts';
import { useRights, useWorkspace } from '../../api/session.ts';
import { primaryAction } from '../../app/shortcuts.ts';
import { ConfirmByName } from '../../components/confirm-by-name.tsx';
import { DataTable, type Column } from '../../components/data-table.tsx';
import { Instant, Secondary, Status } from '../../components/figures.tsx';
import { LongList, mostSearched, pageQuery, type Place } from '../../components/long-list.tsx';
import { Empty, Page } from '../../components/page.tsx';
import { Failure } from '../../components/waiting.tsx';
import { FormActions } from '../../components/form-actions.tsx';
import { t } from '../../text/text.ts';

const route = getRouteApi('/inside/members');

const roles: readonly MemberRole[] = ['owner', 'admin', 'billing', 'developer', 'viewer'];
const roleChoices = () => roles.map((role) => ({ value: role, label: t(`role.${role}`) }));

/** The people of a workspace and what they are there for. */
export function MembersPage(): ReactNode {
  const { id, time_zone: zone } = useWorkspace();
  const { manageMembers } = useRights();
  const { find, after } = route.useSearch();
  const navigate = route.useNavigate();
  const query = useQuery(membersQuery(id, pageQuery({ find, after })));
  const isPart = after !== undefined || (query.data?.has_more ?? false);
  const move = (place: Place, replace: boolean): void =>
    void navigate({ search: (search) => ({ ...search, ...place }), replace });
  const [adding, setAdding] = useState(false);
  const [leaving, setLeaving] = useState<Member | null>(null);
  const add = (
    <Button {...primaryAction} onClick={() => setAdding(true)}>
      {t('members.add')}
    </Button>
  );
  const sendsMail = useQuery(serverQuery).data?.mail ?? false;
  const invite = useInvite();
  return (
    <Page title={t('nav.members')} zone={zone} action={manageMembers && add}>
      <Invited invite={invite} />
      <LongList search={t('members.search')} place={{ find, after }} onMove={move} query={query}>
        {(members) => (
          <MembersTable
            members={members}
            searched={find}
            isPart={isPart}
            invite={sendsMail ? invite : null}
            onRemove={setLeaving}
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
      {leaving && <RemoveDialog of={leaving} onClose={() => setLeaving(null)} />}
    </Page>
  );
}

interface TableProps {
  readonly members: readonly Member[];
  readonly searched: string | undefined;
  /** Whether there are more on other pages. */
  readonly isPart: boolean;
  /** Null where no e-mail can be sent. */
  readonly invite: ReturnType<typeof useInvite> | null;
  readonly onRemove: (member: Member) => void;
}

function MembersTable({ members, searched, isPart, invite, onRemove }: TableProps): ReactNode {
  const { time_zone: zone } = useWorkspace();
  const { manageMembers } = useRights();
  const actions: Column<Member> = {
    id: 'actions',
    title: t('keys.column.actions'),
    isNumber: true,
    show: (member) => (
      <Group gap={6} justify="flex-end" wrap="nowrap">
        {invite && <InviteButton of={member} invite={invite} />}
        <Button size="compact-xs" variant="default" onClick={() => onRemove(member)}>
          {t('members.remove')}
        </Button>
      </Group>
    ),
  };
  const columns: readonly Column<Member>[] = [
    { id: 'name', title: t('members.name'), sortBy: ({ name }) => name, show: ({ name }) => name },
    { id: 'email', title: t('members.email'), sortBy: ({ email }) => email, show: ({ email }) => email },
    {
      id: 'role',
      title: t('members.role'),
      show: (member) => (manageMembers ? <RoleSelect of={member} /> : t(`role.${member.role}`)),
    },
    { id: 'since', title: t('members.since'), show: ({ created_at: at }) => <Instant at={at} zone={zone} /> },
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

function NoMembers({ searched, isPart }: Pick<TableProps, 'searched' | 'isPart'>): ReactNode {
  if (searched !== undefined) return <Empty title={t('members.noneMatch', { text: searched })} />;
  if (isPart) return <Empty title={t('members.noneHere')} />;
  return <Empty title={t('members.none')}>{t('members.noneText')}</Empty>;
}

const pathOf = (member: Member) => ({ workspace_id: member.workspace_id, member_id: member.id });

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
  <Button
    size="compact-xs"
    variant="default"
    aria-label={t('members.inviteOf', { name: of.name })}
    loading={invite.isPending && invite.variables.id === of.id}
    onClick={() => invite.mutate(of)}
  >
    {t('members.invite')}
  </Button>
);

/** How the last invitation went. */
const Invited = ({ invite }: InviteProps): ReactNode => (
  <>
    <div role="status">
      {invite.isSuccess && <Status tone="good">{t('members.invited', { email: invite.data.email })}</Status>}
    </div>
    {invite.isError && <Failure of={invite.error} />}
  </>
);

/** Changes a role as soon as another one is chosen; one that the server refuses goes back. */
function RoleSelect({ of }: { readonly of: Member }): ReactNode {
  const client = useQueryClient();
  const change = useMutation({
    mutationFn: (role: MemberRole) =>
      dataOf(
        api.PATCH('/workspaces/{workspace_id}/members/{member_id}', { params: { path: pathOf(of) }, body: { role } }),
      ),
    onSettled: () => client.invalidateQueries({ queryKey: membersOf(of.workspace_id) }),
  });
  return (
    <NativeSelect
      size="xs"
      aria-label={t('members.roleOf', { name: of.name })}
      value={change.isPending ? change.variables : of.role}
      error={change.isError && failureOf(change.error).message}
      data={roleChoices()}
      onChange={({ currentTarget: { value } }) => change.mutate(value as MemberRole)}
    />
  );
}

interface AddDrawerProps {
  readonly sendsMail: boolean;
  readonly onInvite: (member: Member) => void;
  readonly onAdded: (member: Member) => void;
  readonly onClose: () => void;
}

interface Draft extends AddMember {
  readonly invites: boolean;
}

function AddDrawer({ sendsMail, onInvite, onAdded, onClose }: AddDrawerProps): ReactNode {
  const { id } = useWorkspace();
  const client = useQueryClient();
  const form = useForm<Draft>({
    initialValues: { name: '', email: '', role: 'developer', invites: true },
    validate: {
      name: (name) => (name.trim() === '' ? t('form.required') : null),
      email: (email) => (/^[^\s@]+@[^\s@]+$/.test(email.trim()) ? null : t('form.email')),
    },
  });
  const add = useMutation({
    mutationFn: ({ name, email, role }: Draft) =>
      dataOf(
        api.POST('/workspaces/{workspace_id}/members', {
          params: { path: { workspace_id: id } },
          body: { name, email: email.trim(), role },
        }),
      ),
    onSuccess: async (member, { invites }) => {
      await client.invalidateQueries({ queryKey: membersOf(id) });
      if (sendsMail && invites) onInvite(member);
      onAdded(member);
      onClose();
    },
    onError: (thrown) => {
      const { problem } = failureOf(thrown);
      if (problem?.param === 'email' || problem?.param === 'name') form.setFieldError(problem.param, problem.detail);
    },
  });
  return (
    <Drawer opened onClose={onClose} title={t('members.add')} size="md">
      <form onSubmit={form.onSubmit((values) => add.mutate(values))} noValidate>
        <Stack gap="md">
          <TextInput label={t('members.name')} data-autofocus {...form.getInputProps('name')} />
          <TextInput label={t('members.email')} type="email" {...form.getInputProps('email')} />
          <NativeSelect
            label={t('members.role')}
            description={t(`role.${form.values.role}.text`)}
            data={roleChoices()}
            {...form.getInputProps('role')}
          />
          {sendsMail ? (
            <Checkbox
              label={t('members.inviteNow')}
              description={t('members.inviteNowHelp')}
              {...form.getInputProps('invites', { type: 'checkbox' })}
            />
          ) : (
            <Secondary>{t('members.noMail')}</Secondary>
          )}
          <FormActions action={t('members.add')} pending={add.isPending} failure={add.error} onClose={onClose} />
        </Stack>
      </form>
    </Drawer>
  );
}

/** The keys that a member answers for: removing the member does not end them. */
function KeysLeft({ of: { email, name, workspace_id: id } }: { readonly of: Member }): ReactNode {
  const { data } = useQuery(keysQuery(id, { state: 'active', search: email.slice(0, mostSearched), limit: 100 }));
  const owned = (data?.data ?? []).filter(({ owner }) => owner?.toLowerCase() === email.toLowerCase());
  if (owned.length === 0) return null;
  const keys = owned.map((key) => key.name).join(', ');
  return <strong>{t('members.keysLeft', { count: owned.length, name, keys })}</strong>;
}

function RemoveDialog({ of, onClose }: { readonly of: Member; readonly onClose: () => void }): ReactNode {
  const client = useQueryClient();
  const remove = useMutation({
    mutationFn: () =>
      dataOf(api.DELETE('/workspaces/{workspace_id}/members/{member_id}', { params: { path: pathOf(of) } })),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: membersOf(of.workspace_id) });
      onClose();
    },
  });
  return (
    <ConfirmByName
      title={t('members.removeTitle', { name: of.name })}
      action={t('members.remove')}
      effect={
        <>
          {t('members.removeEffect', { name: of.name })} <KeysLeft of={of} />
        </>
      }
      name={of.name}
      pending={remove.isPending}
      failure={remove.error}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    />
  );
}
