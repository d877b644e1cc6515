import type { Spec } from '../../catalog/catalog.ts';
import { findDataFolder, readVariable } from '../../config/environment.ts';
import { objectOf } from '../../shared/json/json.ts';
import { formatCredits, parseCredits } from '../../shared/money.ts';
import type { Secret } from '../../shared/secret.ts';
import {
  addFolderOptions,
  clientKey,
  clientOrigin,
  findRunning,
  sameGateway,
  type ClientOptions,
} from '../find-server.ts';
import { askForKey } from './env.ts';
import {
  CliFailure,
  exitCodes,
  printableLine,
  type CliContext,
  type DefineCommand,
  type ExitCode,
} from '../context.ts';
import { findAdminKey } from '../prepare-start.ts';
import { exchangeTry, failureOf, type TryCall, type TryServer } from '../try/call.ts';
import { specBHeaders, tryCalls } from '../try/calls.ts';
import { skippedCall, makeTryCall, type Tried, type TryRun } from '../try/make-call.ts';
import { documentOf, listedModels } from '../try/reads.ts';

interface TryOptions extends ClientOptions {
  readonly model?: string;
  readonly json?: boolean;
}

const titles: Readonly<Record<Spec, string>> = { a: 'Spec A (OpenAI-compatible)', b: 'Spec B (Anthropic-compatible)' };

const hasConversed = ({ converses, seen, error }: Tried): boolean => converses && seen !== null && error === null;

function verdict(all: readonly Tried[]): ExitCode {
  const failures = all.filter(({ error }) => error !== null);
  // If only lists were returned, all other calls were skipped, which is not a success.
  if (failures.length === 0) return all.some(hasConversed) ? exitCodes.done : exitCodes.failed;
  if (failures.some(isOfKey)) return exitCodes.denied;
  return failures.every(isOfUpstream) ? exitCodes.upstream : exitCodes.failed;
}

/** True if the gateway refused the key. A provider that answers with these statuses has refused the gateway's credential. */
const isOfKey = ({ error, status }: Tried): boolean =>
  error?.source !== 'upstream' && (status === 401 || status === 403);

/** True for an error of the provider, and for the gateway's own about a provider that does not answer: 502 and 408. */
const isOfUpstream = ({ error, status }: Tried): boolean =>
  error?.source === 'upstream' || status === 502 || status === 408;

/** The administrator key of the gateway that runs on the data folder; null if another one is used, which must not receive it. */
async function localAdminKey({ url, data }: TryOptions, context: CliContext): Promise<Secret | null> {
  const { environment } = context;
  const dataFolder = findDataFolder(data, environment);
  const isNamed = (url ?? readVariable(environment, 'DIGLOT_URL')) !== null;
  return isNamed || (await findRunning(dataFolder)) === null ? null : findAdminKey(dataFolder, context);
}

const usualModel = 'demo';

/** How many models are tried until one converses, because a list may begin with models for embeddings or speech. */
const mostCandidates = 5;

/**
 * The models to try on a spec: the one that is named, else the demo, else the first of the gateway's list; null if the command was
 * stopped before they are known.
 *
 * @throws {CliFailure} if no gateway answers, or there is no model of the given name: calls of other models would be charged for
 * nothing
 */
async function candidatesOf(
  spec: Spec,
  { model }: TryOptions,
  { server, context }: TryRun,
): Promise<readonly string[] | null> {
  const headers = spec === 'b' ? specBHeaders : {};
  const path = model === undefined ? '/v1/models' : `/v1/models/${encodeURIComponent(model)}`;
  const answer = await exchangeTry({ method: 'GET', path, headers, body: undefined }, server, context.stop);
  if (typeof answer === 'string') {
    if (context.stop.aborted) return null;
    throw new CliFailure(
      `No gateway answers at ${server.origin}. ${answer} Start one in another terminal: diglot serve.`,
    );
  }
  const refusal = failureOf(answer) ?? '';
  // All other calls would be refused as well.
  if (answer.status === 401) throw new CliFailure(`${server.origin}: ${refusal}`, exitCodes.denied);
  if (model !== undefined) {
    const { code } = objectOf(documentOf(answer)['error']);
    if (answer.status === 404 && code === 'model_not_found') throw new CliFailure(refusal);
    return [model];
  }
  // If this is not a list, the calls report it.
  const listed = listedModels(answer) ?? [usualModel];
  return listed.includes(usualModel) ? [usualModel] : listed.slice(0, mostCandidates);
}

const callsOf = (spec: Spec, model: string): readonly TryCall[] => tryCalls(model).filter((call) => call.spec === spec);

/** True for a model that cannot converse or is unknown to its provider, so that another one should be tried. */
const isUnfit = ({ status, error, skipped }: Tried): boolean =>
  (error !== null || skipped !== null) && (status === 400 || status === 404);

interface Choice {
  /** Null if there is none. */
  readonly model: string | null;
  /** The failed calls of models that do not converse. */
  readonly unfit: readonly Tried[];
}

/** The first of several models that converses, else the first. */
async function chooseModel(spec: Spec, options: TryOptions, run: TryRun): Promise<Choice> {
  const candidates = await candidatesOf(spec, options, run);
  if (candidates === null) return { model: null, unfit: [] };
  const [first] = candidates;
  if (first === undefined) {
    const { refusal = null } =
      (await askForKey(run.server.origin, run.server.key, run.context).catch(() => null)) ?? {};
    if (refusal) throw new CliFailure(`${run.server.origin}: ${refusal.message}`, exitCodes.denied);
    const why = 'the key cannot call any model of this specification';
    return { model: null, unfit: [skippedCall({ spec, operation: 'all calls' }, why)] };
  }
  const unfit: Tried[] = [];
  if (candidates.length === 1) return { model: first, unfit };
  for (const candidate of candidates) {
    const call = callsOf(spec, candidate).find(({ converses }) => converses);
    const made = call && (await makeTryCall(call, run));
    if (!made || !isUnfit(made.tried)) return { model: candidate, unfit };
    const { error, skipped } = made.tried;
    unfit.push({ ...made.tried, note: `model ${candidate}`, error: null, skipped: skipped ?? error?.message ?? null });
  }
  return { model: first, unfit };
}

/** Makes the calls of a spec in order. Each can use values stored by earlier ones. */
async function* makeCalls(spec: Spec, model: string, run: TryRun): AsyncGenerator<Tried> {
  let { values } = run;
  for (const call of callsOf(spec, model)) {
    const made = await makeTryCall(call, { ...run, values });
    if (made === null) continue;
    const { tried, keep = {} } = made;
    values = new Map([...values, ...Object.entries(keep)]);
    yield tried;
  }
}

async function tryOut(options: TryOptions, context: CliContext): Promise<ExitCode> {
  const key = (await clientKey(options, context)).reveal();
  const origin = await clientOrigin(options, context);
  const server: TryServer = { origin, key, adminKey: await localAdminKey(options, context) };
  const run: TryRun = { server, context, values: new Map() };
  const print = (text: string): void => (options.json ? undefined : context.out(text));
  print(`${origin}\n`);
  const all: Tried[] = [];
  for (const spec of ['a', 'b'] as const) {
    if (context.stop.aborted) break;
    const { model, unfit } = await chooseModel(spec, options, run);
    print(`\n${titles[spec]}${model === null ? '' : `, model ${model}`}\n`);
    print(unfit.map((tried) => reportTried(tried, context)).join(''));
    all.push(...unfit);
    if (model === null) continue;
    for await (const tried of makeCalls(spec, model, run)) {
      print(reportTried(tried, context));
      all.push(tried);
    }
  }
  print(reportTotals(all));
  const isStopped = context.stop.aborted;
  const code = isStopped ? exitCodes.interrupted : verdict(all);
  if (options.json) context.out(`${JSON.stringify(all)}\n`);
  else if (code === exitCodes.done)
    print(
      `Next: eval "$(${context.program} env${sameGateway(options)})", then run any OpenAI or Anthropic SDK unchanged.\n`,
    );
  else if (!isStopped && !all.some(hasConversed))
    print('No model answered. Name one that this key may call with --model.\n');
  return code;
}

/** `diglot try` */
export const defineTry: DefineCommand = (command, context, run) => {
  const asked = command
    .option('-m, --model <id>', 'model to call; default: demo, else the first that the key may call')
    .option('--url <origin>', 'URL of the gateway; default: the running one');
  addFolderOptions(asked)
    .option('--json', 'print the results as JSON')
    .action(run((options: TryOptions) => tryOut(options, context)));
};

const operationWidth = 46;
const textLength = 48;

const shorten = (text: string): string => {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length > textLength ? `${line.slice(0, textLength - 1)}…` : line;
};

const paint = (text: string, colour: number, context: CliContext): string =>
  context.colour ? `\u001B[${colour}m${text}\u001B[0m` : text;

function detail({ seen, error, requestId }: Tried): string {
  if (error) return `${error.message} (${error.source}, request ${requestId ?? 'unknown'})`;
  const usage = seen?.usage ? ` (${seen.usage.input} tokens in, ${seen.usage.output} out)` : '';
  return `${shorten(seen?.text ?? '')}${usage}`;
}

/** Formats one call: mark, operation, status, time, charge in credits, result. */
function reportTried(tried: Tried, context: CliContext): string {
  const note = tried.note === null ? '' : `, ${tried.note}`;
  const operation = `${tried.operation}${note}`.padEnd(operationWidth);
  if (tried.skipped !== null) return `– ${operation} skipped: ${printableLine(tried.skipped)}\n`;
  const mark = tried.error ? paint('✗', 31, context) : paint('✓', 32, context);
  const figures = [
    String(tried.status || '-').padStart(3),
    `${tried.milliseconds} ms`.padStart(8),
    (tried.charge ?? '-').padEnd(11),
  ];
  return `${mark} ${operation} ${figures.join('  ')}  ${printableLine(detail(tried))}\n`;
}

const plural = (count: number, one: string, more: string): string => `${count} ${count === 1 ? one : more}`;

/** The closing line. */
function reportTotals(all: readonly Tried[]): string {
  const made = all.filter(({ skipped }) => skipped === null);
  const failed = made.filter(({ error }) => error !== null).length;
  const charged = made.map(({ charge }) => parseCredits(charge ?? '0') ?? 0n).reduce((sum, each) => sum + each, 0n);
  const unknown = made.filter(({ isChargeUnknown }) => isChargeUnknown).length;
  const seconds = made.reduce((sum, { milliseconds }) => sum + milliseconds, 0) / 1_000;
  const left = all.length - made.length;
  const parts = [
    plural(made.length, 'call', 'calls'),
    failed === 0 ? 'none failed' : `${failed} failed`,
    ...(left > 0 ? [`${left} skipped`] : []),
    `${unknown === 0 ? '' : 'at least '}${formatCredits(charged)} credits`,
    ...(unknown === 0 ? [] : [`${plural(unknown, 'charge', 'charges')} unknown`]),
    `${seconds.toFixed(1)} s`,
  ];
  return `\n${parts.join(', ')}.\n`;
}
