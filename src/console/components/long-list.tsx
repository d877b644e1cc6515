import { Button, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react';
import { t } from '../text/text.ts';
import { Icon } from './icons.tsx';
import { Filters } from './page.tsx';
import { Loaded } from './waiting.tsx';
import styles from './components.module.css';

/** Rows of a page of a list. */
const pageLength = 50;

/** Where an address is in a list: what is searched for, and where its page begins. */
export interface ListPosition {
  readonly find?: string | undefined;
  readonly after?: string | undefined;
}

/** The page of a list that an address names, as the control API takes it. */
export const pageQuery = ({ find, after }: ListPosition) => ({
  limit: pageLength,
  ...(find && { search: find }),
  ...(after && { after }),
});

/** How long typing pauses before the server is asked, in milliseconds. */
const pauseMilliseconds = 250;

/** The longest text that a list can be searched for. */
export const mostSearched = 100;

/** The secret of a key, and its end. */
const secrets = /sk-dg-[0-9A-Za-z]*([0-9A-Za-z]{4})/g;

/**
 * What is typed, as an address may hold it: one line. Of the secret of a key only its end, by which the key is found: a leaked
 * secret that a person pastes gets into no address and no log.
 */
export const withoutSecrets = (text: string): string =>
  text
    .replaceAll(secrets, '…$1')
    .replaceAll(/\p{Cc}+/gu, ' ')
    .trim();

/** What is typed, without secrets, and no longer than what a list can be searched for. */
export const searched = (text: string): string => withoutSecrets(text).slice(0, mostSearched);

interface SearchProps {
  readonly label: string;
  /** What is searched for, by the address. */
  readonly value: string;
  /** Called when typing pauses, and at once by Enter. Empty: the search ends. */
  readonly onSearch: (text: string) => void;
}

/** The text that a list is searched for. */
export function SearchField({ label, value, onSearch }: SearchProps): ReactNode {
  const [text, setText] = useState(value);
  const asked = useRef(value);
  const ask = useDebouncedCallback((typed: string) => {
    asked.current = searched(typed);
    onSearch(asked.current);
  }, pauseMilliseconds);
  // A link that is followed replaces what was typed; an address that typing made does not.
  useEffect(() => {
    if (value === asked.current) return;
    asked.current = value;
    setText(value);
  }, [value]);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    ask(text);
    ask.flush();
  };
  return (
    <form onSubmit={submit} role="search">
      <TextInput
        type="search"
        miw={280}
        aria-label={label}
        placeholder={label}
        leftSection={<Icon name="search" size={15} />}
        maxLength={mostSearched}
        value={text}
        onChange={({ currentTarget: { value: typed } }) => {
          setText(typed);
          ask(typed);
        }}
      />
    </form>
  );
}

interface PagerProps {
  /** Where this page begins, by the address; absent: it is the first. */
  readonly after: string | undefined;
  /** Where the next page begins; null: there is none. */
  readonly next: string | null;
  readonly onMove: (after: string | undefined) => void;
  /** What the two buttons say, where it is not "First page" and "Next page". */
  readonly words?: { readonly first: string; readonly next: string };
}

/** The way to the other pages of a list; nothing where all of it is shown. The browser's own button leads back one page. */
export function Pager({ after, next, onMove, words }: PagerProps): ReactNode {
  if (after === undefined && next === null) return null;
  return (
    <nav className={styles['pager']} aria-label={t('pager.label')}>
      {after !== undefined && (
        <Button variant="default" size="xs" onClick={() => onMove(undefined)}>
          {words?.first ?? t('do.firstPage')}
        </Button>
      )}
      {next !== null && (
        <Button variant="default" size="xs" onClick={() => onMove(next)}>
          {words?.next ?? t('do.nextPage')}
        </Button>
      )}
    </nav>
  );
}

interface ListProps<Item> {
  /** What is searched for, as the field says it. */
  readonly search: string;
  /** The position in the address. */
  readonly position: ListPosition;
  /** Changes the address. @param replace whether the position before is left out of the history: typing makes many */
  readonly onMove: (position: ListPosition, replace: boolean) => void;
  readonly query: UseQueryResult<{ readonly data: readonly Item[]; readonly next: string | null }>;
  /** Beside the search. */
  readonly filters?: ReactNode;
  /** The rows. @param isPart whether there are more on other pages */
  readonly children: (items: readonly Item[], isPart: boolean) => ReactNode;
}

/** A list that the server searches and cuts into pages, whose position is in the address. */
export const LongList = <Item,>({ search, position, onMove, query, filters, children }: ListProps<Item>): ReactNode => (
  <>
    <Filters>
      <SearchField
        label={search}
        value={position.find ?? ''}
        onSearch={(text) => onMove({ find: text || undefined, after: undefined }, true)}
      />
      {filters}
    </Filters>
    <Loaded query={query}>
      {({ data, next }) => (
        <>
          {children(data, position.after !== undefined || next !== null)}
          <Pager after={position.after} next={next} onMove={(after) => onMove({ ...position, after }, false)} />
        </>
      )}
    </Loaded>
  </>
);
