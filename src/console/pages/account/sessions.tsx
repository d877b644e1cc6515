import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { SessionInfo } from '../../../../generated/console/types.ts';
import { api, dataOf } from '../../api/client.ts';
import { sessionsQuery } from '../../api/queries.ts';
import { DataTable, type Column } from '../../components/data-table.tsx';
import { shortInstant } from '../../components/days.ts';
import { Instant, Status } from '../../components/figures.tsx';
import { Failure, Loaded } from '../../components/waiting.tsx';
import { RowAction } from '../../components/row-actions.tsx';
import { t } from '../../text/text.ts';
import { localZone } from '../../values/zone.ts';

/** Where the person is signed in; each session can be ended. */
export function Sessions(): ReactNode {
  const query = useQuery(sessionsQuery);
  const client = useQueryClient();
  const end = useMutation({
    mutationFn: ({ id }: SessionInfo) =>
      dataOf(api.DELETE('/sessions/{session_id}', { params: { path: { session_id: id } } })),
    onSettled: () => client.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  });
  const zone = localZone();
  const columns: readonly Column<SessionInfo>[] = [
    { id: 'client', title: t('account.session.client'), show: ({ client: name }) => browserName(name) },
    { id: 'method', title: t('account.session.method'), show: ({ method }) => t(`method.${method}`) },
    { id: 'since', title: t('account.session.since'), show: ({ created_at: at }) => <Instant at={at} zone={zone} /> },
    { id: 'used', title: t('account.session.used'), show: ({ last_used_at: at }) => <Instant at={at} zone={zone} /> },
    {
      id: 'end',
      title: t('keys.column.actions'),
      isAction: true,
      show: (session) =>
        session.current ? (
          <Status tone="good">{t('account.session.present')}</Status>
        ) : (
          <RowAction
            text={t('account.session.end')}
            name={t('account.session.endOf', {
              client: browserName(session.client),
              since: shortInstant(session.created_at, zone),
            })}
            onClick={() => end.mutate(session)}
          />
        ),
    },
  ];
  return (
    <>
      <Loaded query={query} lines={2}>
        {({ data }) => (
          <DataTable caption={t('account.sessions')} columns={columns} rows={data} rowId={({ id }) => id} />
        )}
      </Loaded>
      {end.isError && <Failure of={end.error} />}
    </>
  );
}

/** The short name in a browser's long one. */
function browserName(client: string | null): string {
  const known = /(Firefox|Edg|OPR|Chrome|Safari|curl)\/[0-9]+/.exec(client ?? '')?.[0];
  return known ?? client ?? '–';
}
