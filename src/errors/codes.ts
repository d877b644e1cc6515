import { signInCodes } from './sign-in-codes.ts';

/** The meaning of an error code, for the people who receive it. Code is written between backticks. */
export interface Explanation {
  /** What happened, for all cases of the code. The message of an error describes its own case. */
  readonly means: string;
  /** What the caller or the operator can do. */
  readonly remedy: string;
}

interface Row extends Explanation {
  readonly status: number;
  readonly title: string;
  /** `error.type` on Spec A. On Spec B it follows from the status (`anthropicTypeOf`). */
  readonly openai: string;
  /** Whether the same request may be sent again, as SDKs do by themselves. False sends `x-should-retry: false`. */
  readonly retry: boolean;
}

const refused = { openai: 'invalid_request_error', retry: false } as const;
const invalid = { ...refused, status: 400 } as const;
const unauthenticated = { ...refused, status: 401 } as const;
const denied = { status: 403, openai: 'permission_error', retry: false } as const;
const absent = { ...refused, status: 404 } as const;
/** Not retried: the upstream may have done the work already. Rows override this if it cannot have. */
const ours = { openai: 'server_error', retry: false } as const;

/**
 * Every error that the gateway itself returns. Codes are public: renaming one is a breaking change.
 * The gateway itself never returns 429 or 402. The codes of an upstream's errors are in `upstreamCodes`.
 */
export const errorCodes = {
  invalid_value: {
    ...invalid,
    title: 'Invalid value',
    means:
      'A field or a parameter has a value that this operation does not accept. `param` names it; the message says what is accepted and what was sent.',
    remedy: 'Change that field and send the request again.',
  },
  invalid_json: {
    ...invalid,
    title: 'Invalid JSON',
    means:
      'The body is not JSON, or it is JSON that is not accepted: cut off, nested too deeply, with a repeated member, or not UTF-8.',
    remedy:
      'Serialise the body with a JSON library and send all of it. If the position of the error is known, the message gives it.',
  },
  invalid_header: {
    ...invalid,
    title: 'Invalid header',
    means: 'A header has a value that cannot be parsed, or was sent more than once.',
    remedy: 'Send the header named in the message once, in the format that the message gives.',
  },
  malformed_request: {
    ...invalid,
    title: 'Malformed request',
    means: 'The request is not valid HTTP: its request line, its path, or the framing of its body.',
    remedy: 'Check proxies and hand-written clients on the way. HTTP libraries do not send such requests.',
  },
  product_required: {
    ...invalid,
    title: 'Product required',
    means: 'This operation is billed to a Product that the caller must name, and none was named.',
    remedy: 'Send the SKU as `X-Product-Sku`, or as `product_sku` in the query.',
  },
  region_unknown: {
    ...invalid,
    title: 'Unknown region',
    means: '`X-Region-Code` names a region that this gateway does not have.',
    remedy: 'Send one of the codes listed in the message, or omit the header.',
  },
  loop_detected: {
    ...invalid,
    title: 'Loop detected',
    means: 'The request has passed through too many gateways: the address of a provider leads back here.',
    remedy: "Operator: set the provider's `base_url` to the vendor's own address.",
  },
  websocket_required: {
    ...refused,
    status: 426,
    title: 'WebSocket required',
    means: 'The path is served over a WebSocket, and the request did not ask for one.',
    remedy: 'Connect with a WebSocket client, or with the realtime class of an SDK.',
  },
  missing_api_key: {
    ...unauthenticated,
    title: 'API key required',
    means: 'The request carries no key.',
    remedy:
      'Send `Authorization: Bearer <key>`, or `X-API-Key: <key>` on the model APIs. The control API requires the administrator key.',
  },
  invalid_api_key: {
    ...unauthenticated,
    title: 'Invalid API key',
    means:
      'The key is unknown, expired or revoked, or was sent in the wrong form. The model APIs do not accept the administrator key, and the control API accepts no other.',
    remedy:
      'Read the message: if the key is known, it gives the reason. Otherwise check that the whole key was copied, or issue a new one in the console, or with `diglot keys create`.',
  },
  ...signInCodes,
  out_of_scope: {
    ...denied,
    title: 'Out of scope',
    means:
      "The key is valid, but its scope does not cover this model, operation, Product, region or network, or the workspace's plan does not include the Product.",
    remedy:
      "Use what the key's scope covers (the message lists it), or ask the people who manage this workspace's keys to change the scope, and the operator to change the plan.",
  },
  limit_reached: {
    ...denied,
    title: 'Limit reached',
    means: 'This call may cost more than a spending limit of the key or plan has left. No limit counts requests.',
    remedy:
      "Wait for the reset given in the message, lower the call's output limit, or ask the people who manage this workspace's keys to raise the limit of the key. The operator changes plans.",
  },
  insufficient_credits: {
    ...denied,
    title: 'Insufficient credits',
    means: 'This call may cost more credits than the workspace has.',
    remedy: "Ask the operator to grant credits (`diglot credits grant`), or lower the call's output limit.",
  },
  storage_limit_reached: {
    ...denied,
    title: 'Storage limit reached',
    means:
      'The workspace has stored as much as it may: conversations with their items, and the records of files, voices and batches, all of which stay until they are deleted.',
    remedy:
      'Delete what is no longer needed, or ask the operator to raise `limits.workspace_stored_bytes`. A deleted object counts 1 KiB for another day.',
  },
  not_voice_owner: {
    ...denied,
    title: 'Not the owner of the voice',
    means: 'The voice belongs to another workspace.',
    remedy: "Use one of your own voices, or one of the vendor's.",
  },
  account_frozen: {
    ...denied,
    title: 'Account frozen',
    means:
      'The workspace is suspended, its plan was removed from the configuration, or its ledger is inconsistent. Its calls are refused until the operator has resolved this.',
    remedy:
      'Operator: the message says which it is. Run `diglot workspaces update` to resume the workspace or to give it another plan. For its ledger, run `diglot ledger verify` to find the row, correct it, then run `diglot credits unfreeze`.',
  },
  model_not_found: {
    ...absent,
    title: 'Unknown model',
    means: 'No model has this name, or it is retired, or not available in this region, this API or this operation.',
    remedy: 'Use a name from `GET /v1/models`, which lists what the key may call.',
  },
  product_not_found: {
    ...absent,
    title: 'Unknown Product',
    means: 'No Product has this SKU.',
    remedy: 'Use a SKU from the message, or ask the operator for the list of Products.',
  },
  not_found: {
    ...absent,
    title: 'Not found',
    means: 'The object does not exist, was deleted, has expired, or belongs to another workspace.',
    remedy: 'Check the id, and that the key belongs to the workspace that created the object.',
  },
  thread_not_found: {
    ...absent,
    title: 'Thread not kept',
    means: 'The request continues a thread of messages. The gateway keeps none.',
    remedy: 'Send the whole conversation, as the SDKs then do by themselves.',
  },
  unknown_url: {
    ...absent,
    title: 'Unknown path',
    means: 'The path does not exist.',
    remedy:
      'Check the base URL: clients that add `/v1` themselves, such as the Anthropic SDKs, need it without `/v1`; all others, such as the OpenAI SDKs and `@ai-sdk/anthropic`, need it with `/v1`.',
  },
  file_expired: {
    ...absent,
    title: 'File expired',
    means: 'The file has reached the end of its retention time and was deleted.',
    remedy: 'Create it again, and download it within the retention time.',
  },
  method_not_allowed: {
    ...refused,
    status: 405,
    title: 'Method not allowed',
    means: 'The path exists, but not with this method.',
    remedy: 'Use a method listed in the `Allow` header of the response.',
  },
  timeout: {
    status: 408,
    openai: 'timeout_error',
    retry: true,
    title: 'Timed out',
    means: 'The upstream did not answer in time, or the client did not send the request in time.',
    remedy: 'Send the request again. If this happens often, request less output, or a stream.',
  },
  conflict: {
    ...refused,
    status: 409,
    title: 'Conflict',
    means: 'The object already exists with different content, or its current state does not allow this change.',
    remedy: 'Read the current state before you decide. Sending the same request again does not help.',
  },
  request_too_large: {
    ...refused,
    status: 413,
    title: 'Request too large',
    means: 'The body, a part of it, or what it refers to is larger than this operation accepts.',
    remedy: 'Split the request. The message gives the limit.',
  },
  url_too_long: {
    ...refused,
    status: 414,
    title: 'URL too long',
    means: 'The URL, including its query, is too long.',
    remedy: 'Send fewer or shorter parameters.',
  },
  unsupported_media_type: {
    ...refused,
    status: 415,
    title: 'Unsupported media type',
    means: 'The body has a media type or an encoding that this operation does not accept.',
    remedy: 'Send the `Content-Type` named in the message, without compression.',
  },
  precondition_failed: {
    ...refused,
    status: 412,
    title: 'Precondition failed',
    means: 'The file is not the version that `If-Match` or `If-Unmodified-Since` asks for.',
    remedy: 'Retrieve the file without the condition, and use its `ETag` from then on.',
  },
  range_not_satisfiable: {
    ...refused,
    status: 416,
    title: 'Range not satisfiable',
    means: 'The requested `Range` begins after the end of the file.',
    remedy: 'Request a range within the length given in `Content-Range`, or the whole file.',
  },
  expectation_failed: {
    ...refused,
    status: 417,
    title: 'Expectation failed',
    means: 'The `Expect` header has a value other than `100-continue`.',
    remedy: 'Omit the header.',
  },
  headers_too_large: {
    ...refused,
    status: 431,
    title: 'Headers too large',
    means: 'The headers together are too large.',
    remedy: 'Send fewer or shorter headers. Cookies are a common cause.',
  },
  internal: {
    ...ours,
    status: 500,
    title: 'Internal error',
    means: 'The gateway failed. Undelivered output is not charged.',
    remedy: 'Give the operator the request id, under which the log has the cause. SDKs do not retry this error.',
  },
  not_implemented: {
    ...ours,
    status: 501,
    title: 'Not implemented',
    means: 'The request needs an unsupported feature of HTTP, such as a transfer coding other than `chunked`.',
    remedy: 'Send the request without that feature.',
  },
  upstream_invalid: {
    ...ours,
    status: 502,
    title: 'Upstream answer unusable',
    means:
      'The upstream sent an answer that cannot be delivered or billed, or its connection broke before the answer was complete.',
    remedy:
      'Send the request again if its work may be repeated; SDKs do not retry it. If the error persists, give the operator the request id.',
  },
  upstream_unreachable: {
    ...ours,
    retry: true,
    status: 502,
    title: 'Upstream unreachable',
    means: 'The gateway could not connect to the upstream, or has no valid credential for it. Nothing was sent.',
    remedy: 'Send the request again after a moment. Operator: `diglot doctor --reach` checks every provider.',
  },
  overloaded: {
    ...ours,
    retry: true,
    status: 503,
    title: 'Overloaded',
    means: 'The gateway cannot take the call now: it is overloaded or shutting down, or its storage does not respond.',
    remedy: 'Send the request again after a moment, or after `Retry-After` if the response has it.',
  },
} as const satisfies Record<string, Row>;

export type ErrorCode = keyof typeof errorCodes;

export const isErrorCode = (code: string): code is ErrorCode => Object.hasOwn(errorCodes, code);
