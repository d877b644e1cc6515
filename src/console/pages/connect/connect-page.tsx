import { Alert, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { modelsQuery, serverQuery } from '../../api/queries.ts';
import { usePlan, useRights, useWorkspaceOrNone } from '../../api/session.ts';
import { CopyableId } from '../../components/copy.tsx';
import { Card, Page, Section } from '../../components/page.tsx';
import { SnippetTabs } from '../../components/snippet-tabs.tsx';
import { Loaded } from '../../components/waiting.tsx';
import { moreClients, quickStart } from '../../snippets/snippets.ts';
import { t } from '../../text/text.ts';
import { usableModel } from '../../values/usable-model.ts';
import styles from '../../components/components.module.css';

const route = getRouteApi('/inside/connect');

const clients = [...quickStart, ...moreClients];

/** How each client is connected to this gateway. */
export function ConnectPage(): ReactNode {
  const { client } = route.useSearch();
  const navigate = route.useNavigate();
  const { manageKeys } = useRights();
  const server = useQuery(serverQuery);
  // Those who are members of no workspace may not know the models.
  const hasWorkspace = useWorkspaceOrNone() !== null;
  const { data: models } = useQuery({ ...modelsQuery, enabled: hasWorkspace });
  const plan = usePlan();
  const model = usableModel(models?.data ?? [], { plan }) ?? 'demo';
  return (
    <Page title={t('nav.connect')}>
      <Loaded query={server}>
        {({ base_urls: bases }) => (
          <Stack gap="md">
            <Card>
              <dl className={styles['facts']}>
                <Base name={t('connect.openai')} address={bases.openai} />
                <Base name={t('connect.anthropic')} address={bases.anthropic} />
              </dl>
            </Card>
            <Alert color="gray" role="note">
              {manageKeys ? (
                <>
                  {t('connect.key')} <Link to="/keys">{t('nav.keys')}</Link>
                </>
              ) : (
                t('connect.key.viewer')
              )}
            </Alert>
            <Section title={t('connect.clients')}>
              <SnippetTabs
                clients={clients}
                values={{ origin: bases.anthropic, secret: null, model }}
                chosen={clients.some(({ id }) => id === client) ? client : 'python'}
                onChoose={(id) => void navigate({ search: { client: id }, replace: true })}
                label={t('connect.clients')}
              />
            </Section>
            <p>
              <a href="/docs">{t('header.docs')}</a> · <a href="/errors">{t('connect.errors')}</a>
            </p>
          </Stack>
        )}
      </Loaded>
    </Page>
  );
}

const Base = ({ name, address }: { readonly name: string; readonly address: string }): ReactNode => (
  <>
    <dt>{name}</dt>
    <dd>
      <CopyableId text={address} what={name} />
    </dd>
  </>
);
