import { Button, Group, NativeSelect, SimpleGrid } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { balanceQuery, limitsQuery, plansQuery, statementQuery } from '../../api/queries.ts';
import { useRights, useWorkspace } from '../../api/session.ts';
import { primaryAction } from '../../app/shortcuts.ts';
import { useNamedDialog } from '../../components/dialog.tsx';
import { DownloadButton } from '../../components/download-button.tsx';
import { EmptyBalance, Money } from '../../components/figures.tsx';
import { Pager, pageQuery } from '../../components/long-list.tsx';
import { LimitsTable, nearestLimits } from '../../components/limits-table.tsx';
import { Card, Page, Section } from '../../components/page.tsx';
import { Loaded } from '../../components/waiting.tsx';
import { t } from '../../text/text.ts';
import { groupDigits, parseDecimal } from '../../values/decimal.ts';
import { instantsOf, isPreset, presets, rangeOf } from '../../values/range.ts';
import { Alerts } from './alerts.tsx';
import { BookDialog } from './book-dialog.tsx';
import { FrozenAccount } from './frozen-account.tsx';
import { LedgerTable } from './ledger-table.tsx';
import styles from './credits.module.css';

const route = getRouteApi('/inside/credits');

/** What a workspace may spend, has, and had: plan, balance, ledger and alerts. */
export function CreditsPage(): ReactNode {
  const { id, time_zone: zone } = useWorkspace();
  const { operate, readLedger } = useRights();
  const { do: doing, after } = route.useSearch();
  const navigate = route.useNavigate();
  const limits = useQuery(limitsQuery(id, { ...pageQuery({ after }), ...nearestLimits }));
  const dialog = useNamedDialog();
  const actions = (
    <Group gap="xs">
      <Button variant="default" onClick={() => dialog.open({ do: 'adjust' })}>
        {t('credits.adjust')}
      </Button>
      <Button {...primaryAction} onClick={() => dialog.open({ do: 'grant' })}>
        {t('credits.grant')}
      </Button>
    </Group>
  );
  return (
    <Page title={t('nav.credits')} zone={zone} action={operate && actions}>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
        <PlanCard />
        <BalanceCard />
      </SimpleGrid>
      <Section title={t('overview.limits')}>
        <Loaded query={limits} lines={3}>
          {({ data, next }) => (
            <>
              <LimitsTable limits={data} zone={zone} isPart={after !== undefined || next !== null} />
              <Pager
                after={after}
                next={next}
                onMove={(to) => void navigate({ search: (search) => ({ ...search, after: to }) })}
              />
            </>
          )}
        </Loaded>
      </Section>
      {readLedger && <Ledger />}
      <Alerts />
      {operate && (doing === 'grant' || doing === 'adjust') && (
        <BookDialog action={doing} onClose={() => dialog.close({ do: undefined })} />
      )}
    </Page>
  );
}

function PlanCard(): ReactNode {
  const { plan_id: planId } = useWorkspace();
  const plans = useQuery(plansQuery);
  return (
    <Card>
      <h2 className={styles['label']}>{t('credits.plan')}</h2>
      <Loaded query={plans} lines={2}>
        {({ data }) => {
          const plan = data.find(({ id }) => id === planId);
          if (!plan) return planId === null ? t('credits.noPlan') : t('credits.planMissing', { plan: planId });
          const products = plan.products.includes('*') ? t('credits.allProducts') : plan.products.join(', ');
          const range =
            plan.monthly_credits === null
              ? t('credits.noMonth')
              : t('keys.limit.month', { amount: groupDigits(plan.monthly_credits) });
          return (
            <>
              <p className={styles['figure']}>{plan.name}</p>
              <p className={styles['note']}>
                {range} · {t('credits.products', { products })}
              </p>
            </>
          );
        }}
      </Loaded>
    </Card>
  );
}

function BalanceCard(): ReactNode {
  const { id } = useWorkspace();
  const balance = useQuery(balanceQuery(id));
  return (
    <Card>
      <h2 className={styles['label']}>{t('overview.balance')}</h2>
      <Loaded query={balance} lines={2}>
        {({ available, granted, charged, held, frozen_reason: frozen }) => (
          <>
            <p className={styles['figure']}>
              <Money amount={available} /> <small>{t('unit.credits')}</small>
            </p>
            <p className={styles['note']}>
              {t('credits.equation', {
                granted: groupDigits(granted),
                charged: groupDigits(charged),
                held: groupDigits(held),
              })}
            </p>
            {parseDecimal(available) <= 0n && <EmptyBalance />}
            <FrozenAccount reason={frozen} />
          </>
        )}
      </Loaded>
    </Card>
  );
}

const kinds = ['grant', 'topup', 'charges', 'refund', 'adjust', 'expire'] as const;

/** Everything that changed the balance, and a file of it. */
function Ledger(): ReactNode {
  const { id, time_zone: zone } = useWorkspace();
  const { kind, range: named } = route.useSearch();
  const navigate = route.useNavigate();
  const rangeName = named !== undefined && isPreset(named) ? named : 'month';
  const instants = instantsOf(rangeOf(rangeName, zone, new Date()), zone);
  const query = useQuery(statementQuery(id, { ...instants, zone }));
  const file = new URLSearchParams({ ...instants, zone }).toString();
  const side = (
    <Group gap="xs">
      <NativeSelect
        size="xs"
        aria-label={t('usage.range')}
        value={rangeName}
        data={presets.map((value) => ({ value, label: t(`usage.range.${value}`) }))}
        onChange={({ currentTarget: { value } }) =>
          void navigate({ search: (search) => ({ ...search, range: value }) })
        }
      />
      <NativeSelect
        size="xs"
        aria-label={t('ledger.kind')}
        value={kind ?? ''}
        data={[
          { value: '', label: t('ledger.all') },
          ...kinds.map((value) => ({ value, label: t(`ledger.kind.${value}`) })),
        ]}
        onChange={({ currentTarget: { value } }) =>
          void navigate({ search: (search) => ({ ...search, kind: value === '' ? undefined : value }) })
        }
      />
      <DownloadButton
        size="xs"
        variant="default"
        href={`/console/api/workspaces/${encodeURIComponent(id)}/statement/export?${file}`}
      >
        {t('ledger.export')}
      </DownloadButton>
    </Group>
  );
  return (
    <Section title={t('ledger.title')} side={side}>
      <Loaded query={query}>
        {(statement) => <LedgerTable of={statement} kind={kinds.find((each) => each === kind)} />}
      </Loaded>
    </Section>
  );
}
