import { clientKey, clientOrigin, noGateway, sameGateway } from '../find-server.ts';
import { addControlOptions, type ControlOptions } from '../with-control.ts';
import { CliFailure, exitCodes, printableLine, quoted, type CliContext, type DefineCommand } from '../context.ts';
import type { components } from '../../../generated/spec-a/types.ts';
import { isObject, objectOf, parseJson, stringOf } from '../../shared/json/json.ts';

async function env(options: ControlOptions, context: CliContext): Promise<void> {
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
}

type OwnKey = components['schemas']['Key'];

/** Milliseconds that the gateway has to answer. */
const answerMilliseconds = 10_000;

/** Asks the gateway about a key. @throws {CliFailure} where no gateway answers, or it refuses the key */
export async function askForKey(origin: string, key: string, { stop }: CliContext): Promise<OwnKey> {
  const signal = AbortSignal.any([stop, AbortSignal.timeout(answerMilliseconds)]);
  const headers = { authorization: `Bearer ${key}` };
  const answer = await fetch(`${origin}/v1/key`, { headers, signal, redirect: 'error' }).catch((cause: unknown) => {
    if (stop.aborted) throw cause;
    throw noGateway(origin, cause);
  });
  const body = parseJson(await answer.text().catch(() => ''));
  if (answer.ok && isObject(body) && body['object'] === 'key') return body as unknown as OwnKey;
  const said = stringOf(objectOf(objectOf(body)['error'])['message']);
  if (said === null) throw new CliFailure(`${origin} answered ${answer.status} and is not a Diglot gateway.`);
  throw new CliFailure(`${origin}: ${said}`, answer.status === 401 ? exitCodes.denied : exitCodes.failed);
}

/** Each fact in a line of its own. */
function describeKey(origin: string, key: OwnKey): string {
  const { workspace, limits, balance, usage } = key;
  const lines = [
    ['Gateway', origin],
    ['Key', `${key.name} (${key.display}, ${key.id})`],
    ['Workspace', workspace.name === workspace.id ? workspace.id : `${workspace.name} (${workspace.id})`],
    ['May', key.summary],
    ...(key.refusal === null ? [] : [['Refused', key.refusal.message]]),
    ['Expires', key.expires_at ?? 'never'],
    ['Credits', `${balance.available} available, ${balance.held} held by running calls`],
    ['Spent', `${usage.day} today, ${usage.month} this month, ${usage.total} in total`],
    ...limits.map(({ name, left, limit, resets_at: reset }) => [
      'Limit',
      `${name}: ${left} of ${limit} left${reset === null ? '' : `, resets ${reset}`}`,
    ]),
  ];
  return lines.map(([title = '', text = '']) => `${title.padEnd(11)}${printableLine(text)}\n`).join('');
}

async function whoami(options: ControlOptions, context: CliContext): Promise<void> {
  const key = (await clientKey(options, context)).reveal();
  const origin = await clientOrigin(options, context);
  const own = await askForKey(origin, key, context);
  context.out(options.json ? `${JSON.stringify({ gateway: origin, ...own })}\n` : describeKey(origin, own));
}

/** `diglot env` */
export const defineEnv: DefineCommand = (command, context, run) => {
  addControlOptions(command).action(run((options: ControlOptions) => env(options, context)));
};

/** `diglot whoami` */
export const defineWhoami: DefineCommand = (command, context, run) => {
  addControlOptions(command).action(run((options: ControlOptions) => whoami(options, context)));
};
