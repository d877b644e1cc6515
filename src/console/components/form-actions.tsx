import { Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { failureOf } from '../api/client.ts';
import { t } from '../text/text.ts';
import { Failure } from './waiting.tsx';

interface Fields {
  readonly setFieldError: (field: string, text: string) => void;
}

/** Says at a field of a form what a refusal says about it. @param fields of the form, by the parameters of the control API */
export function markField(form: Fields, thrown: unknown, fields: Readonly<Record<string, string>>): void {
  const { problem } = failureOf(thrown);
  const field = fields[problem?.param ?? ''];
  if (problem && field !== undefined) form.setFieldError(field, problem.detail);
}

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
