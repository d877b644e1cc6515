import type { Catalog } from '../../catalog/catalog.ts';
import type { KeyStore } from '../../identity/key-store.ts';
import type { CallRecord } from '../../metering/ledger-records.ts';
import { formatCredits } from '../../shared/money.ts';
import { makeCalendar } from '../../shared/time/calendar.ts';

/** Where names come from. */
interface Names {
  readonly keys: Pick<KeyStore, 'workspace' | 'listKeys'>;
  readonly catalog: Catalog;
}

type Cell = string | number;

/** The date format of FOCUS, which has whole seconds. */
const writeSecond = (at: number): string => `${new Date(at).toISOString().slice(0, 19)}Z`;

const second = 1_000;

const cost = ({ charge }: CallRecord): Cell => formatCredits(charge);

/** What every charge has in common. */
const fixed: Readonly<Record<string, Cell>> = {
  SubAccountType: 'API key',
  BillingCurrency: 'XXX',
  PricingCurrency: 'credits',
  ChargeCategory: 'Usage',
  ChargeClass: '',
  ChargeFrequency: 'Usage-Based',
  PricingCategory: 'Standard',
  PricingQuantity: 1,
  PricingUnit: 'Requests',
  ConsumedQuantity: 1,
  ConsumedUnit: 'Requests',
  ProviderName: 'Diglot',
  PublisherName: 'Diglot',
  InvoiceIssuerName: 'Diglot',
  ServiceCategory: 'AI and Machine Learning',
  ServiceSubcategory: 'Generative AI',
  SkuMeter: 'Requests',
  SkuPriceDetails: '',
  ResourceType: 'Call',
};

/**
 * Columns of a cost and usage dataset of FOCUS 1.2, with what each says about a call. A call is one charge. Amounts are credits,
 * which are no national currency: `BillingCurrency` is `XXX` (ISO 4217), and the virtual currency is named by
 * `PricingCurrency`. Columns of our own begin with `x_`.
 */
export function makeFocusFile({ keys, catalog }: Names) {
  const calendar = makeCalendar();
  const keyNames = new Map(keys.listKeys().map(({ id, name }) => [id, name]));
  const zoneOf = (workspaceId: string): string => keys.workspace(workspaceId)?.timeZone ?? 'UTC';
  const columns: Readonly<Record<string, (call: CallRecord) => Cell>> = {
    BillingAccountId: ({ workspaceId }) => workspaceId,
    BillingAccountName: ({ workspaceId }) => keys.workspace(workspaceId)?.name ?? workspaceId,
    SubAccountId: ({ keyId }) => keyId,
    SubAccountName: ({ keyId }) => keyNames.get(keyId) ?? '',
    BilledCost: cost,
    EffectiveCost: cost,
    ListCost: cost,
    ContractedCost: cost,
    PricingCurrencyEffectiveCost: cost,
    BillingPeriodStart: ({ workspaceId, startedAt }) =>
      writeSecond(calendar('month', zoneOf(workspaceId), startedAt).start),
    BillingPeriodEnd: ({ workspaceId, startedAt }) =>
      writeSecond(calendar('month', zoneOf(workspaceId), startedAt).end),
    ChargePeriodStart: ({ startedAt }) => writeSecond(startedAt),
    // The end of a charge period is exclusive.
    ChargePeriodEnd: ({ startedAt, endedAt }) => writeSecond(Math.max(endedAt, startedAt) + second),
    ChargeDescription: ({ operation, model }) => (model === '-' ? operation : `${operation} with ${model}`),
    // A request is the unit that is priced: quantity × unit price must be the cost.
    ListUnitPrice: cost,
    ContractedUnitPrice: cost,
    PricingCurrencyListUnitPrice: cost,
    PricingCurrencyContractedUnitPrice: cost,
    ServiceName: ({ productSku }) => catalog.products.get(productSku)?.name ?? productSku,
    SkuId: ({ productSku }) => productSku,
    SkuPriceId: ({ productSku, priceFrom }) => `${productSku}@${writeSecond(priceFrom)}`,
    ResourceId: ({ id }) => id,
    RegionId: ({ region }) => region,
    RegionName: ({ region }) => region,
    x_RequestId: ({ requestId }) => requestId,
    x_Model: ({ model }) => model,
    x_Provider: ({ provider }) => provider,
    x_Operation: ({ operation }) => operation,
    x_Status: ({ status }) => status,
    x_Units: ({ lines }) =>
      JSON.stringify(Object.fromEntries(lines.map(({ unitKind, quantity }) => [unitKind, quantity]))),
  };
  return {
    columns: [...Object.keys(fixed), ...Object.keys(columns)],
    cells: (call: CallRecord): readonly Cell[] => [
      ...Object.values(fixed),
      ...Object.values(columns).map((read) => read(call)),
    ],
  };
}
