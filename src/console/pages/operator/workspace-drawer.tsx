import { NativeSelect, TextInput } from '@mantine/core';
import { useForm, type UseFormReturnType } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { Workspace } from '../../../../generated/console/types.ts';
import { api, dataOf } from '../../api/client.ts';
import { plansQuery, workspacesQuery } from '../../api/queries.ts';
import { uniqueName, useRights } from '../../api/session.ts';
import { Drawer } from '../../components/dialog.tsx';
import { required, SendForm } from '../../components/form-actions.tsx';
import { t } from '../../text/text.ts';
import { changed } from '../../values/changed.ts';
import { localZone } from '../../values/zone.ts';

interface DrawerProps {
  /** Absent: a new one. */
  readonly of: Workspace | undefined;
  readonly onClose: () => void;
}

const valuesOf = (of: Workspace | undefined) => ({
  id: of?.id ?? '',
  name: of?.name ?? '',
  plan: of?.plan_id ?? '',
  zone: of?.time_zone ?? localZone(),
  status: of?.status ?? ('active' as const),
});

type Values = ReturnType<typeof valuesOf>;

const bodyOf = ({ name, plan, zone }: Values) => ({
  name: name.trim(),
  plan_id: plan === '' ? null : plan,
  time_zone: zone,
});

function send(of: Workspace | undefined, values: Values): Promise<Workspace> {
  const id = values.id.trim();
  if (!of) return dataOf(api.POST('/workspaces', { body: { ...bodyOf(values), ...(id !== '' && { id }) } }));
  const withStatus = (each: Values) => ({ ...bodyOf(each), status: each.status });
  const body = changed(withStatus(valuesOf(of)), withStatus(values));
  return body
    ? dataOf(api.PATCH('/workspaces/{workspace_id}', { params: { path: { workspace_id: of.id } }, body }))
    : Promise.resolve(of);
}

const fields: Readonly<Record<string, keyof Values>> = {
  id: 'id',
  name: 'name',
  plan_id: 'plan',
  time_zone: 'zone',
  status: 'status',
};

/** Creates a workspace, or changes one: its owners and admins change less of it than the operator. */
export function WorkspaceDrawer({ of, onClose }: DrawerProps): ReactNode {
  const { operate } = useRights();
  // As the person was shown it: the list is asked for again while they type.
  const [before] = useState(of);
  const form = useForm<Values>({
    initialValues: valuesOf(before),
    validate: {
      name: required,
      id: (id) => (id === '' || before || /^[a-z0-9][a-z0-9_-]{0,62}$/.test(id) ? null : t('workspaces.idWrong')),
    },
  });
  const suspends = before?.status === 'active' && form.values.status === 'suspended';
  return (
    <Drawer
      onClose={onClose}
      title={before ? t('keys.edit.title', { name: uniqueName(before) }) : t('workspaces.create')}
    >
      <SendForm
        {...{ form, fields, onClose }}
        send={(values) => send(before, values)}
        refreshes={[workspacesQuery.queryKey]}
        action={before ? t(suspends ? 'workspaces.suspend' : 'do.save') : t('workspaces.create')}
        isDanger={suspends}
        onSent={onClose}
      >
        <TextInput label={t('members.name')} data-autofocus {...form.getInputProps('name')} />
        {!before && (
          <TextInput label={t('workspaces.id')} description={t('workspaces.idHelp')} {...form.getInputProps('id')} />
        )}
        {operate && <PlanSelect form={form} />}
        <ZoneSelect form={form} />
        {before && operate && (
          <NativeSelect
            label={t('keys.column.state')}
            description={t('workspaces.suspendHelp')}
            data={(['active', 'suspended'] as const).map((value) => ({ value, label: t(`workspaces.${value}`) }))}
            {...form.getInputProps('status')}
          />
        )}
      </SendForm>
    </Drawer>
  );
}

/** The operator alone moves the months of a plan. */
function ZoneSelect({ form }: { readonly form: UseFormReturnType<Values> }): ReactNode {
  const { operate } = useRights();
  const { data: plans } = useQuery(plansQuery);
  const plan = plans?.data.find(({ id }) => id === form.values.plan);
  const isFixed = !operate && plan?.monthly_credits != null;
  return (
    <NativeSelect
      label={t('usage.zone')}
      description={isFixed ? t('workspaces.zoneFixed', { plan: plan.name }) : t('workspaces.zoneHelp')}
      disabled={isFixed}
      data={[...new Set(['UTC', form.values.zone, ...Intl.supportedValuesOf('timeZone')])]}
      {...form.getInputProps('zone')}
    />
  );
}

function PlanSelect({ form }: { readonly form: UseFormReturnType<Values> }): ReactNode {
  const { data: plans } = useQuery(plansQuery);
  const choices = (plans?.data ?? []).map(({ id, name }) => ({ value: id, label: name }));
  return (
    <NativeSelect
      label={t('credits.plan')}
      data={[{ value: '', label: t('workspaces.noPlan') }, ...choices]}
      {...form.getInputProps('plan')}
    />
  );
}
