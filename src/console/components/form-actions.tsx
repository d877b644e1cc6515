import { Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { t } from '../text/text.ts';
import { Failure } from './waiting.tsx';

interface ActionsProps {
  readonly action: string;
  readonly pending: boolean;
  /** Whether it stops something that works. */
  readonly isDanger?: boolean;
  /** What went wrong where it is about no field. */
  readonly failure?: unknown;
  readonly onClose: () => void;
}

/** The end of a form: what went wrong, a way back, and the button that sends it. */
export const FormActions = ({ action, pending, isDanger = false, failure, onClose }: ActionsProps): ReactNode => (
  <>
    {failure != null && <Failure of={failure} />}
    <Group justify="flex-end">
      <Button variant="default" onClick={onClose}>
        {t('do.cancel')}
      </Button>
      <Button type="submit" loading={pending} {...(isDanger && { color: 'red' })}>
        {action}
      </Button>
    </Group>
  </>
);
