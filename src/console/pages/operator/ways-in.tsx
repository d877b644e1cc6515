import { Stack } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import type { Person } from '../../../../generated/console/types.ts';
import { api, dataOf } from '../../api/client.ts';
import { allPeople } from '../../api/operator-queries.ts';
import { Confirm } from '../../components/confirm.tsx';
import { RowAction } from '../../components/row-actions.tsx';
import { t } from '../../text/text.ts';

/** What an operator can take away: the person has lost it, or it was stolen. */
type Removable = 'password' | 'totp' | 'passkeys';

const removals = {
  password: {
    body: { password: false },
    title: 'people.removePassword',
    effect: 'people.removePasswordEffect',
  },
  totp: { body: { totp: false }, title: 'people.removeTotp', effect: 'people.removeTotpEffect' },
  passkeys: {
    body: { passkeys: false },
    title: 'people.removePasskeys',
    effect: 'people.removePasskeysEffect',
  },
} as const satisfies Record<Removable, object>;

/** What a person signs in with, each with its removal. */
export function WaysIn({ of: person }: { readonly of: Person }): ReactNode {
  const [leaving, setLeaving] = useState<Removable | null>(null);
  const { name, has_password: hasPassword, has_totp: hasTotp, passkeys } = person;
  if (!hasPassword && !hasTotp && passkeys === 0) return '–';
  const remove = (way: Removable): ReactNode => (
    <RowAction text={t('members.remove')} name={t(removals[way].title, { name })} onClick={() => setLeaving(way)} />
  );
  return (
    <Stack gap={4} align="flex-start">
      {hasPassword && (
        <span>
          {t('method.password')} {remove('password')}
        </span>
      )}
      {hasTotp && (
        <span>
          {t('account.totp').toLowerCase()} {remove('totp')}
        </span>
      )}
      {passkeys > 0 && (
        <span>
          {t('method.passkey')} {remove('passkeys')}
        </span>
      )}
      {leaving && <RemoveDialog way={leaving} of={person} onClose={() => setLeaving(null)} />}
    </Stack>
  );
}

interface RemoveProps {
  readonly way: Removable;
  readonly of: Person;
  readonly onClose: () => void;
}

function RemoveDialog({ way, of: { id, name }, onClose }: RemoveProps): ReactNode {
  const { body, title, effect } = removals[way];
  return (
    <Confirm
      title={t(title, { name })}
      action={t('members.remove')}
      effect={t(effect, { name })}
      send={() => dataOf(api.PATCH('/people/{person_id}', { params: { path: { person_id: id } }, body }))}
      refreshes={[allPeople]}
      onClose={onClose}
    />
  );
}
