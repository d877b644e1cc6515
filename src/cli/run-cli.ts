import { Command, CommanderError } from 'commander';
import { ConfigError } from '../config/problems.ts';
import { keyPrefix } from '../identity/key-format.ts';
import { nearestName } from '../shared/text/names.ts';
import { programVersion } from '../shared/program-version.ts';
import {
  CliFailure,
  exitCodes,
  printable,
  type CliContext,
  type DefineCommand,
  type ExitCode,
  type Run,
} from './context.ts';

/** A command whose code is loaded only if it is chosen, so that every command starts quickly. */
interface CommandEntry {
  readonly summary: string;
  /** Whether it ends by itself in order when it is asked to stop. Others are left after a moment. */
  readonly stopsItself?: true;
  readonly load: () => Promise<DefineCommand>;
}

/** All commands, in the order of `diglot --help`. */
export const commands: Readonly<Record<string, CommandEntry>> = {
  serve: {
    summary: 'start the gateway (the default command)',
    stopsItself: true,
    load: async () => (await import('./commands/serve.ts')).defineServe,
  },
  try: {
    summary: 'make test calls to the running gateway on both specs',
    stopsItself: true,
    load: async () => (await import('./commands/try.ts')).defineTry,
  },
  env: {
    summary: 'print the variables that point both SDK families at the gateway',
    load: async () => (await import('./commands/env.ts')).defineEnv,
  },
  whoami: {
    summary: 'show the gateway that is called, and what the key may do and has left',
    load: async () => (await import('./commands/env.ts')).defineWhoami,
  },
  check: {
    summary: 'check the configuration and the catalogue',
    load: async () => (await import('./commands/configuration.ts')).defineCheck,
  },
  doctor: {
    summary: 'examine versions, data folder, database, drive and providers',
    load: async () => (await import('./commands/doctor.ts')).defineDoctor,
  },
  providers: {
    summary: 'list providers, and add a compatible host with its known settings',
    load: async () => (await import('./commands/configuration.ts')).defineProviders,
  },
  migrate: {
    summary: 'copy an embedded database to PostgreSQL',
    stopsItself: true,
    load: async () => (await import('./commands/migrate.ts')).defineMigrate,
  },
  keys: {
    summary: 'create, list, change, rotate and revoke keys',
    load: async () => (await import('./commands/keys.ts')).defineKeys,
  },
  'login-link': {
    summary: 'print a one-time console login link for the operator or another person',
    load: async () => (await import('./commands/people.ts')).defineLoginLink,
  },
  workspaces: {
    summary: 'create, list, change, suspend and resume workspaces',
    load: async () => (await import('./commands/workspaces.ts')).defineWorkspaces,
  },
  members: {
    summary: 'list, add, change and remove the members of a workspace',
    load: async () => (await import('./commands/people.ts')).defineMembers,
  },
  credits: {
    summary: 'grant, adjust, refund and list credits',
    load: async () => (await import('./commands/credits.ts')).defineCredits,
  },
  limits: {
    summary: 'show the limits of a workspace',
    load: async () => (await import('./commands/workspaces.ts')).defineLimits,
  },
  usage: {
    summary: 'show usage and charges, grouped and by time',
    load: async () => (await import('./commands/ledger.ts')).defineUsage,
  },
  calls: {
    summary: 'list calls, and show how one was charged',
    load: async () => (await import('./commands/calls.ts')).defineCalls,
  },
  batches: {
    summary: 'list lost batches, and release their credit',
    load: async () => (await import('./commands/ledger.ts')).defineBatches,
  },
  ledger: {
    summary: 'verify the ledger',
    load: async () => (await import('./commands/ledger.ts')).defineLedger,
  },
  models: {
    summary: 'list models, and show what each can do',
    load: async () => (await import('./commands/models.ts')).defineModels,
  },
  plans: {
    summary: 'list the plans',
    load: async () => (await import('./commands/models.ts')).definePlans,
  },
  audit: {
    summary: 'list the changes of administrators and of the gateway itself',
    load: async () => (await import('./commands/people.ts')).defineAudit,
  },
  demo: {
    summary: 'fill a workspace with sample usage',
    load: async () => (await import('./commands/demo.ts')).defineDemo,
  },
  prices: {
    summary: 'print Products for a public price table',
    load: async () => (await import('./commands/prices.ts')).definePrices,
  },
};

const usual = 'serve';

const ownCommand = new RegExp(`(?<!npx )\\bdiglot (?=(?:${Object.keys(commands).join('|')}|--help)\\b)`, 'g');

/** Writes the commands in a message as the user types them, for example with `npx`. */
const asTyped = (message: string, program: string): string => message.replace(ownCommand, () => `${program} `);

/** Milliseconds that a command gets to close what it has open, after it was asked to stop. */
const closingMilliseconds = 2_000;

/** Resolves some time after the user asked to stop. */
const interrupted = ({ stop, clock }: CliContext): Promise<ExitCode> =>
  new Promise((resolve) => {
    const end = (): void => void clock.after(closingMilliseconds, () => resolve(exitCodes.interrupted));
    if (stop.aborted) end();
    else stop.addEventListener('abort', end, { once: true });
  });

/** Prints a failure to standard error and returns its exit code. */
function failed(error: unknown, context: CliContext): ExitCode {
  if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.done : exitCodes.failed;
  const say = (text: string): void => context.err(`${printable(text)}\n`);
  if (error instanceof ConfigError) {
    const count = error.problems.length;
    say(`${error.message}\n${count} ${count === 1 ? 'problem' : 'problems'}. Nothing was started.`);
    return exitCodes.configuration;
  }
  if (error instanceof Error && error.name === 'AbortError' && context.stop.aborted) return exitCodes.interrupted;
  if (error instanceof CliFailure) {
    say(asTyped(error.message, context.program));
    return error.exitCode;
  }
  // Messages of the store are written for users.
  if (error instanceof Error && error.name === 'StoreError') {
    say(asTyped(error.message, context.program));
    return exitCodes.failed;
  }
  if (error instanceof Error && 'syscall' in error) {
    say(`${error.message}. Check that path and its permissions, or name another folder with --data.`);
    return exitCodes.failed;
  }
  say(error instanceof Error ? (error.stack ?? error.message) : String(error));
  return exitCodes.failed;
}

/** The secret of a key, whole or with a mistyped end. */
const keySecret = new RegExp(`${keyPrefix}[0-9A-Za-z]{20,}`);

/**
 * Refuses the secret of a key where an id, a name or a reason belongs: it would stand in URLs, and a reason in the audit log.
 *
 * @throws {CliFailure} with no more of the secret than every list shows
 */
function refuseSecrets(args: readonly string[]): void {
  const [secret] = args.flatMap((word) => keySecret.exec(word) ?? []);
  if (secret === undefined) return;
  const visible = secret.slice(-4);
  throw new CliFailure(
    `${keyPrefix}…${visible} is the secret of a key, and nothing was sent. Commands take the key's id: diglot keys list --search ${visible} shows it. Keep secrets out of command lines: the shell stores them in its history.`,
  );
}

/** `help keys create` means `keys create --help`. */
const withoutHelpWord = ([first, ...rest]: readonly string[]): readonly string[] =>
  first === 'help'
    ? [...rest.filter((word) => word !== 'help'), '--help']
    : first === undefined
      ? []
      : [first, ...rest];

/** The command to load. @throws {CliFailure} for an unknown command */
function chooseCommand([word = usual, second = '']: readonly string[]): string {
  if (Object.hasOwn(commands, word)) return word;
  if (word.startsWith('-')) return usual;
  const nearest = nearestName(word, Object.keys(commands));
  const hint = Object.hasOwn(commands, second)
    ? `Put ${second} first; see diglot ${second} --help.`
    : nearest
      ? `Did you mean ${nearest}?`
      : 'diglot --help lists all commands.';
  throw new CliFailure(`There is no command ${word}. ${hint}`);
}

/** After an error, each command names its own help. */
function nameHelp(command: Command, path: string): void {
  command.showHelpAfterError(`(see ${path} --help)`);
  for (const child of command.commands) nameHelp(child, `${path} ${child.name()}`);
}

/** Runs the command line. Resolves with the exit code; never rejects. */
export async function runCli(words: readonly string[], context: CliContext): Promise<ExitCode> {
  const args = withoutHelpWord(words);
  let code: ExitCode = exitCodes.done;
  let stopsItself = false;
  let isGateway = false;
  const run: Run =
    (action) =>
    async (...given) => {
      const done = action(...given);
      code = (await (stopsItself ? done : Promise.race([done, interrupted(context)]))) ?? exitCodes.done;
    };
  const program = new Command('diglot')
    .description('A self-hosted gateway for model APIs: one key, both SDK families.')
    .version(programVersion(), '-V, --version', 'print the version')
    .helpOption('-h, --help', 'show help')
    .showHelpAfterError(`(${context.program} --help lists all commands)`)
    .configureOutput({ writeOut: context.out, writeErr: context.err, getOutHasColors: () => context.colour })
    .exitOverride();
  try {
    refuseSecrets(args);
    const chosen = chooseCommand(args);
    stopsItself = commands[chosen]?.stopsItself ?? false;
    isGateway = chosen === usual;
    if (!isGateway) context.endOnHangup();
    for (const [name, { summary, load }] of Object.entries(commands)) {
      const command = program.command(name, { isDefault: name === usual }).description(summary);
      if (name !== chosen) continue;
      (await load())(command, context, run);
      nameHelp(command, `${context.program} ${name}`);
    }
    await program.parseAsync(args, { from: 'user' });
    return code;
  } catch (error) {
    const ended = failed(error, context);
    // A gateway that is asked to stop while it starts says what it failed of.
    return context.stop.aborted && !isGateway ? exitCodes.interrupted : ended;
  }
}
