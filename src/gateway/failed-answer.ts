import { classifyUpstreamError, paramOf } from '../errors/classify-upstream-error.ts';
import { UpstreamError } from '../errors/upstream-error.ts';
import { objectOf, stringOf, type JsonObject } from '../shared/json.ts';
import { editsOf, spliceJson } from '../shared/splice-json.ts';
import { isErrorAnswer, readErrorMessage } from '../upstream/read-error.ts';
import { tidyMessage } from '../upstream/tidy-message.ts';
import type { Delivery } from './delivery.ts';
import { isShowable } from './is-showable.ts';
import { ownCodes } from './own-codes.ts';

const credentialOf = ({ route }: Delivery) => route.provider.credential?.value ?? null;

/**
 * Some upstreams send an error as if it were an answer. Of it, as of any other, only the message survives; the status was
 * wrong, and nothing was made.
 *
 * @throws {UpstreamError} 502, when this is no answer but an error
 */
export function refuseError(delivery: Delivery, body: JsonObject): void {
  if (!isErrorAnswer(body, delivery.dialect)) return;
  const { status } = delivery.answer;
  const text = JSON.stringify(body);
  const credential = credentialOf(delivery);
  throw new UpstreamError(502, readErrorMessage({ status, contentType: 'application/json', body: text, credential }), {
    code: classifyUpstreamError(body, null),
    param: paramOf(body, delivery.asked.body),
  });
}

/** The bytes of an answer that says of itself that it failed, its error without what must not leave the building. */
export function tidyFailure(delivery: Delivery, bytes: Buffer, { error }: JsonObject): Buffer {
  const credential = credentialOf(delivery);
  if (isShowable({ error: error ?? null }, credential))
    return spliceJson(bytes, editsOf(ownCodes({ error: error ?? null })));
  const { message } = objectOf(error);
  const code = classifyUpstreamError({ error: error ?? null }, null);
  const words = tidyMessage(stringOf(message) ?? '', credential);
  const told = {
    // Of codes that say nothing, the one that every SDK knows for this place.
    code: code === 'upstream_error' ? 'server_error' : code,
    message: words === '' ? 'The upstream reported a failure without a message.' : words,
  };
  return spliceJson(bytes, editsOf({ error: told }));
}
