import type { Outcome } from '../metering/hold.ts';
import { addAnswerer, pickAnswerHeaders, pickDownloadHeaders, pickRateLimits } from '../providers/headers.ts';
import { BrokenUpstream, type UpstreamAnswer } from '../providers/upstream.ts';
import { anyModel } from '../routing/callable-models.ts';
import type { Route } from '../routing/route.ts';
import { stringOf, type Json, type JsonObject, parseJson } from '../shared/json/json.ts';
import { readEventFields, splitEvents } from '../shared/json/sse.ts';
import type { ReplyHeaders } from '../shared/reply.ts';
import type { Clock } from '../shared/time/clock.ts';
import type { Loss } from '../wires/translation/parts.ts';
import type { RequestFacts, Wire } from '../wires/wire.ts';
import type { AnswerMeter, EventMeaning } from '../wires/meter.ts';
import type { Call, HeldMemory } from './call.ts';
import { undated } from './counted-usage.ts';
import type { Tally } from './tally.ts';
import { lossHeaders } from './translation/caller-paths.ts';
import type { AnswerTranslation } from './translation/translation.ts';

/** What the delivery of one answer needs. */
export interface Delivery {
  readonly call: Call;
  readonly facts: RequestFacts;
  readonly route: Route;
  /** Reads usage from the answer, in the wire format of the upstream. */
  readonly meter: AnswerMeter;
  /** The wire format of the caller. */
  readonly wire: Wire;
  /** Translates between the two; null: they are the same. */
  readonly translation: AnswerTranslation | null;
  /** What the translation of request and answer has lost so far. */
  readonly losses: () => readonly Loss[];
  readonly answer: UpstreamAnswer;
  readonly tally: Tally;
  /** Side effects of the answer, in order. */
  readonly hooks: readonly AnswerHook[];
  /** True for a download of stored bytes: of any media type, in ranges. */
  readonly download: boolean;
  readonly clock: Clock;
  /** Milliseconds of silence after which a stream gets a keepalive. */
  readonly keepalive: number;
  /** Providers and statuses of the attempts before this one: `openai;503`. */
  readonly earlier: readonly string[];
}

/** Bytes of the longest answer that can be stored or translated, because it is held in memory as a whole. */
export const longestStored = 64 * 1_048_576;

/** Bytes of an answer that may be held uncounted: nearly all answers are shorter, or streamed. */
const heldUncounted = 1_048_576;

/** Counts the memory of a long answer. Call the returned function with the bytes that are held now. */
export function makeGauge(memory: HeldMemory): (bytes: number) => void {
  let counted = 0;
  return (bytes) => {
    const held = bytes > heldUncounted ? bytes : 0;
    if (held > counted) memory.take(held - counted);
    if (held < counted) memory.give(counted - held);
    counted = held;
  };
}

/** The headers of an answer from an upstream, without those that are known only at its end. */
export function deliveryHeaders({ call, answer, route, earlier, download, losses }: Delivery): Record<string, string> {
  const { provider, product } = route;
  const headers = pickAnswerHeaders(answer);
  if (provider.forwardRateLimits) Object.assign(headers, pickRateLimits(answer));
  if (download) Object.assign(headers, pickDownloadHeaders(answer));
  if (call.operation.billed) headers['x-diglot-product-sku'] = product.sku;
  addAnswerer(headers, provider, answer);
  const lost = losses();
  if (lost.length > 0) Object.assign(headers, lossHeaders(lost));
  if (earlier.length > 0) headers['x-diglot-attempts'] = [...earlier, `${provider.id};${answer.status}`].join(', ');
  return headers;
}

/** Headers that the hooks add to the answer. */
export const hookHeaders = ({ hooks }: Pick<Delivery, 'hooks'>): ReplyHeaders =>
  Object.assign({}, ...hooks.map((hook) => hook.headers?.()));

/** Ends the hooks. Everything that they store is durable when it resolves. */
export async function endHooks({ hooks }: Pick<Delivery, 'hooks'>): Promise<void> {
  for (const hook of hooks) await hook.end();
}

/**
 * Settles a call whose answer broke after its head had gone out: the output so far is charged, and objects that hooks began to
 * store are dropped.
 *
 * @returns how it ended; an unexpected error counts as `upstream_cut`
 */
export async function settleBroken({ answer, tally, hooks }: Delivery, error: unknown): Promise<Outcome> {
  const reason = error instanceof BrokenUpstream ? error.reason : 'upstream_cut';
  const outcome = reason === 'client_left' || reason === 'timed_out' ? reason : 'upstream_cut';
  answer.abort();
  try {
    await tally.close({ outcome, status: answer.status });
  } finally {
    for (const hook of hooks) await hook.drop();
  }
  return outcome;
}

/**
 * Some hosts answer 201 for a new object. It exists there, so this must not look like a failure. Nor must a 204, if something is known
 * to stand for it.
 *
 * @param emptyAnswer what stands for a 204; undefined: nothing does
 */
export function asSuccess(answer: UpstreamAnswer, emptyAnswer: JsonObject | undefined): UpstreamAnswer {
  if (answer.status === 201) return { ...answer, status: 200 };
  if (answer.status !== 204 || emptyAnswer === undefined) return answer;
  const body = [Buffer.from(JSON.stringify(emptyAnswer))];
  const headers = { ...answer.headers, 'content-type': 'application/json' };
  return { ...answer, status: 200, headers, read: async () => body.pop() ?? answer.read() };
}

/** Media types of texts that are neither JSON nor events. */
const textType = /^(?:text\/|application\/x-(?:jsonl|subrip)\b)/i;

/** Whether an answer of bytes has a type that its operation does not have, such as a text in the place of sound. */
export const isForeignType = ({ download, meter, facts }: Delivery, mediaType: string): boolean =>
  !download && (meter.hasBytes !== true || (facts.mayBeText !== true && textType.test(mediaType)));

/** Explains why an upstream's answer cannot be delivered. */
export function unusable(status: number, encoding: string, mediaType: string): string {
  if (status >= 600) return `The upstream answered ${status}, which is not an HTTP status.`;
  if (status >= 300) return `The upstream answered ${status}, a redirect; redirects are not followed.`;
  if (encoding !== 'identity') return 'The upstream answered in an encoding that was not requested.';
  if (status !== 200) return `The upstream answered ${status} where 200 was expected.`;
  if (/^text\/event-stream\b/i.test(mediaType)) return 'The upstream answered with a stream that was not requested.';
  return `The upstream answered with ${mediaType === '' ? 'no media type' : 'a media type that this operation does not have'}.`;
}

/** One event of an upstream, decoded. */
export interface ReadEvent {
  readonly bytes: Buffer;
  readonly meaning: EventMeaning;
  readonly name: string | null;
  /** The text of its data; empty if it has none. */
  readonly text: string;
  /** Its data, parsed; undefined for a marker, or if it has none. */
  readonly data: Json | undefined;
  /** True if the lines other than `data` may go out unchanged. */
  readonly isPlain: boolean;
  /** True for a marker that this format does not define: clients may mistake it for the end of the stream. */
  readonly isStray: boolean;
  /** For a failure: how many events the client has received before it. Absent: none. */
  readonly sequence?: number;
}

/** One event on its way to the caller, in the caller's wire format. */
export interface AnswerEvent {
  readonly bytes: Buffer;
  /** Its data, parsed; undefined for a marker such as `[DONE]`, and if it has none. */
  readonly data: Json | undefined;
  /** True for the event that waits for the charge. */
  readonly last: boolean;
  /** True for an event that only hooks see: usage that the gateway requested and the caller did not. */
  readonly hidden: boolean;
}

/**
 * A side effect of an answer: it is stored, or provider ids in it are replaced. Hooks run in order, each on the result of the one
 * before. All of them see the caller's wire format, whatever the upstream speaks.
 */
export interface AnswerHook {
  /** Receives events that arrived together, in order. The returned events go out in their place. */
  readonly events: (events: readonly AnswerEvent[]) => readonly AnswerEvent[] | Promise<readonly AnswerEvent[]>;
  /**
   * A whole JSON answer.
   *
   * @returns the bytes that go out, once everything is stored
   */
  readonly whole: (body: Buffer) => Promise<Buffer>;
  /** Receives the next bytes of an answer that is neither JSON nor a stream of events. They go out unchanged, once it resolves. */
  readonly bytes?: (bytes: Buffer) => Promise<void>;
  /** Headers that say what is stored. Read after `whole` for a whole answer, and before the first byte for any other. */
  readonly headers?: () => ReplyHeaders;
  /** The stream has ended, possibly with a failure report. Everything is durable when it resolves; the last event goes out after that. */
  readonly end: () => Promise<void>;
  /** The answer broke: what was begun is discarded. */
  readonly drop: () => Promise<void>;
  /** True for a hook that holds a stream in memory until its end. */
  readonly holds?: boolean;
  /** True for a hook without which a long JSON answer may go out. Absent: the answer is held in memory for it, whatever its length. */
  readonly isOptional?: boolean;
  /** Id of the answer as the caller sees it; absent: the upstream's, or none. */
  readonly answerId?: string;
}

/** Changes nothing and stores nothing: hooks take the members that they do not need from here. */
export const plainHook: AnswerHook = {
  events: (events) => events,
  whole: (body) => Promise.resolve(body),
  end: () => Promise.resolve(),
  drop: () => Promise.resolve(),
};

/** The id that hooks give an answer; null if they give none. */
export const answerIdOf = (hooks: readonly AnswerHook[]): string | null =>
  hooks.find(({ answerId }) => answerId !== undefined)?.answerId ?? null;

/** Parses the events that the gateway itself wrote. */
export const eventsIn = (bytes: Buffer): readonly AnswerEvent[] =>
  splitEvents()
    .push(bytes)
    .map((event) => ({
      bytes: event,
      data: parseJson(readEventFields(event).data ?? ''),
      last: false,
      hidden: false,
    }));

/** A call that models other than its own may answer. */
interface AnsweredCall {
  readonly facts: Pick<RequestFacts, 'referenced'>;
  readonly route: Pick<Route, 'upstreamModel' | 'requestedModel'>;
  readonly tally: { readonly answeredBy: (model: string | null) => void };
}

/** The models that may answer a request, by any of their names. */
interface Answerers {
  /** Those that it calls. */
  readonly own: readonly string[];
  /** Others that it names. */
  readonly referenced: readonly string[];
}

/** Whether an answer names a model that is not the request's own but another one that the request allows. */
export function isOtherAnswerer(name: string, { own, referenced }: Answerers): boolean {
  const isSame = (other: string): boolean => undated(other) === undated(name);
  return !own.some(isSame) && (referenced.includes(anyModel) || referenced.some(isSame));
}

/** Notes the model that an answer names, if it is not the call's own but another one that the call allows. */
export function noteAnswerer(named: Json | undefined, { facts: { referenced }, route, tally }: AnsweredCall): void {
  const name = stringOf(named);
  if (name === null) return;
  const own = [route.upstreamModel, route.requestedModel];
  tally.answeredBy(isOtherAnswerer(name, { own, referenced }) ? name : null);
}
