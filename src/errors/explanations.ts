import type { ErrorCode } from './codes.ts';

/** What a code stands for, for people who meet it. Code stands between backticks. */
export interface Explanation {
  /** What happened, over all cases of the code; the message of an error tells its own. */
  readonly means: string;
  /** What whoever meets it can do. */
  readonly remedy: string;
}

/** Every code of the gateway's own errors. What an upstream's can have is in `upstreamCodes`. */
export const explanations: Readonly<Record<ErrorCode, Explanation>> = {
  invalid_value: {
    means:
      'A field or a parameter has a value that this operation does not take. `param` names it; the message says what may stand there and what was sent.',
    remedy: 'Change that field and send the request again.',
  },
  invalid_json: {
    means:
      'The body is not JSON, or not JSON of an acceptable form: cut short, nested too deep, a member twice, not UTF-8.',
    remedy:
      'Serialise the body with a JSON library and send it whole. The message says where reading stopped, where that is known.',
  },
  invalid_header: {
    means: 'A header has a value that cannot be read, or was sent twice with two meanings.',
    remedy: 'Send the header that the message names once, in the form that it gives.',
  },
  malformed_request: {
    means: 'The request is not HTTP that can be understood: its line, its path or the framing of its body.',
    remedy: 'Look at proxies and hand-made clients on the way. An HTTP library does not send this.',
  },
  product_required: {
    means: 'This operation is billed to a Product that the caller names, and none was named.',
    remedy: 'Send the SKU as `X-Product-Sku`, or as `product_sku` in the query.',
  },
  region_unknown: {
    means: '`X-Region-Code` names a region that this gateway does not have.',
    remedy: 'Send one of the codes that the message lists, or leave the header out.',
  },
  loop_detected: {
    means: 'The request has passed through gateways too often: an upstream address leads back here.',
    remedy: "Operator: give the provider in the configuration the vendor's own address.",
  },
  missing_api_key: {
    means: 'The request carries no key.',
    remedy:
      'Send `Authorization: Bearer <key>`, or `X-API-Key: <key>` on the model APIs. The control API wants the administrator key.',
  },
  invalid_api_key: {
    means:
      'The key is unknown, expired or revoked, came from a network that it may not be used from, or was sent in the wrong way. A key for models is no administrator key, and the reverse.',
    remedy:
      'Read the message: it tells which of these where the key is known. Otherwise check that the whole key was copied, or issue a new one.',
  },
  out_of_scope: {
    means:
      'The key exists, but may not be used for this model, operation, Product or region; or the plan does not include the Product.',
    remedy: "Use what the key may use (the message lists it), or have its scope or the workspace's plan changed.",
  },
  limit_reached: {
    means:
      'A spending limit of the key or of the plan leaves no room for what this call may cost. No limit counts requests.',
    remedy: "Wait for the reset that the message names, lower the call's output maximum, or have the limit raised.",
  },
  insufficient_credits: {
    means: 'The workspace does not have the credits that this call may cost.',
    remedy: "Have credits granted (`diglot credits grant`), or lower the call's output maximum.",
  },
  not_voice_owner: {
    means: 'The voice belongs to another workspace.',
    remedy: "Use a voice of your own, or one of the vendor's.",
  },
  account_frozen: {
    means: 'The books of this workspace disagree with each other. Its calls are refused until somebody has looked.',
    remedy: 'Operator: `diglot ledger verify` names the row; when it is put right, `diglot credits unfreeze`.',
  },
  model_not_found: {
    means:
      'No model has this name, or it is retired, or it is not offered here: in this region, through this specification, for this operation.',
    remedy: 'Take a name from `GET /v1/models`, which lists what the key may call.',
  },
  product_not_found: {
    means: 'No Product has this SKU.',
    remedy: 'Take the SKU from the message, or ask the operator for the list of Products.',
  },
  not_found: {
    means: 'What the request names does not exist, was deleted, or belongs to another workspace.',
    remedy: 'Check the id, and that the key is one of the workspace that made it.',
  },
  unknown_url: {
    means: 'There is no such path.',
    remedy:
      'Check the base address: a client that adds `/v1` itself, as Anthropic SDKs do, takes it without `/v1`; all others, such as OpenAI SDKs and `@ai-sdk/anthropic`, take it with `/v1`.',
  },
  file_expired: {
    means: 'The file was kept for its time and is gone.',
    remedy: 'Produce it again, and fetch it before the time that the drive keeps files is over.',
  },
  method_not_allowed: {
    means: 'The path exists, but not with this method.',
    remedy: 'Use a method that the header `Allow` of the answer lists.',
  },
  timeout: {
    means: 'The upstream, or the sender of the request, did not finish in time.',
    remedy: 'Send the request again; ask for less, or for a stream, when it happens often.',
  },
  conflict: {
    means: 'It exists already with other content, or its present state does not allow this change.',
    remedy: 'Read its present state and decide again. Sending the same request again does not help.',
  },
  request_too_large: {
    means: 'The body, a part of it, or what it refers to is larger than this operation takes.',
    remedy: 'Split the request. The message gives the limit.',
  },
  url_too_long: {
    means: 'The address, with its query, is too long.',
    remedy: 'Send fewer or shorter parameters.',
  },
  unsupported_media_type: {
    means: 'The body has a media type or an encoding that this operation does not read.',
    remedy: 'Send the `Content-Type` that the message names, without compression.',
  },
  range_not_satisfiable: {
    means: 'The `Range` asked for begins after the end of the file.',
    remedy: 'Ask for a range inside the length that `Content-Range` gives, or for the whole.',
  },
  expectation_failed: {
    means: 'The header `Expect` asks for something other than `100-continue`.',
    remedy: 'Leave the header out.',
  },
  headers_too_large: {
    means: 'The headers are too large together.',
    remedy: 'Send fewer or shorter headers; cookies are a usual cause.',
  },
  internal: {
    means: 'Something went wrong in the gateway. What was not delivered is not charged.',
    remedy:
      'Give the operator the request id; the log has the cause under it. SDKs do not send it again by themselves.',
  },
  not_implemented: {
    means:
      'The request wants something of HTTP that the gateway does not do, such as a transfer coding other than `chunked`.',
    remedy: 'Send it without.',
  },
  upstream_invalid: {
    means: 'The upstream answered something that cannot be passed on or billed.',
    remedy:
      'Send the request again if repeating its work is all right; SDKs do not by themselves. Give the operator the request id when it happens twice.',
  },
  upstream_unreachable: {
    means: 'No connection to the upstream could be made, or it broke before the answer began.',
    remedy: 'Send the request again after a moment. Operator: `diglot doctor` asks every provider.',
  },
  overloaded: {
    means:
      'The gateway cannot take the call now: too much at once, its storage does not answer, or it is being stopped.',
    remedy: 'Send the request again after a moment; `Retry-After`, where it is sent, says when.',
  },
};
