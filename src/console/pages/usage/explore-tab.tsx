import { Checkbox, Group, NativeSelect } from '@mantine/core';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { UsageRow, UsageTotals } from '../../../../generated/console/types.ts';
import { usageQuery } from '../../api/queries.ts';
import { useRights, useWorkspace } from '../../api/session.ts';
import { CopyButton } from '../../components/copy.tsx';
import { Empty, Filters, Section } from '../../components/page.tsx';
import { ChartSwitch, UsageChart } from '../../components/usage-chart.tsx';
import { Failure, Loaded, Waiting } from '../../components/waiting.tsx';
import { curlOf } from '../../snippets/snippets.ts';
import { t } from '../../text/text.ts';
import { bucketsFor } from '../../values/buckets.ts';
import { keyNames } from '../../values/key-names.ts';
import { instantsOf, rangeBefore, rangeName } from '../../values/range.ts';
import { metrics } from '../../values/series.ts';
import { CommonFilters, FilterSelect } from './filters.tsx';
import { GroupTable } from './group-table.tsx';
import { RangeFilter, rangeWords, ZoneFilter } from './range-filter.tsx';
import type { TabProps } from './tab-props.ts';
import { filterOf, groupNames, type GroupBy } from './usage-search.ts';

const ids: Readonly<Record<GroupBy, (row: UsageRow) => string | undefined>> = {
  model: ({ model }) => model,
  key: ({ key_id: key }) => key,
  product: ({ product_sku: product }) => product,
  operation: ({ operation }) => operation,
  status: ({ status }) => status,
};

/** What filters for a row's member of a group. */
const idOf = (row: UsageRow, by: GroupBy): string => ids[by](row) ?? '–';

/** A query as the control API reads it: a list is a repeated parameter. */
function queryOf(asked: Readonly<Record<string, string | readonly string[] | undefined>>): URLSearchParams {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(asked)) {
    for (const each of [value ?? []].flat()) query.append(name, each);
  }
  return query;
}

/** Usage over a range, by one group or two. */
export function ExploreTab(props: TabProps): ReactNode {
  const { view, search, change } = props;
  const { id: workspaceId } = useWorkspace();
  const { operate } = useRights();
  const groups = view.then === undefined ? [view.by] : [view.by, view.then];
  const question = { workspace_id: workspaceId, zone: view.zone, group_by: groups, ...filterOf(search) };
  const asked = { ...question, ...instantsOf(view.range, view.zone), bucket: view.bucket };
  const query = useQuery(usageQuery(asked));
  const rangeEarlier = rangeBefore(view, new Date());
  const earlier = useQuery({
    ...usageQuery({ ...question, ...instantsOf(rangeEarlier, view.zone), bucket: 'all' }),
    enabled: view.compares,
  });
  const keys = keyNames([query, ...(view.compares ? [earlier] : [])].flatMap(({ data }) => data?.data ?? []));
  const nameOf = (row: UsageRow): string =>
    groups.map((by) => (by === 'key' ? keys.get(row.key_id) : null) ?? idOf(row, by)).join(' · ');
  const toCalls = (row: UsageRow | undefined, range?: string): void => {
    const narrowed = row ? Object.fromEntries(groups.map((by) => [by, idOf(row, by)])) : {};
    change({ ...narrowed, tab: 'calls', ...(range !== undefined && { range }) });
  };
  return (
    <>
      <ExploreFilters {...props} />
      <Loaded query={query} lines={9}>
        {({ data: rows, totals }) => (
          <>
            {rows.length > 0 && <TimeChart {...props} rows={rows} nameOf={nameOf} onPick={toCalls} />}
            <Compared
              query={view.compares ? earlier : null}
              isOfNow={earlier.isPlaceholderData === query.isPlaceholderData}
            >
              {(before) =>
                rows.length === 0 && (before?.data ?? []).length === 0 ? (
                  <Empty title={t('usage.none', { range: rangeWords(view) })}>{t('usage.noneText')}</Empty>
                ) : (
                  <GroupTable
                    rows={rows}
                    totals={totals}
                    earlier={
                      before && {
                        rows: before.data,
                        totals: before.totals,
                        words: rangeWords({ range: rangeEarlier, zone: view.zone }),
                      }
                    }
                    title={groups.map((by) => t(`usage.by.${by}`)).join(' · ')}
                    metric={view.metric}
                    nameOf={nameOf}
                    onOpen={(row, isEarlier) => toCalls(row, isEarlier ? rangeName(rangeEarlier) : undefined)}
                  />
                )
              }
            </Compared>
            {operate && rows.length > 0 && <CopyQuestion path={`/usage?${queryOf(asked).toString()}`} />}
          </>
        )}
      </Loaded>
    </>
  );
}

/** The question of the page as a command. */
const CopyQuestion = ({ path }: { readonly path: string }): ReactNode => (
  <Group justify="flex-end" mt="sm">
    <CopyButton text={curlOf(location.origin, path)} what={t('copy.curl')} label={t('copy.curl')} />
  </Group>
);

interface Usage {
  readonly data: readonly UsageRow[];
  readonly totals: UsageTotals;
}

interface ComparedProps {
  /** Usage of the time before; null: nothing is compared. */
  readonly query: UseQueryResult<Usage> | null;
  /** Whether its data answers the same question as that of the present: both are the last one's, or neither is. */
  readonly isOfNow: boolean;
  /** @param before absent if nothing is compared, or it could not be loaded */
  readonly children: (before: Usage | undefined) => ReactNode;
}

/** Waits for the time before. A failure of it is said, and does not hide the present. */
function Compared({ query, isOfNow, children }: ComparedProps): ReactNode {
  if (query === null) return children(undefined);
  if (query.data === undefined && query.isError) {
    return (
      <>
        <Failure of={query.error} onRetry={() => void query.refetch()} />
        {children(undefined)}
      </>
    );
  }
  if (!isOfNow) return <Waiting lines={9} />;
  return (
    <Loaded query={query} lines={9}>
      {children}
    </Loaded>
  );
}

interface ChartProps extends TabProps {
  readonly rows: readonly UsageRow[];
  readonly nameOf: (row: UsageRow) => string;
  /** Called with a row of the part that was clicked, if it is one, and the range of its bar. */
  readonly onPick: (row: UsageRow | undefined, range: string) => void;
}

function TimeChart({ view, search, change, rows, nameOf, onPick }: ChartProps): ReactNode {
  const metric = t(`usage.metric.${view.metric}`);
  return (
    <Section
      title={t('usage.chart', { metric, bucket: t(`usage.bucket.${view.bucket}`) })}
      side={<ChartSwitch shown={search.shown} onChange={(shown) => change({ shown })} />}
    >
      <UsageChart
        rows={rows}
        metric={view.metric}
        nameOf={nameOf}
        over={view}
        label={t('usage.chartLabel', { metric, range: rangeWords(view) })}
        shown={search.shown}
        onPick={(range, name) =>
          onPick(
            rows.find((row) => nameOf(row) === name),
            range,
          )
        }
      />
    </Section>
  );
}

function ExploreFilters(props: TabProps): ReactNode {
  const { view, change } = props;
  return (
    <Filters>
      <RangeFilter {...props} />
      <ZoneFilter {...props} />
      <NativeSelect
        aria-label={t('usage.groupBy')}
        value={view.by}
        data={groupNames.map((name) => ({ value: name, label: t('usage.byName', { name: t(`usage.by.${name}`) }) }))}
        onChange={({ currentTarget: { value } }) => change({ by: value })}
      />
      <FilterSelect
        label={t('usage.thenBy')}
        all={t('usage.thenNothing')}
        value={view.then}
        choices={groupNames
          .filter((name) => name !== view.by)
          .map((name) => ({ value: name, label: t('usage.thenName', { name: t(`usage.by.${name}`) }) }))}
        onChange={(value) => change({ then: value })}
      />
      <NativeSelect
        aria-label={t('usage.metric')}
        value={view.metric}
        data={metrics.map((name) => ({ value: name, label: t(`usage.metric.${name}`) }))}
        onChange={({ currentTarget: { value } }) => change({ metric: value })}
      />
      <NativeSelect
        aria-label={t('usage.bucket')}
        value={view.bucket}
        data={bucketsFor(view.range).map((name) => ({ value: name, label: t(`usage.bucket.${name}`) }))}
        onChange={({ currentTarget: { value } }) => change({ bucket: value })}
      />
      <CommonFilters {...props} />
      <Group h={36} align="center">
        <Checkbox
          label={t('usage.compare')}
          checked={view.compares}
          onChange={({ currentTarget: { checked } }) => change({ compare: checked ? 'yes' : undefined })}
        />
      </Group>
    </Filters>
  );
}
