import type { ReactNode } from 'react';
import type { Key } from '../../../../generated/console/types.ts';
import { api, dataOf } from '../../api/client.ts';
import { keysOf } from '../../api/queries.ts';
import { useWorkspace } from '../../api/session.ts';
import { Confirm } from '../../components/confirm.tsx';
import { relativeTime } from '../../components/figures.tsx';
import { t } from '../../text/text.ts';

/** Ends a key for good, after its name was typed. */
export function RevokeDialog({ of, onClose }: { readonly of: Key; readonly onClose: () => void }): ReactNode {
  const { id } = useWorkspace();
  const { name, last_used: used } = of;
  const effect = used
    ? t('keys.revoke.lastUsed', { name, when: relativeTime(used.at, Date.now()) })
    : t('keys.revoke.neverUsed', { name });
  return (
    <Confirm
      title={t('keys.revoke.title', { name })}
      action={t('keys.revoke.action')}
      effect={`${effect} ${t('keys.revoke.final')}`}
      name={name}
      send={() => dataOf(api.POST('/keys/{key_id}/revoke', { params: { path: { key_id: of.id } }, body: {} }))}
      refreshes={[keysOf(id)]}
      onClose={onClose}
    />
  );
}
