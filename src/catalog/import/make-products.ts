import { missingKinds, pricedKinds, type OperationFamily } from '../provider-kinds.ts';
import { modelSchema } from '../schema/model-schema.ts';
import { productSchema } from '../schema/catalog-schema.ts';
import { matchesPattern } from '../catalog.ts';
import type { UnitKind } from '../../shared/usage.ts';
import {
  type DeclaredRate,
  type PriceTable,
  readExact,
  type Skipped,
  type SourceModel,
  type SourcePrice,
  toRate,
} from './price-table.ts';

/** What to import, and how. */
export interface ImportTerms {
  /** Only models of this provider in the table; null: of all providers. */
  readonly provider: string | null;
  /** Only these models, by exact id or `prefix*`; null: all. */
  readonly models: readonly string[] | null;
  /** Start of the prices, RFC 3339. */
  readonly from: string;
  /** Credits for one US dollar, as a decimal. */
  readonly creditsPerDollar: string;
  /** Id of the provider in the catalogue that serves the models; null: write no models. */
  readonly target: string | null;
}

/** A Product in the notation of the configuration file. */
interface MadeProduct {
  readonly sku: string;
  readonly name: string;
  readonly prices: readonly [{ readonly from: string; readonly tiers?: readonly MadeTier[] } & MadeRates];
}

type MadeRates = Readonly<Partial<Record<UnitKind, Rate>>>;
type MadeTier = { readonly above: number } & MadeRates;

type Rate = Pick<DeclaredRate, 'credits' | 'per'>;

/** A model in the notation of the configuration file. */
interface MadeModel {
  readonly id: string;
  readonly targets: readonly [{ readonly provider: string; readonly model?: string }];
  readonly product: string;
  readonly operations?: readonly OperationFamily[];
  readonly display_name?: string;
  readonly created?: string;
  readonly max_input_tokens?: number;
  readonly max_output_tokens?: number;
}

/** The result of an import. Every entry of the table became a Product, was skipped, or was filtered out. */
export interface ImportResult {
  readonly products: readonly MadeProduct[];
  readonly models: readonly MadeModel[];
  readonly skipped: readonly Skipped[];
  /** Entries that were imported with a change: prices rounded or left out, or without a model. */
  readonly remarks: readonly Skipped[];
  /** Entries that the filters left out. */
  readonly filteredOut: number;
}

/** Products (and models) for the entries of a public price table. */
export function makeProducts(table: PriceTable, terms: ImportTerms): ImportResult {
  const products = new Map<string, MadeProduct>();
  const models: MadeModel[] = [];
  const skipped: Skipped[] = [...table.skipped];
  const remarks: Skipped[] = [];
  const wanted = table.models.filter((model) => isWanted(model, terms));
  for (const model of wanted) {
    const entry = terms.provider === null ? `${model.provider}/${model.id}` : model.id;
    const made = makeProduct(model, terms);
    if (typeof made === 'string') skipped.push({ entry, why: made });
    else if (products.has(made.product.sku)) {
      skipped.push({
        entry,
        why: `an earlier entry has the same SKU, ${made.product.sku}; choose one with --provider or --model`,
      });
    } else {
      products.set(made.product.sku, made.product);
      remarks.push(...made.remarks.map((why) => ({ entry, why })));
      const declared = terms.target === null ? null : makeModel(model, made.product.sku, terms.target);
      if (typeof declared === 'string') remarks.push({ entry, why: `printed no model for it: ${declared}` });
      else if (declared !== null) models.push(declared);
    }
  }
  return {
    products: [...products.values()],
    models,
    skipped,
    remarks,
    filteredOut: table.models.length - wanted.length,
  };
}

const isWanted = (model: SourceModel, { provider, models }: ImportTerms): boolean =>
  (provider === null || model.provider === provider) &&
  (models === null || models.some((pattern) => matchesPattern(pattern, model.id)));

/** The Product and remarks on it, or the reason why there is none. */
function makeProduct(
  model: SourceModel,
  terms: ImportTerms,
): { readonly product: MadeProduct; readonly remarks: readonly string[] } | string {
  if (model.prices.length === 0) {
    return model.unread.length === 0
      ? 'it has no price'
      : `its prices are for units that are not billed here: ${model.unread.join(', ')}`;
  }
  if (model.prices.every(({ price }) => readExact(price)?.digits === 0n)) {
    return 'all its prices are 0; if it should be free, write a Product with free: true yourself';
  }
  const rates: Partial<Record<UnitKind, Rate>> = {};
  const tiers = new Map<number, Partial<Record<UnitKind, Rate>>>();
  const remarks: string[] = model.unread.length === 0 ? [] : [`left out: ${model.unread.join(', ')}`];
  for (const source of model.prices) {
    const rate = rateOf(source, terms);
    if (!rate) return `${source.field} is not a price: ${source.price}`;
    const holder = source.above === undefined ? rates : (tiers.get(source.above) ?? {});
    if (source.above !== undefined) tiers.set(source.above, holder);
    holder[source.kind] = { credits: rate.credits, per: rate.per };
    if (rate.rounded)
      remarks.push(`${source.field} ${source.price} was rounded to ${rate.credits} credits for ${rate.per}`);
  }
  const made = [...tiers].toSorted(([one], [other]) => one - other).map(([above, own]) => ({ above, ...own }));
  const price = { from: terms.from, ...rates, ...(made.length > 0 && { tiers: made }) };
  const product: MadeProduct = { sku: skuOf(model.id), name: model.name, prices: [price] };
  const checked = productSchema.safeParse(product);
  return checked.success ? { product, remarks } : `it cannot be a Product: ${checked.error.issues[0]?.message ?? ''}`;
}

function rateOf({ kind, price, per: sourcePer }: SourcePrice, terms: ImportTerms): DeclaredRate | null {
  const creditsPerUnit = readExact(terms.creditsPerDollar);
  const per = kind === 'characters' || kind.endsWith('_tokens') ? 1_000_000 : 1;
  return creditsPerUnit && toRate(price, { sourcePer, per, creditsPerUnit });
}

/** A model's name as a SKU: invalid characters become dashes. */
const skuOf = (id: string): string =>
  id
    .replaceAll(/[^A-Za-z0-9._-]+/g, '-')
    .replace(/^[^A-Za-z0-9]+/, '')
    .slice(0, 64);

const isPriced =
  ({ prices }: SourceModel) =>
  (wanted: UnitKind): boolean =>
    prices.some(({ kind, above }) => kind === wanted && above === undefined);

/** What a model serves: what its table says, else what its prices allow. Null: text, which is not written. */
function operationsOf(model: SourceModel): readonly OperationFamily[] | null {
  if (model.operations !== null) return model.operations === 'text' ? null : model.operations;
  const allows = (family: OperationFamily): boolean =>
    missingKinds(pricedKinds[family] ?? [], isPriced(model)).length === 0;
  return !allows('chat') && allows('embeddings') ? ['embeddings'] : null;
}

/** A model that the catalogue accepts, or the reason why there is none. */
function makeModel(model: SourceModel, product: string, provider: string): MadeModel | string {
  if (model.upstreamName === null) return 'its id is for images of one size, and no host knows a model by it';
  const operations = operationsOf(model);
  const families = operations ?? (['chat'] as const);
  if (families.length === 0) return 'it serves nothing that Diglot has';
  const missing = families.flatMap((family) => missingKinds(pricedKinds[family] ?? [], isPriced(model)));
  if (missing.length > 0) return `it has no price for ${missing.join(' and ')}`;
  const made = {
    id: model.id,
    targets: [{ provider, ...(model.upstreamName !== model.id && { model: model.upstreamName }) }],
    product,
    ...(operations !== null && { operations }),
    ...(model.name !== model.id && { display_name: model.name }),
    ...(model.released !== null && { created: model.released }),
    ...(model.maxInputTokens !== null && { max_input_tokens: model.maxInputTokens }),
    ...(model.maxOutputTokens !== null && { max_output_tokens: model.maxOutputTokens }),
  } as const;
  const checked = modelSchema.safeParse(made);
  return checked.success ? made : (checked.error.issues[0]?.message ?? 'it cannot be a model');
}
