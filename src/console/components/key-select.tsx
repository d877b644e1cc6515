import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { Key } from '../../../generated/console/types.ts';
import { keyQuery, keysQuery } from '../api/queries.ts';
import { useWorkspace } from '../api/session.ts';
import { t } from '../text/text.ts';
import { searched } from './long-list.tsx';

/** Keys that are offered at once. Typing finds the others. */
const offered = 20;

const pauseMilliseconds = 250;

interface SelectProps {
  readonly label: string;
  /** What stands in the field where nothing is chosen. */
  readonly placeholder: string;
  /** Id of the key that is chosen. */
  readonly value: string | undefined;
  readonly onChange: (keyId: string | undefined) => void;
  /** Absent: the label is for people who cannot see the field. */
  readonly isLabelled?: boolean;
  /** Whether only keys that work are offered. */
  readonly activeOnly?: boolean;
  readonly error?: ReactNode;
}

const choiceOf = ({ id, name, display }: Key) => ({ value: id, label: `${name} (${display})` });

/** The choice of a key of the workspace, found by name, owner, id or what is shown of its secret. */
export function KeySelect(props: SelectProps): ReactNode {
  const { label, placeholder, value, onChange, isLabelled = false, activeOnly = false, error } = props;
  const { id } = useWorkspace();
  const [text, setText] = useState('');
  const { data: chosen } = useQuery({ ...keyQuery(id, value ?? ''), enabled: value !== undefined });
  const present = value === undefined ? [] : [chosen ? choiceOf(chosen) : { value, label: value }];
  // The field holds the name of what is chosen, which is not a search.
  const [search] = useDebouncedValue(text === present[0]?.label ? '' : searched(text), pauseMilliseconds);
  const { data: found } = useQuery(
    keysQuery(id, { limit: offered, ...(search !== '' && { search }), ...(activeOnly && { state: 'active' }) }),
  );
  const others = (found?.data ?? []).map(choiceOf).filter((choice) => choice.value !== value);
  return (
    <Select
      {...(isLabelled ? { label } : { 'aria-label': label })}
      placeholder={placeholder}
      searchable
      clearable
      withScrollArea={false}
      styles={{ options: { maxHeight: 320, overflowY: 'auto' } }}
      error={error}
      data={[...present, ...others]}
      value={value ?? null}
      onChange={(keyId) => onChange(keyId ?? undefined)}
      searchValue={text}
      onSearchChange={setText}
      filter={({ options }) => options}
      nothingFoundMessage={t('keys.noneMatch')}
    />
  );
}
