import { Alert, Checkbox, NativeSelect, Radio, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent, type ReactNode } from 'react';
import type { AddMember, Member, MemberRole } from '../../../../generated/console/types.ts';
import { api, dataOf } from '../../api/client.ts';
import { keysQuery, membersOf, sessionQuery } from '../../api/queries.ts';
import { useRights, useSession, useWorkspace } from '../../api/session.ts';
import { Confirm } from '../../components/confirm.tsx';
import { Drawer, Modal } from '../../components/dialog.tsx';
import { Secondary } from '../../components/figures.tsx';
import { emailAddress, FormActions, required, SendForm } from '../../components/form-actions.tsx';
import { mostSearched } from '../../components/long-list.tsx';
import { t } from '../../text/text.ts';

const roles: readonly MemberRole[] = ['owner', 'admin', 'billing', 'developer', 'viewer'];

/** The roles that the person may give. */
function useRoles(): readonly MemberRole[] {
  const { manageOwners } = useRights();
  return roles.filter((role) => role !== 'owner' || manageOwners);
}

/** Names a member in a path. */
export const pathOf = (member: Member) => ({ workspace_id: member.workspace_id, member_id: member.id });

/** As the gateway compares them: capitals make no difference, and neither does how é is stored. */
const isSameEmail = (one: string, other: string): boolean =>
  one.normalize().toLowerCase() === other.normalize().toLowerCase();

const useIsOwn = ({ email }: Member): boolean => isSameEmail(useSession().person.email, email);

interface DialogProps {
  readonly of: Member;
  readonly onClose: () => void;
}

/** Another role for a member, chosen among what each of them may do. */
export function RoleDialog({ of, onClose }: DialogProps): ReactNode {
  const isOwn = useIsOwn(of);
  const offered = useRoles();
  const [role, setRole] = useState(of.role);
  const client = useQueryClient();
  const change = useMutation({
    mutationFn: () =>
      dataOf(
        api.PATCH('/workspaces/{workspace_id}/members/{member_id}', { params: { path: pathOf(of) }, body: { role } }),
      ),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: membersOf(of.workspace_id) });
      await client.invalidateQueries({ queryKey: sessionQuery.queryKey });
      onClose();
    },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (role === of.role) onClose();
    else change.mutate();
  };
  return (
    <Modal onClose={onClose} title={t('members.roleOf', { name: of.name })}>
      <form onSubmit={submit}>
        <Stack gap="md">
          <Radio.Group aria-label={t('members.role')} value={role} onChange={(value) => setRole(value)}>
            <Stack gap="sm">
              {offered.map((each) => (
                <Radio
                  key={each}
                  value={each}
                  data-autofocus={each === of.role || undefined}
                  label={t(`role.${each}`)}
                  description={t(`role.${each}.text`)}
                />
              ))}
            </Stack>
          </Radio.Group>
          {isOwn && role !== of.role && <Alert color="yellow">{t('members.ownRole')}</Alert>}
          <FormActions action={t('do.save')} pending={change.isPending} failure={change.error} onClose={onClose} />
        </Stack>
      </form>
    </Modal>
  );
}

interface AddDrawerProps {
  /** Undefined: not known. */
  readonly sendsMail: boolean | undefined;
  readonly onInvite: (member: Member) => void;
  readonly onAdded: (member: Member) => void;
  readonly onClose: () => void;
}

interface Draft extends AddMember {
  readonly invites: boolean;
}

/** A new member, who may get an invitation at once. */
export function AddDrawer({ sendsMail, onInvite, onAdded, onClose }: AddDrawerProps): ReactNode {
  const { id } = useWorkspace();
  const offered = useRoles();
  const form = useForm<Draft>({
    initialValues: { name: '', email: '', role: 'developer', invites: true },
    validate: {
      name: required,
      email: emailAddress,
    },
  });
  const send = ({ name, email, role }: Draft) =>
    dataOf(
      api.POST('/workspaces/{workspace_id}/members', {
        params: { path: { workspace_id: id } },
        body: { name: name.trim(), email: email.trim(), role },
      }),
    );
  const sent = (member: Member, { invites }: Draft): void => {
    if (sendsMail === true && invites) onInvite(member);
    onAdded(member);
    onClose();
  };
  return (
    <Drawer onClose={onClose} title={t('members.add')} size="md">
      <SendForm
        {...{ form, send, onClose }}
        fields={{ email: 'email', name: 'name' }}
        refreshes={[membersOf(id)]}
        action={t('members.add')}
        onSent={sent}
      >
        <TextInput label={t('members.name')} data-autofocus {...form.getInputProps('name')} />
        <TextInput label={t('members.email')} type="email" {...form.getInputProps('email')} />
        <NativeSelect
          label={t('members.role')}
          description={t(`role.${form.values.role}.text`)}
          data={offered.map((role) => ({ value: role, label: t(`role.${role}`) }))}
          {...form.getInputProps('role')}
        />
        {sendsMail === true && (
          <Checkbox
            label={t('members.inviteNow')}
            description={t('members.inviteNowHelp')}
            {...form.getInputProps('invites', { type: 'checkbox' })}
          />
        )}
        {sendsMail === false && <Secondary>{t('members.noMail')}</Secondary>}
      </SendForm>
    </Drawer>
  );
}

/** The keys that a member answers for: removing the member does not end them. */
function KeysLeft({ of: { email, name, workspace_id: id } }: { readonly of: Member }): ReactNode {
  const { data } = useQuery(keysQuery(id, { state: 'active', search: email.slice(0, mostSearched), limit: 100 }));
  const owned = (data?.data ?? []).filter(({ owner }) => owner !== null && isSameEmail(owner, email));
  if (owned.length === 0) return null;
  const keys = owned.map((key) => key.name).join(', ');
  const left = { count: owned.length, name, keys };
  return <strong>{data?.has_more === true ? t('members.keysLeft.more', left) : t('members.keysLeft', left)}</strong>;
}

/** Takes a member out of the workspace, after the name was typed. */
export function RemoveDialog({ of, onDone, onClose }: DialogProps & { readonly onDone: () => void }): ReactNode {
  const isOwn = useIsOwn(of);
  return (
    <Confirm
      title={t('members.removeTitle', { name: of.name })}
      action={t('members.remove')}
      effect={
        <>
          {t('members.removeEffect', { name: of.name })} <KeysLeft of={of} />
        </>
      }
      name={of.name}
      send={() =>
        dataOf(api.DELETE('/workspaces/{workspace_id}/members/{member_id}', { params: { path: pathOf(of) } }))
      }
      // Whoever leaves a workspace has lost what this tab shows of it.
      refreshes={[isOwn ? [] : membersOf(of.workspace_id)]}
      {...{ onDone, onClose }}
    />
  );
}
