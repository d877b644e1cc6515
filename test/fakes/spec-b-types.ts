/**
 * The error types of Spec B by status, as the vendor has them (https://platform.claude.com/docs/en/api/errors). Any other status is an
 * `api_error`.
 */
export const specBTypes: Readonly<Record<number, string>> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  403: 'permission_error',
  404: 'not_found_error',
  413: 'request_too_large',
  429: 'rate_limit_error',
  529: 'overloaded_error',
};
