import { GatewayError } from '../../errors/gateway-error.ts';
import { objectOf, parseJson, stringOf, type JsonObject } from '../../shared/json.ts';
import { editsOf, spliceJson } from '../../shared/splice-json.ts';
import type { Keeping } from '../keeping.ts';

/** Keeps something of a provider's record, and says what stands in it in the place of the provider's ids. */
export type KeepRecord = (record: JsonObject) => Promise<JsonObject>;

/** For calls whose answer is one record: what `keep` gives is spliced into its bytes. */
export const keepWhole = (keep: KeepRecord): Keeping => ({
  id: null,
  whole: async (body) => {
    const record = objectOf(parseJson(body.toString('utf8')));
    return spliceJson(body, editsOf(await keep(record)));
  },
  event: (bytes) => bytes,
  end: async () => undefined,
});

/**
 * The id that a provider gave a new thing.
 *
 * @throws {GatewayError} `upstream_invalid` when it gave none: nobody could come back for it
 */
export function upstreamIdOf(record: JsonObject): string {
  const id = stringOf(record['id']);
  if (id !== null && id !== '') return id;
  throw new GatewayError('upstream_invalid', 'The upstream kept something and gave it no id. Send the request again.');
}
