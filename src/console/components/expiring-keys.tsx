import { Alert } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Key } from '../../../generated/console/types.ts';
import { keysQuery } from '../api/queries.ts';
import { useWorkspace } from '../api/session.ts';
import { t } from '../text/text.ts';
import { relativeTime, useNow } from './figures.tsx';
import { Icon } from './icons.tsx';

const expiringMilliseconds = 14 * 86_400_000;

/** Whether a key that works ends within 14 days. */
export const isExpiring = ({ state, expires_at: end }: Key, now: number): boolean =>
  state === 'active' && end !== null && Date.parse(end) - now < expiringMilliseconds;

/** Says which keys end soon. Nothing where none does. */
export function ExpiringKeys(): ReactNode {
  const { id } = useWorkspace();
  const { data } = useQuery(keysQuery(id));
  const now = useNow();
  const expiring = (data?.data ?? [])
    .filter((key) => isExpiring(key, now))
    .toSorted((one, other) => Date.parse(one.expires_at ?? '') - Date.parse(other.expires_at ?? ''));
  const [first] = expiring;
  if (!first) return null;
  const when = relativeTime(first.expires_at ?? '', now);
  return (
    <Alert mb="md" color="yellow" icon={<Icon name="warning" />}>
      {t('keys.expiring', { count: expiring.length, name: first.name, when })}{' '}
      <Link to="/keys" search={{ show: 'expiring' }}>
        {t('keys.expiring.see')}
      </Link>
    </Alert>
  );
}
