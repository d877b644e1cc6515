import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState, type FormEvent, type ReactNode } from 'react';
import { modelsQuery, productsQuery } from '../../api/queries.ts';
import { KeySelect } from '../../components/key-select.tsx';
import { withoutSecrets } from '../../components/long-list.tsx';
import { Filters } from '../../components/page.tsx';
import { t } from '../../text/text.ts';
import { RangeFilter, ZoneFilter } from './range-filter.tsx';
import type { TabProps } from './tab-props.ts';
import { outcomes } from './usage-search.ts';

/** All filters of calls. Sums of usage know neither outcomes nor request ids. */
export function CallFilters({ children, ...props }: TabProps & { readonly children?: ReactNode }): ReactNode {
  const { search, change } = props;
  return (
    <Filters>
      <RequestField search={search} change={change} />
      <RangeFilter {...props} />
      <ZoneFilter {...props} />
      <FilterSelect
        label={t('usage.outcome')}
        all={t('usage.all.outcome')}
        value={search.outcome}
        choices={outcomes.map((name) => ({ value: name, label: t(`outcome.${name}`) }))}
        onChange={(outcome) => change({ outcome })}
      />
      <CommonFilters {...props} isFiltered={search.outcome !== undefined || search.request !== undefined} />
      {children}
    </Filters>
  );
}

/** Finds a call by the request id that its answer carried. */
function RequestField({ search, change }: Pick<TabProps, 'search' | 'change'>): ReactNode {
  const [text, setText] = useState(search.request ?? '');
  useEffect(() => setText(search.request ?? ''), [search.request]);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const request = withoutSecrets(text);
    setText(request);
    change({ request: request || undefined });
  };
  return (
    <form onSubmit={submit} role="search">
      <TextInput
        type="search"
        miw={230}
        aria-label={t('usage.request')}
        placeholder={t('usage.request')}
        value={text}
        onChange={({ currentTarget: { value } }) => setText(value)}
      />
    </form>
  );
}

interface Choice {
  readonly value: string;
  readonly label: string;
}

interface SelectProps {
  readonly label: string;
  readonly value: string | undefined;
  readonly all: string;
  readonly choices: readonly Choice[];
  readonly onChange: (value: string | undefined) => void;
}

/** A choice of one, or of all. A value that the address names is offered, also where nothing else knows it. */
export function FilterSelect({ label, value, all, choices, onChange }: SelectProps): ReactNode {
  const isKnown = value === undefined || choices.some((choice) => choice.value === value);
  const named = isKnown ? [] : [{ value, label: value }];
  return (
    <NativeSelect
      aria-label={label}
      value={value ?? ''}
      data={[{ value: '', label: all }, ...choices, ...named]}
      onChange={({ currentTarget }) => onChange(currentTarget.value === '' ? undefined : currentTarget.value)}
    />
  );
}

const plain = (value: string): Choice => ({ value, label: value });

const statuses: readonly string[] = ['2xx', '4xx', '5xx'];

interface CommonProps extends TabProps {
  /** Whether there is another filter beside these; all of them are cleared together. */
  readonly isFiltered?: boolean;
}

/** The filters that usage and calls have in common. */
export function CommonFilters({ search, change, isFiltered = false }: CommonProps): ReactNode {
  const { data: models } = useQuery(modelsQuery);
  const { data: products } = useQuery(productsQuery);
  const { status, model, key, product, operation } = search;
  const isAny = isFiltered || [status, model, key, product, operation].some((each) => each !== undefined);
  return (
    <>
      <FilterSelect
        label={t('usage.by.status')}
        all={t('usage.all.status')}
        value={status}
        choices={statuses.map(plain)}
        onChange={(value) => change({ status: value })}
      />
      <FilterSelect
        label={t('usage.by.model')}
        all={t('usage.all.model')}
        value={model}
        choices={(models?.data ?? []).map((each) => plain(each.id))}
        onChange={(value) => change({ model: value })}
      />
      <KeySelect
        label={t('usage.by.key')}
        placeholder={t('usage.all.key')}
        value={key}
        onChange={(value) => change({ key: value })}
      />
      <FilterSelect
        label={t('usage.by.product')}
        all={t('usage.all.product')}
        value={product}
        choices={(products?.data ?? []).map((each) => plain(each.sku))}
        onChange={(value) => change({ product: value })}
      />
      {operation !== undefined && (
        <FilterSelect
          label={t('usage.by.operation')}
          all={t('usage.all.operation')}
          value={operation}
          choices={[]}
          onChange={(value) => change({ operation: value })}
        />
      )}
      {isAny && (
        <Button variant="subtle" size="compact-sm" onClick={() => change(noFilter)}>
          {t('do.reset')}
        </Button>
      )}
    </>
  );
}

const noFilter = {
  status: undefined,
  model: undefined,
  key: undefined,
  product: undefined,
  operation: undefined,
  outcome: undefined,
  request: undefined,
} as const;
