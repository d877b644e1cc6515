import { abilitiesOf, familyName } from '../../catalog/abilities.ts';
import { GatewayError, UpstreamError } from '../../errors/gateway-error.ts';
import { askedBetas } from '../../providers/kinds/clouded-claude.ts';
import { shownMessage } from '../../providers/tidy-message.ts';
import type { Route, WireChoice } from '../../routing/route.ts';
import { newId } from '../../shared/ids.ts';
import { objectOf, parseJson, type Json } from '../../shared/json/json.ts';
import { parseRaw, type RawObject } from '../../shared/json/raw-json.ts';
import type { Secrets } from '../../shared/secret.ts';
import { echo } from '../../shared/text/names.ts';
import type { Wire } from '../../wires/wire.ts';
import { wires } from '../../wires/wires.ts';
import type { StreamEvent, WireId } from '../../wires/meter.ts';
import { callerPath } from './caller-paths.ts';
import { CallsError } from '../../wires/translation/tool-calls.ts';
import { lossOf } from '../../wires/translation/losses.ts';
import type { Loss } from '../../wires/translation/parts.ts';
import { openProofs, sealProofs, type SealBinding, type Seals } from '../../wires/translation/proofs.ts';
import type {
  AnswerWriter,
  CallerTurns,
  EventReader,
  OutEvent,
  TargetProfile,
  TurnEvent,
  UpstreamTurns,
} from '../../wires/turn.ts';
import type { Call } from '../call.ts';
import { mostOutput } from '../hold-estimate.ts';

/** A call in the wire format of its provider, which is not the caller's. */
export interface Translation {
  /** The wire format that the upstream receives and answers in. */
  readonly wire: Wire;
  /** The request in that format. */
  readonly body: Buffer;
  /**
   * @param answerId the answer's id for the caller; null: a new one
   * @param secrets the parts of the upstream's credential that no message may show
   */
  readonly answer: (answerId: string | null, secrets: () => Secrets) => AnswerTranslation;
  /** What has been lost so far of the request and of the answer. */
  readonly losses: () => readonly Loss[];
}

/** A request that cannot be written for its target, or only with a loss that the caller did not allow. Another target may accept it. */
export class UntranslatedError extends GatewayError {
  constructor({ code, message, param }: Pick<GatewayError, 'code' | 'message' | 'param'>) {
    super(code, message, { param });
  }
}

/** One answer on its way from the upstream's wire format to the caller's. */
export interface AnswerTranslation {
  /** @throws {GatewayError} `upstream_invalid` if the answer reports a failure, or cannot be read */
  readonly event: (event: StreamEvent) => readonly OutEvent[];
  /** Called at the end of the upstream's body. @throws {GatewayError} as `event`; also if the answer stopped before its end */
  readonly end: () => readonly OutEvent[];
  /** A whole JSON answer. @throws {GatewayError} as `event` */
  readonly whole: (body: Buffer) => Buffer;
  /** What has been lost so far of request and answer. */
  readonly losses: () => readonly Loss[];
  /** The request that the upstream received, parsed. */
  readonly sent: () => Json;
  /** The upstream's refusal, naming the field of the caller's own body, if there is one. */
  readonly refusal: (error: UpstreamError) => UpstreamError;
}

interface Parts {
  readonly call: Pick<Call, 'operation' | 'headers' | 'startedAt' | 'caller'>;
  /** The request in the caller's wire format, with stored objects that it names put in; null: it has none. */
  readonly request: Buffer | null;
  readonly route: Route & { readonly wires: WireChoice };
}

/** The dependencies of translation. */
export interface TranslationDeps {
  readonly seals: Seals;
}

/** The formats that can be translated into one another. */
export const translatedWires: ReadonlySet<string> = new Set(
  Object.values(wires).flatMap(({ id, turn }) => (turn === undefined ? [] : [id])),
);

/**
 * Translates the request of a call into a wire format of its provider: the first one in which nothing meaningful is lost, else the
 * first.
 *
 * @throws {UntranslatedError} `invalid_value` for a field that cannot be read; and for the first loss of meaning, unless the caller
 *   sent `x-diglot-on-loss: warn`
 * @throws {CallsError} for calls and results that do not fit together, which no other target takes either
 */
export function translate(parts: Parts, deps: TranslationDeps): Translation {
  try {
    return write(parts, deps);
  } catch (error) {
    throw error instanceof GatewayError && !(error instanceof CallsError) ? new UntranslatedError(error) : error;
  }
}

function write({ call, request, route }: Parts, { seals }: TranslationDeps): Translation {
  const caller = callerTurns(call.operation.wire);
  const raw = parseRaw(request?.toString('utf8') ?? '');
  if (raw === null) throw new Error('A route leads to a translation for a call without a JSON body.');
  const binding: SealBinding = {
    workspace: call.caller.workspaceId,
    vendor: route.provider.kind,
    family: familyName(route.upstreamModel),
  };
  const opened = openProofs(caller.readRequest(raw), seals, binding);
  const target = profileOf(route);
  const writeAs = (id: WireId): Written => {
    const { body, losses } = upstreamTurns(id).writeRequest(opened.turn, target);
    return { id, wire: wires[id], body, losses: [...opened.losses, ...losses, ...betaLosses(call)] };
  };
  const [first, ...others] = route.wires;
  let best = writeAs(first);
  for (const id of others) {
    if (!hasMeaning(best.losses)) break;
    const other = writeAs(id);
    if (!hasMeaning(other.losses)) best = other;
  }
  if (!mayLose(call, route)) refuseLosses(best.losses);
  const { wire, body, losses } = best;
  const upstream = upstreamTurns(best.id);
  let answer: AnswerTranslation | null = null;
  return {
    wire,
    body,
    answer: (answerId, secrets) =>
      (answer = {
        ...openAnswer(
          { call, route, raw, losses, seal: sealProofs(seals, binding) },
          { caller, upstream, answerId, secrets },
        ),
        sent: () => parseJson(body) ?? null,
        refusal: (error) => withParam(error, callerPath(opened.turn, fieldOf(error))),
      }),
    losses: () => answer?.losses() ?? losses,
  };
}

/** Betas that the caller requests in a header of its own format, which other formats do not have. */
function betaLosses({ operation, headers }: Pick<Call, 'operation' | 'headers'>): readonly Loss[] {
  const [header, key] =
    operation.wire === 'messages'
      ? (['anthropic-beta', 'beta-none'] as const)
      : (['openai-beta', 'beta-openai'] as const);
  const asked = [headers[header] ?? ''].flat().join(',');
  return askedBetas(asked).map((name) => lossOf(key, `${header}.${name}`));
}

/** Some upstreams begin their message with the name of the field. */
const fieldOf = ({ param, message }: UpstreamError): string | null =>
  param ?? /^([a-z_]+(?:[.[][\w.[\]]*)?): /.exec(message)?.[1] ?? null;

const withParam = ({ status, message, code, headers }: UpstreamError, param: string | null): UpstreamError =>
  new UpstreamError(status, message, { code, headers, param });

/** The request in one of the provider's formats. */
interface Written {
  readonly id: WireId;
  readonly wire: Wire;
  readonly body: Buffer;
  readonly losses: readonly Loss[];
}

/** Whether something meaningful may be lost: decided by the header, else the key, else the model's entry in the catalogue. */
export function mayLose(
  { headers, caller }: Pick<Call, 'headers' | 'caller'>,
  { model }: Pick<Route, 'model'>,
): boolean {
  const said = headers['x-diglot-on-loss'] ?? caller.scope.onLoss ?? null;
  return said === null ? model.mayLose === true : said === 'warn';
}

function upstreamTurns(id: WireId): UpstreamTurns {
  const { writeRequest, readAnswer, openReader } = wires[id].turn ?? {};
  if (!writeRequest || !readAnswer || !openReader)
    throw new Error(`A route leads to a translation into ${id}, which has none.`);
  return { writeRequest, readAnswer, openReader };
}

function callerTurns(id: WireId | 'none'): Pick<CallerTurns, 'readRequest' | 'openWriter'> {
  const { readRequest, openWriter } = wires[id].turn ?? {};
  if (!readRequest || !openWriter) throw new Error(`A route leads to a translation from ${id}, which has none.`);
  return { readRequest, openWriter };
}

const hasMeaning = (losses: readonly Loss[]): boolean => losses.some(({ kind }) => kind === 'meaning');

/** @throws {GatewayError} `invalid_value` for the first loss of meaning */
export function refuseLosses(losses: readonly Loss[]): void {
  const loss = losses.find(({ kind }) => kind === 'meaning');
  if (loss === undefined) return;
  const note = loss.note.replace(/\.$/, '');
  const message = `${echo(loss.path)} cannot be sent to this model: ${note}. Leave it out, or send \`x-diglot-on-loss: warn\` to go on without it.`;
  throw new UntranslatedError({ code: 'invalid_value', message, param: loss.path });
}

/** What the target can do. The catalogue's limit of its output takes precedence over what is known about its family. */
export function profileOf({
  model,
  upstreamModel,
  provider,
}: Pick<Route, 'model' | 'upstreamModel' | 'provider'>): TargetProfile {
  const { maxOutputTokens, abilities: own = {} } = model;
  const stated = { ...own, maxOutputTokens };
  const abilities = abilitiesOf(stated, upstreamModel, provider);
  return { model: upstreamModel, abilities, unstatedLimit: mostOutput(model) };
}

/** The prefix of an answer's id in each format. */
const answerPrefixes: Readonly<Partial<Record<WireId | 'none', string>>> = {
  'chat-completions': 'chatcmpl',
  completions: 'cmpl',
  responses: 'resp',
  messages: 'msg',
};

interface AnswerParts {
  readonly call: Parts['call'];
  readonly route: Pick<Route, 'requestedModel' | 'provider'>;
  readonly raw: RawObject;
  /** What the request lost. */
  readonly losses: readonly Loss[];
  readonly seal: (event: TurnEvent) => readonly TurnEvent[];
}

interface Sides {
  readonly caller: Pick<CallerTurns, 'openWriter'>;
  readonly upstream: UpstreamTurns;
  readonly answerId: string | null;
  readonly secrets: () => Secrets;
}

function openAnswer(
  { call, route, raw, losses, seal }: AnswerParts,
  { caller, upstream, answerId, secrets }: Sides,
): Omit<AnswerTranslation, 'sent' | 'refusal'> {
  let writer: AnswerWriter | null = null;
  const open = (stream: boolean): AnswerWriter =>
    (writer ??= caller.openWriter({
      id: answerId ?? newId(answerPrefixes[call.operation.wire] ?? call.operation.wire),
      model: route.requestedModel,
      createdAt: Math.floor(call.startedAt / 1_000),
      request: raw,
      stream,
    }));
  const { reasoningInOutput: reasoning = null } = route.provider;
  let reader: EventReader | null = null;
  const push = (events: readonly TurnEvent[]): readonly OutEvent[] => {
    refuseFault(events, secrets);
    const written: OutEvent[] = [];
    for (const event of events.flatMap(seal)) for (const each of open(true).push(event)) written.push(each);
    return written;
  };
  return {
    event: (event) => push((reader ??= upstream.openReader(reasoning)).push(event)),
    end: () => push((reader ??= upstream.openReader(reasoning)).finish()),
    whole: (body) => {
      const text = body.toString('utf8');
      const parsed = parseRaw(text) ?? { value: objectOf(parseJson(text)), slice: () => null };
      const whole = open(false);
      push(upstream.readAnswer(parsed, reasoning));
      return whole.whole();
    },
    losses: () => [...losses, ...(writer?.losses() ?? [])],
  };
}

/** @throws {GatewayError} `upstream_invalid` for a failure that the upstream reports, with its message tidied */
function refuseFault(events: readonly TurnEvent[], secrets: () => Secrets): void {
  const reported = events.find((event) => event.type === 'fault');
  if (reported === undefined) return;
  throw new GatewayError('upstream_invalid', shownMessage(reported.message, secrets()));
}
