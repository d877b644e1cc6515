import { signInCodes } from './sign-in-codes.ts';

/** What a code stands for, for people who meet it. Code stands between backticks. */
export interface Explanation {
  /** What happened, over all cases of the code; the message of an error tells its own. */
  readonly means: string;
  /** What whoever meets it can do. */
  readonly remedy: string;
}

interface Row extends Explanation {
  readonly status: number;
  readonly title: string;
  /** `error.type` on Spec A. */
  readonly openai: string;
  /** `error.type` on Spec B: a function of the status alone (the specification's table). */
  readonly anthropic: string;
  /** Whether the same request may be sent again unchanged, as SDKs do by themselves. False sends `x-should-retry: false`. */
  readonly retry: boolean;
}

const invalid = {
  status: 400,
  openai: 'invalid_request_error',
  anthropic: 'invalid_request_error',
  retry: false,
} as const;
const unauthenticated = {
  status: 401,
  openai: 'invalid_request_error',
  anthropic: 'authentication_error',
  retry: false,
} as const;
const denied = { status: 403, openai: 'permission_error', anthropic: 'permission_error', retry: false } as const;
const absent = { status: 404, openai: 'invalid_request_error', anthropic: 'not_found_error', retry: false } as const;
const refused = { openai: 'invalid_request_error', anthropic: 'api_error', retry: false } as const;
/** Final: the upstream may have done its work, and a retry would do it again. A row says where it has done none. */
const ours = { openai: 'server_error', anthropic: 'api_error', retry: false } as const;

/**
 * Every error that the gateway itself raises. A code is public: renaming one is a breaking change.
 * The gateway never answers 429 or 402 itself. The codes of an upstream's errors are in `upstreamCodes`.
 */
export const errorCodes = {
  invalid_value: {
    ...invalid,
    title: 'Invalid value',
    means:
      'A field or a parameter has a value that this operation does not take. `param` names it; the message says what may stand there and what was sent.',
    remedy: 'Change that field and send the request again.',
  },
  invalid_json: {
    ...invalid,
    title: 'Invalid JSON',
    means:
      'The body is not JSON, or not JSON of an acceptable form: cut short, nested too deep, a member twice, not UTF-8.',
    remedy:
      'Serialise the body with a JSON library and send it whole. The message says where reading stopped, where that is known.',
  },
  invalid_header: {
    ...invalid,
    title: 'Invalid header',
    means: 'A header has a value that cannot be read, or was sent twice with two meanings.',
    remedy: 'Send the header that the message names once, in the form that it gives.',
  },
  malformed_request: {
    ...invalid,
    title: 'Malformed request',
    means: 'The request is not HTTP that can be understood: its line, its path or the framing of its body.',
    remedy: 'Look at proxies and hand-made clients on the way. An HTTP library does not send this.',
  },
  product_required: {
    ...invalid,
    title: 'Product required',
    means: 'This operation is billed to a Product that the caller names, and none was named.',
    remedy: 'Send the SKU as `X-Product-Sku`, or as `product_sku` in the query.',
  },
  region_unknown: {
    ...invalid,
    title: 'Unknown region',
    means: '`X-Region-Code` names a region that this gateway does not have.',
    remedy: 'Send one of the codes that the message lists, or leave the header out.',
  },
  loop_detected: {
    ...invalid,
    title: 'Loop detected',
    means: 'The request has passed through gateways too often: an upstream address leads back here.',
    remedy: "Operator: give the provider in the configuration the vendor's own address.",
  },
  missing_api_key: {
    ...unauthenticated,
    title: 'API key required',
    means: 'The request carries no key.',
    remedy:
      'Send `Authorization: Bearer <key>`, or `X-API-Key: <key>` on the model APIs. The control API wants the administrator key.',
  },
  invalid_api_key: {
    ...unauthenticated,
    title: 'Invalid API key',
    means:
      'The key is unknown, expired or revoked, came from a network that it may not be used from, or was sent in the wrong way. A key for models is no administrator key, and the reverse.',
    remedy:
      'Read the message: it tells which of these where the key is known. Otherwise check that the whole key was copied, or issue a new one.',
  },
  ...signInCodes,
  out_of_scope: {
    ...denied,
    title: 'Out of scope',
    means:
      'The key exists, but may not be used for this model, operation, Product or region; or the plan does not include the Product.',
    remedy: "Use what the key may use (the message lists it), or have its scope or the workspace's plan changed.",
  },
  limit_reached: {
    ...denied,
    title: 'Limit reached',
    means:
      'A spending limit of the key or of the plan leaves no room for what this call may cost. No limit counts requests.',
    remedy: "Wait for the reset that the message names, lower the call's output maximum, or have the limit raised.",
  },
  insufficient_credits: {
    ...denied,
    title: 'Insufficient credits',
    means: 'The workspace does not have the credits that this call may cost.',
    remedy: "Have credits granted (`diglot credits grant`), or lower the call's output maximum.",
  },
  not_voice_owner: {
    ...denied,
    title: 'Not the owner of the voice',
    means: 'The voice belongs to another workspace.',
    remedy: "Use a voice of your own, or one of the vendor's.",
  },
  account_frozen: {
    ...denied,
    title: 'Account frozen',
    means: 'The books of this workspace disagree with each other. Its calls are refused until somebody has looked.',
    remedy: 'Operator: `diglot ledger verify` names the row; when it is put right, `diglot credits unfreeze`.',
  },
  model_not_found: {
    ...absent,
    title: 'Unknown model',
    means:
      'No model has this name, or it is retired, or it is not offered here: in this region, through this specification, for this operation.',
    remedy: 'Take a name from `GET /v1/models`, which lists what the key may call.',
  },
  product_not_found: {
    ...absent,
    title: 'Unknown Product',
    means: 'No Product has this SKU.',
    remedy: 'Take the SKU from the message, or ask the operator for the list of Products.',
  },
  not_found: {
    ...absent,
    title: 'Not found',
    means: 'What the request names does not exist, was deleted, or belongs to another workspace.',
    remedy: 'Check the id, and that the key is one of the workspace that made it.',
  },
  unknown_url: {
    ...absent,
    title: 'Unknown path',
    means: 'There is no such path.',
    remedy:
      'Check the base address: a client that adds `/v1` itself, as Anthropic SDKs do, takes it without `/v1`; all others, such as OpenAI SDKs and `@ai-sdk/anthropic`, take it with `/v1`.',
  },
  file_expired: {
    ...absent,
    title: 'File expired',
    means: 'The file was kept for its time and is gone.',
    remedy: 'Produce it again, and fetch it before the time that the drive keeps files is over.',
  },
  method_not_allowed: {
    ...refused,
    status: 405,
    title: 'Method not allowed',
    means: 'The path exists, but not with this method.',
    remedy: 'Use a method that the header `Allow` of the answer lists.',
  },
  timeout: {
    status: 408,
    openai: 'timeout_error',
    anthropic: 'api_error',
    retry: true,
    title: 'Timed out',
    means: 'The upstream, or the sender of the request, did not finish in time.',
    remedy: 'Send the request again; ask for less, or for a stream, when it happens often.',
  },
  conflict: {
    ...refused,
    status: 409,
    title: 'Conflict',
    means: 'It exists already with other content, or its present state does not allow this change.',
    remedy: 'Read its present state and decide again. Sending the same request again does not help.',
  },
  request_too_large: {
    openai: 'invalid_request_error',
    anthropic: 'request_too_large',
    retry: false,
    status: 413,
    title: 'Request too large',
    means: 'The body, a part of it, or what it refers to is larger than this operation takes.',
    remedy: 'Split the request. The message gives the limit.',
  },
  url_too_long: {
    ...refused,
    status: 414,
    title: 'URL too long',
    means: 'The address, with its query, is too long.',
    remedy: 'Send fewer or shorter parameters.',
  },
  unsupported_media_type: {
    ...refused,
    status: 415,
    title: 'Unsupported media type',
    means: 'The body has a media type or an encoding that this operation does not read.',
    remedy: 'Send the `Content-Type` that the message names, without compression.',
  },
  range_not_satisfiable: {
    ...refused,
    status: 416,
    title: 'Range not satisfiable',
    means: 'The `Range` asked for begins after the end of the file.',
    remedy: 'Ask for a range inside the length that `Content-Range` gives, or for the whole.',
  },
  expectation_failed: {
    ...refused,
    status: 417,
    title: 'Expectation failed',
    means: 'The header `Expect` asks for something other than `100-continue`.',
    remedy: 'Leave the header out.',
  },
  headers_too_large: {
    ...refused,
    status: 431,
    title: 'Headers too large',
    means: 'The headers are too large together.',
    remedy: 'Send fewer or shorter headers; cookies are a usual cause.',
  },
  internal: {
    ...ours,
    status: 500,
    title: 'Internal error',
    means: 'Something went wrong in the gateway. What was not delivered is not charged.',
    remedy:
      'Give the operator the request id; the log has the cause under it. SDKs do not send it again by themselves.',
  },
  not_implemented: {
    ...ours,
    status: 501,
    title: 'Not implemented',
    means:
      'The request wants something of HTTP that the gateway does not do, such as a transfer coding other than `chunked`.',
    remedy: 'Send it without.',
  },
  upstream_invalid: {
    ...ours,
    status: 502,
    title: 'Upstream answer unusable',
    means: 'The upstream answered something that cannot be passed on or billed.',
    remedy:
      'Send the request again if repeating its work is all right; SDKs do not by themselves. Give the operator the request id when it happens twice.',
  },
  upstream_unreachable: {
    ...ours,
    retry: true,
    status: 502,
    title: 'Upstream unreachable',
    means: 'No connection to the upstream could be made, or it broke before the answer began.',
    remedy: 'Send the request again after a moment. Operator: `diglot doctor` asks every provider.',
  },
  overloaded: {
    ...ours,
    retry: true,
    status: 503,
    title: 'Overloaded',
    means:
      'The gateway cannot take the call now: too much at once, its storage does not answer, or it is being stopped.',
    remedy: 'Send the request again after a moment; `Retry-After`, where it is sent, says when.',
  },
} as const satisfies Record<string, Row>;

export type ErrorCode = keyof typeof errorCodes;
