import { Button, Group, Stack } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useMutation, useQueryClient, type QueryKey } from '@tanstack/react-query';
import { useRef, type ReactNode } from 'react';
import type { Problem } from '../../../generated/console/types.ts';
import { failureOf } from '../api/client.ts';
import { t } from '../text/text.ts';
import { Failure, failureWords } from './waiting.tsx';

/** Refuses a text of spaces. */
export const required = (text: string): string | null => (text.trim() === '' ? t('form.required') : null);

/** Refuses a text that is no e-mail address. */
export const emailAddress = (text: string): string | null =>
  /^[^\s@]+@[^\s@]+$/.test(text.trim()) ? null : t('form.email');

interface Fields {
  readonly setFieldError: (field: string, text: string) => void;
}

/** The fields of a form by the parameters of the control API, or which field a refusal is about; null: none. */
type FieldOf = Readonly<Record<string, string>> | ((problem: Problem) => string | null);

function fieldAt(thrown: unknown, fields: FieldOf): string | null {
  const { problem } = failureOf(thrown);
  if (!problem) return null;
  return typeof fields === 'function' ? fields(problem) : (fields[problem.param ?? ''] ?? null);
}

/** Says at a field of a form what a refusal says about it. */
export function markField(form: Fields, thrown: unknown, fields: FieldOf): void {
  const field = fieldAt(thrown, fields);
  if (field !== null) form.setFieldError(field, failureWords(failureOf(thrown)));
}

/** What is left to say at the end of a form, once a field says what it is about; null: nothing. */
export const failureBesides = (thrown: unknown, fields: FieldOf): unknown =>
  fieldAt(thrown, fields) === null ? thrown : null;

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
  readonly fields: FieldOf;
  /** Keys of the queries whose answers are no longer true; absent: all. */
  readonly refreshes?: readonly QueryKey[];
  readonly onSent: (result: Result, values: Values) => void;
  readonly children: ReactNode;
}

/** Leads to the first of these fields that the form has, also where it is folded away or out of sight. */
function leadTo(form: HTMLFormElement | null, fields: readonly string[]): void {
  const shown = [...(form?.querySelectorAll<HTMLElement>('[data-path]') ?? [])];
  const field = shown.find(({ dataset }) => fields.includes(dataset['path'] ?? ''));
  if (!field) return;
  field.closest('details')?.setAttribute('open', '');
  field.scrollIntoView({ block: 'center' });
  const input = field.matches('input, select, textarea') ? field : field.querySelector<HTMLElement>('input');
  input?.focus({ preventScroll: true });
}

/** A form in a dialog. A refusal stands at its field, which is led to, else at the end, and what was typed stays. */
export function SendForm<Values extends object, Result>(props: SendFormProps<Values, Result>): ReactNode {
  const { form, send, fields, refreshes = [[]], onSent, children, ...actions } = props;
  const client = useQueryClient();
  const element = useRef<HTMLFormElement>(null);
  const sending = useMutation({
    mutationFn: send,
    // The answer may hold a secret: it is not kept.
    gcTime: 0,
    onSuccess: async (result, values) => {
      for (const queryKey of refreshes) await client.invalidateQueries({ queryKey });
      onSent(result, values);
    },
    onError: (thrown) => {
      markField(form, thrown, fields);
      leadTo(element.current, [fieldAt(thrown, fields) ?? '']);
    },
  });
  const submit = form.onSubmit(
    (values) => sending.mutate(values),
    (faults) => leadTo(element.current, Object.keys(faults)),
  );
  return (
    <form ref={element} onSubmit={submit} noValidate>
      <Stack gap="md">
        {children}
        <FormActions pending={sending.isPending} failure={failureBesides(sending.error, fields)} {...actions} />
      </Stack>
    </form>
  );
}
