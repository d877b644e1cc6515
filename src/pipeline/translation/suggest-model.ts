import { GatewayError } from '../../errors/gateway-error.ts';
import type { Route, Router } from '../../routing/route.ts';
import { routeRequestOf } from '../../routing/router.ts';
import { parseRaw } from '../../shared/json/raw-json.ts';
import type { LossKey } from '../../wires/translation/losses.ts';
import { wires as textWires } from '../../wires/wires.ts';
import type { Call } from '../call.ts';
import { profileOf, translate, UntranslatedError, type TranslationDeps } from './translation.ts';
import { writeRequest, type CallLimits, type UpstreamDraft } from '../upstream-draft.ts';

/** The most models that are tried for one refusal. */
const mostTried = 12;

/** The most bytes that are written for one refusal: other calls wait about ten milliseconds for each mebibyte. */
const mostBytes = 1_048_576;

/** Losses that abilities decide which an unknown model is taken to have. */
const ofModels: ReadonlySet<string> = new Set([
  'stop-model',
  'format-refused',
  'image-unread',
  'document-unread',
  'choice-forced',
  'parallel-model',
  'prefill-none',
] satisfies readonly LossKey[]);

/** A request that was refused because its translation would lose something. */
interface Refused {
  readonly call: Call;
  readonly upstreamDraft: UpstreamDraft;
  readonly error: UntranslatedError;
}

interface Deps extends TranslationDeps {
  readonly router: Router;
  readonly limits: (call: Call) => CallLimits;
}

/** The same refusal, naming a model that takes the request if the caller may call one. Nothing is sent. */
export function suggestModel(refused: Refused, deps: Deps): UntranslatedError {
  const { call, upstreamDraft, error } = refused;
  const length = call.bytes.length + (upstreamDraft.cuts?.saved ?? 0);
  const tries = Math.min(mostTried, Math.floor(mostBytes / length));
  if (upstreamDraft.request === undefined || tries === 0) return error;
  const routes = routesOf(refused, deps);
  // Models that speak the caller's format come first: they take everything in it.
  const ordered = [...routes.filter(({ wires }) => !wires), ...routes.filter(({ wires }) => wires)];
  const found = ordered.slice(0, tries).find((route) => takes(route, refused, deps));
  if (found === undefined) return error;
  const { code, message, param } = error;
  return new UntranslatedError({ code, message: `${message} The model ${found.requestedModel} takes it.`, param });
}

/** Routes to the other models that the caller may call; of equivalent models, only one. */
function routesOf({ call, upstreamDraft: { facts } }: Refused, { router }: Deps): readonly Route[] {
  const { regionCode } = routeRequestOf(call, facts.model);
  const routes = new Map<string, Route>();
  for (const { id } of router.listModels(call.caller, call.spec, regionCode)) {
    if (id === facts.model) continue;
    const route = routeTo(id, call, router);
    const { provider, upstreamModel = '' } = route ?? {};
    if (route) routes.set(`${provider?.id ?? ''} ${upstreamModel}`, route);
  }
  return [...routes.values()];
}

function routeTo(id: string, call: Call, router: Router): Route | null {
  return unlessRefused(() => router.route(routeRequestOf(call, id)));
}

/** Whether a request can be written for a route without a loss of meaning. */
function takes(possible: Route, { call, upstreamDraft }: Refused, deps: Deps): boolean {
  // A model that is allowed to lose something is no better than the refused one.
  const route: Route = { ...possible, model: { ...possible.model, mayLose: false } };
  const { wires } = route;
  const written = unlessRefused(() => {
    const request = upstreamDraft.request?.() ?? null;
    const translation = wires ? translate({ call, request, route: { ...route, wires } }, deps) : null;
    return writeRequest({ call, upstreamDraft, route, limits: deps.limits(call), translation });
  });
  return written !== null && (wires !== undefined || !lacksAbility(route, { call, upstreamDraft }));
}

/** Whether a vendor is known to refuse the request in the caller's own format, which goes out as it came, because of the model. */
function lacksAbility(route: Route, { call, upstreamDraft }: Pick<Refused, 'call' | 'upstreamDraft'>): boolean {
  const { readRequest, writeRequest: write } = textWires[call.operation.wire].turn ?? {};
  const raw = parseRaw(upstreamDraft.request?.()?.toString('utf8') ?? '');
  if (!readRequest || !write || raw === null) return false;
  const written = unlessRefused(() => write(readRequest(raw), profileOf(route)));
  return written?.losses.some(({ key, kind }) => kind === 'meaning' && ofModels.has(key ?? '')) ?? false;
}

function unlessRefused<Result>(attempt: () => Result): Result | null {
  try {
    return attempt();
  } catch (error) {
    if (error instanceof GatewayError) return null;
    throw error;
  }
}
