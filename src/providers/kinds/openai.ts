import { objectOf } from '../../shared/json/json.ts';
import { credentialHeaders } from '../headers.ts';
import { readUpstreamError } from '../read-error.ts';
import type { ProviderKind } from './kind.ts';

/** Formats whose streams end with their usage only when the request says so. */
const reportOnRequest: ReadonlySet<string> = new Set(['chat-completions', 'completions']);

/** OpenAI, and all who are reached as it is. */
export const openai: ProviderKind = {
  modelsPath: '/models',
  locate: ({ operation }) => ({ path: operation.path, query: '' }),
  // What else the client asks for in `stream_options` stays beside it (requirement D15).
  splices: ({ wire, stream, body }) => {
    if (!stream || !reportOnRequest.has(wire)) return {};
    const options = objectOf(body['stream_options']);
    if (options['include_usage'] === true) return {};
    return { stream_options: JSON.stringify({ ...options, include_usage: true }) };
  },
  authorise: credentialHeaders,
  readFault: readUpstreamError,
};
