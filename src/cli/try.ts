import type { Spec } from '../catalog/catalog.ts';
import { readVariable } from '../config/environment.ts';
import { findDataFolder } from '../config/find-config-file.ts';
import type { Secret } from '../shared/secret.ts';
import { CliFailure } from './cli-failure.ts';
import { clientKey, clientOrigin, sameGateway, type ClientOptions } from './client-settings.ts';
import type { CliContext, DefineCommand } from './context.ts';
import { exitCodes, type ExitCode } from './exit-codes.ts';
import { findAdminKey } from './find-admin-key.ts';
import { exchangeTry, type TryServer } from './exchange-try.ts';
import { leftOut, makeTryCall, type Tried, type TryRun } from './make-try-call.ts';
import { tellTotals, tellTried } from './tell-tried.ts';
import type { TryCall } from './try-call.ts';
import { specBHeaders, tryCalls } from './try-calls.ts';
import { listedModels } from './try-reads.ts';

interface TryOptions extends ClientOptions {
  readonly model?: string;
  readonly json?: boolean;
}

const titles: Readonly<Record<Spec, string>> = { a: 'Spec A (OpenAI-compatible)', b: 'Spec B (Anthropic-compatible)' };

const hasConversed = ({ converses, seen, error }: Tried): boolean => converses && seen !== null && error === null;

function verdict(all: readonly Tried[]): ExitCode {
  const failures = all.filter(({ error }) => error !== null);
  // Where nothing but lists was answered, all else was left out: that is no success.
  if (failures.length === 0) return all.some(hasConversed) ? exitCodes.done : exitCodes.failed;
  if (failures.some(({ status }) => status === 401 || status === 403)) return exitCodes.denied;
  return failures.every(({ error }) => error?.source === 'upstream') ? exitCodes.upstream : exitCodes.failed;
}

/** The administration key of this machine's gateway; none where another one is named: it is not shown to strangers. */
async function localAdminKey({ url, data }: TryOptions, context: CliContext): Promise<Secret | null> {
  const { environment } = context;
  const named = url ?? readVariable(environment, 'DIGLOT_URL');
  return named === null ? findAdminKey(findDataFolder(data, environment), context) : null;
}

const usualModel = 'demo';

/** How many models are tried until one converses: a list may begin with models that only embed or speak. */
const mostCandidates = 5;

/** The models to try on a spec, by preference: the one that is named, else the demo, else as the gateway lists them. */
async function candidatesOf(
  spec: Spec,
  { model }: TryOptions,
  { server, context }: TryRun,
): Promise<readonly string[]> {
  const headers = spec === 'b' ? specBHeaders : {};
  const answer = await exchangeTry(
    { method: 'GET', path: '/v1/models', headers, body: undefined },
    server,
    context.stop,
  );
  if (typeof answer === 'string') {
    throw new CliFailure(
      `No gateway answers at ${server.origin}. ${answer} Start one in another terminal: diglot serve.`,
    );
  }
  if (model !== undefined) return [model];
  // What is no list is for the calls to report.
  const listed = listedModels(answer) ?? [usualModel];
  return listed.includes(usualModel) ? [usualModel] : listed.slice(0, mostCandidates);
}

const callsOf = (spec: Spec, model: string): readonly TryCall[] => tryCalls(model).filter((call) => call.spec === spec);

/** A model that is no model to converse with, or unknown to its provider: another one may do. */
const isUnfit = ({ status, error, skipped }: Tried): boolean =>
  (error !== null || skipped !== null) && (status === 400 || status === 404);

interface Choice {
  /** Null: there is none. */
  readonly model: string | null;
  /** Models that do not converse, each with why. */
  readonly unfit: readonly Tried[];
}

/** The first of several models that converses, else the first. */
async function chooseModel(spec: Spec, options: TryOptions, run: TryRun): Promise<Choice> {
  const candidates = await candidatesOf(spec, options, run);
  const [first] = candidates;
  if (first === undefined) {
    const why = 'the key may call no model of this specification';
    return { model: null, unfit: [leftOut({ spec, operation: 'all calls' }, why)] };
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

/** Makes the calls of a spec in turn, each with what those before it kept. */
async function* makeCalls(spec: Spec, model: string, run: TryRun): AsyncGenerator<Tried> {
  let { kept } = run;
  for (const call of callsOf(spec, model)) {
    const made = await makeTryCall(call, { ...run, kept });
    if (made === null) continue;
    const { tried, keep = {} } = made;
    kept = new Map([...kept, ...Object.entries(keep)]);
    yield tried;
  }
}

async function tryOut(options: TryOptions, context: CliContext): Promise<ExitCode> {
  const key = (await clientKey(options, context)).reveal();
  const origin = await clientOrigin(options, context);
  const server: TryServer = { origin, key, adminKey: await localAdminKey(options, context) };
  const run: TryRun = { server, context, kept: new Map() };
  const tell = (text: string): void => (options.json ? undefined : context.out(text));
  tell(`${origin}\n`);
  const all: Tried[] = [];
  for (const spec of ['a', 'b'] as const) {
    const { model, unfit } = await chooseModel(spec, options, run);
    tell(`\n${titles[spec]}${model === null ? '' : `, model ${model}`}\n`);
    tell(unfit.map((tried) => tellTried(tried, context)).join(''));
    all.push(...unfit);
    if (model === null) continue;
    for await (const tried of makeCalls(spec, model, run)) {
      tell(tellTried(tried, context));
      all.push(tried);
    }
  }
  tell(tellTotals(all));
  const code = verdict(all);
  if (options.json) context.out(`${JSON.stringify(all)}\n`);
  else if (code === exitCodes.done)
    tell(
      `Next: eval "$(${context.program} env${sameGateway(options)})", then run any OpenAI or Anthropic SDK unchanged.\n`,
    );
  else if (!all.some(hasConversed)) tell('No model answered: name one that this key may call with --model.\n');
  return code;
}

/** `diglot try` */
export const defineTry: DefineCommand = (command, context, run) => {
  command
    .option('-m, --model <id>', 'model to call; default: demo, else the first that the key may call')
    .option('--url <origin>', 'origin of the gateway; default: the one that runs here')
    .option('-d, --data <folder>', 'data folder; default: .diglot')
    .option('-c, --config <file>', 'configuration file')
    .option('--json', 'print the results as JSON')
    .action(run((options: TryOptions) => tryOut(options, context)));
};
