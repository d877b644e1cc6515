import { readVariable } from '../config/environment.ts';
import { findDataFolder } from '../config/find-config-file.ts';
import { objectOf, stringOf } from '../shared/json.ts';
import type { Secret } from '../shared/secret.ts';
import { CliFailure } from './cli-failure.ts';
import { clientKey, clientOrigin, type ClientOptions } from './client-settings.ts';
import type { CliContext, DefineCommand } from './context.ts';
import { exitCodes, type ExitCode } from './exit-codes.ts';
import { explainFetch } from './explain-fetch.ts';
import { findAdminKey } from './find-admin-key.ts';
import { findCharge } from './find-charge.ts';
import { readDocuments } from './read-answer.ts';
import { tryCalls, type Seen, type TryCall } from './try-calls.ts';

interface TryOptions extends ClientOptions {
  readonly model: string;
  readonly json?: boolean;
}

/** One call and what became of it. */
interface Tried {
  readonly name: string;
  readonly path: string;
  readonly status: number;
  readonly milliseconds: number;
  readonly requestId: string | null;
  readonly product: string | null;
  /** Credits; null where neither the answer says it nor the ledger could be asked. */
  readonly charge: string | null;
  readonly seen: Seen | null;
  /** The error's message and whose it is. */
  readonly error: { readonly message: string; readonly source: string } | null;
}

interface Server {
  readonly origin: string;
  readonly key: string;
  /** Lets the ledger be asked what a stream was charged. */
  readonly adminKey: Secret | null;
}

/** Longer than any demo answer takes, shorter than patience. */
const patienceMilliseconds = 120_000;

async function makeCall(call: TryCall, server: Server, context: CliContext): Promise<Tried> {
  const begun = context.clock.monotonic();
  const answer = await fetch(`${server.origin}${call.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${server.key}`, ...call.headers },
    body: JSON.stringify(call.body),
    signal: AbortSignal.any([context.stop, AbortSignal.timeout(patienceMilliseconds)]),
  }).catch((cause: unknown) => {
    throw new CliFailure(
      `No gateway answers at ${server.origin} (${explainFetch(cause)}). Start one in another terminal: diglot serve.`,
    );
  });
  const text = await answer.text();
  const documents = readDocuments(answer.headers.get('content-type') ?? '', text);
  const broken = documents.map(objectOf).find(({ error }) => error !== undefined);
  const failed = !answer.ok || broken !== undefined;
  const requestId = answer.headers.get('x-request-id');
  const message = stringOf(objectOf(broken?.['error'])['message']) ?? `status ${answer.status}`;
  return {
    name: call.name,
    path: call.path,
    status: answer.status,
    milliseconds: Math.round(context.clock.monotonic() - begun),
    requestId,
    product: answer.headers.get('x-diglot-product-sku'),
    charge: answer.headers.get('x-diglot-charge') ?? (failed ? null : await chargeOf(requestId, server)),
    seen: failed ? null : call.read(documents),
    error: failed ? { message, source: answer.headers.get('x-diglot-error-source') ?? 'gateway' } : null,
  };
}

const chargeOf = (requestId: string | null, { origin, adminKey }: Server): Promise<string | null> =>
  requestId === null || adminKey === null ? Promise.resolve(null) : findCharge(origin, adminKey, requestId);

const shorten = (text: string): string => {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length > 100 ? `${line.slice(0, 99)}…` : line;
};

function chargeText({ charge, product }: Tried): string {
  const billed = product === null ? '' : ` (Product ${product})`;
  return charge === null
    ? `known to the ledger; a stream cannot say it in its head${billed}`
    : `${charge} credits${billed}`;
}

function tell(tried: Tried, context: CliContext): void {
  const mark = tried.error ? 'FAILED' : 'ok';
  const painted = context.colour ? `\u001B[${tried.error ? 31 : 32}m${mark}\u001B[0m` : mark;
  context.out(`${tried.name}\n  POST ${tried.path}  ${tried.status}  ${tried.milliseconds} ms  ${painted}\n`);
  if (tried.error) {
    context.out(
      `  error   ${tried.error.message}\n  source  ${tried.error.source}, request ${tried.requestId ?? 'unknown'}\n`,
    );
    return;
  }
  const usage = tried.seen?.usage;
  context.out(`  text    ${shorten(tried.seen?.text ?? '')}\n`);
  context.out(`  usage   ${usage ? `${usage.input} tokens in, ${usage.output} out` : 'none stated'}\n`);
  context.out(`  charge  ${chargeText(tried)}\n`);
}

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

async function tryOut(options: TryOptions, context: CliContext): Promise<ExitCode> {
  const key = (await clientKey(options, context)).reveal();
  const origin = await clientOrigin(options, context);
  const adminKey = await localAdminKey(options, context);
  if (!options.json) context.out(`${origin}, model ${options.model}\n\n`);
  const all: Tried[] = [];
  for (const call of tryCalls(options.model)) {
    const tried = await makeCall(call, { origin, key, adminKey }, context);
    all.push(tried);
    if (!options.json) tell(tried, context);
  }
  if (options.json) context.out(`${JSON.stringify(all)}\n`);
  else if (verdict(all) === exitCodes.done)
    context.out('\nNext: eval "$(npx diglot env)", then run any OpenAI or Anthropic SDK unchanged.\n');
  return verdict(all);
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
