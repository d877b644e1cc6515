import { parseJson, type Json } from '../shared/json/json.ts';
import { readEventFields, splitEvents } from '../shared/json/sse.ts';
import type { ReplyHeaders } from '../shared/reply.ts';

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
