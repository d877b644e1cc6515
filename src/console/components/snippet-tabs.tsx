import { Stack, Tabs } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Client, Place } from '../snippets/snippets.ts';
import { CodeBlock } from './code-block.tsx';

interface SnippetProps {
  readonly clients: readonly Client[];
  readonly place: Place;
  /** The chosen client where the address knows it. */
  readonly chosen?: string | undefined;
  readonly onChoose?: (id: string) => void;
  readonly label: string;
}

/** One tab a client, with code that works as pasted. */
export function SnippetTabs({ clients, place, chosen, onChoose, label }: SnippetProps): ReactNode {
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
            {pieces(place).map(({ title, code }) => (
              <CodeBlock key={title} title={title} code={code} />
            ))}
          </Stack>
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}
