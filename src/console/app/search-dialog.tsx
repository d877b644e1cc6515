import { Modal, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, type NavigateOptions } from '@tanstack/react-router';
import { useState, type KeyboardEvent, type ReactNode } from 'react';
import { keysQuery, modelsQuery } from '../api/queries.ts';
import { useRights, useWorkspaceOrNone } from '../api/session.ts';
import { t } from '../text/text.ts';
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

/** Finds pages, keys, models, and calls by their request id. */
export const SearchDialog = ({ onClose }: { readonly onClose: () => void }): ReactNode => (
  <Modal opened onClose={onClose} withCloseButton={false} yOffset="12vh" centered={false} size="lg">
    <Finder onClose={onClose} />
  </Modal>
);

function Finder({ onClose }: { readonly onClose: () => void }): ReactNode {
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const navigate = useNavigate();
  const found = useFound(text);
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
    } else if (event.key === 'Enter') open(found[at]);
  };
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
        }}
        onKeyDown={press}
      />
      <ul className={styles['options']} id="found" role="listbox" aria-label={t('search.label')}>
        {found.map((one, index) => (
          <li
            key={one.id}
            id={`found-${one.id}`}
            role="option"
            aria-selected={index === at}
            className={styles['option']}
            onClick={() => open(one)}
            onKeyDown={press}
          >
            <span>{one.text}</span>
            <span>{one.kind}</span>
          </li>
        ))}
      </ul>
      {found.length === 0 && <p>{t('search.nothing')}</p>}
    </>
  );
}

function useFound(text: string): readonly Found[] {
  const workspace = useWorkspaceOrNone();
  const { operate } = useRights();
  const { data: keys } = useQuery({ ...keysQuery(workspace?.id ?? ''), enabled: workspace !== null });
  const { data: models } = useQuery(modelsQuery);
  const wanted = text.trim().toLowerCase();
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
    to: { to: '/keys', search: { key: key.id } },
  }));
  const modelsFound = (models?.data ?? []).map((model): Found => ({
    id: `model-${model.id}`,
    text: model.id,
    kind: t('search.kind.model'),
    to: { to: '/usage', search: { tab: 'calls', model: model.id } },
  }));
  const known = [...pages, ...keysFound, ...modelsFound].filter((one) => one.text.toLowerCase().includes(wanted));
  const request = text.trim();
  const call: Found = {
    id: 'call',
    text: t('search.call', { id: request }),
    kind: t('search.kind.call'),
    to: { to: '/usage', search: { tab: 'calls', request } },
  };
  const shown = wanted === '' ? pages : known.slice(0, shownAtMost);
  return request.length >= shortestRequestId ? [...shown, call] : shown;
}
