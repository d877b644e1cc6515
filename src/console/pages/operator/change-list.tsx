import type { ReactNode } from 'react';
import { t } from '../../text/text.ts';
import styles from './operator.module.css';

const mostMembers = 5;
const mostCharacters = 80;

const isChange = (value: unknown): value is { readonly before?: unknown; readonly after?: unknown } =>
  typeof value === 'object' && value !== null && ('before' in value || 'after' in value);

function words(value: unknown): string {
  const text = typeof value === 'string' ? value : value == null ? '–' : (JSON.stringify(value) ?? '–');
  return text.length > mostCharacters ? `${text.slice(0, mostCharacters)}…` : text;
}

/** Members that say what a thing is rather than what was done to it. */
const obvious = new Set(['object', 'id', 'workspace_id', 'created_at']);

/** A change of the audit log, member by member: what it was and what it is. The whole of it is on hover. */
export function ChangeList({ of }: { readonly of: unknown }): ReactNode {
  if (typeof of !== 'object' || of === null) return '–';
  const members = Object.entries(of).filter(([name, value]) => !obvious.has(name) && value !== null);
  if (members.length === 0) return '–';
  const more = members.length - mostMembers;
  return (
    <dl className={styles['changes']} title={JSON.stringify(of, null, 1)}>
      {members.slice(0, mostMembers).map(([name, value]) => (
        <div key={name}>
          <dt>{name.replaceAll('_', ' ')}</dt>
          <dd>{isChange(value) ? `${words(value.before)} → ${words(value.after)}` : words(value)}</dd>
        </div>
      ))}
      {more > 0 && <div>{t('audit.more', { count: more })}</div>}
    </dl>
  );
}
