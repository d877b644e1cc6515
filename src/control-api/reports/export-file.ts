import type { Catalog } from '../../catalog/catalog.ts';
import type { KeyStore } from '../../identity/stores.ts';
import type { CallRecord } from '../../metering/ledger-records.ts';
import { formatCredits } from '../../shared/money.ts';
import { flow, type Reply } from '../../shared/reply.ts';
import { makeCalendar } from '../../shared/time/calendar.ts';
import { noStore } from '../deps.ts';
import { keyNames } from '../key-view.ts';

interface LinesFile {
  /** File name for downloads: letters, digits, dashes and dots. It ends in `.csv` or `.jsonl`. */
  readonly name: string;
  /** Lines with line breaks, of CSV the header first. */
  readonly lines: AsyncIterable<string>;
}

/** Characters that are buffered before they are sent. */
const pieceLength = 32_768;

/**
 * Streams a file as fast as the client reads it. A failure before the first piece is an ordinary error; a later one cuts the
 * connection, so that the client detects the incomplete file.
 */
export async function sendFile(reply: Reply, { name, lines }: LinesFile): Promise<void> {
  let gathered = '';
  try {
    for await (const line of lines) {
      if (reply.left()) return;
      gathered += line;
      if (gathered.length < pieceLength) continue;
      await sendPiece(reply, name, gathered);
      gathered = '';
    }
  } catch (error) {
    if (reply.started()) reply.cut();
    throw error;
  }
  startFile(reply, name);
  reply.end(Buffer.from(gathered));
}

async function sendPiece(reply: Reply, name: string, text: string): Promise<void> {
  startFile(reply, name);
  await flow(reply, Buffer.from(text));
}

function startFile(reply: Reply, name: string): void {
  if (reply.started()) return;
  reply.head(200, {
    ...noStore,
    'content-type': name.endsWith('.csv') ? 'text/csv; charset=utf-8; header=present' : 'application/jsonl',
    'content-disposition': `attachment; filename="${name}"`,
  });
}

/**
 * Where a spreadsheet may find a formula, whose first character may be of full width: at the beginning of a cell, and after what
 * separates cells or lines in some country or program, whatever is quoted here. In German, that is a semicolon.
 */
const formulaPlaces = /^(?=[\t\r\n])|(?:^|(?<=[;\t\r\n]))(?=[ "]*[=+\-@＝＋－＠])/g;
const special = /[",\r\n]/;

/** Text, a number, or an exact decimal number as text, whose minus sign is not the start of a formula. */
type Cell = string | number | bigint | { readonly decimal: string };

/**
 * Formats one cell (RFC 4180). Text that a spreadsheet would evaluate gets an apostrophe before it (OWASP, CSV injection); numbers
 * are unchanged.
 */
function csvCell(value: Cell): string {
  if (typeof value === 'object') return value.decimal;
  const text = typeof value === 'string' ? value.replaceAll(formulaPlaces, "'") : String(value);
  return special.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Formats one line, with its line break. */
export const csvLine = (values: readonly Cell[]): string => `${values.map(csvCell).join(',')}\r\n`;

/** The object of an export in the audit log: one workspace, or all. */
export const exported = ({ workspace_id: id }: { readonly workspace_id?: string }): string =>
  id === undefined ? 'workspaces' : `workspace:${id}`;

/** Where names come from. */
interface Names {
  readonly keys: Pick<KeyStore, 'workspace' | 'listKeys'>;
  readonly catalog: Catalog;
}

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
  const names = keyNames(keys);
  const zoneOf = (workspaceId: string): string => keys.workspace(workspaceId)?.timeZone ?? 'UTC';
  const columns: Readonly<Record<string, (call: CallRecord) => Cell>> = {
    BillingAccountId: ({ workspaceId }) => workspaceId,
    BillingAccountName: ({ workspaceId }) => keys.workspace(workspaceId)?.name ?? workspaceId,
    SubAccountId: ({ keyId }) => keyId,
    SubAccountName: ({ keyId }) => names.get(keyId) ?? '',
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
