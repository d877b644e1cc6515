import { Button, Group, Menu, TextInput } from '@mantine/core';
import { useDisclosure, useLocalStorage } from '@mantine/hooks';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useState, type FormEvent, type ReactNode } from 'react';
import { parseSearch } from '../../app/url-query.ts';
import { DataTable } from '../../components/data-table.tsx';
import { Empty } from '../../components/page.tsx';
import { RowAction } from '../../components/row-actions.tsx';
import { t } from '../../text/text.ts';
import { Modal } from '../../components/dialog.tsx';

/** A view by name, and what the address says in it. */
type Views = Readonly<Record<string, string>>;

/** What a view says of the usage of any workspace. */
function searchOf(view: string): ReturnType<typeof parseSearch> {
  const { workspace: _, ...search } = parseSearch(view);
  return search;
}

/** Views that were saved in this browser, for the workspace that is shown. A view is an address, so it can be sent to others, too. */
export function SavedViews(): ReactNode {
  const [views, setViews] = useLocalStorage<Views>({ key: 'diglot.views', defaultValue: {} });
  const [naming, dialog] = useDisclosure(false);
  const [managing, list] = useDisclosure(false);
  const { searchStr } = useLocation();
  const navigate = useNavigate();
  const names = Object.keys(views);
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button variant="default">{t('views.title')}</Button>
        </Menu.Target>
        <Menu.Dropdown>
          {names.map((name) => (
            <Menu.Item key={name} onClick={() => void navigate({ to: '/usage', search: searchOf(views[name] ?? '') })}>
              {name}
            </Menu.Item>
          ))}
          {names.length > 0 && <Menu.Divider />}
          <Menu.Item onClick={dialog.open}>{t('views.save')}</Menu.Item>
          {names.length > 0 && <Menu.Item onClick={list.open}>{t('views.manage')}</Menu.Item>}
        </Menu.Dropdown>
      </Menu>
      {naming && (
        <Modal onClose={dialog.close} title={t('views.save')}>
          <NameForm
            names={names}
            onSave={(name) => {
              setViews({ ...views, [name]: searchStr });
              dialog.close();
            }}
          />
        </Modal>
      )}
      {managing && <ManageDialog views={views} onChange={setViews} onClose={list.close} />}
    </>
  );
}

interface ManageProps {
  readonly views: Views;
  readonly onChange: (views: Views) => void;
  readonly onClose: () => void;
}

/** The views, to remove one of them. */
function ManageDialog({ views, onChange, onClose }: ManageProps): ReactNode {
  const without = (name: string): Views => Object.fromEntries(Object.entries(views).filter(([each]) => each !== name));
  return (
    <Modal onClose={onClose} title={t('views.manage')}>
      <DataTable
        caption={t('views.title')}
        rows={Object.keys(views)}
        rowId={(name) => name}
        empty={<Empty title={t('views.none')} />}
        columns={[
          { id: 'name', title: t('views.name'), show: (name) => name },
          {
            id: 'remove',
            title: t('keys.column.actions'),
            isAction: true,
            show: (name) => (
              <RowAction
                text={t('members.remove')}
                name={t('members.removeTitle', { name })}
                onClick={() => onChange(without(name))}
              />
            ),
          },
        ]}
      />
    </Modal>
  );
}

interface NameProps {
  /** Names that are taken. */
  readonly names: readonly string[];
  readonly onSave: (name: string) => void;
}

function NameForm({ names, onSave }: NameProps): ReactNode {
  const [name, setName] = useState('');
  const [asked, setAsked] = useState(false);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (name.trim() === '') setAsked(true);
    else onSave(name.trim());
  };
  return (
    <form onSubmit={submit} noValidate>
      <TextInput
        data-autofocus
        label={t('views.name')}
        description={names.includes(name.trim()) && t('views.replaces')}
        value={name}
        error={asked && name.trim() === '' && t('form.required')}
        onChange={({ currentTarget: { value } }) => setName(value)}
      />
      <Group justify="flex-end" mt="md">
        <Button type="submit">{t('do.save')}</Button>
      </Group>
    </form>
  );
}
