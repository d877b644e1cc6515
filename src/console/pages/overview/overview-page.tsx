import { Alert, SimpleGrid } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { limitsQuery, overviewQuery, usageQuery } from '../../api/queries.ts';
import { useRights, useWorkspace } from '../../api/session.ts';
import { ExpiringKeys } from '../../components/expiring-keys.tsx';
import { Icon } from '../../components/icons.tsx';
import { LimitsTable, nearestLimits } from '../../components/limits-table.tsx';
import { Empty, Page, Section } from '../../components/page.tsx';
import { ChartSwitch, UsageChart } from '../../components/usage-chart.tsx';
import { Loaded } from '../../components/waiting.tsx';
import { t } from '../../text/text.ts';
import { instantsOf, rangeOf } from '../../values/range.ts';
import { Checklist } from './checklist.tsx';
import { BalanceCard, FailingCard, MonthCard, TodayCard } from './overview-cards.tsx';

const route = getRouteApi('/inside/');

/** How a workspace does: balance, limits, calls and failures of today, and what it was charged each day. */
export function OverviewPage(): ReactNode {
  const { id, time_zone: zone } = useWorkspace();
  const overview = useQuery(overviewQuery(id));
  const { operate } = useRights();
  const limits = useQuery(limitsQuery(id, nearestLimits));
  const month = limits.data?.data.find(({ name }) => name === 'plan_month');
  return (
    <Page title={t('nav.overview')} zone={zone}>
      <Loaded query={overview} lines={4}>
        {(data) => (
          <>
            {data.demo_only && (
              <Alert mb="md" color="gray" role="note" icon={<Icon name="warning" />}>
                {t(operate ? 'overview.demoOnly' : 'overview.demoOnly.member')}
              </Alert>
            )}
            {data.balance.frozen_reason !== null && (
              <Alert mb="md" color="red" icon={<Icon name="warning" />} title={t('overview.frozen')}>
                {data.balance.frozen_reason}
              </Alert>
            )}
            <ExpiringKeys />
            <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }} spacing="md">
              <BalanceCard of={data} />
              <MonthCard limit={month} charged={data} zone={zone} />
              <TodayCard of={data} />
              <FailingCard of={data} />
            </SimpleGrid>
            <Checklist />
          </>
        )}
      </Loaded>
      <DailyChart />
      <Section title={t('overview.limits')}>
        <Loaded query={limits}>
          {({ data, next, missing_plan_id: missing }) => (
            <>
              {missing !== null && (
                <Alert mb="md" color="red" icon={<Icon name="warning" />}>
                  {t('overview.planMissing', { plan: missing })}
                </Alert>
              )}
              <LimitsTable limits={data.filter(({ name }) => name !== 'balance')} zone={zone} isPart={next !== null} />
              {next !== null && <Link to="/credits">{t('limit.more')}</Link>}
            </>
          )}
        </Loaded>
      </Section>
    </Page>
  );
}

/** Credits of each of the last 30 days, by model. */
function DailyChart(): ReactNode {
  const { id, time_zone: zone } = useWorkspace();
  const { shown } = route.useSearch();
  const navigate = route.useNavigate();
  const range = rangeOf('30d', zone, new Date());
  const question = { workspace_id: id, zone, group_by: ['model' as const], bucket: 'day' as const };
  const query = useQuery(usageQuery({ ...question, ...instantsOf(range, zone) }));
  return (
    <Section
      title={t('overview.daily')}
      side={
        <ChartSwitch
          shown={shown}
          onChange={(value) => void navigate({ search: (search) => ({ ...search, shown: value }), replace: true })}
        />
      }
    >
      <Loaded query={query} lines={8}>
        {({ data }) =>
          data.length === 0 ? (
            <Empty title={t('usage.noCallsYet')}>
              {t('overview.noCallsText')} <Link to="/connect">{t('nav.connect')}</Link>
            </Empty>
          ) : (
            <UsageChart
              rows={data}
              metric="credits"
              nameOf={({ model }) => model ?? '–'}
              over={{ range, bucket: 'day', zone }}
              label={t('overview.dailyLabel')}
              shown={shown}
              onPick={(picked, model) =>
                void navigate({ to: '/usage', search: { tab: 'calls', range: picked, model: model ?? undefined } })
              }
            />
          )
        }
      </Loaded>
    </Section>
  );
}
