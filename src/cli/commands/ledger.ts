import { addControlOptions, withControl, type ControlOptions } from '../with-control.ts';
import { dataOf } from '../control-client.ts';
import { exitCodes, type CliContext, type DefineCommand, type ExitCode } from '../context.ts';

async function verify(options: ControlOptions, context: CliContext): Promise<ExitCode> {
  const answer = await withControl(options, context, (client) => dataOf(client.GET('/ledger/verify')));
  const { ok, disagreements } = answer;
  const [first] = disagreements;
  if (options.json) context.out(`${JSON.stringify(answer)}\n`);
  else if (first === undefined) context.out('Every row agrees.\n');
  else {
    const more = disagreements.length - 1;
    context.out(
      `First row that disagrees: ${first.row}\n${first.message}\n${more > 0 ? `${more} more (--json lists them).\n` : ''}`,
    );
  }
  return ok ? exitCodes.done : exitCodes.failed;
}

/** `diglot ledger verify`: exit code 1 when a row disagrees. */
export const defineLedger: DefineCommand = (command, context, run) => {
  addControlOptions(
    command
      .command('verify')
      .description('recompute every charge, balance, bucket and audit entry; name the first row that disagrees'),
  ).action(run((options: ControlOptions) => verify(options, context)));
};
