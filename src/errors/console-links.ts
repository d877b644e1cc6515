import type { ErrorCode } from './codes.ts';
import { GatewayError, type UpstreamError } from './gateway-error.ts';

/** A page of the console. */
interface Page {
  readonly name: string;
  readonly path: string;
}

const keys: Page = { name: 'API Keys', path: '/console/keys' };

/** The pages that help with an error. */
const pages: Partial<Record<ErrorCode, Page>> = {
  missing_api_key: keys,
  invalid_api_key: keys,
  out_of_scope: keys,
  limit_reached: { name: 'Overview', path: '/console/' },
  insufficient_credits: { name: 'Plans and Credits', path: '/console/credits' },
};

/**
 * Adds a link to the page of the console that helps with an error.
 *
 * @param publicUrl what links start with; null if the configuration names no address that callers can open
 */
export function withConsoleLink(
  error: GatewayError | UpstreamError,
  publicUrl: string | null,
): GatewayError | UpstreamError {
  const page = error instanceof GatewayError ? pages[error.code] : undefined;
  if (page === undefined || publicUrl === null || !(error instanceof GatewayError)) return error;
  const { code, message, cause, param, headers } = error;
  return new GatewayError(code, `${message} See ${page.name}: ${publicUrl}${page.path}`, { cause, param, headers });
}
