import { Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './components.module.css';

interface ActionProps {
  /** What the button says. */
  readonly text: string;
  /** What it does to which row, where the text alone does not say it. */
  readonly name?: string;
  readonly loading?: boolean;
  readonly disabled?: boolean;
  readonly onClick: () => void;
}

/** A small button in a row of a table. */
export const RowAction = ({ text, name = text, ...rest }: ActionProps): ReactNode => (
  <Button size="compact-xs" variant="default" aria-label={name} {...rest}>
    {text}
  </Button>
);

/** Several of them beside each other, or in lines where a row is a list. */
export const RowActions = ({ children }: { readonly children: ReactNode }): ReactNode => (
  <Group className={styles['actions'] ?? ''} gap={6} justify="flex-end" wrap="nowrap">
    {children}
  </Group>
);
