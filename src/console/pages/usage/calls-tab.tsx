import { Button, Checkbox, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { callsQuery, keyQuery, keysQuery, refusedQuery } from '../../api/queries.ts';
import { useWorkspace } from '../../api/session.ts';
import { useNamedDialog } from '../../components/dialog.tsx';
import { grouped, relativeTime } from '../../components/figures.tsx';
import { Pager } from '../../components/long-list.tsx';
import { Empty } from '../../components/page.tsx';
import { Loaded } from '../../components/waiting.tsx';
import { t } from '../../text/text.ts';
import { instantsOf } from '../../values/range.ts';
import { CallDrawer } from './call-drawer.tsx';
import { CallsHistogram } from './calls-histogram.tsx';
import { CallsTable } from './calls-table.tsx';
import { CallFilters } from './filters.tsx';
import { rangeWords } from './range-filter.tsx';
import type { TabProps } from './tab-props.ts';
import { callFilterOf, type UsageSearch } from './usage-search.ts';

/** Calls of a page: fewer on a phone, where each takes half a screen. */
const pageLength = (): number => (window.innerWidth < 720 ? 15 : 50);

/** Calls, the newest first, and each of them explained. */
export function CallsTab(props: TabProps): ReactNode {
  const { search, view, change } = props;
  const { id: workspaceId } = useWorkspace();
  const isLive = search.live === 'yes';
  const filter = callFilterOf(search, view, workspaceId);
  const page = search.after === undefined ? {} : { after: search.after };
  const query = useQuery(callsQuery({ ...filter, ...page, limit: pageLength() }, isLive));
  const dialog = useNamedDialog();
  return (
    <>
      <CallFilters {...props}>
        <Group h={36} align="center">
          <Checkbox
            label={t('usage.live')}
            checked={isLive}
            onChange={({ currentTarget: { checked } }) => change({ live: checked ? 'yes' : undefined })}
          />
        </Group>
      </CallFilters>
      <CallsHistogram {...props} />
      <Loaded query={query} lines={10}>
        {({ data: calls, next }) => (
          <>
            <CallsTable
              calls={calls}
              zone={view.zone}
              empty={next === null ? <NoCalls {...props} /> : <Empty title={t('usage.noCallsSoFar')} />}
              onOpen={({ id }) => dialog.open({ call: id })}
            />
            <Pager
              after={search.after}
              next={next}
              words={{ first: t('do.newest'), next: t('do.older') }}
              onMove={(after) => change(after === undefined ? { after } : { after, live: undefined })}
            />
          </>
        )}
      </Loaded>
      {search.call !== undefined && (
        <CallDrawer callId={search.call} zone={view.zone} onClose={() => dialog.close({ call: undefined })} />
      )}
    </>
  );
}

/** Says which filters matched nothing, and when the last call by the key was. */
function NoCalls({ search, view, change }: TabProps): ReactNode {
  const { id } = useWorkspace();
  const { data: key } = useQuery({ ...keyQuery(id, search.key ?? ''), enabled: search.key !== undefined });
  const { data: used } = useQuery(keysQuery(id, { used: true, limit: 1 }));
  const words = [...namedFilters(search), key?.name].filter((word) => word !== undefined);
  if (search.request !== undefined)
    return (
      <Empty title={t('usage.noRequest', { id: search.request })}>
        {t('usage.noRequestText')} <a href="/errors">{t('usage.errorsLink')}</a>{' '}
        <Button variant="subtle" size="compact-sm" onClick={() => change({ request: undefined })}>
          {t('do.reset')}
        </Button>
      </Empty>
    );
  const parts = [...words, `${rangeWords(view)} (${view.zone})`].join(', ');
  const last = key?.last_used;
  const refused = <RefusedInstead {...{ search, view, change }} />;
  if (words.length === 0 && (used?.data ?? []).length === 0)
    return (
      <Empty title={t('usage.noCallsYet')}>
        {t('usage.noCallsYetText')} {refused}
      </Empty>
    );
  return (
    <Empty title={t('usage.noCalls', { filters: parts })}>
      {key && last && t('usage.lastCallBy', { name: key.name, when: relativeTime(last.at, Date.now()) })} {refused}
    </Empty>
  );
}

/** Leads to the calls that were refused before they began, where there are any. */
function RefusedInstead({ search: { key }, view: { range, zone }, change }: TabProps): ReactNode {
  const { id } = useWorkspace();
  const asked = { workspace_id: id, zone, ...instantsOf(range, zone), ...(key !== undefined && { key_id: key }) };
  const { data } = useQuery(refusedQuery(asked));
  const count = data?.totals.calls ?? 0;
  if (count === 0) return null;
  return (
    <Button variant="subtle" size="compact-sm" onClick={() => change({ tab: 'refused' })}>
      {t('overview.refused', { count: grouped(count) })}
    </Button>
  );
}

const namedFilters = ({ status, model, product, operation, outcome }: UsageSearch): readonly string[] =>
  [status && t('usage.statusWord', { status }), model, product, operation, outcome].filter(
    (word) => typeof word === 'string',
  );
