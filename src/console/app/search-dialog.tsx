import { TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, type NavigateOptions } from '@tanstack/react-router';
import { useEffect, useState, type KeyboardEvent, type ReactNode } from 'react';
import { keysQuery, modelsQuery } from '../api/queries.ts';
import { useRights, useWorkspaceOrNone } from '../api/session.ts';
import { Modal } from '../components/dialog.tsx';
import { searched, withoutSecrets } from '../components/long-list.tsx';
import { t, type TextKey } from '../text/text.ts';
import { operatorPages, workspacePages } from './navigation.tsx';
import styles from './shell.module.css';

interface Found {
  readonly id: string;
  readonly text: string;
  readonly kind: string;
  readonly to: NavigateOptions;
}

const shownAtMost = 12;
const shortestRequestId = 6;
const pauseMilliseconds = 200;

/** Finds pages, keys, models, and calls by their request id. */
export const SearchDialog = ({ onClose }: { readonly onClose: () => void }): ReactNode => (
  <Modal onClose={onClose} withCloseButton={false} yOffset="12vh" centered={false} size="lg">
    <Finder onClose={onClose} />
  </Modal>
);

function Finder({ onClose }: { readonly onClose: () => void }): ReactNode {
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const navigate = useNavigate();
  const { found, isComplete } = useFound(text);
  const [awaited, setAwaited] = useState(false);
  const open = (one: Found | undefined): void => {
    if (!one) return;
    onClose();
    void navigate(one.to);
  };
  const press = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      setAt((present) => (present + step + found.length) % Math.max(1, found.length));
    } else if (event.key === 'Enter') setAwaited(true);
  };
  // Enter opens what was meant: it waits for the keys that the server finds.
  useEffect(() => {
    if (!awaited || !isComplete) return;
    setAwaited(false);
    open(found[at]);
  });
  return (
    <>
      <TextInput
        data-autofocus
        aria-label={t('search.label')}
        placeholder={t('search.placeholder')}
        role="combobox"
        aria-expanded
        aria-controls="found"
        aria-activedescendant={found[at] && `found-${found[at].id}`}
        value={text}
        onChange={({ currentTarget: { value } }) => {
          setText(value);
          setAt(0);
          setAwaited(false);
        }}
        onKeyDown={press}
      />
      <Options found={found} at={at} onOpen={open} onPress={press} />
      <div role="status">{found.length === 0 && <p>{t('search.nothing')}</p>}</div>
    </>
  );
}

interface OptionsProps {
  readonly found: readonly Found[];
  readonly at: number;
  readonly onOpen: (one: Found) => void;
  readonly onPress: (event: KeyboardEvent) => void;
}

const showWhole = (option: HTMLElement | null): void => option?.scrollIntoView({ block: 'nearest' });

const Options = ({ found, at, onOpen, onPress }: OptionsProps): ReactNode => (
  <ul className={styles['options']} id="found" role="listbox" aria-label={t('search.label')}>
    {found.map((one, index) => (
      <li
        key={one.id}
        id={`found-${one.id}`}
        role="option"
        aria-selected={index === at}
        ref={index === at ? showWhole : undefined}
        className={styles['option']}
        onClick={() => onOpen(one)}
        onKeyDown={onPress}
      >
        <span>{one.text}</span>
        <span>{one.kind}</span>
      </li>
    ))}
  </ul>
);

/** What the person may do that a dialog with an address is for. */
function useActions(): readonly Found[] {
  const { manageKeys, readLedger, operate } = useRights();
  const hasWorkspace = useWorkspaceOrNone() !== null;
  const action = (text: TextKey, to: '/keys' | '/credits', step: string): Found => ({
    id: `do-${step}`,
    text: t(text),
    kind: t('search.kind.action'),
    to: { to, search: { do: step } },
  });
  if (!hasWorkspace) return [];
  return [
    ...(manageKeys ? [action('keys.create', '/keys', 'create')] : []),
    ...(readLedger ? [action('alerts.add', '/credits', 'alert')] : []),
    ...(operate ? [action('credits.grant', '/credits', 'grant')] : []),
  ];
}

/** What matches; complete once the server has said which keys do. */
function useFound(text: string): { readonly found: readonly Found[]; readonly isComplete: boolean } {
  const workspace = useWorkspaceOrNone();
  const { operate, manageKeys } = useRights();
  const actions = useActions();
  const sought = searched(text);
  const [search] = useDebouncedValue(sought, pauseMilliseconds);
  const { data: keys, isFetching } = useQuery({
    ...keysQuery(workspace?.id ?? '', { search, limit: shownAtMost }),
    enabled: workspace !== null && search !== '',
  });
  const { data: models } = useQuery({ ...modelsQuery, enabled: workspace !== null });
  const wanted = text.trim().toLowerCase();
  const isWanted = (one: Found): boolean => one.text.toLowerCase().includes(wanted);
  const pages = [...workspacePages, ...(operate ? operatorPages : [])].map((page): Found => ({
    id: page.to,
    text: t(page.text),
    kind: t('search.kind.page'),
    to: { to: page.to },
  }));
  const keysFound = (keys?.data ?? []).map((key): Found => ({
    id: key.id,
    text: `${key.name} ${key.display}`,
    kind: t('search.kind.key'),
    // A key that cannot be changed is shown in the list.
    to: {
      to: '/keys',
      search: manageKeys && key.state !== 'revoked' ? { key: key.id } : { show: 'all', find: key.id },
    },
  }));
  const modelsFound = (models?.data ?? []).map((model): Found => ({
    id: `model-${model.id}`,
    text: model.id,
    kind: t('search.kind.model'),
    to: { to: '/usage', search: { tab: 'calls', model: model.id } },
  }));
  const known = [...pages.filter(isWanted), ...actions.filter(isWanted), ...keysFound, ...modelsFound.filter(isWanted)];
  const request = withoutSecrets(text);
  const call: Found = {
    id: 'call',
    text: t('search.call', { id: request }),
    kind: t('search.kind.call'),
    to: { to: '/usage', search: { tab: 'calls', request } },
  };
  const shown = wanted === '' ? pages : known.slice(0, shownAtMost);
  return {
    found: request.length >= shortestRequestId && !request.startsWith('…') ? [...shown, call] : shown,
    isComplete: search === sought && !isFetching,
  };
}
