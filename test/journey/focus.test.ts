import { beforeAll, describe, expect, it } from 'vitest';
import { parseCredits } from '../../src/shared/money.ts';
import { sharedConsole } from './start-console.ts';

const gateway = sharedConsole();

const text = /^\S(.*\S)?$/s;
const amount = /^\d+(\.\d+)?$/;
const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;
const nothing = /^$/;

/**
 * Columns of FOCUS 1.2 that a dataset must have which names prices, a virtual currency, regions, SKUs and resources, with what
 * their values must look like when a charge is usage and no correction.
 */
const rules: Readonly<Record<string, RegExp>> = {
  BilledCost: amount,
  BillingAccountId: text,
  BillingAccountName: text,
  BillingCurrency: /^[A-Z]{3}$/,
  BillingPeriodEnd: moment,
  BillingPeriodStart: moment,
  ChargeCategory: /^(Usage|Purchase|Tax|Credit|Adjustment)$/,
  ChargeClass: /^(Correction)?$/,
  ChargeDescription: text,
  ChargeFrequency: /^(One-Time|Recurring|Usage-Based)$/,
  ChargePeriodEnd: moment,
  ChargePeriodStart: moment,
  ConsumedQuantity: amount,
  ConsumedUnit: text,
  ContractedCost: amount,
  ContractedUnitPrice: amount,
  EffectiveCost: amount,
  InvoiceIssuerName: text,
  ListCost: amount,
  ListUnitPrice: amount,
  PricingCategory: /^(Standard|Dynamic|Committed|Other)$/,
  PricingCurrency: text,
  PricingCurrencyContractedUnitPrice: amount,
  PricingCurrencyEffectiveCost: amount,
  PricingCurrencyListUnitPrice: amount,
  PricingQuantity: amount,
  PricingUnit: text,
  ProviderName: text,
  PublisherName: text,
  RegionId: text,
  RegionName: text,
  ResourceId: text,
  ResourceType: text,
  ServiceCategory: /^AI and Machine Learning$/,
  ServiceName: text,
  ServiceSubcategory: /^(Bots|Generative AI|Machine Learning|Natural Language Processing)$/,
  SkuId: text,
  SkuMeter: text,
  SkuPriceDetails: nothing,
  SkuPriceId: text,
  SubAccountId: text,
  SubAccountName: text,
  SubAccountType: text,
};

/** Cells of a CSV file (RFC 4180). */
const cellsOf = (line: string): readonly string[] =>
  [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
    ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '',
  );

type Row = Readonly<Record<string, string>>;

async function readRows(): Promise<readonly Row[]> {
  const file = await (await gateway().ask('/calls/export?workspace_id=acme&format=focus')).text();
  const [head = '', ...lines] = file.trimEnd().split('\r\n');
  const columns = cellsOf(head);
  return lines.map((line) => Object.fromEntries(cellsOf(line).map((cell, index) => [columns[index] ?? '', cell])));
}

describe('an export as FOCUS 1.2', () => {
  beforeAll(async () => {
    for (let call = 0; call < 3; call += 1) await (await gateway().chat()).arrayBuffer();
  });

  it('has every column with the values that its rule allows, and no other column without the prefix', async () => {
    const rows = await readRows();
    expect(rows).toHaveLength(3);
    for (const row of rows) {
      for (const [column, rule] of Object.entries(rules)) expect(row[column], column).toMatch(rule);
      const others = Object.keys(row).filter((column) => rules[column] === undefined);
      expect(others.filter((column) => !column.startsWith('x_'))).toEqual([]);
    }
  });

  it('agrees with itself: quantity × unit price is the cost, and a charge lies within its billing period', async () => {
    for (const row of await readRows()) {
      const figure = (column: string): bigint => parseCredits(row[column] ?? '') ?? -1n;
      const quantity = BigInt(row['PricingQuantity'] ?? '');
      expect(figure('BilledCost')).toBeGreaterThan(0n);
      expect(quantity * figure('ListUnitPrice')).toBe(figure('ListCost'));
      expect(quantity * figure('ContractedUnitPrice')).toBe(figure('ContractedCost'));
      expect(quantity * figure('PricingCurrencyListUnitPrice')).toBe(figure('ListCost'));
      expect(quantity * figure('PricingCurrencyContractedUnitPrice')).toBe(figure('ContractedCost'));
      const at = (column: string): number => Date.parse(row[column] ?? '');
      expect(at('ChargePeriodStart')).toBeLessThan(at('ChargePeriodEnd'));
      expect(at('BillingPeriodStart')).toBeLessThanOrEqual(at('ChargePeriodStart'));
      expect(at('ChargePeriodStart')).toBeLessThan(at('BillingPeriodEnd'));
    }
  });
});
