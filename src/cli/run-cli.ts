import { Command, CommanderError } from 'commander';
import { ConfigError } from '../config/problems.ts';
import { nearestName } from '../shared/nearest-name.ts';
import { CliFailure } from './cli-failure.ts';
import { commands } from './commands.ts';
import type { CliContext, Run } from './context.ts';
import { exitCodes, type ExitCode } from './exit-codes.ts';
import { programVersion } from './program-version.ts';

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
