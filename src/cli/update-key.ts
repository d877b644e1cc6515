import { CliFailure } from './cli-failure.ts';
import type { CliContext, DefineCommand } from './context.ts';
import { dataOf, type Answers } from './control-client.ts';
import { addControlOptions, type ControlOptions } from './control-options.ts';
import { exitCodes, type ExitCode } from './exit-codes.ts';
import { addKeyTermOptions, readKeyTerms, type KeyTermOptions } from './key-terms.ts';
import { withControl } from './with-control.ts';

interface UpdateOptions extends ControlOptions, KeyTermOptions {
  readonly name?: string;
}

async function update(id: string, options: UpdateOptions, context: CliContext): Promise<ExitCode> {
  const { name } = options;
  const body = { ...(name !== undefined && { name }), ...readKeyTerms(options, context.clock.now()) };
  if (Object.keys(body).length === 0) {
    throw new CliFailure(
      'Say what is to change, for example --models gpt-5* or --month 500. diglot keys update --help lists all.',
    );
  }
  const key = await withControl(options, context, (client) =>
    dataOf(client.PATCH('/keys/{key_id}', { params: { path: { key_id: id } }, body })),
  );
  context.out(options.json ? `${JSON.stringify(key)}\n` : termsText(key));
  return exitCodes.done;
}

const words = (names: readonly string[] | null | undefined): string => {
  if (names == null) return 'all';
  return names.length === 0 ? 'none' : names.join(', ');
};

/** What the key may do from its next call on. */
function termsText({
  name,
  id,
  workspace_id: workspaceId,
  scope,
  limits,
  expires_at: expires,
}: Answers['Key']): string {
  const facts: readonly (readonly [string, string])[] = [
    ['Models', words(scope.models)],
    ['Operations', words(scope.operations)],
    ['Products', words(scope.products)],
    ['Regions', words(scope.regions)],
    ['Networks', words(scope.networks)],
    ['Limits', `${limits.day ?? 'none'} a day, ${limits.month ?? 'none'} a month, ${limits.total ?? 'none'} in total`],
    ['Expires', expires ?? 'never'],
  ];
  const lines = facts.map(([title, text]) => `  ${title.padEnd(12)}${text}\n`);
  return `Key ${name} (${id}) of workspace ${workspaceId}, from its next call on:\n${lines.join('')}`;
}

/** `diglot keys update` */
export const defineUpdateKey: DefineCommand = (command, context, run) => {
  const defined = addControlOptions(
    command.command('update').description("change a key's name, scope, limits or expiry; what is not named stays"),
  );
  addKeyTermOptions(defined.option('--name <name>', 'name for people'), (lifted) => `"${lifted}" lifts it`)
    .argument('<id>', 'id of the key, as keys list shows it')
    .action(run((id: string, given: UpdateOptions) => update(id, given, context)));
};
