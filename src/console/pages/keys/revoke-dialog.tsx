import { Alert, Button, Group, Stack } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import type { Key, RevokedKey } from '../../../../generated/console/types.ts';
import { api, dataOf } from '../../api/client.ts';
import { keysOf } from '../../api/queries.ts';
import { useWorkspace } from '../../api/session.ts';
import { Confirm } from '../../components/confirm.tsx';
import { Modal } from '../../components/dialog.tsx';
import { relativeTime, Secondary } from '../../components/figures.tsx';
import { Icon } from '../../components/icons.tsx';
import { t } from '../../text/text.ts';

interface RevokeProps {
  readonly apiKey: Key;
  readonly onClose: () => void;
  /** Called when every instance refuses the key. */
  readonly onRevoked: () => void;
}

/** Ends a key for good, after its name was typed, and says where it is not refused yet. */
export function RevokeDialog({ apiKey, onClose, onRevoked }: RevokeProps): ReactNode {
  const { id: workspaceId } = useWorkspace();
  const [wasRevoked] = useState(apiKey.state === 'revoked');
  const [revoked, setRevoked] = useState<RevokedKey | null>(null);
  const { id, name, display, last_used: used } = apiKey;
  if (wasRevoked) return null;
  if (revoked !== null) return <PartNotice revoked={revoked} onClose={onClose} />;
  const effect = used
    ? t('keys.revoke.lastUsed', { name, when: relativeTime(used.at, Date.now()) })
    : t('keys.revoke.neverUsed', { name });
  return (
    <Confirm
      title={t('keys.revoke.title', { name })}
      action={t('keys.revoke.action')}
      effect={
        <>
          {effect} {t('keys.revoke.final')}
          <Secondary>
            <code>{display}</code>
          </Secondary>
        </>
      }
      name={name}
      send={() => dataOf(api.POST('/keys/{key_id}/revoke', { params: { path: { key_id: id } }, body: {} }))}
      refreshes={[keysOf(workspaceId)]}
      onClose={onClose}
      onDone={(done) => {
        if (!isEverywhere(done)) return setRevoked(done);
        onRevoked();
        onClose();
      }}
    />
  );
}

/** On how many instances a key is refused, and how many there are. */
const reachOf = ({ applied_on: reach }: RevokedKey): readonly [reached: string, instances: string] => {
  const [reached = '', instances = ''] = reach.split('/');
  return [reached, instances];
};

function isEverywhere(revoked: RevokedKey): boolean {
  const [reached, instances] = reachOf(revoked);
  return reached === instances;
}

function PartNotice({ revoked, onClose }: { readonly revoked: RevokedKey; readonly onClose: () => void }): ReactNode {
  const [reached, instances] = reachOf(revoked);
  return (
    <Modal onClose={onClose} title={t('keys.revoke.part', { name: revoked.name })}>
      <Stack gap="md">
        <Alert color="yellow" icon={<Icon name="warning" />} role="alert">
          {t('keys.revoke.partText', { reached, instances })}
        </Alert>
        <Group justify="flex-end">
          <Button onClick={onClose} data-autofocus>
            {t('do.close')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
