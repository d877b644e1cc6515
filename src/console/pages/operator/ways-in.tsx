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
    done: 'people.removedPassword',
  },
  totp: {
    body: { totp: false },
    title: 'people.removeTotp',
    effect: 'people.removeTotpEffect',
    done: 'people.removedTotp',
  },
  passkeys: {
    body: { passkeys: false },
    title: 'people.removePasskeys',
    effect: 'people.removePasskeysEffect',
    done: 'people.removedPasskeys',
  },
} as const satisfies Record<Removable, object>;

interface WaysProps {
  readonly of: Person;
  /** Called with what was done once it is, and null when another removal is asked for. */
  readonly onRemoved: (done: string | null) => void;
}

/** What a person signs in with, each with its removal. */
export function WaysIn({ of: person, onRemoved }: WaysProps): ReactNode {
  const [leaving, setLeaving] = useState<Removable | null>(null);
  const { name, has_password: hasPassword, has_totp: hasTotp, passkeys } = person;
  if (!hasPassword && !hasTotp && passkeys === 0) return '–';
  const remove = (way: Removable): ReactNode => (
    <RowAction
      text={t('members.remove')}
      name={t(removals[way].title, { name })}
      onClick={() => {
        onRemoved(null);
        setLeaving(way);
      }}
    />
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
      {leaving && <RemoveDialog way={leaving} of={person} onRemoved={onRemoved} onClose={() => setLeaving(null)} />}
    </Stack>
  );
}

interface RemoveProps extends WaysProps {
  readonly way: Removable;
  readonly onClose: () => void;
}

function RemoveDialog({ way, of: { id, name }, onRemoved, onClose }: RemoveProps): ReactNode {
  const { body, title, effect, done } = removals[way];
  return (
    <Confirm
      title={t(title, { name })}
      action={t('members.remove')}
      effect={t(effect, { name })}
      send={() => dataOf(api.PATCH('/people/{person_id}', { params: { path: { person_id: id } }, body }))}
      refreshes={[allPeople]}
      onDone={() => {
        onRemoved(t(done, { name }));
        onClose();
      }}
      onClose={onClose}
    />
  );
}
