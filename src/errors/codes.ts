interface Row {
  readonly status: number;
  readonly title: string;
  /** `error.type` on Spec A. */
  readonly openai: string;
  /** `error.type` on Spec B: a function of the status alone (the specification's table). */
  readonly anthropic: string;
  /** Whether the same request may be sent again unchanged, as SDKs do by themselves. False sends `x-should-retry: false`. */
  readonly retry: boolean;
}

const invalid = { openai: 'invalid_request_error', anthropic: 'invalid_request_error', retry: false } as const;
const denied = { status: 403, openai: 'permission_error', anthropic: 'permission_error', retry: false } as const;
const unauthenticated = {
  status: 401,
  openai: 'invalid_request_error',
  anthropic: 'authentication_error',
  retry: false,
} as const;
const absent = { status: 404, openai: 'invalid_request_error', anthropic: 'not_found_error', retry: false } as const;
const tooLarge = { openai: 'invalid_request_error', anthropic: 'request_too_large', retry: false } as const;
/** Final: the upstream may have done its work, and a retry would do it again. A row says where it has done none. */
const ours = { openai: 'server_error', anthropic: 'api_error', retry: false } as const;

/**
 * Every error that the gateway itself raises. A code is public: renaming one is a breaking change.
 * The gateway never answers 429 or 402 itself.
 */
export const errorCodes = {
  invalid_value: { ...invalid, status: 400, title: 'Invalid value' },
  invalid_json: { ...invalid, status: 400, title: 'Invalid JSON' },
  invalid_header: { ...invalid, status: 400, title: 'Invalid header' },
  malformed_request: { ...invalid, status: 400, title: 'Malformed request' },
  product_required: { ...invalid, status: 400, title: 'Product required' },
  region_unknown: { ...invalid, status: 400, title: 'Unknown region' },
  loop_detected: { ...invalid, status: 400, title: 'Loop detected' },
  missing_api_key: { ...unauthenticated, title: 'API key required' },
  invalid_api_key: { ...unauthenticated, title: 'Invalid API key' },
  out_of_scope: { ...denied, title: 'Out of scope' },
  limit_reached: { ...denied, title: 'Limit reached' },
  insufficient_credits: { ...denied, title: 'Insufficient credits' },
  not_voice_owner: { ...denied, title: 'Not the owner of the voice' },
  account_frozen: { ...denied, title: 'Account frozen' },
  model_not_found: { ...absent, status: 404, title: 'Unknown model' },
  product_not_found: { ...absent, status: 404, title: 'Unknown Product' },
  not_found: { ...absent, status: 404, title: 'Not found' },
  unknown_url: { ...absent, status: 404, title: 'Unknown path' },
  file_expired: { ...absent, status: 404, title: 'File expired' },
  method_not_allowed: {
    status: 405,
    title: 'Method not allowed',
    openai: 'invalid_request_error',
    anthropic: 'api_error',
    retry: false,
  },
  timeout: { status: 408, title: 'Timed out', openai: 'timeout_error', anthropic: 'api_error', retry: true },
  conflict: { status: 409, title: 'Conflict', openai: 'invalid_request_error', anthropic: 'api_error', retry: false },
  request_too_large: { ...tooLarge, status: 413, title: 'Request too large' },
  url_too_long: {
    status: 414,
    title: 'URL too long',
    openai: 'invalid_request_error',
    anthropic: 'api_error',
    retry: false,
  },
  unsupported_media_type: {
    status: 415,
    title: 'Unsupported media type',
    openai: 'invalid_request_error',
    anthropic: 'api_error',
    retry: false,
  },
  range_not_satisfiable: {
    status: 416,
    title: 'Range not satisfiable',
    openai: 'invalid_request_error',
    anthropic: 'api_error',
    retry: false,
  },
  expectation_failed: {
    status: 417,
    title: 'Expectation failed',
    openai: 'invalid_request_error',
    anthropic: 'api_error',
    retry: false,
  },
  headers_too_large: {
    status: 431,
    title: 'Headers too large',
    openai: 'invalid_request_error',
    anthropic: 'api_error',
    retry: false,
  },
  internal: { ...ours, status: 500, title: 'Internal error' },
  not_implemented: { ...ours, status: 501, title: 'Not implemented' },
  upstream_invalid: { ...ours, status: 502, title: 'Upstream answer unusable' },
  upstream_unreachable: { ...ours, status: 502, title: 'Upstream unreachable', retry: true },
  overloaded: { ...ours, status: 503, title: 'Overloaded', retry: true },
} as const satisfies Record<string, Row>;

export type ErrorCode = keyof typeof errorCodes;
