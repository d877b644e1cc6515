import type { Json } from '../shared/json/json.ts';
import type { Explanation } from './codes.ts';

interface Row extends Explanation {
  /** Other names under which upstreams report it, in lower case with `_` between words and without a final `error`. */
  readonly from?: readonly string[];
  /** Statuses that mean this where the upstream's own words say nothing. */
  readonly statuses?: readonly number[];
}

const change = 'Change what the message names, and send the request again.';
const image = (means: string): Row => ({ means, remedy: 'Send another image, as the message says.' });
const bound = (means: string): Row => ({ means, remedy: 'Keep to the bound that the message gives.' });
const refused = (means: string, from: readonly string[] = []): Row => ({
  means,
  remedy: 'Change the request. Sending the same one again does not help.',
  from,
});

/**
 * Every `code` that an upstream's error can have. A code is chosen from what the upstream sent, never copied: whatever is not
 * here is `upstream_error`. Most are words that the vendors' SDKs and their users know. A code is public: renaming one is a
 * breaking change. `invalid_api_key` is not among them: it would blame the caller's key for the gateway's credential.
 */
export const upstreamCodes = {
  rate_limit_exceeded: {
    means: "The upstream takes no more requests or tokens of the gateway's account for now.",
    remedy: 'Wait as long as `Retry-After` says, where it is sent, and send the request again.',
    from: [
      ...['rate_limit', 'rate_limited', 'rate_limit_reached', 'too_many_requests', 'requests', 'tokens', 'throttled'],
      ...['throttling', 'resource_exhausted', 'request_limit_exceeded', 'engine_rate_limited'],
    ],
    statuses: [429],
  },
  slow_down: {
    means: 'The upstream sees a sudden rise of requests and asks for fewer of them.',
    remedy: 'Send fewer requests for some minutes, then raise their number slowly.',
  },
  insufficient_quota: {
    means: "The gateway's account at the upstream has no credit left. The caller's credits are in order.",
    remedy: "Operator: pay, or raise the account's limit at the vendor. Waiting does not help.",
    from: [
      ...[
        'insufficient_balance',
        'insufficient_credits',
        'billing',
        'billing_hard_limit_reached',
        'billing_not_active',
      ],
      ...['credit_balance_too_low', 'exceeded_current_quota', 'quota_exceeded', 'payment_required', 'out_of_credits'],
      ...['usage_limit_reached', 'usage_limit_exceeded'],
    ],
    statuses: [402],
  },
  upstream_unauthorized: {
    means: "The upstream does not accept the credential that the gateway shows it. The caller's key is in order.",
    remedy: "Operator: check the provider's credential in the configuration; `diglot doctor` asks every provider.",
    from: [
      ...['invalid_api_key', 'incorrect_api_key', 'authentication', 'invalid_authentication', 'unauthorized'],
      ...['unauthenticated', 'account_deactivated', 'mismatched_organization', 'ip_not_authorized', 'token_expired'],
    ],
    statuses: [401],
  },
  context_length_exceeded: {
    means: 'The input, or the input and the output asked for, is longer than the context of the model.',
    remedy: 'Shorten the input, ask for less output, or choose a model with a longer context.',
    from: [
      ...['context_window_exceeded', 'model_context_window_exceeded', 'exceed_context_size', 'context_size_exceeded'],
      ...['context_limit_exceeded', 'prompt_too_long', 'input_too_long', 'max_context_length_exceeded'],
    ],
  },
  model_not_found: {
    means: 'The upstream does not have the model, or does not let the account use it.',
    remedy: 'Take a name from `GET /v1/models`. Operator: check the target of the model in the catalogue.',
    from: [
      ...['model_not_exist', 'model_does_not_exist', 'no_such_model', 'unknown_model', 'invalid_model'],
      ...['model_not_available', 'deployment_not_found', 'model_decommissioned', 'model_deprecated'],
    ],
  },
  unsupported_model: refused('The model does not serve this operation.', ['model_not_supported']),
  content_policy_violation: refused("The request, or what came of it, is against the vendor's policy.", [
    ...['policy_violation', 'content_policy', 'moderation_blocked', 'safety_violation', 'prompt_blocked', 'safety'],
    ...['sensitive_content_detected', 'data_inspection_failed', 'responsible_ai_policy_violation'],
    'usage_policy_violation',
  ]),
  content_filter: refused('A filter of the upstream stopped the request, or what came of it.', ['content_filtered']),
  image_content_policy_violation: refused("An image is against the vendor's policy."),
  bio_policy: refused("The request is against the vendor's policy for biology."),
  cyber_policy: refused("The request is against the vendor's policy for security.", ['cyber_policy_violation']),
  misalignment_policy_violation: refused("The request is against the vendor's policy."),
  invalid_prompt: refused('The upstream refuses the prompt.'),
  invalid_image: image('The upstream cannot use an image.'),
  invalid_image_format: image('An image has a format that the upstream does not read.'),
  invalid_image_mode: image('An image has a colour mode that the upstream does not read.'),
  invalid_image_url: image('The upstream cannot read an image at the address that it was given.'),
  invalid_base64_image: image('An image is not valid base64.'),
  image_too_large: image('An image has too many pixels.'),
  image_too_small: image('An image has too few pixels.'),
  image_file_too_large: image('The file of an image is too large.'),
  image_parse_error: image('An image cannot be read.'),
  image_file_not_found: image('The file of an image does not exist.'),
  empty_image_file: image('The file of an image is empty.'),
  failed_to_download_image: image('The upstream could not download an image.'),
  unsupported_image_media_type: image('An image has a media type that the upstream does not read.'),
  unsupported_file: {
    means: 'A file has a format that the upstream does not read.',
    remedy: 'Send the file in one of the formats that the message lists.',
    from: ['invalid_file_format', 'unsupported_file_type', 'unsupported_format', 'unsupported_audio_format'],
  },
  invalid_value: {
    means: 'A field has a value that the upstream does not take.',
    remedy: change,
    from: [
      ...[
        'invalid_argument',
        'invalid_parameter',
        'invalid_parameter_value',
        'invalid_params',
        'invalid_input',
        'value',
      ],
      ...['client_specified_an_invalid_argument', 'validation', 'invalid_parameters'],
    ],
  },
  invalid_type: { means: 'A field has a value of another type than the upstream takes.', remedy: change },
  invalid_json: { means: 'The upstream cannot read the body.', remedy: change, from: ['json_parse', 'json_invalid'] },
  missing_required_parameter: {
    means: 'A field is missing that the upstream requires.',
    remedy: change,
    from: ['missing_parameter', 'missing_required_field', 'missing', 'parameter_missing'],
  },
  unknown_parameter: {
    means: 'A field is sent that the upstream does not know.',
    remedy: change,
    from: ['unrecognized_request_argument', 'unrecognized_parameter', 'extra_forbidden', 'unknown_field'],
  },
  unsupported_parameter: {
    means: 'A field is sent that the model does not take.',
    remedy: change,
    from: ['parameter_not_supported'],
  },
  unsupported_value: { means: 'A field has a value that the model does not take.', remedy: change },
  string_above_max_length: bound('A text is too long.'),
  string_below_min_length: bound('A text is too short.'),
  array_above_max_length: bound('A list has too many elements.'),
  array_below_min_length: bound('A list has too few elements.'),
  integer_above_max_value: bound('A whole number is too large.'),
  integer_below_min_value: bound('A whole number is too small.'),
  decimal_above_max_value: bound('A number is too large.'),
  decimal_below_min_value: bound('A number is too small.'),
  invalid_json_schema: { means: 'The upstream cannot use a JSON schema.', remedy: change, from: ['invalid_schema'] },
  invalid_function_parameters: { means: 'The upstream cannot use the schema of a tool.', remedy: change },
  tool_use_failed: {
    means: 'The model called a tool in a way that its schema does not allow.',
    remedy: 'Send the request again, with a simpler schema or a clearer description of the tool.',
  },
  json_validate_failed: {
    means: 'The model wrote something other than the JSON that was asked for.',
    remedy: 'Send the request again, with a simpler schema.',
  },
  previous_response_not_found: {
    means: 'The upstream does not have the response that the request continues.',
    remedy: 'Send the conversation as `input`.',
  },
  invalid_encrypted_content: {
    means: 'The upstream cannot read encrypted reasoning that the request gives back.',
    remedy: 'Send back items only to the model and the account that made them, or leave them out.',
  },
  not_found: {
    means: 'What the request names does not exist at the upstream.',
    remedy: change,
    from: ['resource_not_found', 'file_not_found'],
    statuses: [404],
  },
  conflict: {
    means: 'The present state at the upstream does not allow this change.',
    remedy: change,
    from: ['already_exists'],
    statuses: [409],
  },
  request_too_large: {
    means: 'The request is larger than the upstream takes.',
    remedy: 'Split the request.',
    from: ['payload_too_large', 'request_entity_too_large', 'content_too_large'],
    statuses: [413],
  },
  unsupported_country_region_territory: refused('The upstream does not serve the place that the gateway calls from.'),
  data_residency_mismatch: refused('What the request names is kept in another region.'),
  vector_store_timeout: {
    means: 'A search in a vector store took too long.',
    remedy: 'Send the request again after a moment.',
  },
  timeout: {
    means: 'The upstream did not finish in time.',
    remedy: 'Send the request again, or ask for less.',
    from: ['gateway_timeout', 'request_timeout', 'deadline_exceeded'],
    statuses: [408, 504, 524],
  },
  server_is_overloaded: {
    means: 'The upstream, or the model, has too much to do.',
    remedy: 'Send the request again after a moment, or choose another model.',
    from: [
      ...['overloaded', 'server_overloaded', 'engine_overloaded', 'model_overloaded', 'capacity_exceeded'],
      ...['service_unavailable', 'unavailable'],
    ],
    statuses: [503, 529],
  },
  server_error: {
    means: 'Something went wrong at the upstream.',
    remedy: 'Send the request again. Give the operator the request id when it happens twice.',
    from: ['internal', 'internal_server', 'server', 'api', 'unknown', 'bad_gateway'],
    statuses: [500, 502, 520, 521, 522, 523],
  },
  upstream_error: {
    means: 'The upstream refused the call or failed, and gave no reason that is on this list.',
    remedy:
      'Read the message as the vendor documents it. `Retry-After` and `x-should-retry` say whether to send it again.',
  },
} as const satisfies Record<string, Row>;

export type UpstreamCode = keyof typeof upstreamCodes;

const rows = Object.entries(upstreamCodes) as readonly (readonly [UpstreamCode, Row])[];

/** Codes by every name under which upstreams report them. */
export const codesByName: ReadonlyMap<string, UpstreamCode> = new Map(
  rows.flatMap(([code, { from = [] }]) => [code, ...from].map((name): [string, UpstreamCode] => [name, code])),
);

/** Codes by the status that means them where nothing else is said. */
export const codesByStatus: ReadonlyMap<number, UpstreamCode> = new Map(
  rows.flatMap(([code, { statuses = [] }]) => statuses.map((status): [number, UpstreamCode] => [status, code])),
);

/** True for a code that an upstream's error may have: it is on the list already. */
export const isUpstreamCode = (code: Json | undefined): code is UpstreamCode =>
  typeof code === 'string' && Object.hasOwn(upstreamCodes, code);

/** The status that goes with a code where an error came without one: in a stream. */
export const statusOfUpstreamCode = (code: UpstreamCode): number => {
  const row: Row = upstreamCodes[code];
  return row.statuses?.[0] ?? 502;
};
