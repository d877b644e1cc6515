import { ActionIcon, Button } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { t } from '../text/text.ts';
import { copyText } from '../values/copy-text.ts';
import { Icon } from './icons.tsx';
import styles from './components.module.css';

const shownMilliseconds = 2_000;

/** Copies, and says for two seconds that it did. */
export function useCopy(): { readonly copied: boolean; readonly copy: (text: string) => void } {
  const [copied, setCopied] = useState(false);
  const copy = (text: string): void => {
    void show(text);
  };
  const show = async (text: string): Promise<void> => {
    setCopied(await copyText(text));
    setTimeout(() => setCopied(false), shownMilliseconds);
  };
  return { copied, copy };
}

interface CopyProps {
  readonly text: string;
  /** What is copied, for the button's name. */
  readonly what: string;
}

/** A small button that copies. */
export function CopyIcon({ text, what }: CopyProps): ReactNode {
  const { copied, copy } = useCopy();
  const label = copied ? t('copy.done') : t('copy.what', { what });
  return (
    <ActionIcon variant="subtle" color="gray" size="sm" title={label} aria-label={label} onClick={() => copy(text)}>
      <Icon name={copied ? 'check' : 'copy'} size={15} />
    </ActionIcon>
  );
}

interface ButtonProps extends CopyProps {
  readonly primary?: boolean;
  /** What the button says; absent: that it copies. */
  readonly label?: string;
}

/** A button with the word. */
export function CopyButton({ text, what, primary = false, label = t('copy.do') }: ButtonProps): ReactNode {
  const { copied, copy } = useCopy();
  return (
    <Button
      variant={primary ? 'filled' : 'default'}
      size={primary ? 'sm' : 'xs'}
      leftSection={<Icon name={copied ? 'check' : 'copy'} size={15} />}
      aria-label={copied ? t('copy.done') : t('copy.what', { what })}
      onClick={() => copy(text)}
    >
      {copied ? t('copy.done') : label}
    </Button>
  );
}

/** An id in the font for code, with its button. */
export const CopyableId = ({ text, what }: CopyProps): ReactNode => (
  <span className={styles['id']}>
    <code>{text}</code>
    <CopyIcon text={text} what={what} />
  </span>
);
