import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Model } from '../../../../generated/console/types.ts';
import { modelsQuery, productsQuery } from '../../api/queries.ts';
import { usePlan } from '../../api/session.ts';
import { CopyableId } from '../../components/copy.tsx';
import { DataTable, type Column } from '../../components/data-table.tsx';
import { grouped, Named, Status } from '../../components/figures.tsx';
import { SearchField } from '../../components/long-list.tsx';
import { ModelAbilities, ModelState, PriceOf } from '../../components/model-cells.tsx';
import { Empty, Filters, Page } from '../../components/page.tsx';
import { Loaded } from '../../components/waiting.tsx';
import { t } from '../../text/text.ts';
import { allows } from '../../values/usable-model.ts';

const route = getRouteApi('/inside/models');

/** The models that a workspace can call: what each costs and can do. */
export function ModelsPage(): ReactNode {
  const query = useQuery(modelsQuery);
  const { find = '' } = route.useSearch();
  const navigate = route.useNavigate();
  const columns = useColumns();
  const wanted = find.toLowerCase();
  const fits = ({ id, display_name: name, product_sku: sku }: Model): boolean =>
    [id, name, sku].some((text) => text.toLowerCase().includes(wanted));
  return (
    <Page title={t('nav.models')}>
      <p>{t('models.lead')}</p>
      <Filters>
        <SearchField
          label={t('models.search')}
          value={find}
          onSearch={(text) =>
            void navigate({ search: (search) => ({ ...search, find: text || undefined }), replace: true })
          }
        />
      </Filters>
      <Loaded query={query}>
        {({ data }) => (
          <DataTable
            caption={t('nav.models')}
            columns={columns}
            rows={data.filter(fits)}
            rowId={({ id }) => id}
            empty={<Empty title={data.length === 0 ? t('catalogue.none') : t('models.noneMatch', { text: find })} />}
          />
        )}
      </Loaded>
    </Page>
  );
}

function useColumns(): readonly Column<Model>[] {
  const { data: products } = useQuery(productsQuery);
  const plan = usePlan();
  return [
    {
      id: 'id',
      title: t('usage.by.model'),
      sortBy: ({ id }) => id,
      show: ({ id, display_name: name }) => (
        <Named id={id} name={name}>
          <CopyableId text={id} what={t('models.id')} />
        </Named>
      ),
    },
    {
      id: 'price',
      title: t('models.price'),
      show: ({ product_sku: sku }) => {
        const product = products?.data.find((each) => each.sku === sku);
        return product && <PriceOf of={product} />;
      },
    },
    {
      id: 'context',
      isMinor: true,
      title: t('models.context'),
      isNumber: true,
      sortBy: ({ max_input_tokens: most }) => most ?? 0,
      show: ({ max_input_tokens: most }) => (most == null ? '–' : grouped(most)),
    },
    { id: 'abilities', title: t('catalogue.abilities'), show: (model) => <ModelAbilities of={model} /> },
    {
      id: 'state',
      title: t('keys.column.state'),
      show: (model) =>
        allows(plan?.products, model.product_sku) ? (
          <ModelState of={model} />
        ) : (
          <Status tone="quiet">{t('models.notInPlan', { product: model.product_sku })}</Status>
        ),
    },
  ];
}
