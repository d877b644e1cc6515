import { Space } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { usageQuery } from '../../api/queries.ts';
import { useWorkspace } from '../../api/session.ts';
import { Section } from '../../components/page.tsx';
import { Failure } from '../../components/waiting.tsx';
import { ChartSwitch, UsageChart } from '../../components/usage-chart.tsx';
import { t } from '../../text/text.ts';
import { instantsOf } from '../../values/range.ts';
import { rangeWords } from './range-filter.tsx';
import type { TabProps } from './tab-props.ts';
import { filterOf } from './usage-search.ts';

/** How many calls the filters match over time, by class of status. A bar narrows the range and the status to its own. */
export function CallsHistogram({ view, search, change }: TabProps): ReactNode {
  const { id: workspaceId } = useWorkspace();
  // Sums of usage know neither outcomes nor request ids.
  const isShown = search.outcome === undefined && search.request === undefined;
  const query = useQuery({
    ...usageQuery({
      workspace_id: workspaceId,
      zone: view.zone,
      group_by: ['status'],
      bucket: view.bucket,
      ...filterOf(search),
      ...instantsOf(view.range, view.zone),
    }),
    enabled: isShown,
  });
  const rows = query.data?.data ?? [];
  if (!isShown) return null;
  if (query.data === undefined && query.isError) {
    return <Failure of={query.error} onRetry={() => void query.refetch()} />;
  }
  if (rows.length === 0) return null;
  return (
    <>
      <Section
        title={t('usage.histogram')}
        side={<ChartSwitch shown={search.shown} onChange={(shown) => change({ shown })} />}
      >
        <UsageChart
          height={130}
          rows={rows}
          metric="calls"
          nameOf={({ status }) => `${status?.charAt(0) ?? '–'}xx`}
          over={view}
          label={t('usage.histogramLabel', { range: rangeWords(view) })}
          shown={search.shown}
          onPick={(range, status) => change({ range, ...(status !== null && { status }) })}
        />
      </Section>
      <Space h="md" />
    </>
  );
}
