import { readFile } from 'node:fs/promises';
import { type Document, parseDocument, YAMLSeq } from 'yaml';
import type { Catalog, KindId, Profile } from '../../catalog/catalog.ts';
import { checkAddress } from '../../catalog/check-address.ts';
import type { Priced } from '../../catalog/check-products.ts';
import { type ProfileId, profileIds, profiles } from '../../catalog/profiles.ts';
import { readProduct } from '../../catalog/read-price.ts';
import { providerSchema } from '../../catalog/schema/provider-schema.ts';
import { findConfigFile, findDataFolder, usualFile } from '../../config/environment.ts';
import { loadConfig, type LoadedConfig } from '../../config/load-config.ts';
import { ConfigError, formatProblem, plainRemark, type Remark } from '../../config/problems.ts';
import { isObject, type JsonObject } from '../../shared/json/json.ts';
import { ignoreAbsent, replaceFile } from '../../shared/make-folder.ts';
import type { Secret } from '../../shared/secret.ts';
import { nearestName } from '../../shared/text/names.ts';
import { type CliContext, CliFailure, type DefineCommand, type ExitCode, exitCodes, printable } from '../context.ts';
import { dataOf, makeControlClient } from '../control-client.ts';
import { findServer } from '../find-server.ts';
import { findAdminKey } from '../prepare-start.ts';
import { formatTable } from '../with-control.ts';

interface CheckOptions {
  readonly config?: string;
  readonly data?: string;
  readonly json?: boolean;
}

/** The messages of a check. */
type Messages = { readonly problems?: readonly Remark[] } & Partial<Pick<LoadedConfig, 'notices' | 'remarks'>>;

const count = (number: number, one: string): string => `${number} ${one}${number === 1 ? '' : 's'}`;

const sizeOf = ({ providers, models, products, plans }: Catalog): string =>
  [
    count(providers.size, 'provider'),
    count(models.length, 'model'),
    count(products.size, 'Product'),
    count(plans.size, 'plan'),
  ].join(', ');

function printResult({ config, notices, remarks }: LoadedConfig, name: string, context: CliContext): void {
  const said = (kind: string, all: readonly Remark[]) => all.map((each) => `${kind}: ${formatProblem(each)}\n`);
  const lines = [...said('notice', notices), ...said('remark', remarks)].join('');
  context.out(printable(`${lines}${name}: ${sizeOf(config.catalog)}. No problems.\n`));
}

/** Formats a message for programs. `line` and `column` count from 1; all three are null if the message concerns no file. */
function writeRemark(remark: Remark) {
  const [, file = null, line = null, column = null] = /^(.*):(\d+):(\d+)$/.exec(remark.place ?? '') ?? [];
  return { ...remark, file, line: line && Number(line), column: column && Number(column) };
}

const resultAsJson = (file: string | null, { problems = [], notices = [], remarks = [] }: Messages): string =>
  `${JSON.stringify({
    file,
    problems: problems.map(writeRemark),
    notices: notices.map(writeRemark),
    remarks: remarks.map(writeRemark),
  })}\n`;

/** How long a gateway may take to list its Products. */
const productsMilliseconds = 5_000;

/** The Products of a gateway; in words why they are not known, if they are not. */
async function productsOf(origin: string, key: Secret, stop: AbortSignal): Promise<Priced | string> {
  const late = AbortSignal.timeout(productsMilliseconds);
  try {
    const { data } = await dataOf(makeControlClient(origin, key, AbortSignal.any([stop, late])).GET('/products'));
    const read = data.flatMap((written) => readProduct(written.sku, written) ?? []);
    return { products: new Map(read.map((product) => [product.sku, product])) };
  } catch (error) {
    if (late.aborted) return `${origin} did not answer within ${productsMilliseconds / 1_000} s`;
    if (error instanceof CliFailure && error.exitCode === exitCodes.denied)
      return `${origin} refuses the administrator key`;
    throw error;
  }
}

/** The Products of the gateway that runs; in words why they are not known, if they are not. */
async function productsInForce(data: string | undefined, context: CliContext): Promise<Priced | string> {
  const dataFolder = findDataFolder(data, context.environment);
  try {
    const origin = await findServer({ url: undefined, dataFolder }, context);
    if (origin === null) return `no gateway runs on ${dataFolder}`;
    const key = await findAdminKey(dataFolder, context);
    if (key === null) return `there is no administrator key for ${origin}`;
    return await productsOf(origin, key, context.stop);
  } catch (error) {
    if (!(error instanceof CliFailure)) throw error;
    return error.message.replace(/\.$/, '');
  }
}

/** Says that prices were not compared, and why; nothing where none has begun. */
function uncompared({ products }: Catalog, inForce: Priced | string, now: number): readonly Remark[] {
  const isAnyBegun = [...products.values()].some(({ prices }) => prices.some(({ from }) => from <= now));
  if (typeof inForce !== 'string' || !isAnyBegun) return [];
  return [plainRemark(`Prices were not compared with those in force: ${inForce}. A start compares them.`)];
}

async function check(argument: string | undefined, options: CheckOptions, context: CliContext): Promise<ExitCode> {
  const { environment } = context;
  if (argument !== undefined && options.config !== undefined && argument !== options.config)
    throw new CliFailure(`Two different files are named: ${argument} and ${options.config}. Name one.`);
  const file = findConfigFile(argument ?? options.config, environment);
  const name = file ?? 'built-in defaults';
  try {
    const [now, inForce] = [context.clock.now(), await productsInForce(options.data, context)];
    const running = typeof inForce === 'string' ? {} : { running: inForce };
    const read = await loadConfig({ file, environment, now, ...running });
    const loaded = { ...read, remarks: [...read.remarks, ...uncompared(read.config.catalog, inForce, now)] };
    if (options.json) context.out(resultAsJson(file, loaded));
    else printResult(loaded, name, context);
    return exitCodes.done;
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const { problems } = error;
    if (options.json) context.out(resultAsJson(file, { problems }));
    else context.out(`${printable(error.message)}\n${name}: ${count(problems.length, 'problem')}.\n`);
    return exitCodes.configuration;
  }
}

/** `diglot check [FILE] [--config FILE] [--data FOLDER]` */
export const defineCheck: DefineCommand = (command, context, run) => {
  command
    .argument('[file]', 'configuration file; default: diglot.yaml, if it exists')
    .option('-c, --config <file>', 'the same, as for serve')
    .option('-d, --data <folder>', 'data folder of the gateway whose prices are compared; default: .diglot')
    .option('--json', 'print the result as JSON')
    .action(run((file: string | undefined, options: CheckOptions) => check(file, options, context)));
};

interface AddOptions {
  readonly config?: string;
  readonly id?: string;
  readonly baseUrl?: string;
}

/** The row of a host: its profile, its address, and its key from the variable that it is usually in. */
function rowOf(name: ProfileId, { id = name, baseUrl }: AddOptions) {
  const { baseUrl: usual, key }: Profile = profiles[name];
  return {
    id,
    spec: 'a',
    profile: name,
    base_url: baseUrl ?? usual,
    ...(key !== null && { credential: { header: 'authorization', scheme: 'Bearer', value: `\${${key}}` } }),
  };
}

/** The values of a document; null if its aliases stand for nothing, or for too much. */
function valuesOf(document: Document): unknown {
  try {
    return document.toJS() as unknown;
  } catch {
    return null;
  }
}

/** What is wrong with a row, by the option that it comes from; empty: nothing. */
function problemsOf(row: ReturnType<typeof rowOf>): readonly string[] {
  const parsed = providerSchema.safeParse(row);
  const wrong = parsed.success
    ? checkAddress(parsed.data, [], new Set()).filter(({ severity }) => severity === 'error')
    : parsed.error.issues;
  return wrong.map(({ path, message }) => `--${path.map(String).join('.').replaceAll('_', '-')} ${message}.`);
}

/** The lists of providers and models in a document; null if it is no mapping of names to values, or no list of mappings. */
function rowsIn(document: Document): Readonly<Record<'providers' | 'models', readonly JsonObject[]>> | null {
  if (document.errors.length > 0) return null;
  const values = document.contents === null ? {} : valuesOf(document);
  if (!isObject(values)) return null;
  const { providers, models } = { providers: values['providers'] ?? [], models: values['models'] ?? [] };
  const isList = (value: unknown): value is readonly JsonObject[] => Array.isArray(value) && value.every(isObject);
  return isList(providers) && isList(models) ? { providers, models } : null;
}

/** The configuration as it is written, with its comments. @throws {CliFailure} if a provider cannot be added to it */
async function readDocument(file: string) {
  const text = (await readFile(file, 'utf8').catch(ignoreAbsent)) ?? '';
  const document = parseDocument(text.replaceAll('\r\n', '\n'));
  const rows = rowsIn(document);
  if (rows === null) throw new CliFailure(`${file} cannot be read. Run diglot check ${file} to see why.`);
  return { document, rows, text };
}

/** Adds the row to `providers`, and leaves all else as it is. False: the list is written elsewhere, and repeated here. */
function addRow(document: Document, row: ReturnType<typeof rowOf>): boolean {
  const rows = document.get('providers') ?? null;
  if (rows === null) document.set('providers', document.createNode([row]));
  if (rows instanceof YAMLSeq) rows.add(document.createNode(row));
  return rows === null || rows instanceof YAMLSeq;
}

/** A document in the form of the text that it was read from. */
function textOf(document: Document, text: string): string {
  const [mark = ''] = /^\uFEFF/.exec(text) ?? [];
  const quoted = { defaultKeyType: 'QUOTE_DOUBLE', defaultStringType: 'QUOTE_DOUBLE' } as const;
  const plain = document.toString({ lineWidth: 0, ...(/^\uFEFF?\s*\{/.test(text) && quoted) });
  return `${mark}${text.includes('\r\n') ? plain.replaceAll('\n', '\r\n') : plain}`;
}

/** Names of models and clouds that people use for their hosts. */
const products: Partial<Record<ProfileId, readonly string[]>> = {
  xai: ['grok'],
  moonshot: ['kimi'],
  zai: ['glm', 'zhipu'],
  qwen: ['alibaba', 'dashscope'],
};

const ownKey = (title: string, variable: string): string =>
  `${title} needs no profile: set ${variable} in the server's environment if the file has no providers, or write a row under providers:.`;

const ownKind = (title: string, kind: KindId): string =>
  `${title} needs no profile: write a row under providers: with kind: ${kind}.`;

/** What to do about vendors that are no compatible hosts, by the names that people try. */
const needsNone: Readonly<Record<string, string>> = {
  openai: ownKey('OpenAI', 'OPENAI_API_KEY'),
  anthropic: ownKey('Anthropic', 'ANTHROPIC_API_KEY'),
  claude: ownKey('Anthropic', 'ANTHROPIC_API_KEY'),
  azure: ownKind('Azure OpenAI', 'azure-openai'),
  'azure-openai': ownKind('Azure OpenAI', 'azure-openai'),
  bedrock: ownKind('Amazon Bedrock', 'bedrock'),
  vertex: ownKind('Vertex AI', 'vertex'),
  gemini: ownKind('Gemini', 'gemini'),
};

async function addProvider(name: string, options: AddOptions, context: CliContext): Promise<void> {
  const known = profileIds.find((id) => id === name);
  if (known === undefined) {
    const nearest = profileIds.find((id) => (products[id] ?? []).includes(name)) ?? nearestName(name, profileIds);
    const hint = nearest === null ? `Known: ${profileIds.join(', ')}.` : `Did you mean ${nearest}?`;
    throw new CliFailure(
      needsNone[name] ?? `There is no profile ${name}. ${hint} Any other compatible host works without a profile.`,
    );
  }
  const file = findConfigFile(options.config, context.environment) ?? usualFile;
  const row = rowOf(known, options);
  const problems = problemsOf(row);
  if (problems.length > 0) throw new CliFailure(problems.join('\n'));
  const { document, rows, text } = await readDocument(file);
  if (rows.providers.some(({ id }) => id === row.id))
    throw new CliFailure(`${file} has a provider ${row.id} already. Name the new one with --id.`);
  if (!addRow(document, row))
    throw new CliFailure(`providers: in ${file} repeats other rows. Write them out, or add the row there yourself.`);
  await replaceFile(file, textOf(document, text));
  const { key, title }: Profile = profiles[known];
  context.out(`${file}: added provider ${row.id} (${title}, ${row.base_url}).\n`);
  if (key !== null && !context.environment[key]) context.out(`Set ${key} in the server's environment.\n`);
  if (rows.models.length === 0)
    context.out(
      `${file} has no models yet, so a gateway that follows it serves none: the built-in demo and the providers of keys in the environment are there only without it.\n`,
    );
  context.out(`Add its models under models:, each with { provider: ${row.id}, model: NAME }, then run diglot check.\n`);
}

interface ListOptions {
  readonly config?: string;
  readonly json?: boolean;
}

/** The rows of a file, and what is known about their hosts. */
async function listProviders(options: ListOptions, context: CliContext): Promise<void> {
  const { environment } = context;
  const { config } = await loadConfig({ file: findConfigFile(options.config, environment), environment });
  const data = [...config.catalog.providers.values()].map(({ id, spec, kind, profile, baseUrl }) => {
    const host = profile?.title ?? null;
    return { id, spec, kind, host, base_url: baseUrl };
  });
  const columns = ['PROVIDER', 'KIND', 'HOST', 'ADDRESS'] as const;
  if (options.json) context.out(`${JSON.stringify({ object: 'list', data })}\n`);
  else
    context.out(
      formatTable(
        columns,
        data.map((row) => [row.id, row.kind, row.host ?? '-', row.base_url]),
      ),
    );
}

/** `diglot providers list | add PROFILE` */
export const defineProviders: DefineCommand = (command, context, run) => {
  command
    .command('add')
    .description('add a compatible host to the configuration file, with its known settings')
    .argument('<profile>', `one of ${profileIds.join(', ')}`)
    .option('-c, --config <file>', 'configuration file; default: diglot.yaml')
    .option('--id <id>', 'id of the provider; default: the name of the profile')
    .option('--base-url <address>', "its address; default: the profile's")
    .action(run((name: string, options: AddOptions) => addProvider(name, options, context)));
  command
    .command('list')
    .description('list the providers of the configuration')
    .option('-c, --config <file>', 'configuration file; default: diglot.yaml')
    .option('--json', 'print the list as JSON')
    .action(run((options: ListOptions) => listProviders(options, context)));
};
