import type { ReactNode } from 'react';
import { t } from '../../text/text.ts';
import { changeLines } from '../../values/changed.ts';
import styles from './operator.module.css';

const mostLines = 5;

/** A change of the audit log, value by value: what it was and what it is. The whole of it is on hover. */
export function ChangeList({ of }: { readonly of: unknown }): ReactNode {
  const lines = changeLines(of);
  if (lines.length === 0) return '–';
  const more = lines.length - mostLines;
  return (
    <ul className={styles['changes']} title={JSON.stringify(of, null, 1)}>
      {lines.slice(0, mostLines).map(({ name, words }, index) => (
        <li key={`${index} ${name}`}>
          <strong>{name}</strong> {words}
        </li>
      ))}
      {more > 0 && <li>{t('audit.more', { count: more })}</li>}
    </ul>
  );
}
