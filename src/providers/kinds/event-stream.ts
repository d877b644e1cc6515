import { crc32 } from 'node:zlib';
import { classifyUpstreamError } from '../../errors/classify-upstream-error.ts';
import { UpstreamError } from '../../errors/gateway-error.ts';
import { statusOfUpstreamCode } from '../../errors/upstream-codes.ts';
import { PieceList } from '../../shared/collections.ts';
import { isObject, type JsonObject, objectOf, parseJson, stringOf } from '../../shared/json/json.ts';
import { readErrorMessage } from '../read-error.ts';
import { BrokenUpstream, type UpstreamAnswer } from '../upstream.ts';

/** True for the media type of such a stream. */
export const framed = /^application\/vnd\.amazon\.eventstream\b/i;

/** Returns the text of an event of Messages as it goes on. */
type Rewrite = (text: string, event: JsonObject) => string;

/**
 * The events of an answer that comes in frames. One that begins with an exception is an error with its status: nothing has gone out yet. After
 * a later one the stream reports it, and ends.
 */
export async function openFrames(answer: UpstreamAnswer, rewrite: Rewrite): Promise<UpstreamAnswer> {
  const splitter = splitFrames();
  const waiting: Buffer[] = [];
  let ended = false;
  let broken: unknown = null;
  /** Reads the frames of a chunk up to an exception or one that cannot be read. */
  const take = (chunk: Buffer): Exception | null => {
    try {
      for (const frame of splitter.push(chunk)) {
        const failure = exceptionIn(frame);
        if (failure !== null) return failure;
        const event = readEvent(frame, rewrite);
        if (event !== null) waiting.push(event);
      }
    } catch (error) {
      // Events before the broken frame are complete, and are sent first.
      broken = error;
    }
    return null;
  };
  /** Reads on until there is an event, the end, or an exception. @throws {BrokenUpstream} */
  const fill = async (): Promise<Exception | null> => {
    while (waiting.length === 0 && !ended) {
      if (broken !== null) throw broken;
      const chunk = await answer.read();
      const failure = chunk === null ? null : take(chunk);
      if (failure !== null) return failure;
      if (chunk !== null) continue;
      splitter.end();
      ended = true;
    }
    return null;
  };
  const first = await fill();
  if (first !== null && waiting.length === 0) throw errorOf(first, answer);
  const end = (failure: Exception): void => {
    ended = true;
    waiting.push(failureEvent(failure));
    answer.abort();
  };
  if (first !== null) end(first);
  const read = async (): Promise<Buffer | null> => {
    const failure = await fill();
    if (failure !== null) end(failure);
    return waiting.length === 0 ? null : Buffer.concat(waiting.splice(0));
  };
  return { ...answer, headers: { ...answer.headers, 'content-type': 'text/event-stream' }, read };
}

/** An exception as HTTP has it: its status, and its type in Messages. */
interface ExceptionMeaning {
  readonly status: number;
  readonly type: string;
}

const tooMany = statusOfUpstreamCode('rate_limit_exceeded');

const internal: ExceptionMeaning = { status: 500, type: 'api_error' };

/** Exceptions within streams, by name in lower case without its end. */
const exceptions = new Map<string, ExceptionMeaning>(
  Object.entries({
    validation: { status: 400, type: 'invalid_request_error' },
    servicequotaexceeded: { status: 400, type: 'invalid_request_error' },
    accessdenied: { status: 403, type: 'permission_error' },
    resourcenotfound: { status: 404, type: 'not_found_error' },
    modeltimeout: { status: 408, type: 'timeout_error' },
    modelerror: { status: 424, type: 'api_error' },
    modelstreamerror: { status: 424, type: 'api_error' },
    throttling: { status: tooMany, type: 'rate_limit_error' },
    modelnotready: { status: tooMany, type: 'overloaded_error' },
    serviceunavailable: { status: 503, type: 'overloaded_error' },
    internalserver: internal,
  }),
);

interface Exception extends ExceptionMeaning {
  readonly name: string;
  readonly message: string;
}

/** The failure that a frame reports; null for any other frame. */
function exceptionIn({ headers, payload }: Frame): Exception | null {
  const kind = headers[':message-type'];
  if (kind !== 'exception' && kind !== 'error') return null;
  const name = headers[':exception-type'] ?? headers[':error-code'] ?? 'unknown';
  const { message, Message: other } = objectOf(parseJson(payload));
  const said = stringOf(message) ?? stringOf(other) ?? headers[':error-message'] ?? '';
  return {
    name,
    message: said,
    ...(exceptions.get(name.toLowerCase().replace(/(?:exception|error)$/, '')) ?? internal),
  };
}

const eventOf = (name: string, data: string): Buffer => Buffer.from(`event: ${name}\ndata: ${data}\n\n`);

/** The events of ConverseStream. Their payload is the event itself. */
const converseEvents: ReadonlySet<string> = new Set([
  'messageStart',
  'contentBlockStart',
  'contentBlockDelta',
  'contentBlockStop',
  'messageStop',
  'metadata',
]);

/** An event of ConverseStream or of Messages; null for a frame that has none. @throws {BrokenUpstream} for one that cannot be read */
function readEvent({ headers, payload }: Frame, rewrite: Rewrite): Buffer | null {
  const type = headers[':event-type'] ?? '';
  const isChunk = type === 'chunk';
  if (!isChunk && !converseEvents.has(type)) return null;
  const whole = payload.toString('utf8');
  const bytes = isChunk ? stringOf(objectOf(parseJson(whole))['bytes']) : null;
  if (isChunk && bytes === null) return null;
  const text = bytes === null ? whole : Buffer.from(bytes, 'base64').toString('utf8');
  const event = parseJson(text);
  const name = isChunk ? stringOf(objectOf(event)['type']) : type;
  if (!isObject(event) || name === null || !/^[\w.-]{1,64}$/.test(name))
    throw new BrokenUpstream('upstream_cut', 'the event stream has a chunk that is no event');
  return eventOf(name, (isChunk ? rewrite(text, event) : text).replace(/[\r\n]+/g, ' '));
}

const failureEvent = ({ type, message }: Exception): Buffer =>
  eventOf('error', JSON.stringify({ type: 'error', error: { type, message } }));

function errorOf({ status, name, message }: Exception, answer: UpstreamAnswer): UpstreamError {
  answer.abort();
  const error = { status, contentType: 'application/json', body: JSON.stringify({ message }) };
  const code = classifyUpstreamError({ code: name }, status);
  return new UpstreamError(status, readErrorMessage({ ...error, secrets: answer.secrets() }), { code });
}

/** One message of `application/vnd.amazon.eventstream`. */
export interface Frame {
  /** Headers of type string, by name; those of other types are skipped. */
  readonly headers: Readonly<Record<string, string>>;
  readonly payload: Buffer;
}

/** Bytes of the prelude (two lengths and their checksum), of a checksum, and of the largest frame that is accepted. */
const preludeLength = 12;
const checksumLength = 4;
const largestFrame = 24 * 1_048_576;

/** Bytes of the value of each type of header; null if two bytes before the value state them. */
const valueLengths: readonly (number | null)[] = [0, 0, 1, 2, 4, 8, null, null, 8, 16];
const stringType = 7;

const broken = (what: string): BrokenUpstream => new BrokenUpstream('upstream_cut', `the event stream ${what}`);

/**
 * Cuts an event stream into its frames, from chunks of any size. Lengths and checksum of the prelude are checked before the rest of a frame is waited
 * for, the checksum of the whole before anything in it is read.
 *
 * @see https://docs.aws.amazon.com/lexv2/latest/dg/event-stream-encoding.html
 */
export function splitFrames() {
  const begun = new PieceList();
  let total: number | null = null;
  return {
    /**
     * The frames that a chunk completes. Read all of them before the next chunk: as a generator, so that the frames before a broken one
     * are not lost.
     *
     * @throws {BrokenUpstream} where bytes are no frame
     */
    *push(chunk: Buffer): Iterable<Frame> {
      begun.add(chunk);
      if (begun.length < (total ?? preludeLength)) return;
      let data = begun.join();
      begun.clear();
      while (data.length >= (total ?? preludeLength)) {
        total ??= readPrelude(data);
        if (data.length < total) break;
        yield readFrame(data.subarray(0, total));
        data = data.subarray(total);
        total = null;
      }
      begun.add(data);
    },
    /** @throws {BrokenUpstream} where the stream ended within a frame */
    end: (): void => {
      if (begun.length > 0) throw broken('ended within a frame');
    },
  };
}

/** The length of a whole frame. @throws {BrokenUpstream} */
function readPrelude(data: Buffer): number {
  const total = data.readUInt32BE(0);
  const headers = data.readUInt32BE(4);
  if (crc32(data.subarray(0, 8)) !== data.readUInt32BE(8)) throw broken('has a prelude with a wrong checksum');
  if (total > largestFrame) throw broken('has a frame that is too long');
  if (headers > total - preludeLength - checksumLength) throw broken('has a frame with impossible lengths');
  return total;
}

/** @throws {BrokenUpstream} */
function readFrame(frame: Buffer): Frame {
  const end = frame.length - checksumLength;
  if (crc32(frame.subarray(0, end)) !== frame.readUInt32BE(end)) throw broken('has a frame with a wrong checksum');
  const headersEnd = preludeLength + frame.readUInt32BE(4);
  return {
    headers: readHeaders(frame.subarray(preludeLength, headersEnd)),
    payload: frame.subarray(headersEnd, end),
  };
}

function readHeaders(data: Buffer): Readonly<Record<string, string>> {
  const headers: Record<string, string> = {};
  let at = 0;
  /** Passes over bytes, and returns where they begin. */
  const pass = (length: number): number => {
    const from = at;
    at += length;
    if (at > data.length) throw broken('has a frame with headers that are too long');
    return from;
  };
  while (at < data.length) {
    const nameLength = data.readUInt8(pass(1));
    const nameAt = pass(nameLength);
    const name = data.toString('utf8', nameAt, nameAt + nameLength);
    const type = data.readUInt8(pass(1));
    const fixed = valueLengths[type];
    if (fixed === undefined) throw broken('has a header of an unknown type');
    const length = fixed ?? data.readUInt16BE(pass(2));
    const valueAt = pass(length);
    if (type === stringType) headers[name] = data.toString('utf8', valueAt, valueAt + length);
  }
  return headers;
}
