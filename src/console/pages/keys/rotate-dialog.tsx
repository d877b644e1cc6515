import { Button, Group, Radio, Stack } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { IssuedKey, Key, RotateKey } from '../../../../generated/console/types.ts';
import { api, dataOf } from '../../api/client.ts';
import { keysOf } from '../../api/queries.ts';
import { useWorkspace } from '../../api/session.ts';
import { shortInstant } from '../../components/days.ts';
import { Modal } from '../../components/dialog.tsx';
import { relativeTime } from '../../components/figures.tsx';
import { useSecretGuard } from '../../components/secret-foot.tsx';
import { Failure } from '../../components/waiting.tsx';
import { t } from '../../text/text.ts';
import { SecretPanel } from './secret-panel.tsx';

/** What becomes of the old secret. */
const choices = {
  day: { grace_begins: 'first_use', grace_seconds: 86_400 },
  hour: { grace_begins: 'first_use', grace_seconds: 3_600 },
  now: { grace_begins: 'now', grace_seconds: 0 },
} as const satisfies Readonly<Record<string, RotateKey>>;

type Choice = keyof typeof choices;

/** Gives a key a new secret, and shows it once. */
export function RotateDialog({ apiKey, onClose }: { readonly apiKey: Key; readonly onClose: () => void }): ReactNode {
  const [issued, setIssued] = useState<IssuedKey | null>(null);
  const guard = useSecretGuard(issued !== null, onClose);
  const { name } = apiKey;
  const title = issued === null ? t('keys.rotate.title', { name }) : t('keys.secret.title', { name });
  return (
    <Modal onClose={guard.onClose} title={title} size="lg">
      {issued === null ? (
        <Question apiKey={apiKey} onDone={setIssued} onClose={onClose} />
      ) : (
        <SecretPanel issued={issued} guard={guard} />
      )}
    </Modal>
  );
}

interface QuestionProps {
  readonly apiKey: Key;
  readonly onDone: (issued: IssuedKey) => void;
  readonly onClose: () => void;
}

function Question({ apiKey, onDone, onClose }: QuestionProps): ReactNode {
  const [choice, setChoice] = useState<Choice>('day');
  const { id } = useWorkspace();
  const client = useQueryClient();
  const rotate = useMutation({
    mutationFn: () =>
      dataOf(api.POST('/keys/{key_id}/rotate', { params: { path: { key_id: apiKey.id } }, body: choices[choice] })),
    gcTime: 0,
    onSuccess: (issued) => {
      void client.invalidateQueries({ queryKey: keysOf(id) });
      onDone(issued);
    },
  });
  return (
    <Stack gap="md">
      <div>
        {t('keys.rotate.effect')} <SecretsNow apiKey={apiKey} />
      </div>
      <Radio.Group label={t('keys.rotate.old')} value={choice} onChange={(value) => setChoice(value)}>
        <Stack gap={8} mt={8}>
          {(['day', 'hour', 'now'] as const).map((value) => (
            <Radio
              key={value}
              value={value}
              data-autofocus={value === choice || undefined}
              label={t(`keys.rotate.${value}`)}
            />
          ))}
        </Stack>
      </Radio.Group>
      {rotate.isError && <Failure of={rotate.error} />}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {t('do.cancel')}
        </Button>
        <Button color={choice === 'now' ? 'red' : undefined} loading={rotate.isPending} onClick={() => rotate.mutate()}>
          {t('keys.rotate.action')}
        </Button>
      </Group>
    </Stack>
  );
}

/** Which secrets work now, and which of them ends with the rotation whatever is chosen. */
function SecretsNow({ apiKey }: { readonly apiKey: Key }): ReactNode {
  const { time_zone: zone } = useWorkspace();
  const { display, last_used: used, replaced_secret_until: until, unused_since_rotation: isUnused } = apiKey;
  const when = used === null ? null : relativeTime(used.at, Date.now());
  // Until the first use of the current secret, the old one has made all calls.
  if (isUnused === true) {
    return (
      <>
        <strong>{t('keys.rotate.unused', { display })}</strong>{' '}
        {when === null ? t('keys.rotate.oldWaits') : t('keys.rotate.oldUsed', { when })}{' '}
        {until !== null && t('keys.rotate.oldEnds', { when: shortInstant(until, zone) })}
      </>
    );
  }
  return (
    <>
      {when === null ? t('keys.rotate.neverUsed') : t('keys.rotate.lastUsed', { when })}{' '}
      {until !== null && <strong>{t('keys.rotate.ending', { when: shortInstant(until, zone) })}</strong>}
    </>
  );
}
