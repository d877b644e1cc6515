import { Button, Switch, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import type { Person } from '../../../../generated/console/types.ts';
import { api, dataOf } from '../../api/client.ts';
import { allPeople, peopleQuery } from '../../api/operator-queries.ts';
import { serverQuery } from '../../api/queries.ts';
import { useSession } from '../../api/session.ts';
import { primaryAction } from '../../app/shortcuts.ts';
import { Confirm } from '../../components/confirm.tsx';
import { DataTable, type Column } from '../../components/data-table.tsx';
import { Drawer } from '../../components/dialog.tsx';
import { Done, Instant, Secondary } from '../../components/figures.tsx';
import { emailAddress, required, SendForm } from '../../components/form-actions.tsx';
import { LinkAction, MadeLink, useLoginLinks } from '../../components/login-link.tsx';
import { LongList, mostSearched, pageQuery, type ListPosition } from '../../components/long-list.tsx';
import { Empty, Page } from '../../components/page.tsx';
import { Failure } from '../../components/waiting.tsx';
import { RowAction, RowActions } from '../../components/row-actions.tsx';
import { t } from '../../text/text.ts';
import { localZone } from '../../values/zone.ts';
import { WaysIn } from './ways-in.tsx';

const route = getRouteApi('/inside/operator/people');

/** The people who can sign in: added, disabled, and let in by a link. */
export function PeoplePage(): ReactNode {
  const { find, after } = route.useSearch();
  const navigate = route.useNavigate();
  const [adding, setAdding] = useState(false);
  const query = useQuery(peopleQuery(pageQuery({ find, after })));
  const isPart = after !== undefined || (query.data?.has_more ?? false);
  const move = (position: ListPosition, replace: boolean): void =>
    void navigate({ search: (search) => ({ ...search, ...position }), replace });
  const add = (
    <Button {...primaryAction} onClick={() => setAdding(true)}>
      {t('people.add')}
    </Button>
  );
  return (
    <Page title={t('people.title')} action={add}>
      <p>{t('people.lead')}</p>
      <LongList search={t('people.search')} position={{ find, after }} onMove={move} query={query}>
        {(people) => <PeopleTable people={people} searched={find} isPart={isPart} />}
      </LongList>
      {adding && (
        <AddDrawer
          onAdded={({ email }) => isPart && move({ find: email.slice(0, mostSearched), after: undefined }, true)}
          onClose={() => setAdding(false)}
        />
      )}
    </Page>
  );
}

const useInvite = () =>
  useMutation({
    mutationFn: ({ id }: Person) =>
      dataOf(api.POST('/people/{person_id}/invitation', { params: { path: { person_id: id } } })),
  });

interface ActionsProps {
  readonly of: Person;
  readonly invite: ReturnType<typeof useInvite>;
  readonly links: ReturnType<typeof useLoginLinks>;
}

/** Two ways to let a person in: an e-mail with a link, and a link to hand over. */
function Actions({ of: person, invite, links }: ActionsProps): ReactNode {
  const { data: server } = useQuery(serverQuery);
  return (
    <RowActions>
      {server?.mail === true && (
        <RowAction
          text={t('members.invite')}
          disabled={person.disabled}
          name={t('members.inviteOf', { name: person.name })}
          loading={invite.isPending && invite.variables.id === person.id}
          onClick={() => invite.mutate(person)}
        />
      )}
      <LinkAction of={person} links={links} disabled={person.disabled} />
    </RowActions>
  );
}

interface TableProps {
  readonly people: readonly Person[];
  readonly searched: string | undefined;
  /** Whether there are more on other pages. */
  readonly isPart: boolean;
}

function PeopleTable({ people, searched, isPart }: TableProps): ReactNode {
  const [removed, setRemoved] = useState<string | null>(null);
  const links = useLoginLinks();
  const invite = useInvite();
  const zone = localZone();
  const columns: readonly Column<Person>[] = [
    { id: 'name', title: t('members.name'), sortBy: ({ name }) => name, show: nameOf },
    { id: 'ways', title: t('people.ways'), show: (person) => <WaysIn of={person} onRemoved={setRemoved} /> },
    {
      id: 'last',
      title: t('people.last'),
      show: ({ last_signed_in_at: at }) => <Instant at={at} zone={zone} />,
    },
    {
      id: 'enabled',
      title: t('people.enabled'),
      show: (person) => <EnabledSwitch of={person} />,
    },
    {
      id: 'link',
      title: t('keys.column.actions'),
      isAction: true,
      show: (person) => <Actions of={person} invite={invite} links={links} />,
    },
  ];
  return (
    <>
      <Done text={removed} />
      <DataTable
        caption={t('people.title')}
        columns={columns}
        rows={people}
        rowId={({ id }) => id}
        empty={
          searched !== undefined && (
            <Empty title={t('people.noneMatch', { text: searched })}>{t('people.noneMatchText')}</Empty>
          )
        }
        isPart={isPart}
      />
      <Done text={invite.isSuccess ? t('members.invited', { email: invite.data.email }) : null} />
      {invite.isError && <Failure of={invite.error} />}
      <MadeLink links={links} />
    </>
  );
}

/** Locks a person out, after a question, and lets them in again at once. Not for the person who is signed in. */
function EnabledSwitch({ of: person }: { readonly of: Person }): ReactNode {
  const client = useQueryClient();
  const [asks, setAsks] = useState(false);
  const isOwn = useSession().person.id === person.id;
  const turn = useMutation({
    mutationFn: (disabled: boolean) =>
      dataOf(api.PATCH('/people/{person_id}', { params: { path: { person_id: person.id } }, body: { disabled } })),
    onSettled: () => client.invalidateQueries({ queryKey: allPeople }),
  });
  if (isOwn && !person.disabled) return t('account.you');
  return (
    <>
      <Switch
        size="xs"
        aria-label={t('people.enabledOf', { name: person.name })}
        checked={!person.disabled}
        onChange={() => (person.disabled ? turn.mutate(false) : setAsks(true))}
      />
      {asks ? (
        <Confirm
          title={t('people.disable', { name: person.name })}
          action={t('people.disableDo')}
          effect={t('people.disableEffect', { name: person.name })}
          send={() => turn.mutateAsync(true)}
          onClose={() => setAsks(false)}
        />
      ) : (
        turn.isError && <Failure of={turn.error} />
      )}
    </>
  );
}

const nameOf = ({ name, email, operator }: Person): ReactNode => (
  <>
    {name}
    <Secondary>
      {email}
      {operator && ` · ${t('people.operator')}`}
    </Secondary>
  </>
);

interface AddProps {
  readonly onAdded: (person: Person) => void;
  readonly onClose: () => void;
}

function AddDrawer({ onAdded, onClose }: AddProps): ReactNode {
  const form = useForm({
    initialValues: { name: '', email: '' },
    validate: {
      name: required,
      email: emailAddress,
    },
  });
  const send = ({ name, email }: typeof form.values) =>
    dataOf(api.POST('/people', { body: { name: name.trim(), email: email.trim() } }));
  const sent = (person: Person): void => {
    onAdded(person);
    onClose();
  };
  return (
    <Drawer onClose={onClose} title={t('people.add')} size="md">
      <SendForm
        {...{ form, send, onClose }}
        fields={{ email: 'email', name: 'name' }}
        refreshes={[allPeople]}
        action={t('people.add')}
        onSent={sent}
      >
        <TextInput label={t('members.name')} data-autofocus {...form.getInputProps('name')} />
        <TextInput label={t('members.email')} type="email" {...form.getInputProps('email')} />
        <Secondary>{t('people.addHelp')}</Secondary>
      </SendForm>
    </Drawer>
  );
}
