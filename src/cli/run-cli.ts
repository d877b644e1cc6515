import { Command, CommanderError } from 'commander';
import { ConfigError } from '../config/problems.ts';
import { nearestName } from '../shared/text/nearest-name.ts';
import { programVersion } from '../shared/program-version.ts';
import { CliFailure, exitCodes, type CliContext, type DefineCommand, type ExitCode, type Run } from './context.ts';

/** A command before it is chosen: its code is loaded only then, so that every command starts quickly. */
interface CommandEntry {
  readonly summary: string;
  readonly load: () => Promise<DefineCommand>;
}

/** All commands, in the order of `diglot --help`. */
export const commands: Readonly<Record<string, CommandEntry>> = {
  serve: {
    summary: 'start the gateway (what diglot does without a command)',
    load: async () => (await import('./commands/serve.ts')).defineServe,
  },
  try: {
    summary: 'try what the running gateway serves: one call after another on both specs',
    load: async () => (await import('./commands/try.ts')).defineTry,
  },
  env: {
    summary: 'print the export lines that point both SDK families at the gateway',
    load: async () => (await import('./commands/env.ts')).defineEnv,
  },
  check: {
    summary: 'check the configuration and the catalogue',
    load: async () => (await import('./commands/check.ts')).defineCheck,
  },
  doctor: {
    summary: 'look at versions, data folder, database, drive and providers',
    load: async () => (await import('./commands/doctor.ts')).defineDoctor,
  },
  keys: {
    summary: 'issue, list, change, rotate and revoke keys',
    load: async () => (await import('./commands/keys.ts')).defineKeys,
  },
  'login-link': {
    summary: 'print a link that signs the operator, or another person, in to the console once',
    load: async () => (await import('./commands/login-link.ts')).defineLoginLink,
  },
  workspaces: {
    summary: 'make and list workspaces',
    load: async () => (await import('./commands/workspaces.ts')).defineWorkspaces,
  },
  members: {
    summary: 'list, add, change and remove the members of a workspace',
    load: async () => (await import('./commands/members.ts')).defineMembers,
  },
  credits: {
    summary: 'grant, adjust, refund and list credits',
    load: async () => (await import('./commands/credits.ts')).defineCredits,
  },
  limits: {
    summary: 'show the limits of a workspace: used, left, reset',
    load: async () => (await import('./commands/limits.ts')).defineLimits,
  },
  usage: {
    summary: 'show what was used and charged, grouped and by time',
    load: async () => (await import('./commands/usage.ts')).defineUsage,
  },
  calls: {
    summary: 'list calls, and show usage × price = charge of one',
    load: async () => (await import('./commands/calls.ts')).defineCalls,
  },
  ledger: {
    summary: 'verify the books',
    load: async () => (await import('./commands/ledger.ts')).defineLedger,
  },
  plans: {
    summary: 'list the plans',
    load: async () => (await import('./commands/plans.ts')).definePlans,
  },
  prices: {
    summary: 'make Products from a public price table',
    load: async () => (await import('./commands/prices.ts')).definePrices,
  },
};

const usual = 'serve';

const ownCommand = new RegExp(`(?<!npx )\\bdiglot (?=(?:${Object.keys(commands).join('|')}|--help)\\b)`, 'g');

/** A message whose commands are written as they are typed here, for example with `npx` before them. */
const asTyped = (message: string, program: string): string => message.replace(ownCommand, () => `${program} `);

/** What a failure means for the shell; its message goes to standard error. */
function failed(error: unknown, context: CliContext): ExitCode {
  if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.done : exitCodes.failed;
  if (error instanceof ConfigError) {
    const count = error.problems.length;
    context.err(`${error.message}\n${count} ${count === 1 ? 'problem' : 'problems'}. Nothing was started.\n`);
    return exitCodes.configuration;
  }
  if (error instanceof CliFailure) {
    context.err(`${asTyped(error.message, context.program)}\n`);
    return error.exitCode;
  }
  if (error instanceof Error && 'syscall' in error) {
    context.err(`${error.message}. Check what is there and who may use it, or name another folder with --data.\n`);
    return exitCodes.failed;
  }
  context.err(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  return exitCodes.failed;
}

/** The command whose code has to be loaded. @throws {CliFailure} for a word that is none */
function chooseCommand([first = usual, second = usual]: readonly string[]): string {
  const word = first === 'help' ? second : first;
  if (Object.hasOwn(commands, word)) return word;
  if (word.startsWith('-')) return usual;
  const nearest = nearestName(word, Object.keys(commands));
  const hint = nearest ? `Did you mean ${nearest}?` : 'diglot --help shows what there is.';
  throw new CliFailure(`There is no command ${word}. ${hint}`);
}

/** Runs the command line. Resolves with what the shell is to be told; never rejects. */
export async function runCli(words: readonly string[], context: CliContext): Promise<ExitCode> {
  let code: ExitCode = exitCodes.done;
  const run: Run =
    (action) =>
    async (...given) => {
      code = await action(...given);
    };
  const program = new Command('diglot')
    .description('A self-hosted gateway for model APIs: one key, both SDK families.')
    .version(programVersion(), '-V, --version', 'print the version')
    .helpOption('-h, --help', 'show help')
    .showHelpAfterError('(diglot --help shows what there is)')
    .configureOutput({ writeOut: context.out, writeErr: context.err, getOutHasColors: () => context.colour })
    .exitOverride();
  try {
    const chosen = chooseCommand(words);
    for (const [name, { summary, load }] of Object.entries(commands)) {
      const command = program.command(name, { isDefault: name === usual }).description(summary);
      if (name === chosen) (await load())(command, context, run);
    }
    await program.parseAsync(words, { from: 'user' });
    return code;
  } catch (error) {
    return failed(error, context);
  }
}
