import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { t } from '../text/text.ts';
import { Icon } from './icons.tsx';
import styles from './components.module.css';

const shownMilliseconds = 2_000;

/** Puts text on the clipboard, also on plain http, where browsers have no clipboard for pages. @returns whether it is there */
async function putOnClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const field = document.createElement('textarea');
    field.value = text;
    field.setAttribute('readonly', '');
    field.className = styles['offscreen'] ?? '';
    // Inside an open dialog, because a dialog keeps the focus to itself.
    (document.querySelector('[role="dialog"]') ?? document.body).append(field);
    field.select();
    // oxlint-disable-next-line typescript/no-deprecated -- the only way on plain http
    const copied = document.execCommand('copy');
    field.remove();
    return copied;
  }
}

/** Copies, and says for two seconds that it did. */
export function useCopy(): { readonly copied: boolean; readonly copy: (text: string) => void } {
  const [copied, setCopied] = useState(false);
  const copy = (text: string): void => {
    void putOnClipboard(text).then((done) => {
      setCopied(done);
      setTimeout(() => setCopied(false), shownMilliseconds);
    });
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
    <Tooltip label={label}>
      <ActionIcon variant="subtle" color="gray" size="sm" aria-label={label} onClick={() => copy(text)}>
        <Icon name={copied ? 'check' : 'copy'} size={15} />
      </ActionIcon>
    </Tooltip>
  );
}

/** A button with the word. */
export function CopyButton({ text, what, primary = false }: CopyProps & { readonly primary?: boolean }): ReactNode {
  const { copied, copy } = useCopy();
  return (
    <Button
      variant={primary ? 'filled' : 'default'}
      size={primary ? 'sm' : 'xs'}
      leftSection={<Icon name={copied ? 'check' : 'copy'} size={15} />}
      aria-label={copied ? t('copy.done') : t('copy.what', { what })}
      onClick={() => copy(text)}
    >
      {copied ? t('copy.done') : t('copy.do')}
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
