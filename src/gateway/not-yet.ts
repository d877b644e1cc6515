import { GatewayError } from '../errors/gateway-error.ts';
import type { Call } from './call.ts';

/** An operation whose document is ahead of its handler: absent, in the caller's own shape. */
export const notYet = async ({ operation }: Call): Promise<void> => {
  throw new GatewayError(
    'unknown_url',
    `${operation.method.toUpperCase()} ${operation.path} is not served yet. GET /docs tells what is.`,
  );
};
