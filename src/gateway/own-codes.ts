import { classifyUpstreamError } from '../errors/classify-upstream-error.ts';
import { isUpstreamCode } from '../errors/upstream-codes.ts';
import { isObject, objectOf, type JsonObject } from '../shared/json.ts';

/** An error with a code of the list in the place of one that is not on it; null where nothing changes. */
function withOwnCode(error: JsonObject): JsonObject | null {
  const { code } = error;
  // A figure holds no words, and clients of such upstreams read it.
  if (code === undefined || typeof code === 'number' || isUpstreamCode(code)) return null;
  const own = classifyUpstreamError({ error }, null);
  return code === null && own === 'upstream_error' ? null : { ...error, code: own };
}

/**
 * What changes in an upstream's report of a failure that goes out as it came: codes come from the closed list there, too. Values
 * for its top-level members; none where nothing changes.
 *
 * @param report an event's data, or a response that failed
 */
export function ownCodes(report: JsonObject): JsonObject {
  const { error, response } = report;
  const flat = withOwnCode(report);
  const inner = isObject(error) ? withOwnCode(error) : null;
  const nested = withOwnCode(objectOf(objectOf(response)['error']));
  return {
    ...(flat && { code: flat['code'] }),
    ...(inner && { error: inner }),
    ...(nested && { response: { ...objectOf(response), error: nested } }),
  };
}
