import { Button } from '@mantine/core';
import { Link, useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { failureOf } from '../api/client.ts';
import { Empty } from '../components/page.tsx';
import { FailureText } from '../components/waiting.tsx';
import { t } from '../text/text.ts';

/** For an address that is no page. */
export const MissingPage = (): ReactNode => (
  <Empty title={t('page.missing')}>
    {t('page.missingText')} <Link to="/">{t('page.home')}</Link>
  </Empty>
);

/** For a page that failed as a whole. */
export function BrokenPage({ error }: { readonly error: unknown }): ReactNode {
  const router = useRouter();
  return (
    <Empty title={t('failure.title')}>
      <FailureText failure={failureOf(error)} />
      <br />
      <Button mt="md" variant="default" onClick={() => void router.invalidate()}>
        {t('do.retry')}
      </Button>
    </Empty>
  );
}
