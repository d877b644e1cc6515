import { Tabs } from '@mantine/core';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Model, Plan, Product } from '../../../../generated/console/types.ts';
import { modelsQuery, plansQuery, productsQuery } from '../../api/queries.ts';
import { DataTable, type Column, type TableProps } from '../../components/data-table.tsx';
import { Named } from '../../components/figures.tsx';
import { ModelAbilities, ModelState, PriceOf } from '../../components/model-cells.tsx';
import { Empty, Page } from '../../components/page.tsx';
import { Loaded } from '../../components/waiting.tsx';
import { t } from '../../text/text.ts';
import { groupDigits } from '../../values/decimal.ts';
import { Providers } from './providers.tsx';

const route = getRouteApi('/inside/operator/catalogue');

const tabs = ['models', 'providers', 'products', 'plans'] as const;

type Tab = (typeof tabs)[number];

/** What the configuration offers: models, providers, Products with their prices, and plans. It is changed in the file. */
export function CataloguePage(): ReactNode {
  const { tab } = route.useSearch();
  const navigate = route.useNavigate();
  const shown = tabs.find((name) => name === tab) ?? 'models';
  return (
    <Page title={t('nav.catalogue')}>
      <p>{t('catalogue.fromFile')}</p>
      <Tabs
        value={shown}
        onChange={(name) => void navigate({ search: { tab: name ?? undefined } })}
        keepMounted={false}
      >
        <Tabs.List mb="md" aria-label={t('nav.catalogue')}>
          {tabs.map((name) => (
            <Tabs.Tab key={name} value={name}>
              {t(`catalogue.${name}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {tabs.map((name) => {
          const Panel = panels[name];
          return (
            <Tabs.Panel key={name} value={name}>
              <Panel />
            </Tabs.Panel>
          );
        })}
      </Tabs>
    </Page>
  );
}

interface ListedProps<Row> extends Omit<TableProps<Row>, 'rows'> {
  readonly query: UseQueryResult<{ readonly data: readonly Row[] }>;
}

/** The rows that a query found. */
const Listed = <Row,>({ query, ...table }: ListedProps<Row>): ReactNode => (
  <Loaded query={query}>{({ data }) => <DataTable rows={data} {...table} />}</Loaded>
);

const modelColumns = (): readonly Column<Model>[] => [
  {
    id: 'id',
    title: t('usage.by.model'),
    sortBy: ({ id }) => id,
    show: ({ id, display_name: name }) => <Named id={id} name={name} />,
  },
  {
    id: 'product',
    title: t('usage.by.product'),
    sortBy: ({ product_sku: sku }) => sku,
    show: ({ product_sku: sku }) => sku,
  },
  {
    id: 'targets',
    title: t('catalogue.targets'),
    show: ({ targets }) => targets.map(({ provider, region }) => `${provider} (${region})`).join(', ') || '–',
  },
  { id: 'fallbacks', title: t('catalogue.fallbacks'), show: ({ fallbacks }) => fallbacks.join(', ') || '–' },
  {
    id: 'abilities',
    title: t('catalogue.abilities'),
    show: (model) => <ModelAbilities of={model} />,
  },
  { id: 'state', title: t('keys.column.state'), show: (model) => <ModelState of={model} /> },
];

const Models = (): ReactNode => (
  <Listed
    query={useQuery(modelsQuery)}
    caption={t('catalogue.models')}
    columns={modelColumns()}
    rowId={({ id }) => id}
    empty={<Empty title={t('catalogue.none')} />}
  />
);

/** @param models whose default a Product may be */
const productColumns = (models: readonly Model[]): readonly Column<Product>[] => [
  {
    id: 'sku',
    title: t('usage.by.product'),
    sortBy: ({ sku }) => sku,
    show: ({ sku, name }) => <Named id={sku} name={name} />,
  },
  {
    id: 'models',
    title: t('catalogue.models'),
    show: ({ sku, models: named }) =>
      (named ?? models.filter((each) => each.product_sku === sku).map(({ id }) => id)).join(', ') || '–',
  },
  { id: 'price', title: t('models.price'), show: (product) => <PriceOf of={product} /> },
];

function Products(): ReactNode {
  const { data: models } = useQuery(modelsQuery);
  return (
    <Listed
      query={useQuery(productsQuery)}
      caption={t('catalogue.products')}
      columns={productColumns(models?.data ?? [])}
      rowId={({ sku }) => sku}
    />
  );
}

const planColumns = (): readonly Column<Plan>[] => [
  { id: 'name', title: t('credits.plan'), show: ({ name, id }) => (name === id ? id : `${name} (${id})`) },
  {
    id: 'month',
    title: t('catalogue.perMonth'),
    isNumber: true,
    show: ({ monthly_credits: month }) => (month === null ? t('credits.noMonth') : groupDigits(month)),
  },
  {
    id: 'products',
    title: t('catalogue.products'),
    show: ({ products }) => (products.includes('*') ? t('credits.allProducts') : products.join(', ')),
  },
];

const Plans = (): ReactNode => (
  <Listed
    query={useQuery(plansQuery)}
    caption={t('catalogue.plans')}
    columns={planColumns()}
    rowId={({ id }) => id}
    empty={<Empty title={t('catalogue.noPlans')} />}
  />
);

const panels: Readonly<Record<Tab, () => ReactNode>> = {
  models: Models,
  providers: Providers,
  products: Products,
  plans: Plans,
};
