import { clientKey, clientOrigin, sameGateway, type ClientOptions } from '../client-settings.ts';
import { exitCodes, type CliContext, type DefineCommand, type ExitCode } from '../context.ts';
import { quoted } from '../banner.ts';

interface EnvOptions extends ClientOptions {
  readonly json?: boolean;
}

async function env(options: EnvOptions, context: CliContext): Promise<ExitCode> {
  const key = (await clientKey(options, context)).reveal();
  const origin = await clientOrigin(options, context);
  const variables = {
    OPENAI_BASE_URL: `${origin}/v1`,
    OPENAI_API_KEY: key,
    ANTHROPIC_BASE_URL: origin,
    ANTHROPIC_API_KEY: key,
  };
  const lines = Object.entries(variables).map(([name, value]) => `export ${name}=${quoted(value)}`);
  context.out(options.json ? `${JSON.stringify(variables)}\n` : `${lines.join('\n')}\n`);
  if (context.terminal && !options.json)
    context.err(`# To set them in this shell: eval "$(${context.program} env${sameGateway(options)})"\n`);
  return exitCodes.done;
}

/** `diglot env` */
export const defineEnv: DefineCommand = (command, context, run) => {
  command
    .option('--url <origin>', 'URL of the gateway; default: the running one')
    .option('-d, --data <folder>', 'data folder; default: .diglot')
    .option('-c, --config <file>', 'configuration file')
    .option('--json', 'print a JSON object')
    .action(run((options: EnvOptions) => env(options, context)));
};
