import { Button, Checkbox } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { t } from '../text/text.ts';
import styles from './components.module.css';

/** What a dialog knows of the secret that it shows. */
export interface SecretGuard {
  /** Whether the person tried to leave without having said that it is stored. */
  readonly asked: boolean;
  readonly stored: boolean;
  readonly onStored: (stored: boolean) => void;
  /** Closes the dialog, or asks first whether the secret is stored. */
  readonly onClose: () => void;
}

/** Keeps a dialog open that shows a secret for the only time, until the person says that it is stored. */
export function useSecretGuard(isShown: boolean, close: () => void): SecretGuard {
  const [stored, setStored] = useState(false);
  const [asked, setAsked] = useState(false);
  const onClose = (): void => (isShown && !stored ? setAsked(true) : close());
  return { asked, stored, onStored: setStored, onClose };
}

/** The foot of a dialog that shows a secret. */
export function SecretFoot({ asked, stored, onStored, onClose }: SecretGuard): ReactNode {
  // The browser asks before the page is left, and no link or way back within it leads away.
  useBlocker({
    shouldBlockFn: () => {
      onClose();
      return true;
    },
    disabled: stored,
  });
  return (
    <div className={styles['secretFoot']}>
      <Checkbox
        label={t('keys.secret.stored')}
        checked={stored}
        error={asked && !stored && t('keys.secret.leave')}
        onChange={({ currentTarget: { checked } }) => onStored(checked)}
      />
      <Button onClick={onClose}>{t('keys.secret.done')}</Button>
    </div>
  );
}
