import { Button, Group, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Call } from '../../../../generated/console/types.ts';
import { useBooking } from '../../api/booking.ts';
import { api, dataOf } from '../../api/client.ts';
import { callQuery } from '../../api/queries.ts';
import { failureBesides, markField, required } from '../../components/form-actions.tsx';
import { Failure } from '../../components/waiting.tsx';
import { t } from '../../text/text.ts';
import { groupDigits, isAmount } from '../../values/decimal.ts';

/** Its fields, by the parameters of the control API. */
const fields = { amount: 'amount', reason: 'reason' };

interface RefundProps {
  readonly call: Call;
  /** What is left of the charge. */
  readonly refundable: string;
}

/** Gives back the charge of a call or a part of it, with a reason. */
export function RefundForm({ call: { id: callId, workspace_id: workspaceId }, refundable }: RefundProps): ReactNode {
  const client = useQueryClient();
  const form = useForm({
    initialValues: { amount: refundable, reason: '' },
    validate: {
      amount: (text) => (isAmount(text.trim()) ? null : t('form.amount')),
      reason: required,
    },
  });
  const { queryKey } = callQuery(callId);
  const refund = useMutation({
    mutationFn: useBooking(workspaceId, ({ amount, reason }: typeof form.values, externalId) =>
      dataOf(
        api.POST('/calls/{call_id}/refunds', {
          params: { path: { call_id: callId } },
          body: { amount: amount.trim(), reason: reason.trim(), external_id: externalId },
        }),
      ),
    ),
    // The form begins anew, with what is left.
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey });
      form.setValues({ amount: client.getQueryData(queryKey)?.refundable ?? '', reason: '' });
    },
    onError: (thrown) => markField(form, thrown, fields),
  });
  const failure = failureBesides(refund.error, fields);
  return (
    <form onSubmit={form.onSubmit((values) => refund.mutate(values))} noValidate aria-label={t('call.refund')}>
      <Group align="flex-start" gap="sm">
        <TextInput
          label={t('call.refundAmount', { most: groupDigits(refundable) })}
          inputMode="decimal"
          {...form.getInputProps('amount')}
        />
        <TextInput label={t('ledger.reason')} flex={1} miw={180} {...form.getInputProps('reason')} />
        <Button type="submit" variant="default" mt={22} loading={refund.isPending}>
          {t('call.refund')}
        </Button>
      </Group>
      {failure != null && <Failure of={failure} />}
    </form>
  );
}
