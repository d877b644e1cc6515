import { readFile } from 'node:fs/promises';
import { Document } from 'yaml';
import { momentSchema } from '../../catalog/schema/name-schema.ts';
import { isDay } from '../../shared/time/calendar.ts';
import { causeMessage } from '../../shared/log.ts';
import { CliFailure, exitCodes, type CliContext, type DefineCommand, type ExitCode } from '../context.ts';
import {
  membersOf,
  parseTextJson,
  type PriceTable,
  readExact,
  type TextJson,
} from '../../catalog/import/price-table.ts';
import { makeProducts, type ImportResult, type ImportTerms } from '../../catalog/import/make-products.ts';
import { readLiteLlm, readModelsDev } from '../../catalog/import/tables.ts';

interface ImportOptions {
  readonly format?: string;
  readonly provider?: string;
  readonly model?: readonly string[];
  readonly target?: string;
  readonly from?: string;
  readonly creditsPerDollar: string;
  readonly json?: boolean;
}

const formats = ['litellm', 'models.dev'] as const;

type Format = (typeof formats)[number];

const readers: Readonly<Record<Format, (document: TextJson) => PriceTable>> = {
  litellm: readLiteLlm,
  'models.dev': readModelsDev,
};

/** models.dev lists providers, each with its models; LiteLLM lists models. */
const formatOf = (document: TextJson): Format =>
  Object.values(membersOf(document) ?? {}).some((value) => membersOf(membersOf(value)?.['models']))
    ? 'models.dev'
    : 'litellm';

const tables = "LiteLLM's model_prices_and_context_window.json or models.dev's api.json";

/** Reads `--format`; null if it is absent. @throws {CliFailure} for an unknown format */
function readFormat(name: string | undefined): Format | null {
  const format = formats.find((one) => one === name) ?? null;
  if (name === undefined || format !== null) return format;
  throw new CliFailure(
    `There is no format ${name}. --format accepts ${formats.join(' or ')}; by default it is detected.`,
  );
}

async function readText(file: string): Promise<string> {
  if (/^\w+:\/\//.test(file)) {
    throw new CliFailure(
      `${file} is a URL, but prices import reads a local file. Download it first: curl -o prices.json ${file}`,
    );
  }
  return readFile(file, 'utf8').catch((error: unknown) => {
    const why = (error as NodeJS.ErrnoException).code ?? String(error);
    throw new CliFailure(`${file} cannot be read (${why}). Name a price table as a local file: ${tables}.`);
  });
}

async function readTable(file: string, format: Format | null): Promise<PriceTable> {
  const document = parse(await readText(file), file);
  return readers[format ?? formatOf(document)](document);
}

function parse(text: string, file: string): TextJson {
  try {
    return parseTextJson(text);
  } catch (error) {
    throw new CliFailure(`${file} is not JSON: ${causeMessage(error)}`);
  }
}

function termsOf(options: ImportOptions, now: number): ImportTerms {
  const { provider, model, target, from, creditsPerDollar } = options;
  const rate = readExact(creditsPerDollar);
  if (!rate || rate.digits === 0n) {
    throw new CliFailure(
      `--credits-per-dollar must be a decimal above 0, for example 1 or 100; you wrote ${creditsPerDollar}.`,
    );
  }
  const begins = from !== undefined && isDay(from) ? `${from}T00:00:00Z` : from;
  if (begins !== undefined && !momentSchema.safeParse(begins).success) {
    throw new CliFailure(
      `--from must be a day, such as 2027-01-01, or a timestamp with an offset, such as 2027-01-01T00:00:00Z; you wrote ${from}. The file is given without a flag: diglot prices import <file>.`,
    );
  }
  return {
    provider: provider ?? null,
    models: model ?? null,
    from: begins ?? `${new Date(now).toISOString().slice(0, 19)}Z`,
    creditsPerDollar,
    target: target ?? null,
  };
}

/** Formats the part of a configuration file to paste. Decimals are quoted, so that they are not read as floats. */
function yamlOf({ products, models }: ImportResult): string {
  const document = new Document({ products, ...(models.length > 0 && { models }) });
  return document.toString({ lineWidth: 0, defaultStringType: 'PLAIN', flowCollectionPadding: true });
}

function print({ products, skipped, remarks, filteredOut }: ImportResult, context: CliContext): void {
  for (const { entry, why } of skipped) context.err(`skipped  ${entry}: ${why}\n`);
  for (const { entry, why } of remarks) context.err(`remark   ${entry}: ${why}\n`);
  context.err(`${products.length} Products created, ${skipped.length} entries skipped, ${filteredOut} filtered out.\n`);
}

async function importPrices(file: string, options: ImportOptions, context: CliContext): Promise<ExitCode> {
  const format = readFormat(options.format);
  const terms = termsOf(options, context.clock.now());
  const result = makeProducts(await readTable(file, format), terms);
  if (options.json) context.out(`${JSON.stringify(result)}\n`);
  else {
    if (result.products.length > 0) context.out(yamlOf(result));
    print(result, context);
  }
  return result.products.length > 0 ? exitCodes.done : exitCodes.failed;
}

const collect = (value: string, before: readonly string[] = []): readonly string[] => [...before, value];

/** `diglot prices import FILE`: reads a local file and changes nothing. */
export const definePrices: DefineCommand = (command, context, run) => {
  command
    .command('import')
    .description(`print Products for a public price table: ${tables}`)
    .argument('<file>', 'the table, as a local file')
    .option('--format <name>', 'litellm or models.dev; default: detected')
    .option('--provider <name>', 'only models of this provider, as the table names it')
    .option('--model <name>', 'only this model, or prefix*; may be repeated', collect)
    .option('--target <id>', 'also print models, with this provider of your catalogue as target')
    .option('--from <when>', 'when the prices begin: a day in UTC (2027-01-01) or a timestamp; default: now')
    .option('--credits-per-dollar <decimal>', 'credits for a US dollar', '1')
    .option('--json', 'print the result as JSON')
    .action(run((file: string, options: ImportOptions) => importPrices(file, options, context)));
};
