import { Radio, Stack } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useWorkspace } from '../../api/session.ts';
import { DownloadButton } from '../../components/download-button.tsx';
import { Card } from '../../components/page.tsx';
import { t } from '../../text/text.ts';
import { instantsOf } from '../../values/range.ts';
import { CallFilters } from './filters.tsx';
import { rangeWords } from './range-filter.tsx';
import type { TabProps } from './tab-props.ts';
import { callFilterOf, filterOf } from './usage-search.ts';

const contents = ['calls', 'jsonl', 'focus', 'usage'] as const;

type Content = (typeof contents)[number];

/** The address of a file: everything that the filters match. */
function addressOf(content: Content, { search, view }: TabProps, workspaceId: string): string {
  const usage = {
    workspace_id: workspaceId,
    zone: view.zone,
    bucket: 'day',
    ...instantsOf(view.range, view.zone),
    ...filterOf(search),
  };
  if (content === 'usage') {
    const query = new URLSearchParams(usage);
    for (const by of ['key', 'model', 'product', 'operation']) query.append('group_by', by);
    return `/console/api/usage/export?${query.toString()}`;
  }
  const query = new URLSearchParams(callFilterOf(search, view, workspaceId));
  if (content !== 'calls') query.set('format', content);
  return `/console/api/calls/export?${query.toString()}`;
}

/** Files of everything that the filters match, without a limit of rows. */
export function ExportTab(props: TabProps): ReactNode {
  const { search, view } = props;
  const { id } = useWorkspace();
  const [content, setContent] = useState<Content>('calls');
  const isOfCalls = content !== 'usage';
  const range = (isOfCalls && search.request) || rangeWords(view);
  return (
    <>
      <CallFilters {...props} />
      <Card>
        <Stack gap="md" align="flex-start">
          <Radio.Group label={t('export.what')} value={content} onChange={(value) => setContent(value)}>
            <Stack gap={10} mt={8}>
              {contents.map((value) => (
                <Radio key={value} value={value} label={t(`export.${value}`)} description={t(`export.${value}Text`)} />
              ))}
            </Stack>
          </Radio.Group>
          <DownloadButton maw="100%" href={addressOf(content, props, id)} data-primary-action="">
            {t('export.do', { format: content === 'jsonl' ? 'JSONL' : 'CSV', range })}
          </DownloadButton>
          {!isOfCalls && (search.outcome ?? search.request) !== undefined && <small>{t('export.allOutcomes')}</small>}
          <small>{t('export.note')}</small>
        </Stack>
      </Card>
    </>
  );
}
