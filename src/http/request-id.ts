import { GatewayError } from '../errors/gateway-error.ts';

const allowed = /^[\x21-\x7e]{1,128}$/;

/**
 * The caller's own request id, where it sent one (requirement D10).
 *
 * @returns null when none was sent
 * @throws {GatewayError} `invalid_header` when it is not 1 to 128 visible ASCII characters
 */
export function readRequestId(value: string | readonly string[] | undefined): string | null {
  if (typeof value !== 'string') return null;
  if (allowed.test(value)) return value;
  throw new GatewayError(
    'invalid_header',
    `X-Request-Id must be 1 to 128 visible ASCII characters; you sent ${value.length}${value.length <= 128 ? ', not all of them visible ASCII' : ''}.`,
    { param: 'X-Request-Id' },
  );
}
