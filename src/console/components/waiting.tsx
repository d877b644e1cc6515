import { Alert, Button, Skeleton, Stack } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';
import { failureOf, type RequestFailure } from '../api/client.ts';
import { t } from '../text/text.ts';
import { Icon } from './icons.tsx';

const patienceMilliseconds = 300;

/** Grey lines where something will be, after 300 ms: what comes sooner needs none. */
export function Waiting({ lines = 6 }: { readonly lines?: number }): ReactNode {
  const [shown, setShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), patienceMilliseconds);
    return () => clearTimeout(timer);
  }, []);
  if (!shown) return null;
  return (
    <Stack gap={10} aria-busy="true">
      {Array.from({ length: lines }, (_, line) => (
        <Skeleton key={line} height={line === 0 ? 36 : 28} />
      ))}
    </Stack>
  );
}

/** What went wrong, in the server's words, with the request id to quote. */
export function FailureText({ failure }: { readonly failure: RequestFailure }): ReactNode {
  if (failure.isUnreachable) return t('failure.unreachable');
  // Without a session the control API asks for a key, which no one has here.
  if (failure.problem?.code === 'missing_api_key') return t('ended.failure');
  // What a mail server said is for the person who has typed the address.
  const isOurFault = failure.status >= 500 && failure.problem?.code !== 'mail_failed';
  if (failure.problem === undefined || isOurFault) {
    const id = failure.problem?.instance;
    return `${t('failure.broken')} ${id === undefined ? '' : t('failure.quote', { id })}`;
  }
  return failure.problem.detail;
}

/** A failure in the place of what could not be loaded or done. */
export function Failure({ of, onRetry }: { readonly of: unknown; readonly onRetry?: () => void }): ReactNode {
  return (
    <Alert color="red" variant="outline" icon={<Icon name="warning" />} role="alert">
      <FailureText failure={failureOf(of)} />
      {onRetry !== undefined && (
        <>
          {' '}
          <Button variant="default" size="compact-xs" onClick={onRetry}>
            {t('do.retry')}
          </Button>
        </>
      )}
    </Alert>
  );
}

interface LoadedProps<Data> {
  readonly query: UseQueryResult<Data>;
  readonly lines?: number;
  readonly children: (data: Data) => ReactNode;
}

/** What a query found; until then its skeleton. What is old stays while new data is on its way, and when it fails. */
export function Loaded<Data>({ query, lines, children }: LoadedProps<Data>): ReactNode {
  if (query.data !== undefined) return children(query.data);
  if (query.isError) return <Failure of={query.error} onRetry={() => void query.refetch()} />;
  return <Waiting lines={lines} />;
}
