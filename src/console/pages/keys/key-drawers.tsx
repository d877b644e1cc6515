import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { IssuedKey, Key } from '../../../../generated/console/types.ts';
import { api, dataOf, failureOf, RequestFailure } from '../../api/client.ts';
import { keysOf, keysQuery, limitsOf as allLimitsOf } from '../../api/queries.ts';
import { useSession, useWorkspace } from '../../api/session.ts';
import { fullInstant } from '../../components/days.ts';
import { Drawer } from '../../components/dialog.tsx';
import { SendForm } from '../../components/form-actions.tsx';
import { mostSearched } from '../../components/long-list.tsx';
import { useSecretGuard } from '../../components/secret-foot.tsx';
import { t } from '../../text/text.ts';
import { KeyFields } from './key-form.tsx';
import {
  changesOf,
  expiryOf,
  faults,
  fieldOf,
  limitsOf,
  ownerOf,
  newKey,
  scopeOf,
  valuesOf,
  type KeyValues,
} from './key-values.ts';
import { SecretPanel } from './secret-panel.tsx';

interface FormProps<Result> {
  readonly initial: KeyValues;
  readonly expiresAt?: string | null | undefined;
  readonly action: string;
  readonly send: (values: KeyValues) => Promise<Result>;
  readonly onDone: (result: Result) => void;
  readonly onClose: () => void;
}

/** Sends the form. A fault that the server finds stands beside its field, and what was typed stays. */
function KeyForm<Result>({ initial, expiresAt, action, send, onDone, onClose }: FormProps<Result>): ReactNode {
  const form = useForm<KeyValues>({ initialValues: initial, validate: faults, validateInputOnBlur: true });
  const { id } = useWorkspace();
  const client = useQueryClient();
  const sent = (result: Result): void => {
    // A secret is shown whether or not the lists can be read again.
    void client.invalidateQueries({ queryKey: keysOf(id) });
    void client.invalidateQueries({ queryKey: allLimitsOf(id) });
    onDone(result);
  };
  return (
    <SendForm {...{ form, action, send, onClose }} fields={fieldOf} refreshes={[]} onSent={sent}>
      <KeyFields form={form} expiresAt={expiresAt} />
    </SendForm>
  );
}

function issue(workspaceId: string, values: KeyValues): Promise<IssuedKey> {
  const expiresAt = expiryOf(values.expires, Date.now());
  const body = {
    workspace_id: workspaceId,
    name: values.name.trim(),
    owner: ownerOf(values),
    scope: scopeOf(values),
    limits: limitsOf(values),
  };
  return dataOf(api.POST('/keys', { body: { ...body, ...(expiresAt !== undefined && { expires_at: expiresAt }) } }));
}

/**
 * Creates keys. An attempt whose answer was lost may have made one: before the next attempt makes another, the form shows an
 * unused key with that name.
 */
function useIssuing(): (values: KeyValues) => Promise<IssuedKey> {
  const { id, time_zone: zone } = useWorkspace();
  const client = useQueryClient();
  /** The name that was sent; null: no answer was lost. */
  const [unanswered, setUnanswered] = useState<string | null>(null);
  const refuseSecond = async (name: string): Promise<void> => {
    const filter = { state: 'active', used: false, search: name.slice(0, mostSearched) } as const;
    const { data } = await client.fetchQuery({ ...keysQuery(id, filter), staleTime: 0 });
    setUnanswered(null);
    const made = data.find((key) => key.name === name);
    if (!made) return;
    void client.invalidateQueries({ queryKey: keysOf(id) });
    const { display, created_at: at } = made;
    throw new RequestFailure(409, undefined, t('keys.made', { name, display, when: fullInstant(at, zone) }));
  };
  return async (values) => {
    if (unanswered !== null) await refuseSecond(unanswered);
    try {
      return await issue(id, values);
    } catch (thrown) {
      const failure = failureOf(thrown);
      if (!failure.isUnreachable) throw thrown;
      setUnanswered(values.name.trim());
      throw failure.inWords(t('keys.unanswered'));
    }
  };
}

/** Creates a key and shows its secret once. */
export function CreateDrawer({ onClose }: { readonly onClose: () => void }): ReactNode {
  const { person } = useSession();
  const send = useIssuing();
  const [issued, setIssued] = useState<IssuedKey | null>(null);
  const guard = useSecretGuard(issued !== null, onClose);
  const title = issued === null ? t('keys.create') : t('keys.secret.title', { name: issued.key.name });
  return (
    <Drawer onClose={guard.onClose} title={title}>
      {issued === null ? (
        <KeyForm
          initial={{ ...newKey, owner: person.email }}
          action={t('keys.create')}
          send={send}
          onDone={setIssued}
          onClose={onClose}
        />
      ) : (
        <SecretPanel issued={issued} guard={guard} awaitsCall />
      )}
    </Drawer>
  );
}

/** Changes a key. */
export function EditDrawer({ apiKey, onClose }: { readonly apiKey: Key; readonly onClose: () => void }): ReactNode {
  const [initial] = useState(() => valuesOf(apiKey));
  const send = (values: KeyValues): Promise<Key> => {
    const body = changesOf(initial, values, Date.now());
    return Object.keys(body).length === 0
      ? Promise.resolve(apiKey)
      : dataOf(api.PATCH('/keys/{key_id}', { params: { path: { key_id: apiKey.id } }, body }));
  };
  return (
    <Drawer onClose={onClose} title={t('keys.edit.title', { name: apiKey.name })}>
      <KeyForm
        initial={initial}
        expiresAt={apiKey.expires_at}
        action={t('do.save')}
        send={send}
        onDone={onClose}
        onClose={onClose}
      />
    </Drawer>
  );
}
