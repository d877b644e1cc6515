import {
  Alert,
  Button,
  Checkbox,
  Fieldset,
  NativeSelect,
  SimpleGrid,
  Stack,
  TagsInput,
  TextInput,
} from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { modelsQuery, productsQuery } from '../../api/queries.ts';
import { useWorkspace } from '../../api/session.ts';
import { fullInstant } from '../../components/days.ts';
import { t } from '../../text/text.ts';
import { abilityOf, expiryOf, families, familyName, scopeLists, type KeyValues } from './key-values.ts';
import styles from './keys.module.css';

type Form = UseFormReturnType<KeyValues>;

interface FieldsProps {
  readonly form: Form;
  /** When the key ends now; absent for a new one. */
  readonly expiresAt?: string | null | undefined;
}

/** The fields of a key, and the sentence that says what it will be able to do. */
export function KeyFields({ form, expiresAt }: FieldsProps): ReactNode {
  return (
    <Stack gap="md">
      <TextInput
        label={t('keys.form.name')}
        placeholder={t('keys.form.namePlaceholder')}
        data-autofocus
        autoComplete="off"
        maxLength={200}
        {...form.getInputProps('name')}
      />
      <TextInput
        label={t('keys.form.owner')}
        description={t('keys.form.ownerHelp')}
        autoComplete="off"
        maxLength={254}
        {...form.getInputProps('owner')}
      />
      <LimitFields form={form} />
      <ExpirySelect form={form} expiresAt={expiresAt} />
      <ScopeFields form={form} />
      <Ability values={form.values} expiresAt={expiresAt} />
    </Stack>
  );
}

function LimitFields({ form }: { readonly form: Form }): ReactNode {
  const { time_zone: zone } = useWorkspace();
  const amount = { inputMode: 'decimal', autoComplete: 'off' } as const;
  return (
    <Fieldset legend={t('keys.form.limits')}>
      <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="sm">
        <TextInput label={t('keys.form.limitDay')} {...amount} {...form.getInputProps('day')} />
        <TextInput label={t('keys.form.limitMonth')} {...amount} {...form.getInputProps('month')} />
        <TextInput label={t('keys.form.limitTotal')} {...amount} {...form.getInputProps('total')} />
      </SimpleGrid>
      <small>{t('keys.form.limitHelp', { zone })}</small>
    </Fieldset>
  );
}

function ExpirySelect({ form, expiresAt }: FieldsProps): ReactNode {
  const { time_zone: zone } = useWorkspace();
  const present = expiresAt == null ? t('keys.expires.never') : fullInstant(expiresAt, zone);
  const data = [
    ...(expiresAt === undefined ? [] : [{ value: 'keep', label: t('keys.form.expires.keep', { when: present }) }]),
    { value: '30', label: t('keys.form.expires.30') },
    { value: '90', label: t('keys.form.expires.90') },
    { value: '365', label: t('keys.form.expires.365') },
    { value: 'never', label: t('keys.form.expires.never') },
  ];
  return <NativeSelect label={t('keys.form.expires')} data={data} {...form.getInputProps('expires')} />;
}

function ScopeFields({ form }: { readonly form: Form }): ReactNode {
  const [open] = useState(() => isRestricted(form.values));
  const { data: models } = useQuery(modelsQuery);
  const { data: products } = useQuery(productsQuery);
  const regions = [...new Set((models?.data ?? []).flatMap(({ targets }) => targets.map(({ region }) => region)))];
  return (
    <details className={styles['restrict']} open={open}>
      <summary>{t('keys.form.restrict')}</summary>
      <Stack gap="sm">
        <TagsInput data={(models?.data ?? []).map(({ id }) => id)} {...listProps(form, 'models')} />
        <Checkbox.Group {...listProps(form, 'operations')}>
          <SimpleGrid cols={{ base: 2, sm: 3 }} spacing={6} mt={6}>
            {families.map((family) => (
              <Checkbox key={family} size="xs" value={family} label={familyName(family)} />
            ))}
          </SimpleGrid>
        </Checkbox.Group>
        <TagsInput data={(products?.data ?? []).map(({ sku }) => sku)} {...listProps(form, 'products')} />
        <TagsInput data={regions} {...listProps(form, 'regions')} />
        <TagsInput {...listProps(form, 'networks')} />
        <NativeSelect
          label={t('keys.form.onLoss')}
          description={t('keys.form.onLossHelp')}
          data={(['model', 'error', 'warn'] as const).map((value) => ({
            value,
            label: t(`keys.form.onLoss.${value}`),
          }))}
          {...form.getInputProps('onLoss')}
        />
      </Stack>
    </details>
  );
}

/** The field of a list. What is cleared does not restrict any more; a list that allows nothing says so, and can be lifted. */
function listProps(form: Form, name: (typeof scopeLists)[number]) {
  const entries = form.values[name];
  const lift = (
    <Button variant="subtle" size="compact-xs" onClick={() => form.setFieldValue(name, null)}>
      {t('keys.form.lift')}
    </Button>
  );
  return {
    ...form.getInputProps(name),
    label: t(`keys.form.${name}`),
    description:
      entries?.length === 0 ? (
        <>
          {t('keys.form.nothing')} {lift}
        </>
      ) : (
        t(`keys.form.${name}Help`)
      ),
    value: [...(entries ?? [])],
    onChange: (next: string[]) => form.setFieldValue(name, next.length === 0 ? null : next),
  };
}

const isRestricted = (values: KeyValues): boolean =>
  values.onLoss !== 'model' || scopeLists.some((name) => values[name] !== null);

function Ability({
  values,
  expiresAt,
}: {
  readonly values: KeyValues;
  readonly expiresAt: FieldsProps['expiresAt'];
}): ReactNode {
  const { time_zone: zone } = useWorkspace();
  const chosen = expiryOf(values.expires, Date.now());
  const end = chosen === undefined ? (expiresAt ?? null) : chosen;
  return (
    <Alert color="gray" title={t('keys.can.title')} role="note">
      {abilityOf(values, end === null ? null : fullInstant(end, zone))}
    </Alert>
  );
}
