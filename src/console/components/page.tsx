import { Title } from '@mantine/core';
import { useEffect, type ReactNode } from 'react';
import { useWorkspaceOrNone } from '../api/session.ts';
import { t } from '../text/text.ts';
import styles from './components.module.css';

interface PageProps {
  readonly title: string;
  /** The zone that times are in, named once in the head. */
  readonly zone?: string | undefined;
  /** The one primary action. */
  readonly action?: ReactNode;
  readonly children: ReactNode;
}

/** A page with its heading; the title of the browser's tab says the same. */
export function Page({ title, zone, action, children }: PageProps): ReactNode {
  // The navigation, which names it on the screen, is not printed.
  const workspace = useWorkspaceOrNone();
  useEffect(() => {
    document.title = `${title} · ${t('app.name')}`;
  }, [title]);
  return (
    <>
      <div className={styles['head']}>
        <Title order={1}>{title}</Title>
        <span className={styles['onPaper']}>{workspace?.name}</span>
        {zone !== undefined && <span className={styles['zone']}>{t('time.zone', { zone })}</span>}
        {action}
      </div>
      {children}
    </>
  );
}

/** A part of a page with a heading of its own. */
export const Section = ({
  title,
  side,
  children,
}: {
  readonly title: string;
  readonly side?: ReactNode;
  readonly children: ReactNode;
}): ReactNode => (
  <section className={styles['section']} aria-label={title}>
    <div className={styles['sectionHead']}>
      <Title order={2}>{title}</Title>
      {side}
    </div>
    {children}
  </section>
);

/** A frame around something that stands for itself. */
export const Card = ({ children }: { readonly children: ReactNode }): ReactNode => (
  <div className={styles['card']}>{children}</div>
);

/** What a place says where there is nothing yet, and what to do next. */
export const Empty = ({ title, children }: { readonly title: string; readonly children?: ReactNode }): ReactNode => (
  <div className={styles['empty']}>
    <strong>{title}</strong>
    {children !== undefined && <p>{children}</p>}
  </div>
);

/** Filters in a row. */
export const Filters = ({ children }: { readonly children: ReactNode }): ReactNode => (
  <div className={styles['filters']}>{children}</div>
);
