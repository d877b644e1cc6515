import { classifyUpstreamError } from '../../errors/classify-upstream-error.ts';
import { UpstreamError } from '../../errors/gateway-error.ts';
import { statusOfUpstreamCode } from '../../errors/upstream-codes.ts';
import { isObject, objectOf, parseJson, stringOf, type JsonObject } from '../../shared/json/json.ts';
import { headerOf } from '../headers.ts';
import { readErrorMessage } from '../read-error.ts';
import { BrokenUpstream, type SentHeaders, type UpstreamAnswer } from '../upstream.ts';
import { betasOf, cloudHeaders, cloudVersion, segmentOf, versionOf } from './clouded-claude.ts';
import { splitFrames, type Frame } from './event-stream.ts';
import { guardrailConfig, guardrailHeaders, guardrailMember, openGuarded, watchGuardrail } from './guardrail.ts';
import type { ProviderKind } from './kind.ts';

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
function readEvent({ headers, payload }: Frame, watch: ReturnType<typeof watchGuardrail>): Buffer | null {
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
  return eventOf(name, (isChunk ? watch(text, event) : text).replace(/[\r\n]+/g, ' '));
}

const failureEvent = ({ type, message }: Exception): Buffer =>
  eventOf('error', JSON.stringify({ type: 'error', error: { type, message } }));

const framed = /^application\/vnd\.amazon\.eventstream\b/i;

/**
 * The events of a framed answer. One that begins with an exception is an error with its status: nothing has gone out yet. After
 * a later one the stream reports it, and ends.
 */
async function openFrames(answer: UpstreamAnswer): Promise<UpstreamAnswer> {
  const splitter = splitFrames();
  const watch = watchGuardrail();
  const waiting: Buffer[] = [];
  let ended = false;
  let broken: unknown = null;
  /** Reads the frames of a chunk up to an exception or one that cannot be read. */
  const take = (chunk: Buffer): Exception | null => {
    try {
      for (const frame of splitter.push(chunk)) {
        const failure = exceptionIn(frame);
        if (failure !== null) return failure;
        const event = readEvent(frame, watch);
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

function errorOf({ status, name, message }: Exception, answer: UpstreamAnswer): UpstreamError {
  answer.abort();
  const error = { status, contentType: 'application/json', body: JSON.stringify({ message }) };
  const code = classifyUpstreamError({ code: name }, status);
  return new UpstreamError(status, readErrorMessage({ ...error, secrets: answer.secrets() }), { code });
}

/** Headers for Converse, whose path says already what is to come back. */
function withoutAccept(headers: SentHeaders): SentHeaders {
  const { accept: _, ...rest } = headers;
  return rest;
}

/** AWS's own SDK leaves no colon in a path. */
const nameInFull = (model: string): string => segmentOf(model).replaceAll(':', '%3A');

/** Tokens are counted of a request as InvokeModel takes it, which has a limit above the budget of thoughts. */
const limitToCount = ({ thinking }: JsonObject): string => {
  const budget = objectOf(thinking)['budget_tokens'];
  return String(typeof budget === 'number' ? budget + 1 : 1);
};

const wrapToCount = (body: Buffer): Buffer =>
  Buffer.from(JSON.stringify({ input: { invokeModel: { body: body.toString('base64') } } }));

/** Bytes of the longest answer of the counter that is read. */
const longestCount = 4_096;

/** A count as Messages has it. */
async function openCount(answer: UpstreamAnswer): Promise<UpstreamAnswer> {
  let text = '';
  for (let chunk = await answer.read(); chunk !== null && text.length < longestCount; chunk = await answer.read())
    text += chunk.toString('latin1');
  answer.abort();
  const { inputTokens } = objectOf(parseJson(text));
  const left = [Buffer.from(JSON.stringify({ input_tokens: inputTokens }))];
  return { ...answer, read: () => Promise.resolve(left.shift() ?? null) };
}

/** Methods of a wire, for an answer and for a stream, and how its SDK writes the model before them. */
type Methods = readonly [whole: string, streamed: string, nameOf: (model: string) => string];

const methods: Readonly<Partial<Record<string, Methods>>> & { readonly messages: Methods } = {
  messages: ['invoke', 'invoke-with-response-stream', segmentOf],
  converse: ['converse', 'converse-stream', nameInFull],
  'count-tokens': ['count-tokens', 'count-tokens', nameInFull],
};

/** Claude by InvokeModel, and every model by Converse. The OpenAI and Messages formats of Bedrock are paths of their own, for other kinds. */
export const bedrock: ProviderKind = {
  modelsPath: null,
  locate: ({ wire, model, stream }) => {
    const [whole, streamed, nameOf] = methods[wire] ?? methods.messages;
    return { path: `/model/${nameOf(model ?? '')}/${stream ? streamed : whole}`, query: '' };
  },
  search: () => '',
  adapt: (request) => {
    const { wire, body, headers } = request;
    const { guardrail } = request.provider;
    if (wire === 'converse')
      return {
        headers: withoutAccept(headers),
        ...(guardrail && { edits: { guardrailConfig: guardrailConfig(guardrail) } }),
      };
    const isCounted = wire === 'count-tokens';
    const { kept, edits, wrap, losses } = betasOf(request, []);
    const version = cloudVersion(versionOf(headers), 'bedrock-2023-05-31', request);
    return {
      edits: {
        ...edits,
        model: null,
        stream: null,
        ...(body['anthropic_version'] === undefined && { anthropic_version: JSON.stringify(version) }),
        ...(kept.length > 0 && { anthropic_beta: JSON.stringify(kept) }),
        ...(isCounted && { max_tokens: limitToCount(body) }),
        // It would choose what a guardrail checks.
        ...(body[guardrailMember] !== undefined && { [guardrailMember]: null }),
      },
      ...(isCounted ? { wrap: (bytes: Buffer) => wrapToCount(wrap?.(bytes) ?? bytes) } : wrap && { wrap }),
      headers: {
        ...cloudHeaders(headers, kept),
        accept: 'application/json',
        ...(guardrail && !isCounted && guardrailHeaders(guardrail)),
      },
      losses,
    };
  },
  open: (answer, { provider }, wire) => {
    if (wire === 'count-tokens') return openCount(answer);
    if (framed.test(headerOf(answer, 'content-type') ?? '')) return openFrames(answer);
    return provider.guardrail === undefined ? Promise.resolve(answer) : openGuarded(answer);
  },
};
