import { Alert, Button, Group, SimpleGrid, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useEffect, useState, type FormEvent, type ReactNode } from 'react';
import type { AuditEntry, System } from '../../../../generated/console/types.ts';
import { auditQuery, providersQuery, systemQuery, verification } from '../../api/operator-queries.ts';
import { CopyableId } from '../../components/copy.tsx';
import { DataTable, type Column } from '../../components/data-table.tsx';
import { grouped, ExactInstant, Instant, Secondary, Status } from '../../components/figures.tsx';
import { Icon } from '../../components/icons.tsx';
import { withoutSecrets } from '../../components/long-list.tsx';
import { Card, Empty, Page, Section } from '../../components/page.tsx';
import { Failure, Loaded } from '../../components/waiting.tsx';
import { t } from '../../text/text.ts';
import { ChangeList } from './change-list.tsx';
import { failureWords } from './providers.tsx';
import { localZone } from '../../values/zone.ts';

const route = getRouteApi('/inside/operator/system');

/** How the server does: version, database, instances, books, last errors, and everything that was changed. */
export function SystemPage(): ReactNode {
  const query = useQuery(systemQuery);
  const zone = localZone();
  return (
    <Page title={t('nav.system')} zone={zone}>
      <Loaded query={query}>
        {(system) => (
          <>
            <Failing zone={zone} />
            {system.warning !== null && (
              <Alert mb="md" color="yellow" icon={<Icon name="warning" />}>
                {system.warning}
              </Alert>
            )}
            <Facts of={system} zone={zone} />
            <Books of={system} zone={zone} />
            <Instances of={system} zone={zone} />
            <Errors of={system} zone={zone} />
          </>
        )}
      </Loaded>
      <Audit zone={zone} />
    </Page>
  );
}

/** Failures in a row after which a provider that answers counts as failing: a single one is often the call's own. */
const manyAttempts = 3;

/** Statuses that are never the call's own: the credential, or the credit of the account. */
const lasting: readonly unknown[] = [401, 402];

/** Names the providers that fail, and why; nothing where none does. */
function Failing({ zone }: { readonly zone: string }): ReactNode {
  const { data } = useQuery(providersQuery);
  const away = (data?.data ?? []).filter(
    ({ reachable, failing }) =>
      reachable === false || lasting.includes(failing?.status) || (failing?.attempts ?? 0) >= manyAttempts,
  );
  if (away.length === 0) return null;
  return (
    <Alert
      mb="md"
      color="red"
      icon={<Icon name="warning" />}
      title={t('system.failing', { count: away.length, name: away[0]?.id ?? '' })}
    >
      {away.map(({ id, failing }) => {
        const words = failing == null ? null : failureWords(failing, zone);
        return <div key={id}>{words === null ? id : `${id}: ${words.why}, ${words.since}`}</div>;
      })}
      {t('system.failingEffect')}{' '}
      <Link to="/operator/catalogue" search={{ tab: 'providers' }}>
        {t('catalogue.providers')}
      </Link>
    </Alert>
  );
}

interface PartProps {
  readonly of: System;
  readonly zone: string;
}

const engineNames: Readonly<Record<string, string>> = { sqlite: 'SQLite', postgresql: 'PostgreSQL' };

const Facts = ({ of, zone }: PartProps): ReactNode => (
  <SimpleGrid cols={{ base: 1, sm: 2, md: 4 }}>
    <Card>
      <Secondary>{t('system.version')}</Secondary>
      <strong>{of.version}</strong>
      <Secondary>Node {of.node}</Secondary>
    </Card>
    <Card>
      <Secondary>{t('system.database')}</Secondary>
      <Status tone={of.database.state === 'ok' ? 'good' : 'bad'}>
        {engineNames[of.database.engine] ?? of.database.engine}: {t(`system.state.${of.database.state}`)}
      </Status>
      {of.database.message !== null && <Secondary>{of.database.message}</Secondary>}
    </Card>
    <Card>
      <Secondary>{t('system.started')}</Secondary>
      <Instant at={of.started_at} zone={zone} />
    </Card>
    <Card>
      <Secondary>{t('system.open')}</Secondary>
      <strong>{grouped(of.open_calls)}</strong>
    </Card>
  </SimpleGrid>
);

/** The last comparison of sums, and the comparison of every row by hand. */
function Books({ of: { reconciliation: last }, zone }: PartProps): ReactNode {
  const verify = useMutation({ mutationFn: verification });
  const side = (
    <Button size="xs" variant="default" loading={verify.isPending} onClick={() => verify.mutate()}>
      {t('system.verify')}
    </Button>
  );
  return (
    <Section title={t('system.books')} side={side}>
      {last === null ? (
        t('system.notCompared')
      ) : (
        <Group gap="xs">
          <Status tone={last.ok ? 'good' : 'bad'}>
            {last.ok ? t('system.agree') : t('system.disagree', { count: last.disagreements })}
          </Status>
          <Instant at={last.at} zone={zone} />
        </Group>
      )}
      {verify.isError && <Failure of={verify.error} />}
      {verify.data && (
        <Alert mt="sm" color={verify.data.ok ? 'green' : 'red'} role="status">
          {verify.data.ok
            ? t('system.verified')
            : verify.data.disagreements.map(({ row, message }) => (
                <div key={row}>
                  {row}: {message}
                </div>
              ))}
        </Alert>
      )}
    </Section>
  );
}

const Instances = ({ of: { instances }, zone }: PartProps): ReactNode => (
  <Section title={t('system.instances')}>
    <DataTable
      caption={t('system.instances')}
      rows={instances}
      rowId={({ id }) => id}
      columns={[
        {
          id: 'id',
          title: t('system.instance'),
          show: ({ id }) => <CopyableId text={id} what={t('system.instance')} />,
        },
        { id: 'started', title: t('system.started'), show: ({ started_at: at }) => <Instant at={at} zone={zone} /> },
        {
          id: 'heartbeat',
          title: t('system.heartbeat'),
          show: ({ last_seen_at: at }) => <Instant at={at} zone={zone} />,
        },
        { id: 'current', title: '', show: ({ current }) => current && t('system.thisOne') },
      ]}
    />
  </Section>
);

const Errors = ({ of: { errors }, zone }: PartProps): ReactNode => (
  <Section title={t('system.errors')}>
    <DataTable
      caption={t('system.errors')}
      rows={errors}
      rowId={({ request_id: id, at }) => `${id} ${at}`}
      empty={<Empty title={t('system.noErrors')} />}
      columns={[
        { id: 'at', title: t('call.at'), show: ({ at }) => <ExactInstant at={at} zone={zone} /> },
        { id: 'status', title: t('call.status'), show: ({ status }) => <Status tone="bad">{status}</Status> },
        { id: 'operation', title: t('usage.by.operation'), show: ({ operation }) => operation ?? '–' },
        {
          id: 'request',
          title: t('call.request'),
          show: ({ request_id: id }) => <CopyableId text={id} what={t('call.request')} />,
        },
      ]}
    />
  </Section>
);

/** Every change: who made it, to what. */
function Audit({ zone }: { readonly zone: string }): ReactNode {
  const { subject, after } = route.useSearch();
  const navigate = route.useNavigate();
  const query = useQuery(auditQuery({ limit: 30, ...(subject && { subject }), ...(after && { after }) }));
  const columns: readonly Column<AuditEntry>[] = [
    { id: 'at', title: t('call.at'), show: ({ at }) => <ExactInstant at={at} zone={zone} /> },
    { id: 'actor', title: t('ledger.by'), show: ({ actor, actor_name: name }) => name ?? actor },
    {
      id: 'action',
      title: t('audit.action'),
      show: ({ action, subject: what }) => (
        <>
          {action}
          <Secondary>{what}</Secondary>
        </>
      ),
    },
    { id: 'diff', title: t('audit.diff'), show: ({ diff }) => <ChangeList of={diff} /> },
  ];
  return (
    <Section
      title={t('audit.title')}
      side={
        <SubjectField
          value={subject ?? ''}
          onSet={(value) => void navigate({ search: { subject: value || undefined } })}
        />
      }
    >
      <Loaded query={query}>
        {({ data, next }) => (
          <>
            <DataTable
              caption={t('audit.title')}
              columns={columns}
              rows={data}
              rowId={({ seq }) => String(seq)}
              empty={<Empty title={t('audit.none')} />}
            />
            <Group justify="flex-end" mt="sm">
              {next !== null && (
                <Button
                  size="xs"
                  variant="default"
                  onClick={() => void navigate({ search: (search) => ({ ...search, after: next }) })}
                >
                  {t('do.older')}
                </Button>
              )}
            </Group>
          </>
        )}
      </Loaded>
    </Section>
  );
}

function SubjectField(props: { readonly value: string; readonly onSet: (value: string) => void }): ReactNode {
  const [text, setText] = useState(props.value);
  // The browser's way back leads to what was looked for before.
  useEffect(() => setText(props.value), [props.value]);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const subject = withoutSecrets(text);
    setText(subject);
    props.onSet(subject);
  };
  return (
    <form onSubmit={submit} role="search">
      <TextInput
        size="xs"
        miw={270}
        type="search"
        aria-label={t('audit.filter')}
        placeholder={t('audit.filter')}
        leftSection={<Icon name="search" size={14} />}
        value={text}
        onChange={({ currentTarget: { value } }) => setText(value)}
      />
    </form>
  );
}
