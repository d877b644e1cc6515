import { GatewayError } from '../errors/gateway-error.ts';

/** A 401 with the challenge that RFC 9110, section 11.6.1, asks for. */
export const unauthenticated = (code: 'missing_api_key' | 'invalid_api_key', message: string): GatewayError =>
  new GatewayError(code, message, { headers: { 'www-authenticate': 'Bearer' } });
