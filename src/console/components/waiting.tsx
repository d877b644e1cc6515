import { Alert, Button, Skeleton, Stack } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';
import { failureOf, RequestFailure } from '../api/client.ts';
import { isTextKey, t } from '../text/text.ts';
import { localZone } from '../values/zone.ts';
import { fullInstant } from './days.ts';
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

/** What went wrong, in the console's words for it or else the server's, with the request id to quote. */
export function failureWords({ words, isUnreachable, status, problem }: RequestFailure): string {
  if (words !== undefined) return words;
  if (isUnreachable) return t('failure.unreachable');
  // Without a session the control API asks for a key, which no one has here.
  if (problem?.code === 'missing_api_key') return t('ended.failure');
  // What a mail server said is for the person who has typed the address.
  const isOurFault = status >= 500 && problem?.code !== 'mail_failed';
  if (problem === undefined || isOurFault) {
    const id = problem?.instance;
    return `${t('failure.broken')} ${id === undefined ? '' : t('failure.quote', { id })}`;
  }
  // A request of the control API is no next step for a person.
  const own = `failure.about.${problem.param ?? ''}`;
  return problem.detail.includes('/console/api/') && isTextKey(own) ? t(own) : problem.detail;
}

/** Whether the same question may have another answer later: not where it asks for what is not there, or cannot be asked. */
const mayHelp = ({ status }: RequestFailure): boolean => status !== 400 && status !== 404;

interface FailureProps {
  readonly of: unknown;
  /** What to say where no request failed, but something else; absent: that the console is broken. */
  readonly otherwise?: string;
  readonly onRetry?: () => void;
}

/** A failure in the place of what could not be loaded or done. */
export function Failure({ of, otherwise, onRetry }: FailureProps): ReactNode {
  const isRequest = otherwise === undefined || of instanceof RequestFailure;
  return (
    <Alert color="red" variant="outline" icon={<Icon name="warning" />} role="alert">
      {isRequest ? failureWords(failureOf(of)) : otherwise}
      {onRetry !== undefined && mayHelp(failureOf(of)) && (
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

/** What a query found; until then its skeleton. What is old stays while new data is on its way, and when it fails, which is said. */
export function Loaded<Data>({ query, lines, children }: LoadedProps<Data>): ReactNode {
  const { data, error, isError, dataUpdatedAt } = query;
  const retry = (): void => void query.refetch();
  if (data === undefined) return isError ? <Failure of={error} onRetry={retry} /> : <Waiting lines={lines} />;
  return (
    <>
      {isError && <Outdated since={dataUpdatedAt} onRetry={retry} />}
      {children(data)}
    </>
  );
}

interface OutdatedProps {
  /** In milliseconds since 1970. */
  readonly since: number;
  readonly onRetry: () => void;
}

/** Says from when something is that could not be refreshed. */
const Outdated = ({ since, onRetry }: OutdatedProps): ReactNode => (
  <Alert color="yellow" variant="outline" icon={<Icon name="warning" />} role="status" mb="sm">
    {t('failure.outdated', { when: fullInstant(new Date(since).toISOString(), localZone()) })}{' '}
    <Button variant="default" size="compact-xs" onClick={onRetry}>
      {t('do.retry')}
    </Button>
  </Alert>
);
