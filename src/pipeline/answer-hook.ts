import { parseJson, type Json } from '../shared/json/json.ts';
import { readEventFields, splitEvents } from '../shared/json/sse.ts';
import type { ReplyHeaders } from '../shared/reply.ts';

/** One event on its way to the caller, in the caller's wire format. */
export interface AnswerEvent {
  readonly bytes: Buffer;
  /** Its data, parsed; undefined for a marker such as `[DONE]`, and if it has none. */
  readonly data: Json | undefined;
  /** True for the one that waits for the charge. */
  readonly last: boolean;
  /** True for one that hooks see and the caller does not: usage that only the gateway asked for. */
  readonly hidden: boolean;
}

/**
 * A side effect of an answer: it is stored, or provider ids in it are replaced. Hooks are ordered, each gets what the one
 * before it gave, and all of them see the caller's wire format, whatever the upstream speaks.
 */
export interface AnswerHook {
  /** Events that came together, in their order; what is returned goes out in their place. */
  readonly events: (events: readonly AnswerEvent[]) => readonly AnswerEvent[] | Promise<readonly AnswerEvent[]>;
  /**
   * A whole JSON answer.
   *
   * @returns the bytes that go out, once everything is stored
   */
  readonly whole: (body: Buffer) => Promise<Buffer>;
  /** The next bytes of an answer that is neither JSON nor a stream of events; they go out unchanged, once it resolves. */
  readonly bytes?: (bytes: Buffer) => Promise<void>;
  /** Headers that say what is stored: of a whole answer asked for after `whole`, of others before their first byte. */
  readonly headers?: () => ReplyHeaders;
  /** The stream has ended, also where it reported a failure. Everything is durable when it resolves; the last event goes out after it. */
  readonly end: () => Promise<void>;
  /** The answer broke: what was begun is discarded. */
  readonly drop: () => Promise<void>;
  /** True for a hook that holds a stream in memory until its end. */
  readonly holds?: boolean;
  /** Id of the answer as the caller sees it; absent: the upstream's, or none. */
  readonly answerId?: string;
}

/** Changes nothing and stores nothing: what a hook does not need comes from here. */
export const plainHook: AnswerHook = {
  events: (events) => events,
  whole: (body) => Promise.resolve(body),
  end: () => Promise.resolve(),
  drop: () => Promise.resolve(),
};

/** The id that hooks give an answer; null where they give none. */
export const answerIdOf = (hooks: readonly AnswerHook[]): string | null =>
  hooks.find(({ answerId }) => answerId !== undefined)?.answerId ?? null;

/** Bytes that the gateway itself wrote, as the events that they hold. */
export const eventsIn = (bytes: Buffer): readonly AnswerEvent[] =>
  splitEvents()
    .push(bytes)
    .map((event) => ({
      bytes: event,
      data: parseJson(readEventFields(event).data ?? ''),
      last: false,
      hidden: false,
    }));
