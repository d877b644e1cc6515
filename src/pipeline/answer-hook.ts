import type { Json } from '../shared/json/json.ts';
import type { ReplyHeaders } from '../shared/reply.ts';

/**
 * What is done with an answer beside delivering it: it is kept, and ids in it become ours. Everything that is to be kept
 * is durable before the last byte goes out.
 */
export interface AnswerHook {
  /**
   * A whole JSON answer.
   *
   * @returns the bytes that go out, once all is kept
   */
  readonly whole: (body: Buffer) => Promise<Buffer>;
  /** Events that have come together, before each of them is put to `event`: the place for what must be awaited. */
  readonly beforeEvents?: (events: readonly Buffer[]) => Promise<void>;
  /**
   * One event of a stream.
   *
   * @param data its data, parsed; undefined for a marker such as `[DONE]`
   * @returns the bytes that go out
   */
  readonly event: (bytes: Buffer, data: Json | undefined) => Buffer;
  /** The next bytes of an answer that is neither JSON nor a stream of events; they go out as they are, once it resolves. */
  readonly bytes?: (bytes: Buffer) => Promise<void>;
  /** Headers that tell what is kept: of a whole answer asked for after `whole`, of others before their first byte. */
  readonly headers?: () => ReplyHeaders;
  /** The stream has come to its end, also where it told of a failure. Resolves once all is kept; its last event goes out after it. */
  readonly end: () => Promise<void>;
  /** The answer broke: what was begun is given up. */
  readonly drop?: () => Promise<void>;
  /** Id of the answer in an error event of our own; null where such events name none. */
  readonly id: string | null;
}
