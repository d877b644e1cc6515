import { Anchor, Space, Text, UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { RefusedRow } from '../../../../generated/console/types.ts';
import { refusedQuery } from '../../api/queries.ts';
import { useRights, useWorkspace, type Rights } from '../../api/session.ts';
import { DataTable, type Column } from '../../components/data-table.tsx';
import { ExactInstant, grouped, Secondary } from '../../components/figures.tsx';
import { KeySelect } from '../../components/key-select.tsx';
import { Empty, Filters, Section } from '../../components/page.tsx';
import { ChartSwitch, UsageChart } from '../../components/usage-chart.tsx';
import { Loaded } from '../../components/waiting.tsx';
import { isTextKey, t } from '../../text/text.ts';
import { keyNames } from '../../values/key-names.ts';
import { instantsOf } from '../../values/range.ts';
import { RangeFilter, rangeWords, ZoneFilter } from './range-filter.tsx';
import type { TabProps } from './tab-props.ts';
import styles from './usage.module.css';

/** Calls that were refused before they began: why, of which keys, and what to do. */
export function RefusedTab(props: TabProps): ReactNode {
  const { search, view, change } = props;
  const { id: workspaceId } = useWorkspace();
  const ofKey = search.key !== undefined && { key_id: search.key };
  const asked = { workspace_id: workspaceId, zone: view.zone, ...instantsOf(view.range, view.zone), ...ofKey };
  const query = useQuery(refusedQuery({ ...asked, group_by: ['code', 'key'] }));
  const overTime = useQuery(refusedQuery({ ...asked, group_by: ['code'], bucket: view.bucket }));
  return (
    <>
      <Filters>
        <RangeFilter {...props} />
        <ZoneFilter {...props} />
        <KeySelect
          label={t('usage.by.key')}
          placeholder={t('usage.all.key')}
          value={search.key}
          onChange={(key) => change({ key })}
        />
      </Filters>
      <Loaded query={query} lines={9}>
        {({ data: rows, totals }) =>
          rows.length === 0 ? (
            <Empty title={t('refused.none', { range: rangeWords(view) })}>{t('refused.noneText')}</Empty>
          ) : (
            <>
              <Loaded query={overTime}>{({ data }) => <TimeChart {...props} rows={data} />}</Loaded>
              <Space h="md" />
              <Reasons rows={rows} calls={totals.calls} zone={view.zone} onKey={(key) => change({ key })} />
              <Text size="xs" c="dimmed" mt="xs">
                {t('refused.note')}
              </Text>
            </>
          )
        }
      </Loaded>
    </>
  );
}

function TimeChart({ view, search, change, rows }: TabProps & { readonly rows: readonly RefusedRow[] }): ReactNode {
  return (
    <Section
      title={t('refused.overTime')}
      side={<ChartSwitch shown={search.shown} onChange={(shown) => change({ shown })} />}
    >
      <UsageChart
        height={130}
        rows={rows.map((row) => ({ ...row, units: {}, charge: '0' }))}
        metric="calls"
        nameOf={titleOf}
        over={view}
        label={t('refused.overTimeLabel', { range: rangeWords(view) })}
        shown={search.shown}
        onPick={(range) => change({ range })}
      />
    </Section>
  );
}

/** A text of the console, if it has one of this name: the gateway may know more codes than it. */
const ownText = (name: string): string | undefined => (isTextKey(name) ? t(name) : undefined);

const titleOf = ({ code = '', title }: RefusedRow): string => ownText(`refused.${code}`) ?? title ?? code;

/** One reason, with the keys that were refused for it. */
interface Reason {
  readonly sample: RefusedRow;
  readonly calls: number;
  readonly lastAt: string;
  readonly keys: readonly RefusedRow[];
}

function reasonsIn(rows: readonly RefusedRow[]): readonly Reason[] {
  return [...Map.groupBy(rows, ({ code }) => code).values()]
    .flatMap((keys): readonly Reason[] => {
      const [sample] = keys;
      if (!sample) return [];
      const calls = keys.reduce((sum, row) => sum + row.calls, 0);
      const lastAt = keys.reduce((last, row) => (row.last_at > last ? row.last_at : last), '');
      return [{ sample, calls, lastAt, keys: keys.toSorted((one, other) => other.calls - one.calls) }];
    })
    .toSorted((one, other) => other.calls - one.calls);
}

interface ReasonsProps {
  readonly rows: readonly RefusedRow[];
  readonly calls: number;
  readonly zone: string;
  readonly onKey: (keyId: string | undefined) => void;
}

function Reasons({ rows, calls, zone, onKey }: ReasonsProps): ReactNode {
  const rights = useRights();
  const names = keyNames(rows);
  const columns: readonly Column<Reason>[] = [
    {
      id: 'reason',
      title: t('refused.reason'),
      sortBy: ({ sample }) => titleOf(sample),
      show: ({ sample }) => (
        <>
          {titleOf(sample)}
          <Secondary>
            <Anchor href={`/errors/${sample.code ?? ''}`} size="xs">
              {sample.code}
            </Anchor>
          </Secondary>
        </>
      ),
    },
    { id: 'do', title: t('refused.do'), show: (reason) => <Remedy of={reason} rights={rights} /> },
    {
      id: 'keys',
      title: t('usage.by.key'),
      show: ({ keys }) => <Keys of={keys} names={names} onKey={onKey} />,
    },
    {
      id: 'calls',
      title: t('usage.metric.calls'),
      isNumber: true,
      sortBy: (reason) => reason.calls,
      show: (reason) => grouped(reason.calls),
      total: grouped(calls),
    },
    {
      id: 'last',
      title: t('refused.last'),
      sortBy: ({ lastAt }) => lastAt,
      show: ({ lastAt }) => <ExactInstant at={lastAt} zone={zone} />,
    },
  ];
  return (
    <DataTable
      caption={t('refused.title')}
      columns={columns}
      rows={reasonsIn(rows)}
      rowId={({ sample }) => sample.code ?? ''}
    />
  );
}

/** Most keys that are named for one reason. */
const namedKeys = 5;

interface KeysProps {
  readonly of: readonly RefusedRow[];
  readonly names: ReadonlyMap<string | undefined, string>;
  readonly onKey: ReasonsProps['onKey'];
}

/** The keys that were refused most, and how often. A name shows what that key was refused for. */
function Keys({ of, names, onKey }: KeysProps): ReactNode {
  const more = of.length - namedKeys;
  return (
    <>
      {of.slice(0, namedKeys).map(({ key_id: id, calls }) => (
        <div key={id}>
          <UnstyledButton className={styles['name'] ?? ''} onClick={() => onKey(id)}>
            {names.get(id) ?? id}
          </UnstyledButton>
          {of.length > 1 && ` · ${grouped(calls)}`}
        </div>
      ))}
      {more > 0 && <Secondary>{t('refused.moreKeys', { count: more })}</Secondary>}
    </>
  );
}

const models: LinkProps = { to: '/models' };
const credits: LinkProps = { to: '/credits' };

/** Where the console can help, by code. `key`: to what the key may do, for those who may change it. */
const places: Readonly<Record<string, LinkProps | 'key'>> = {
  out_of_scope: 'key',
  limit_reached: 'key',
  invalid_api_key: { to: '/keys', search: { show: 'ended' } },
  insufficient_credits: credits,
  model_not_found: models,
  product_required: models,
  product_not_found: models,
};

/** The link texts, by where they lead. */
const linkTexts = { '/models': 'nav.models', '/credits': 'nav.credits', '/keys': 'nav.keys' } as const;

function placeOf({ sample, keys }: Reason, { manageKeys }: Rights): LinkProps | undefined {
  const place = places[sample.code ?? ''];
  if (place !== 'key') return place;
  if (!manageKeys) return undefined;
  const [only] = keys;
  return { to: '/keys', ...(keys.length === 1 && { search: { key: only?.key_id } }) };
}

function Remedy({ of, rights }: { readonly of: Reason; readonly rights: Rights }): ReactNode {
  const { code = '', remedy = '' } = of.sample;
  const place = placeOf(of, rights);
  const to = place?.to as keyof typeof linkTexts | undefined;
  return (
    <>
      {ownText(`refused.${code}.do`) ?? remedy}
      {place && to && (
        <div>
          <Link {...place}>{t(linkTexts[to])}</Link>
        </div>
      )}
    </>
  );
}
