import type { AnswerParts, Dialect } from '../dialects/dialect.ts';
import { choiceError } from '../dialects/openai-stream.ts';
import { classifyUpstreamError, paramOf } from '../errors/classify-upstream-error.ts';
import { GatewayError } from '../errors/gateway-error.ts';
import { UpstreamError } from '../errors/upstream-error.ts';
import { isObject, objectOf, stringOf, type Json, type JsonObject } from '../shared/json.ts';
import { editsOf, spliceJson } from '../shared/splice-json.ts';
import { messageOf, readErrorMessage } from '../upstream/read-error.ts';
import { tidyMessage } from '../upstream/tidy-message.ts';
import { credentialOf, type Delivery } from './delivery.ts';
import { isShowable } from './is-showable.ts';
import { ownCodes } from './own-codes.ts';

/** True for a value that reports an error: a message, or an object that describes one. */
export const isError = (error: Json | undefined): boolean =>
  (typeof error === 'string' && error !== '') || isObject(error) || (Array.isArray(error) && error.length > 0);

/**
 * Some upstreams send an error, or something else, with the status of a success. Nothing was made, so it is not an answer:
 * of an error only the message survives.
 *
 * @throws {UpstreamError} 502 for an error
 * @throws {GatewayError} `upstream_invalid` for anything else that is not an answer of the format
 */
export function refuseError(delivery: Delivery, parts: AnswerParts): void {
  const { dialect } = delivery;
  const body: JsonObject = parts.members;
  const isNamedError = body['type'] === 'error' || body['object'] === 'error';
  const hasMember = dialect.answerMembers.some((name) => body[name] !== undefined && body[name] !== null);
  if (hasMember && !isNamedError && (dialect.isAnswer?.(parts) ?? true) && !isErrorAlone(dialect, body)) return;
  throw notAnAnswer(delivery, body);
}

/** True for an error beside nothing that was made. A record that is opaque shows nothing but its id. */
function isErrorAlone({ answerMembers, isAnswer, hasFailed }: Dialect, body: JsonObject): boolean {
  if (!isError(body['error']) || hasFailed) return false;
  return isAnswer === undefined || answerMembers.every((name) => isEmpty(body[name]));
}

const isEmpty = (value: Json | undefined): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

/** The error for JSON with the status of a success that is not an answer: with the upstream's message, where it has one. */
export function notAnAnswer(delivery: Delivery, body: JsonObject): UpstreamError | GatewayError {
  const { status } = delivery.answer;
  const reported = [body, choiceError(body['choices']) ?? null].find((each) => messageOf(each) !== null);
  if (reported === undefined) {
    return new GatewayError(
      'upstream_invalid',
      `The upstream answered ${status} with something that is not an answer of this operation. Nothing was charged.`,
    );
  }
  const error = { status, contentType: 'application/json', body: JSON.stringify(reported) };
  return new UpstreamError(502, readErrorMessage({ ...error, credential: credentialOf(delivery) }), {
    code: classifyUpstreamError(reported, null),
    param: paramOf(reported, delivery.asked.body),
  });
}

/** The bytes of an answer that reports an error beside what it holds, its error without what must not leave the building. */
export function tidyFailure(delivery: Delivery, bytes: Buffer, { error }: JsonObject): Buffer {
  const credential = credentialOf(delivery);
  if (isShowable({ error: error ?? null }, credential))
    return spliceJson(bytes, editsOf(ownCodes({ error: error ?? null })));
  const { message } = objectOf(error);
  const code = classifyUpstreamError({ error: error ?? null }, null);
  const words = tidyMessage(stringOf(message) ?? stringOf(error) ?? '', credential);
  const told = {
    // Of codes that say nothing, the one that every SDK knows for this place.
    code: code === 'upstream_error' ? 'server_error' : code,
    message: words === '' ? 'The upstream reported a failure without a message.' : words,
  };
  return spliceJson(bytes, editsOf({ error: told }));
}
