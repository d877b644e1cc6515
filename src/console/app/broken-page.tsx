import { Button } from '@mantine/core';
import { Link, useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { failureOf } from '../api/client.ts';
import { Empty } from '../components/page.tsx';
import { failureWords } from '../components/waiting.tsx';
import { t } from '../text/text.ts';

/** For an address that is no page. */
export const MissingPage = (): ReactNode => (
  <Empty title={t('page.missing')}>
    {t('page.missingText')} <Link to="/">{t('page.home')}</Link>
  </Empty>
);

/** What Chromium, Firefox and Safari say of a part of the console that they could not load. */
const notLoaded = /dynamically imported module|Importing a module script failed/;

const isNotLoaded = (error: unknown): boolean => error instanceof TypeError && notLoaded.test(error.message);

/** For a page that failed as a whole. */
export function BrokenPage({ error }: { readonly error: unknown }): ReactNode {
  const router = useRouter();
  return (
    <Empty title={t('failure.title')}>
      {isNotLoaded(error) ? t('failure.unreachable') : failureWords(failureOf(error))}
      <br />
      <Link to="/">{t('page.home')}</Link>
      <br />
      <Button mt="md" variant="default" onClick={() => void router.invalidate()}>
        {t('do.retry')}
      </Button>
    </Empty>
  );
}
