import { Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Abilities, Model, Plan, Product } from '../../../../generated/console/types.ts';
import { modelsQuery, plansQuery, productsQuery } from '../../api/queries.ts';
import { DataTable, type Column } from '../../components/data-table.tsx';
import { grouped, Secondary, Status } from '../../components/figures.tsx';
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

function modelState({ unpriced, unreachable, retired }: Model): ReactNode {
  if (unpriced) return <Status tone="bad">{t('catalogue.unpriced')}</Status>;
  if (unreachable) return <Status tone="bad">{t('catalogue.unreachable')}</Status>;
  if (retired) return <Status tone="quiet">{t('catalogue.retired')}</Status>;
  return <Status tone="good">{t('catalogue.callable')}</Status>;
}

/** A budget is named where there is no effort to set instead. */
const thinkingWords = ({ thinking, efforts }: Abilities): readonly string[] =>
  thinking === 'none' || (thinking === 'budget' && efforts.length > 0) ? [] : [t(`ability.thinking.${thinking}`)];

/** What a model takes and can do at its first target in a line, and how it thinks and how much it puts out in another. */
function AbilitiesOf({ of }: { readonly of: Abilities }): ReactNode {
  const can = [
    ...(['images', 'documents', 'audio', 'schemas', 'strict_tools', 'search', 'code', 'prefill'] as const)
      .filter((name) => of[name])
      .map((name) => t(`ability.${name}`)),
  ];
  const [weakest, strongest] = [of.efforts[0], of.efforts.at(-1)];
  const limits = [
    ...(weakest === undefined ? [] : [t('ability.effort', { from: weakest, to: strongest ?? weakest })]),
    ...thinkingWords(of),
    ...(of.sampling === 'refused' ? [t('ability.noSampling')] : []),
    ...(of.max_output_tokens === null ? [] : [t('ability.output', { count: grouped(of.max_output_tokens) })]),
  ];
  return (
    <>
      {can.join(', ') || t('ability.text')}
      <Secondary>{limits.join(' · ')}</Secondary>
    </>
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
    show: ({ targets: [target], operations }) => {
      if (target === undefined) return '–';
      return target.wires.length === 0 && operations ? operations.join(', ') : <AbilitiesOf of={target.abilities} />;
    },
  },
  { id: 'state', title: t('keys.column.state'), show: modelState },
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

const rateWords = ({ unit_kind: kind, credits, per }: Product['prices'][number]['rates'][number]): string =>
  t('catalogue.rate', { credits: groupDigits(credits), per: grouped(per), unit: kind.replaceAll('_', ' ') });

const priceWords = ({ prices, free }: Product): readonly string[] => {
  if (free) return [t('catalogue.free')];
  const price = prices.find(({ in_force: inForce }) => inForce);
  if (!price) return [t('catalogue.unpriced')];
  const usual = price.rates.map(rateWords);
  const ofTiers = (price.tiers ?? []).flatMap(({ above, rates }) =>
    rates
      .map(rateWords)
      .filter((rate) => !usual.includes(rate))
      .map((rate) => t('catalogue.tier', { rate, above: grouped(above) })),
  );
  return [...usual, ...ofTiers];
};

const productColumns = (): readonly Column<Product>[] => [
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
  { id: 'models', title: t('catalogue.models'), show: ({ models }) => models?.join(', ') ?? t('catalogue.defaults') },
  {
    id: 'price',
    title: t('catalogue.price'),
    show: (product) => priceWords(product).map((line) => <div key={line}>{line}</div>),
  },
];

function Products(): ReactNode {
  const query = useQuery(productsQuery);
  return (
    <Loaded query={query}>
      {({ data }) => (
        <DataTable caption={t('catalogue.products')} columns={productColumns()} rows={data} rowId={({ sku }) => sku} />
      )}
    </Loaded>
  );
}

const planColumns = (): readonly Column<Plan>[] => [
  { id: 'name', title: t('credits.plan'), show: ({ name, id }) => (name === id ? id : `${name} (${id})`) },
  {
    id: 'month',
    title: t('overview.month'),
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
