import { setTimeout as wait } from 'node:timers/promises';
import type { Spec } from '../../catalog/catalog.ts';
import { objectOf } from '../../shared/json/json.ts';
import { formatCredits, parseCredits } from '../../shared/money.ts';
import type { Secret } from '../../shared/secret.ts';
import type { CliContext } from '../context.ts';
import { makeControlClient } from '../control-client.ts';
import {
  exchangeEvents,
  exchangeTry,
  failureOf,
  isStream,
  MissingValue,
  modelName,
  type Seen,
  type Take,
  type TryAnswer,
  type TryCall,
  type TryServer,
  undoes,
} from './call.ts';

/** The result of one call. */
export interface Tried {
  readonly spec: Spec;
  readonly operation: string;
  readonly note: string | null;
  /** The path that was called; null if the call was skipped. */
  readonly path: string | null;
  /** 0 if there was no answer. */
  readonly status: number;
  readonly milliseconds: number;
  readonly requestId: string | null;
  readonly product: string | null;
  /** Credits; null if nothing was charged, or the charge is unknown. */
  readonly charge: string | null;
  /** Whether there may be a charge that is unknown: a stream and a session begin before theirs is known, and an answer may be lost. */
  readonly isChargeUnknown: boolean;
  readonly seen: Pick<Seen, 'text' | 'usage'> | null;
  /** The error's message and source. */
  readonly error: { readonly message: string; readonly source: string } | null;
  /** Whether the call was a conversation. */
  readonly converses: boolean;
  /** Why the call was skipped or does not count. An operation that the provider lacks is not a failure. */
  readonly skipped: string | null;
}

/** A run of the calls. */
export interface TryRun {
  readonly server: TryServer;
  readonly context: CliContext;
  /** Values of earlier calls, by name. */
  readonly values: ReadonlyMap<string, string>;
}

/** For how long, and how often, a call is repeated until its answer is final. */
const finalMilliseconds = 4_000;
const againMilliseconds = 250;

type Named = Pick<TryCall, 'spec' | 'operation' | 'note' | 'converses'>;

/** The result of a call before there is one. */
const unmade = ({ spec, operation, note, converses = false }: Named): Tried => ({
  spec,
  operation,
  note: note ?? null,
  converses,
  skipped: null,
  path: null,
  status: 0,
  milliseconds: 0,
  requestId: null,
  product: null,
  charge: null,
  isChargeUnknown: false,
  seen: null,
  error: null,
});

/** The result of a skipped call. */
export const skippedCall = (call: Named, skipped: string): Tried => ({ ...unmade(call), skipped });

/** Whether an error shows that an operation is unavailable rather than failed, by its source. */
const lacking: Readonly<Record<string, (status: number, message: string) => boolean>> = {
  gateway: (status, message) => status === 404 || (status === 403 && /^The key .* may not use the /.test(message)),
  upstream: (status) => status === 404 || status === 405 || status === 501,
};

/** Whether a session was refused before it began: some providers do that by an event. */
const isUnbegun = ({ status, documents }: TryAnswer): boolean =>
  status === 400 || (status === 101 && !documents.some((event) => objectOf(event)['type'] === 'session.created'));

/** Why the operation is unavailable to the provider or the key; null if it is available. */
function lackOf({ operation, model, events }: TryCall, answer: TryAnswer, message: string): string | null {
  // Objects created before must be available.
  if ((events === undefined && !operation.startsWith('POST ')) || model !== undefined) return null;
  if (events !== undefined && isUnbegun(answer)) return `the model has no sessions: ${message}`;
  const source = answer.headers.get('x-diglot-error-source') ?? 'gateway';
  if (lacking[source]?.(answer.status, message) !== true) return null;
  return source === 'gateway' ? message : `the provider returned ${answer.status}: ${message}`;
}

/** Makes a call. Resolves even if the call fails or is skipped; null if it is skipped silently. */
export async function makeTryCall(
  call: TryCall,
  run: TryRun,
): Promise<{ readonly tried: Tried; readonly keep: Seen['keep'] } | null> {
  const { values, context } = run;
  const { operation, model, onlyWith } = call;
  const skip = (why: string) => ({ tried: skippedCall(call, why), keep: {} });
  if (onlyWith !== undefined && !values.get(onlyWith)) return null;
  const [method = '', path = ''] = operation.split(' ');
  if (context.stop.aborted && !undoes(method, path)) return skip('stopped');
  if (model !== undefined && !values.has(modelName(model))) return skip(`the list of models does not have ${model}`);
  const take: Take = (name) => {
    const value = values.get(name);
    if (value === undefined) throw new MissingValue(`no earlier call returned {${name}}`);
    return value;
  };
  try {
    return await carryOut(call, run, take);
  } catch (error) {
    if (error instanceof MissingValue) return skip(error.message);
    throw error;
  }
}

async function carryOut(call: TryCall, run: TryRun, take: Take): Promise<{ tried: Tried; keep: Seen['keep'] }> {
  const { context, server } = run;
  const [method = '', template = ''] = call.operation.split(' ');
  const path = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(take(name)));
  const begun = context.clock.monotonic();
  const { events } = call;
  const send = () =>
    events !== undefined
      ? exchangeEvents({ path, events }, server, context.stop)
      : exchangeTry(
          { method, path, headers: call.headers?.(take) ?? {}, body: call.body?.(take) },
          server,
          context.stop,
        );
  let answer = await send();
  while (call.until && isWhole(answer) && !call.until(answer)) {
    if (context.stop.aborted || context.clock.monotonic() - begun > finalMilliseconds) break;
    await wait(againMilliseconds);
    answer = await send();
  }
  const isSession = events !== undefined;
  const milliseconds = Math.round(context.clock.monotonic() - begun);
  const base = { ...unmade(call), path, milliseconds };
  if (typeof answer === 'string') {
    const isChargeUnknown = isSession || (method === 'POST' && !undoes(method, path));
    return { tried: { ...base, isChargeUnknown, error: { message: answer, source: 'gateway' } }, keep: {} };
  }
  const requestId = answer.headers.get('x-request-id');
  const message = failureOf(answer);
  const seen = message === null ? call.read(answer, take) : null;
  const skipped = message === null ? null : lackOf(call, answer, message);
  const wrong = skipped === null ? (message ?? seen?.fault ?? null) : null;
  const charge =
    answer.headers.get('x-diglot-charge') ??
    (message === null && (method === 'POST' || isSession) ? await chargeOf(requestId, server) : null);
  const tried: Tried = {
    ...base,
    skipped,
    status: answer.status,
    requestId,
    product: answer.headers.get('x-diglot-product-sku'),
    charge,
    isChargeUnknown: charge === null && (isStream(answer) || answer.status === 101),
    seen: seen && { text: seen.text, usage: seen.usage },
    error: wrong === null ? null : { message: wrong, source: answer.headers.get('x-diglot-error-source') ?? 'gateway' },
  };
  return { tried, keep: seen?.keep };
}

const isWhole = (answer: TryAnswer | string): answer is TryAnswer =>
  typeof answer !== 'string' && failureOf(answer) === null;

const chargeOf = (requestId: string | null, { origin, adminKey }: TryServer): Promise<string | null> =>
  requestId === null || adminKey === null ? Promise.resolve(null) : findCharge(origin, adminKey, requestId);

/**
 * Looks up the charges of a call in the ledger, for a stream, whose head is sent before its charge is known. A session has several.
 *
 * @returns credits as a decimal string; null if the key is refused or the call is unknown
 */
async function findCharge(origin: string, adminKey: Secret, requestId: string): Promise<string | null> {
  try {
    const query = { request_id: requestId, limit: 10 };
    const { data } = await makeControlClient(origin, adminKey).GET('/calls', { params: { query } });
    const charges = data?.data.map(({ charge }) => parseCredits(charge) ?? 0n) ?? [];
    return charges.length === 0 ? null : formatCredits(charges.reduce((sum, charge) => sum + charge, 0n));
  } catch {
    return null;
  }
}
