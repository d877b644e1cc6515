import { Button, Group, Stack } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useMutation, useQueryClient, type QueryKey } from '@tanstack/react-query';
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

interface SendFormProps<Values extends object, Result> extends Pick<ActionsProps, 'action' | 'isDanger' | 'onClose'> {
  readonly form: UseFormReturnType<Values>;
  readonly send: (values: Values) => Promise<Result>;
  /** Fields of the form, by the parameters of the control API. */
  readonly fields: Readonly<Record<string, string>>;
  /** Keys of the queries whose answers are no longer true; absent: all. */
  readonly refreshes?: readonly QueryKey[];
  readonly onSent: (result: Result, values: Values) => void;
  readonly children: ReactNode;
}

/** A form in a dialog. A refusal stands at its field, and what was typed stays. */
export function SendForm<Values extends object, Result>(props: SendFormProps<Values, Result>): ReactNode {
  const { form, send, fields, refreshes = [[]], onSent, children, ...actions } = props;
  const client = useQueryClient();
  const sending = useMutation({
    mutationFn: send,
    // The answer may hold a secret: it is not kept.
    gcTime: 0,
    onSuccess: async (result, values) => {
      for (const queryKey of refreshes) await client.invalidateQueries({ queryKey });
      onSent(result, values);
    },
    onError: (thrown) => markField(form, thrown, fields),
  });
  return (
    <form onSubmit={form.onSubmit((values) => sending.mutate(values))} noValidate>
      <Stack gap="md">
        {children}
        <FormActions pending={sending.isPending} failure={sending.error} {...actions} />
      </Stack>
    </form>
  );
}
