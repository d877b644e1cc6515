import { credentialHeaders } from '../headers.ts';
import { readUpstreamError } from '../read-error.ts';
import type { ProviderKind } from './kind.ts';

/** The version that is asked for when the caller names none (the specification, section 4). */
const defaultVersion = '2023-06-01';

/** Anthropic, and all who are reached as it is. */
export const anthropic: ProviderKind = {
  modelsPath: '/v1/models',
  locate: ({ operation }) => ({ path: operation.path, query: '' }),
  authorise: (credential, { headers }) => ({
    'anthropic-version': headers['anthropic-version'] ?? defaultVersion,
    ...credentialHeaders(credential),
  }),
  readFault: readUpstreamError,
};
