import { Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useBooking } from '../../api/booking.ts';
import { api, dataOf } from '../../api/client.ts';
import { balanceQuery } from '../../api/queries.ts';
import { uniqueName, useWorkspace } from '../../api/session.ts';
import { Drawer } from '../../components/dialog.tsx';
import { Secondary } from '../../components/figures.tsx';
import { required, SendForm } from '../../components/form-actions.tsx';
import { t } from '../../text/text.ts';
import { groupDigits, isAmount, sumDecimals } from '../../values/decimal.ts';

interface BookProps {
  readonly action: 'grant' | 'adjust';
  readonly onClose: () => void;
}

const signed = (text: string): boolean => isAmount(text.replace(/^[-\u2212]/, ''));

/** Adds to the balance, or corrects it, with a reason. */
export const BookDialog = ({ action, onClose }: BookProps): ReactNode => (
  <Drawer onClose={onClose} title={t(`credits.${action}Title`, { name: uniqueName(useWorkspace()) })} size="md">
    <BookForm action={action} onClose={onClose} />
  </Drawer>
);

interface Values {
  readonly amount: string;
  readonly reason: string;
  readonly kind: string;
  readonly allowNegative: boolean;
}

type Booking = Values & { readonly externalId: string };

/** Posts the entry. */
function book(action: BookProps['action'], path: { readonly workspace_id: string }, booking: Booking) {
  const { amount, reason, kind, allowNegative, externalId } = booking;
  const body = { amount: amount.trim().replace('\u2212', '-'), reason: reason.trim(), external_id: externalId };
  return action === 'adjust'
    ? dataOf(
        api.POST('/workspaces/{workspace_id}/credits/adjustments', {
          params: { path },
          body: { ...body, ...(allowNegative && { allow_negative: true }) },
        }),
      )
    : dataOf(
        api.POST('/workspaces/{workspace_id}/credits/grants', {
          params: { path },
          body: { ...body, kind: kind === 'topup' ? 'topup' : 'grant' },
        }),
      );
}

function BookForm({ action, onClose }: BookProps): ReactNode {
  const { id } = useWorkspace();
  const send = useBooking(id, (values: Values, externalId) =>
    book(action, { workspace_id: id }, { ...values, externalId }),
  );
  const form = useForm({
    initialValues: { amount: '', reason: '', kind: 'grant', allowNegative: false } satisfies Values,
    validate: {
      amount: (text) => ((action === 'grant' ? isAmount : signed)(text.trim()) ? null : t('form.amount')),
      reason: required,
    },
  });
  return (
    <SendForm
      {...{ form, send, onClose }}
      fields={{ amount: 'amount', reason: 'reason', allow_negative: 'allowNegative' }}
      action={t(`credits.${action}`)}
      onSent={onClose}
    >
      {action === 'grant' && (
        <NativeSelect
          label={t('ledger.kind')}
          data={[
            { value: 'grant', label: t('credits.given') },
            { value: 'topup', label: t('credits.paid') },
          ]}
          {...form.getInputProps('kind')}
        />
      )}
      <TextInput
        label={t('credits.amount')}
        description={action === 'adjust' ? t('credits.amountHelp') : undefined}
        inputMode="decimal"
        data-autofocus
        {...form.getInputProps('amount')}
      />
      <Afterwards action={action} amount={form.values.amount} />
      {action === 'adjust' && (
        <Checkbox label={t('credits.allowNegative')} {...form.getInputProps('allowNegative', { type: 'checkbox' })} />
      )}
      <TextInput label={t('ledger.reason')} maxLength={500} {...form.getInputProps('reason')} />
    </SendForm>
  );
}

/** What the balance is afterwards, as soon as an amount is typed. */
function Afterwards({ action, amount }: Pick<BookProps, 'action'> & { readonly amount: string }): ReactNode {
  const { data: balance } = useQuery(balanceQuery(useWorkspace().id));
  const typed = amount.trim().replace('\u2212', '-');
  const isKnown = balance !== undefined && (action === 'grant' ? isAmount : signed)(typed);
  return (
    <Secondary>
      <span role="status">
        {isKnown && t('credits.afterwards', { amount: groupDigits(sumDecimals([balance.available, typed])) })}
      </span>
    </Secondary>
  );
}
