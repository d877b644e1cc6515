import { Stack, Tabs } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Client, SnippetValues } from '../snippets/snippets.ts';
import { CopyIcon } from './copy.tsx';
import styles from './components.module.css';

interface SnippetProps {
  readonly clients: readonly Client[];
  readonly values: SnippetValues;
  /** The chosen client where the address knows it. */
  readonly chosen?: string | undefined;
  readonly onChoose?: (id: string) => void;
  readonly label: string;
}

/** One tab a client, with code that works as pasted. */
export function SnippetTabs({ clients, values, chosen, onChoose, label }: SnippetProps): ReactNode {
  const first = clients[0]?.id ?? '';
  const value = chosen === undefined ? {} : { value: chosen };
  return (
    <Tabs {...value} defaultValue={first} onChange={(id) => onChoose?.(id ?? first)} keepMounted={false}>
      <Tabs.List aria-label={label}>
        {clients.map(({ id, name }) => (
          <Tabs.Tab key={id} value={id}>
            {name}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {clients.map(({ id, pieces }) => (
        <Tabs.Panel key={id} value={id} pt="sm">
          <Stack gap="sm">
            {pieces(values).map(({ title, code }) => (
              <CodeBlock key={title} title={title} code={code} />
            ))}
          </Stack>
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}

interface CodeProps {
  readonly code: string;
  /** What it is, such as the name of the file that it goes into. */
  readonly title: string;
}

/** A piece of code that can be copied as a whole. */
const CodeBlock = ({ code, title }: CodeProps): ReactNode => (
  <div className={styles['code']}>
    <div className={styles['codeHead']}>
      <span>{title}</span>
      <CopyIcon text={code} what={title} />
    </div>
    {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard */}
    <pre tabIndex={0} aria-label={title}>
      {code}
    </pre>
  </div>
);
