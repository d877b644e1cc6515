import type { Route } from '../routing/route.ts';
import type { Edits } from '../shared/splice-json.ts';
import type { Call } from './call.ts';
import type { Asked } from './read-asked.ts';

/** Formats whose streams end with their usage only when the request says so. */
const reportOnRequest: ReadonlySet<string> = new Set(['openai-chat', 'openai-completions']);

/**
 * The changes made to a request on its way, and there are no others: the model's name at the provider, and the request
 * for usage, which the client's own `stream_options` keep their other members beside (requirement D15).
 */
export function splicesOf({ operation }: Pick<Call, 'operation'>, asked: Asked, route: Route): Edits {
  // A model that the request leaves out is put in: what the upstream would take in its place is not what was authorised.
  const renames = asked.model !== null && asked.body['model'] !== route.upstreamModel;
  const asksForUsage = asked.stream && !asked.usageChunk && reportOnRequest.has(operation.dialect);
  return {
    ...(renames && { model: JSON.stringify(route.upstreamModel) }),
    ...(asksForUsage && {
      stream_options: JSON.stringify({ ...asked.streamOptions, include_usage: true }),
    }),
  };
}
