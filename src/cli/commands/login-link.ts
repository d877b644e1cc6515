import { findDataFolder } from '../../config/environment.ts';
import { CliFailure, exitCodes, type CliContext, type DefineCommand, type ExitCode } from '../context.ts';
import { dataOf } from '../control-client.ts';
import { findServer } from '../find-server.ts';
import { addControlOptions, given, withControl, type ControlOptions } from '../with-control.ts';

interface LinkOptions extends ControlOptions {
  readonly email?: string;
  readonly anywhere?: boolean;
}

async function makeLink(options: LinkOptions, context: CliContext): Promise<ExitCode> {
  const dataFolder = findDataFolder(options.data, context.environment);
  if ((await findServer({ url: options.url, dataFolder }, context)) === null) {
    throw new CliFailure('No gateway runs here, so a link would lead nowhere. Start it first: diglot serve.');
  }
  const body = { loopback_only: options.anywhere !== true, ...given({ email: options.email }) };
  const link = await withControl(options, context, (client) => dataOf(client.POST('/login-links', { body })));
  if (options.json) context.out(`${JSON.stringify(link)}\n`);
  else {
    const where = link.loopback_only ? 'on this machine' : 'from anywhere';
    context.out(`${link.url}\nSigns ${link.person.email} in, once, ${where}, until ${link.expires_at}.\n`);
  }
  return exitCodes.done;
}

/** `diglot login-link` */
export const defineLoginLink: DefineCommand = (command, context, run) => {
  addControlOptions(
    command
      .option('--email <address>', 'person to sign in; default: the first operator, added if there is none')
      .option('--anywhere', 'let it work from other machines too'),
  ).action(run((options: LinkOptions) => makeLink(options, context)));
};
