import { Alert } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { keysQuery } from '../api/queries.ts';
import { useWorkspace } from '../api/session.ts';
import { t } from '../text/text.ts';
import { relativeTime, useNow } from './figures.tsx';
import { Icon } from './icons.tsx';
import { dayMilliseconds } from '../values/zone.ts';

const expiringMilliseconds = 14 * dayMilliseconds;

const hour = 3_600_000;

/** Asks for the keys that work and end within 14 days. It asks the same for an hour. */
export const expiringKeys = (now: number) =>
  ({
    state: 'active',
    expires_before: new Date(Math.ceil((now + expiringMilliseconds) / hour) * hour).toISOString(),
  }) as const;

/** Says which keys end soon. Nothing where none does. */
export function ExpiringKeys(): ReactNode {
  const { id } = useWorkspace();
  const now = useNow();
  const { data } = useQuery(keysQuery(id, { ...expiringKeys(now), limit: 1000 }));
  const expiring = (data?.data ?? []).toSorted(
    (one, other) => Date.parse(one.expires_at ?? '') - Date.parse(other.expires_at ?? ''),
  );
  const [first] = expiring;
  if (!first) return null;
  const [count, when] = [expiring.length, relativeTime(first.expires_at ?? '', now)];
  return (
    <Alert mb="md" color="yellow" icon={<Icon name="warning" />}>
      {/* The newest keys are read: which is the first of more is not known. */}
      {data?.has_more === true
        ? t('keys.expiring.more', { count })
        : t('keys.expiring', { count, name: first.name, when })}{' '}
      <Link to="/keys" search={{ show: 'expiring' }}>
        {t('keys.expiring.see', { count })}
      </Link>
    </Alert>
  );
}
