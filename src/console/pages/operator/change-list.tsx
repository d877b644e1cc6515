import type { ReactNode } from 'react';
import { t } from '../../text/text.ts';
import styles from './operator.module.css';

const mostMembers = 5;
const mostCharacters = 80;

const isChange = (value: unknown): value is { readonly before?: unknown; readonly after?: unknown } =>
  isObject(value) && ('before' in value || 'after' in value);

/** A value in few words; of an object, what is set in it. */
function words(value: unknown): string {
  const text = Array.isArray(value) ? value.map(String).join(', ') : isObject(value) ? membersOf(value) : plain(value);
  return text.length > mostCharacters ? `${text.slice(0, mostCharacters)}…` : text || '–';
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

const plain = (value: unknown): string =>
  typeof value === 'string' ? value : value == null ? '–' : (JSON.stringify(value) ?? '–');

const membersOf = (value: object): string =>
  Object.entries(value)
    .filter(([, member]) => member !== null)
    .map(([name, member]) => `${name} ${words(member)}`)
    .join(' · ');

/** Members that say what a thing is rather than what was done to it. */
const obvious = new Set(['object', 'id', 'workspace_id', 'created_at']);

/** A change of the audit log, member by member: what it was and what it is. The whole of it is on hover. */
export function ChangeList({ of }: { readonly of: unknown }): ReactNode {
  if (!isObject(of)) return '–';
  const members = Object.entries(of).filter(([name, value]) => !obvious.has(name) && value !== null);
  if (members.length === 0) return '–';
  const more = members.length - mostMembers;
  return (
    <ul className={styles['changes']} title={JSON.stringify(of, null, 1)}>
      {members.slice(0, mostMembers).map(([name, value]) => (
        <li key={name}>
          <strong>{name.replaceAll('_', ' ')}</strong>{' '}
          {isChange(value) ? `${words(value.before)} → ${words(value.after)}` : words(value)}
        </li>
      ))}
      {more > 0 && <li>{t('audit.more', { count: more })}</li>}
    </ul>
  );
}
