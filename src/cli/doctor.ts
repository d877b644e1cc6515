import { findConfigFile, findDataFolder } from '../config/find-config-file.ts';
import { loadConfig } from '../config/load-config.ts';
import { ConfigError } from '../config/problems.ts';
import type { Config } from '../config/config.ts';
import type { CliContext, DefineCommand } from './context.ts';
import { examineStorage } from './examine-storage.ts';
import { exitCodes, type ExitCode } from './exit-codes.ts';
import { findServer } from './find-server.ts';
import { reachProvider } from './reach-provider.ts';
import { programVersion } from './program-version.ts';
import type { Examined } from './examined.ts';

interface DoctorOptions {
  readonly config?: string;
  readonly data?: string;
  readonly reach?: boolean;
  readonly json?: boolean;
}

const colours = { ok: '32', bad: '31', skipped: '90' } as const;

async function examineConfig(options: DoctorOptions, context: CliContext): Promise<readonly [Examined, Config | null]> {
  const { environment } = context;
  const file = findConfigFile(options.config, environment);
  const subject = 'configuration';
  try {
    const dataFolder = findDataFolder(options.data, environment);
    const { config } = await loadConfig({ file, environment, dataFolder });
    return [{ subject, state: 'ok', detail: file ?? 'built-in defaults' }, config];
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return [{ subject, state: 'bad', detail: error.message, exitCode: exitCodes.configuration }, null];
  }
}

async function examineProviders(config: Config, reach: boolean): Promise<readonly Examined[]> {
  const all = [...config.catalog.providers.values()];
  if (reach) return Promise.all(all.map(reachProvider));
  return all.map(({ id, baseUrl }) => ({
    subject: `provider ${id}`,
    state: 'skipped',
    detail: `${baseUrl}; --reach asks it`,
  }));
}

function tell(all: readonly Examined[], { out, colour }: CliContext): void {
  const width = Math.max(...all.map(({ subject }) => subject.length));
  for (const { subject, state, detail } of all) {
    const mark = state === 'skipped' ? '--' : state;
    const painted = colour ? `\u001B[${colours[state]}m${mark.padEnd(4)}\u001B[0m` : mark.padEnd(4);
    out(`${painted} ${subject.padEnd(width)}  ${detail.replaceAll('\n', '\n     ')}\n`);
  }
}

async function doctor(options: DoctorOptions, context: CliContext): Promise<ExitCode> {
  const dataFolder = findDataFolder(options.data, context.environment);
  const server = await findServer({ url: undefined, dataFolder }, context);
  const [configuration, config] = await examineConfig(options, context);
  const all: readonly Examined[] = [
    { subject: 'diglot', state: 'ok', detail: programVersion() },
    { subject: 'node', state: 'ok', detail: `${process.versions.node} on ${process.platform} ${process.arch}` },
    configuration,
    { subject: 'gateway', state: server ? 'ok' : 'skipped', detail: server ?? `none runs on ${dataFolder}` },
    ...(config ? await examineStorage(config, dataFolder) : []),
    ...(config ? await examineProviders(config, options.reach ?? false) : []),
  ];
  if (options.json) context.out(`${JSON.stringify(all)}\n`);
  else tell(all, context);
  return all.find(({ state }) => state === 'bad')?.exitCode ?? exitCodes.done;
}

/** `diglot doctor` */
export const defineDoctor: DefineCommand = (command, context, run) => {
  command
    .option('-c, --config <file>', 'configuration file')
    .option('-d, --data <folder>', 'data folder; default: .diglot')
    .option('--reach', 'ask every provider for an answer; sends our credential to it, calls no model')
    .option('--json', 'print the result as JSON')
    .action(run((options: DoctorOptions) => doctor(options, context)));
};
