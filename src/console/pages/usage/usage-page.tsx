import { Tabs } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useWorkspace } from '../../api/session.ts';
import { Page } from '../../components/page.tsx';
import { t } from '../../text/text.ts';
import { CallsTab } from './calls-tab.tsx';
import { ExploreTab } from './explore-tab.tsx';
import { ExportTab } from './export-tab.tsx';
import { RefusedTab } from './refused-tab.tsx';
import { SavedViews } from './saved-views.tsx';
import type { TabProps } from './tab-props.ts';
import { readView, tabs, type Tab, type UsageSearch } from './usage-search.ts';

const route = getRouteApi('/inside/usage');

const panels: Readonly<Record<Tab, (props: TabProps) => ReactNode>> = {
  explore: ExploreTab,
  calls: CallsTab,
  refused: RefusedTab,
  export: ExportTab,
};

/** Usage and charges of a workspace: explored, call by call, and exported. */
export function UsagePage(): ReactNode {
  const { time_zone: ownZone } = useWorkspace();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const view = readView(search, ownZone, new Date());
  const change = (changed: UsageSearch): void =>
    void navigate({ search: (present) => ({ ...present, after: undefined, ...changed }) });
  return (
    <Page title={t('usage.title')} zone={view.zone} action={<SavedViews />}>
      <Tabs value={view.tab} onChange={(tab) => change({ tab: tab ?? undefined, call: undefined })} keepMounted={false}>
        <Tabs.List mb="md" aria-label={t('usage.title')}>
          {tabs.map((tab) => (
            <Tabs.Tab key={tab} value={tab}>
              {t(`usage.tab.${tab}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {tabs.map((tab) => {
          const Panel = panels[tab];
          return (
            <Tabs.Panel key={tab} value={tab}>
              <Panel search={search} view={view} change={change} />
            </Tabs.Panel>
          );
        })}
      </Tabs>
    </Page>
  );
}
