import { Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Model, Plan, Product } from '../../../../generated/console/types.ts';
import { modelsQuery, plansQuery, productsQuery } from '../../api/queries.ts';
import { DataTable, type Column } from '../../components/data-table.tsx';
import { Secondary } from '../../components/figures.tsx';
import { ModelAbilities, ModelState, PriceOf } from '../../components/model-cells.tsx';
import { Empty, Page } from '../../components/page.tsx';
import { Loaded } from '../../components/waiting.tsx';
import { t } from '../../text/text.ts';
import { groupDigits } from '../../values/decimal.ts';
import { Providers } from './providers.tsx';

const route = getRouteApi('/inside/operator/catalogue');

const tabs = ['models', 'providers', 'products', 'plans'] as const;

type Tab = (typeof tabs)[number];

const panels: Readonly<Record<Tab, () => ReactNode>> = {
  models: Models,
  providers: Providers,
  products: Products,
  plans: Plans,
};

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

const modelColumns = (): readonly Column<Model>[] => [
  {
    id: 'id',
    title: t('usage.by.model'),
    sortBy: ({ id }) => id,
    show: ({ id, display_name: name }) => (
      <>
        {id}
        {name !== id && <Secondary>{name}</Secondary>}
      </>
    ),
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

function Models(): ReactNode {
  const query = useQuery(modelsQuery);
  return (
    <Loaded query={query}>
      {({ data }) => (
        <DataTable
          caption={t('catalogue.models')}
          columns={modelColumns()}
          rows={data}
          rowId={({ id }) => id}
          empty={<Empty title={t('catalogue.none')} />}
        />
      )}
    </Loaded>
  );
}

/** @param models whose default a Product may be */
const productColumns = (models: readonly Model[]): readonly Column<Product>[] => [
  {
    id: 'sku',
    title: t('usage.by.product'),
    sortBy: ({ sku }) => sku,
    show: ({ sku, name }) => (
      <>
        {sku}
        {name !== sku && <Secondary>{name}</Secondary>}
      </>
    ),
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
  const query = useQuery(productsQuery);
  const { data: models } = useQuery(modelsQuery);
  return (
    <Loaded query={query}>
      {({ data }) => (
        <DataTable
          caption={t('catalogue.products')}
          columns={productColumns(models?.data ?? [])}
          rows={data}
          rowId={({ sku }) => sku}
        />
      )}
    </Loaded>
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

function Plans(): ReactNode {
  const query = useQuery(plansQuery);
  return (
    <Loaded query={query}>
      {({ data }) => (
        <DataTable
          caption={t('catalogue.plans')}
          columns={planColumns()}
          rows={data}
          rowId={({ id }) => id}
          empty={<Empty title={t('catalogue.noPlans')} />}
        />
      )}
    </Loaded>
  );
}
