import { Alert, Button, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState, type ReactNode } from 'react';
import { api, dataOf } from '../../api/client.ts';
import { uniqueName, useRights, useWorkspace } from '../../api/session.ts';
import { Modal } from '../../components/dialog.tsx';
import { required, SendForm } from '../../components/form-actions.tsx';
import { Icon } from '../../components/icons.tsx';
import { t } from '../../text/text.ts';

/** Says why all calls of the workspace are refused, and lets an operator accept them again. @param reason null: they are not */
export function FrozenAccount({ reason }: { readonly reason: string | null }): ReactNode {
  const { operate } = useRights();
  const [isOpen, setOpen] = useState(false);
  if (reason === null) return null;
  return (
    <>
      <Alert color="red" icon={<Icon name="warning" />} title={t('overview.frozen')}>
        <Stack gap="xs" align="flex-start">
          <span>{reason}</span>
          <span>{t(operate ? 'credits.frozenDo' : 'credits.frozenAsk')}</span>
          {operate && (
            <Button size="xs" variant="default" onClick={() => setOpen(true)}>
              {t('credits.unfreeze')}
            </Button>
          )}
        </Stack>
      </Alert>
      {isOpen && <UnfreezeDialog onClose={() => setOpen(false)} />}
    </>
  );
}

function UnfreezeDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  const workspace = useWorkspace();
  const form = useForm({
    initialValues: { reason: '' },
    validate: { reason: required },
  });
  const send = ({ reason }: typeof form.values) =>
    dataOf(
      api.POST('/workspaces/{workspace_id}/credits/unfreeze', {
        params: { path: { workspace_id: workspace.id } },
        body: { reason: reason.trim() },
      }),
    );
  return (
    <Modal onClose={onClose} title={t('credits.unfreezeTitle', { name: uniqueName(workspace) })}>
      <SendForm
        {...{ form, send, onClose }}
        fields={{ reason: 'reason' }}
        action={t('credits.unfreeze')}
        onSent={onClose}
      >
        <div>{t('credits.unfreezeEffect')}</div>
        <TextInput label={t('ledger.reason')} maxLength={500} data-autofocus {...form.getInputProps('reason')} />
      </SendForm>
    </Modal>
  );
}
