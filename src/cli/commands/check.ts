import type { Catalog } from '../../catalog/catalog.ts';
import { findConfigFile } from '../../config/environment.ts';
import { loadConfig, type LoadedConfig } from '../../config/load-config.ts';
import { ConfigError, formatProblem, type Remark } from '../../config/problems.ts';
import { CliFailure, exitCodes, type CliContext, type DefineCommand, type ExitCode } from '../context.ts';

interface CheckOptions {
  readonly config?: string;
  readonly json?: boolean;
}

/** The messages of a check. */
type Messages = { readonly problems?: readonly Remark[] } & Partial<Pick<LoadedConfig, 'notices' | 'remarks'>>;

const count = (number: number, one: string, many = `${one}s`): string => `${number} ${number === 1 ? one : many}`;

const sizeOf = ({ providers, models, products, plans }: Catalog): string =>
  [
    count(providers.size, 'provider'),
    count(models.length, 'model'),
    count(products.size, 'Product'),
    count(plans.size, 'plan'),
  ].join(', ');

function print({ config, notices, remarks }: LoadedConfig, name: string, context: CliContext): void {
  for (const notice of notices) context.out(`notice: ${formatProblem(notice)}\n`);
  for (const remark of remarks) context.out(`remark: ${formatProblem(remark)}\n`);
  context.out(`${name}: ${sizeOf(config.catalog)}. No problems.\n`);
}

/** Formats a message for programs. `line` and `column` count from 1; all three are null if the message concerns no file. */
function writeRemark(remark: Remark) {
  const [, file = null, line = null, column = null] = /^(.*):(\d+):(\d+)$/.exec(remark.place ?? '') ?? [];
  return { ...remark, file, line: line && Number(line), column: column && Number(column) };
}

const writeJson = (file: string | null, { problems = [], notices = [], remarks = [] }: Messages): string =>
  `${JSON.stringify({
    file,
    problems: problems.map(writeRemark),
    notices: notices.map(writeRemark),
    remarks: remarks.map(writeRemark),
  })}\n`;

async function check(argument: string | undefined, options: CheckOptions, context: CliContext): Promise<ExitCode> {
  const { environment } = context;
  if (argument !== undefined && options.config !== undefined && argument !== options.config)
    throw new CliFailure(`Two different files are named: ${argument} and ${options.config}. Name one.`);
  const file = findConfigFile(argument ?? options.config, environment);
  const name = file ?? 'built-in defaults';
  try {
    const loaded = await loadConfig({ file, environment, now: context.clock.now() });
    if (options.json) context.out(writeJson(file, loaded));
    else print(loaded, name, context);
    return exitCodes.done;
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const { problems } = error;
    if (options.json) context.out(writeJson(file, { problems }));
    else context.out(`${error.message}\n${name}: ${count(problems.length, 'problem')}.\n`);
    return exitCodes.configuration;
  }
}

/** `diglot check [FILE] [--config FILE]` */
export const defineCheck: DefineCommand = (command, context, run) => {
  command
    .argument('[file]', 'configuration file; default: diglot.yaml, if it exists')
    .option('-c, --config <file>', 'the same, as for serve')
    .option('--json', 'print the result as JSON')
    .action(run((file: string | undefined, options: CheckOptions) => check(file, options, context)));
};
