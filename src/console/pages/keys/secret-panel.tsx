import { Alert, Button, Group, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { IssuedKey, Key } from '../../../../generated/console/types.ts';
import { keyQuery, modelsQuery } from '../../api/queries.ts';
import { usePlan } from '../../api/session.ts';
import { CopyButton } from '../../components/copy.tsx';
import { relativeTime, Status } from '../../components/figures.tsx';
import { Icon } from '../../components/icons.tsx';
import { SecretFoot, type SecretGuard } from '../../components/secret-foot.tsx';
import { SnippetTabs } from '../../components/snippet-tabs.tsx';
import { Loaded } from '../../components/waiting.tsx';
import { envFile, quickStart } from '../../snippets/snippets.ts';
import { t } from '../../text/text.ts';
import { usableModel } from '../../values/usable-model.ts';
import { TestCall } from './test-call.tsx';
import styles from './keys.module.css';

interface SecretProps {
  readonly issued: IssuedKey;
  readonly guard: SecretGuard;
  /** Whether to wait for the first call. After a rotation the old secret may still call, and the two cannot be distinguished. */
  readonly awaitsCall?: boolean;
}

/**
 * The secret, this once: to copy, to download, and inside code that works as pasted. It lives in this component alone. Where an
 * old secret waits for its first use, no test call makes that use: the old one would begin to end before it is replaced anywhere.
 */
export function SecretPanel({ issued, guard, awaitsCall = false }: SecretProps): ReactNode {
  const { key, secret } = issued;
  const models = useQuery(modelsQuery);
  const plan = usePlan();
  return (
    <Stack gap="md">
      <Alert color="yellow" icon={<Icon name="warning" />}>
        {t('keys.secret.once')}
      </Alert>
      <TextInput
        label={t('keys.secret.label')}
        value={secret}
        readOnly
        autoComplete="off"
        classNames={{ input: styles['secret'] ?? '' }}
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <Group gap="xs">
        <CopyButton text={secret} what={t('keys.secret.what')} primary />
        <Button
          variant="default"
          leftSection={<Icon name="download" size={15} />}
          onClick={() => download('diglot.env', envFile({ origin: location.origin, secret }))}
        >
          {t('keys.secret.download')}
        </Button>
      </Group>
      {awaitsCall && <FirstCall apiKey={key} />}
      {key.unused_since_rotation === true && <p>{t('keys.secret.oldWaits')}</p>}
      <Loaded query={models} lines={2}>
        {({ data }) => <FirstUse issued={issued} model={usableModel(data, { plan, scope: key.scope })} />}
      </Loaded>
      <SecretFoot {...guard} />
    </Stack>
  );
}

/** Says when the first call with the key has arrived, by itself. */
function FirstCall({ apiKey }: { readonly apiKey: Key }): ReactNode {
  const { id, workspace_id: workspaceId } = apiKey;
  // Of the key itself: a list of calls would be searched to its beginning each time.
  const { data } = useQuery({ ...keyQuery(workspaceId, id), refetchInterval: 2_000 });
  const call = data?.last_used ?? undefined;
  return (
    <div role="status" aria-live="polite">
      {call === undefined ? (
        <Status tone="quiet">{t('keys.secret.waiting')}</Status>
      ) : (
        <Group gap="xs">
          <Status tone="good">
            {t('keys.secret.called', { model: call.model, when: relativeTime(call.at, Date.now()) })}
          </Status>
          <Link to="/usage" search={{ tab: 'calls', key: id, call: call.call_id }} target="_blank">
            {t('keys.secret.seeCall')}
          </Link>
        </Group>
      )}
    </div>
  );
}

interface UseProps extends Pick<SecretProps, 'issued'> {
  /** Undefined: none that the code could call. */
  readonly model: string | undefined;
}

/** A call from here, and code for others. */
function FirstUse({ issued: { key, secret }, model }: UseProps): ReactNode {
  if (model === undefined) return <p>{t('keys.secret.noModel')}</p>;
  return (
    <>
      {key.unused_since_rotation !== true && (
        <TestCall secret={secret} model={model} operations={key.scope.operations ?? null} />
      )}
      <SnippetTabs
        clients={quickStart}
        values={{ origin: location.origin, secret, model }}
        label={t('keys.secret.use')}
      />
    </>
  );
}

function download(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}
