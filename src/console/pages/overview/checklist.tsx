import { CloseButton } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Link, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { checklistQuery } from '../../api/queries.ts';
import { useRights, useWorkspace, type Rights } from '../../api/session.ts';
import { Status } from '../../components/figures.tsx';
import { t } from '../../text/text.ts';
import styles from './overview.module.css';

const places = {
  key: { to: '/keys', search: { do: 'create' } },
  first_call: { to: '/connect' },
  limit: { to: '/keys' },
  alert: { to: '/credits', search: { do: 'alert' } },
} as const satisfies Readonly<Record<string, LinkProps>>;

type Step = keyof typeof places;

const isStep = (name: string): name is Step => Object.hasOwn(places, name);

/** Which right each step takes. */
const rights = {
  key: 'manageKeys',
  first_call: 'manageKeys',
  limit: 'manageKeys',
  alert: 'readLedger',
} as const satisfies Readonly<Record<Step, keyof Rights>>;

/** What a new workspace still needs of the person. It ticks itself, and goes when all is done or it is closed. */
export function Checklist(): ReactNode {
  const { id } = useWorkspace();
  const { data } = useQuery(checklistQuery(id));
  const [closed, setClosed] = useLocalStorage<readonly string[]>({ key: 'diglot.checklists', defaultValue: [] });
  const may = useRights();
  const steps = data?.data.filter(({ step }) => isStep(step) && may[rights[step]]) ?? [];
  if (steps.every(({ done }) => done) || closed.includes(id)) return null;
  return (
    <section className={styles['setup']} aria-label={t('setup.title')}>
      <h2>{t('setup.title')}</h2>
      <ul className={styles['steps']}>
        {steps.map(({ step, done }) => (
          <li key={step}>
            <Status tone={done ? 'good' : 'quiet'}>
              {isStep(step) && !done ? <Link {...places[step]}>{t(`setup.${step}`)}</Link> : t(`setup.${step as Step}`)}
            </Status>
          </li>
        ))}
      </ul>
      <CloseButton ml="auto" size="sm" aria-label={t('setup.close')} onClick={() => setClosed([...closed, id])} />
    </section>
  );
}
