import type { Spec } from '../catalog/catalog.ts';
import { readVariable } from '../config/environment.ts';
import { findDataFolder } from '../config/find-config-file.ts';
import type { Secret } from '../shared/secret.ts';
import { CliFailure } from './cli-failure.ts';
import { clientKey, clientOrigin, type ClientOptions } from './client-settings.ts';
import type { CliContext, DefineCommand } from './context.ts';
import { exitCodes, type ExitCode } from './exit-codes.ts';
import { findAdminKey } from './find-admin-key.ts';
import type { TryServer } from './exchange-try.ts';
import { makeTryCall, type Tried } from './make-try-call.ts';
import { tellTotals, tellTried } from './tell-tried.ts';
import { tryCalls } from './try-calls.ts';

interface TryOptions extends ClientOptions {
  readonly model: string;
  readonly json?: boolean;
}

const titles: Readonly<Record<Spec, string>> = { a: 'Spec A (OpenAI-compatible)', b: 'Spec B (Anthropic-compatible)' };

function verdict(all: readonly Tried[]): ExitCode {
  const failures = all.filter(({ error }) => error !== null);
  if (failures.length === 0) return exitCodes.done;
  if (failures.some(({ status }) => status === 401 || status === 403)) return exitCodes.denied;
  return failures.every(({ error }) => error?.source === 'upstream') ? exitCodes.upstream : exitCodes.failed;
}

/** The administration key of this machine's gateway; none where another one is named: it is not shown to strangers. */
async function localAdminKey({ url, data }: TryOptions, context: CliContext): Promise<Secret | null> {
  const { environment } = context;
  const named = url ?? readVariable(environment, 'DIGLOT_URL');
  return named === null ? findAdminKey(findDataFolder(data, environment), context) : null;
}

/** Makes the calls in turn, each with what those before it kept. @throws {CliFailure} when nobody answers the first */
async function* makeCalls(model: string, server: TryServer, context: CliContext): AsyncGenerator<Tried> {
  let kept: ReadonlyMap<string, string> = new Map();
  let answered = false;
  for (const call of tryCalls(model)) {
    const made = await makeTryCall(call, { server, context, kept });
    if (made === null) continue;
    const { tried, keep = {} } = made;
    answered ||= tried.status > 0;
    if (!answered && tried.error) {
      const { message } = tried.error;
      throw new CliFailure(
        `No gateway answers at ${server.origin}. ${message} Start one in another terminal: diglot serve.`,
      );
    }
    kept = new Map([...kept, ...Object.entries(keep)]);
    yield tried;
  }
}

async function tryOut(options: TryOptions, context: CliContext): Promise<ExitCode> {
  const key = (await clientKey(options, context)).reveal();
  const origin = await clientOrigin(options, context);
  const server: TryServer = { origin, key, adminKey: await localAdminKey(options, context) };
  const tell = (text: string): void => (options.json ? undefined : context.out(text));
  tell(`${origin}, model ${options.model}\n`);
  const all: Tried[] = [];
  for await (const tried of makeCalls(options.model, server, context)) {
    if (tried.spec !== all.at(-1)?.spec) tell(`\n${titles[tried.spec]}\n`);
    tell(tellTried(tried, context));
    all.push(tried);
  }
  tell(tellTotals(all));
  const code = verdict(all);
  if (options.json) context.out(`${JSON.stringify(all)}\n`);
  else if (code === exitCodes.done)
    tell('Next: eval "$(npx diglot env)", then run any OpenAI or Anthropic SDK unchanged.\n');
  return code;
}

/** `diglot try` */
export const defineTry: DefineCommand = (command, context, run) => {
  command
    .option('-m, --model <id>', 'model to call', 'demo')
    .option('--url <origin>', 'origin of the gateway; default: the one that runs here')
    .option('-d, --data <folder>', 'data folder; default: .diglot')
    .option('-c, --config <file>', 'configuration file')
    .option('--json', 'print the results as JSON')
    .action(run((options: TryOptions) => tryOut(options, context)));
};
