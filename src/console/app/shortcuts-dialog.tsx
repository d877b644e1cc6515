import type { ReactNode } from 'react';
import { t, type TextKey } from '../text/text.ts';
import styles from './shell.module.css';
import { Modal } from '../components/dialog.tsx';

const rows: readonly (readonly [keys: string, text: TextKey])[] = [
  [navigator.userAgent.includes('Mac') ? '⌘ K' : 'Ctrl K', 'shortcuts.search'],
  ['g o', 'nav.overview'],
  ['g k', 'nav.keys'],
  ['g u', 'nav.usage'],
  ['g c', 'nav.credits'],
  ['g m', 'nav.models'],
  ['n', 'shortcuts.primary'],
  ['?', 'shortcuts.help'],
];

/** The keys and what they do. */
export const ShortcutsDialog = ({ onClose }: { readonly onClose: () => void }): ReactNode => (
  <Modal onClose={onClose} title={t('shortcuts.title')}>
    <dl className={styles['shortcuts']}>
      {rows.map(([keys, text]) => (
        <div key={keys} style={{ display: 'contents' }}>
          <dt>
            <kbd>{keys}</kbd>
          </dt>
          <dd>{t(text)}</dd>
        </div>
      ))}
    </dl>
  </Modal>
);
