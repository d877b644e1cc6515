/** Spec B's `error.type` by status: the specification's table, section 7. */
const anthropicTypes: Readonly<Record<number, string>> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  403: 'permission_error',
  404: 'not_found_error',
  413: 'request_too_large',
  429: 'rate_limit_error',
  529: 'overloaded_error',
};

/** Spec A's `error.type` of an upstream's error, which keeps nothing but its status and message. */
const openaiTypes: Readonly<Record<number, string>> = {
  401: 'authentication_error',
  403: 'permission_error',
  408: 'timeout_error',
  429: 'rate_limit_error',
};

export const anthropicTypeOf = (status: number): string => anthropicTypes[status] ?? 'api_error';

export const openaiTypeOf = (status: number): string =>
  openaiTypes[status] ?? (status < 500 ? 'invalid_request_error' : 'server_error');
