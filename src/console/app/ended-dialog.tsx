import { Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { Modal } from '../components/dialog.tsx';
import { t } from '../text/text.ts';

const stay = (): void => undefined;

/** Says above an open dialog that the session has ended, and keeps what was typed until the person has signed in again. */
export const EndedDialog = ({ onLeave }: { readonly onLeave: () => void }): ReactNode => (
  <Modal onClose={stay} title={t('ended.title')} withCloseButton={false} closeOnClickOutside={false}>
    <p>{t('ended.text')}</p>
    <Group justify="flex-end" mt="md">
      <Button variant="default" onClick={onLeave}>
        {t('ended.leave')}
      </Button>
      <Button component="a" href="/console/sign-in" target="_blank" data-autofocus>
        {t('signIn.title')}
      </Button>
    </Group>
  </Modal>
);
