import type { Json } from '../shared/json/json.ts';
import type { Explanation } from './codes.ts';

interface Row extends Explanation {
  /** Other names that upstreams use, in snake case and without a final `error`. */
  readonly from?: readonly string[];
  /** Statuses that mean this if the upstream gives no other indication. */
  readonly statuses?: readonly number[];
  /** The status of this code where an upstream states none; by default the first of `statuses`, or else 400. */
  readonly status?: number;
}

const change = 'Change the field named in the message, and send the request again.';
const image = (means: string): Row => ({ means, remedy: 'Send a different image, as the message says.' });
const bound = (means: string): Row => ({ means, remedy: 'Stay within the limit given in the message.' });
const refused = (means: string, from: readonly string[] = []): Row => ({
  means,
  remedy: 'Change the request. Sending the same request again does not help.',
  from,
});

const compaction = (means: string): Row => ({ means, remedy: 'Send the conversation as the upstream returned it.' });
const thread = (means: string): Row => ({ means, remedy: 'Send the whole conversation in a new request.' });

/**
 * Every `code` of an upstream's error. A code is derived from what the upstream sent, never copied: anything that is not listed
 * becomes `upstream_error`. Most codes are the vendors' own. Codes are public: renaming one is a breaking change.
 * `invalid_api_key` is not among them, because it would blame the caller's key for the gateway's credential.
 */
export const upstreamCodes = {
  rate_limit_exceeded: {
    means: "The gateway's account has reached a rate limit of the upstream.",
    remedy: 'Wait for the time given in `Retry-After`, if present, and send the request again.',
    from: [
      ...['rate_limit', 'rate_limited', 'rate_limit_reached', 'too_many_requests', 'requests', 'tokens', 'throttled'],
      ...['throttling', 'resource_exhausted', 'request_limit_exceeded', 'engine_rate_limited'],
    ],
    statuses: [429],
  },
  slow_down: {
    means: 'The upstream received a sudden burst of requests and asks for fewer.',
    remedy: 'Send fewer requests for some minutes, then increase the rate slowly.',
    from: ['ramp_limit_exceeded'],
    status: 503,
  },
  insufficient_quota: {
    means: "The gateway's account at the upstream has no credit left. The caller's own credits are not the problem.",
    remedy: "Operator: add credit, or raise the account's limit at the vendor. Waiting does not help.",
    from: [
      ...[
        'insufficient_balance',
        'insufficient_credits',
        'billing',
        'billing_hard_limit_reached',
        'billing_not_active',
      ],
      ...['credit_balance_too_low', 'exceeded_current_quota', 'quota_exceeded', 'payment_required', 'out_of_credits'],
      ...['usage_limit_reached', 'usage_limit_exceeded', 'enforced_spend_limit_reached'],
      ...['contract_spend_limit_reached', 'linked_organization_spend_limit_reached'],
      'linked_organization_billing_unavailable',
    ],
    statuses: [402],
  },
  upstream_unauthorized: {
    means: "The upstream rejects the gateway's credential. The caller's own key is not the problem.",
    remedy:
      "Operator: check the provider's credential in the configuration; `diglot doctor --reach` checks every provider.",
    from: [
      ...['invalid_api_key', 'incorrect_api_key', 'authentication', 'invalid_authentication', 'unauthorized'],
      ...['access_denied', 'invalid_signature', 'expired_token', 'unrecognized_client', 'incomplete_signature'],
      ...['unauthenticated', 'account_deactivated', 'mismatched_organization', 'ip_not_authorized', 'token_expired'],
    ],
    statuses: [401],
  },
  context_length_exceeded: {
    means: "The input, or the input with the requested output, exceeds the model's context.",
    remedy: 'Shorten the input, request less output, or choose a model with a larger context.',
    from: [
      ...['context_window_exceeded', 'model_context_window_exceeded', 'exceed_context_size', 'context_size_exceeded'],
      ...['context_limit_exceeded', 'prompt_too_long', 'input_too_long', 'max_context_length_exceeded'],
    ],
  },
  model_not_found: {
    means: "The upstream does not have the model, or the gateway's account may not use it.",
    remedy: 'Use a name from `GET /v1/models`. Operator: check the target of the model in the catalogue.',
    from: [
      ...['model_not_exist', 'model_does_not_exist', 'no_such_model', 'unknown_model', 'invalid_model'],
      ...['model_not_available', 'deployment_not_found', 'model_decommissioned', 'model_deprecated'],
    ],
    status: 404,
  },
  unsupported_model: refused('The model does not serve this operation.', ['model_not_supported']),
  content_policy_violation: refused("The request, or its result, violates the vendor's policy.", [
    ...['policy_violation', 'content_policy', 'moderation_blocked', 'safety_violation', 'prompt_blocked', 'safety'],
    ...['sensitive_content_detected', 'data_inspection_failed', 'responsible_ai_policy_violation'],
    'usage_policy_violation',
  ]),
  content_filter: refused('A filter of the upstream blocked the request or its result.', ['content_filtered']),
  image_content_policy_violation: refused("An image violates the vendor's policy."),
  bio_policy: refused("The request violates the vendor's policy on biology."),
  cyber_policy: refused("The request violates the vendor's policy on security.", ['cyber_policy_violation']),
  misalignment_policy_violation: refused("The request violates the vendor's policy."),
  invalid_prompt: refused('The upstream rejects the prompt.'),
  invalid_image: image('The upstream cannot use an image.'),
  invalid_image_format: image('The upstream does not support the format of an image.'),
  invalid_image_mode: image('The upstream does not support the colour mode of an image.'),
  invalid_image_url: image('The upstream cannot read the image at the given URL.'),
  invalid_base64_image: image('An image is not valid base64.'),
  image_too_large: image('An image has too many pixels.'),
  image_dimensions_too_large: image('A side of an image is too long.'),
  image_too_small: image('An image has too few pixels.'),
  image_file_too_large: image('The file of an image is too large.'),
  image_parse_error: image('An image cannot be read.'),
  image_file_not_found: image('The file of an image does not exist.'),
  empty_image_file: image('The file of an image is empty.'),
  failed_to_download_image: image('The upstream could not download an image.'),
  unsupported_image_media_type: image('The upstream does not support the media type of an image.'),
  unsupported_file: {
    means: 'The upstream does not support the format of a file.',
    remedy: 'Send the file in one of the formats listed in the message.',
    from: ['invalid_file_format', 'unsupported_file_type', 'unsupported_format', 'unsupported_audio_format'],
  },
  invalid_value: {
    means: 'A field has a value that the upstream does not accept.',
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
  invalid_type: { means: 'A field has a value of the wrong type.', remedy: change },
  invalid_json: { means: 'The upstream cannot parse the body.', remedy: change, from: ['json_parse', 'json_invalid'] },
  missing_required_parameter: {
    means: 'A required field is missing.',
    remedy: change,
    from: ['missing_parameter', 'missing_required_field', 'missing', 'parameter_missing'],
  },
  unknown_parameter: {
    means: 'The request has a field that the upstream does not know.',
    remedy: change,
    from: ['unrecognized_request_argument', 'unrecognized_parameter', 'extra_forbidden', 'unknown_field'],
  },
  unsupported_parameter: {
    means: 'The request has a field that the model does not support.',
    remedy: change,
    from: ['parameter_not_supported'],
  },
  unsupported_value: { means: 'A field has a value that the model does not support.', remedy: change },
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
    means: 'The model did not write the requested JSON.',
    remedy: 'Send the request again, with a simpler schema.',
  },
  available_tools_limit_exceeded: bound('The request offers too many tools.'),
  tool_name_conflict: { means: 'Two tools have the same name.', remedy: change },
  tool_reference_unresolved: { means: 'The request refers to a tool that it does not offer.', remedy: change },
  compaction_nothing_to_summarize: compaction('There is nothing to compact.'),
  compaction_incomplete_turn: compaction('The conversation to compact ends within a turn.'),
  compaction_block_ambiguous: compaction('It is not clear which block of compaction applies.'),
  compaction_block_misplaced: compaction('A block of compaction is not where it has to be.'),
  compaction_content_mismatch: compaction('A block of compaction does not match the conversation before it.'),
  compaction_signature_invalid: compaction('A block of compaction was changed, or made for other content.'),
  compaction_too_many_tool_references: compaction('The conversation to compact refers to too many tools.'),
  compaction_tool_changes_mismatch: compaction('The tools are not those of the conversation that was compacted.'),
  compaction_unavailable: {
    means: 'The upstream cannot compact conversations at the moment.',
    remedy: 'Send the request again after a moment.',
    status: 529,
  },
  thread_not_found: thread('The upstream does not have the message that the request continues.'),
  thread_already_continued: thread('The message that the request continues has been continued already.'),
  thread_continue_in_flight: thread('Another request is continuing the same message.'),
  thread_fingerprint_mismatch: thread('The request differs from the one that it continues where it must not.'),
  thread_unsupported_request: thread('A message cannot be continued with something in the request.'),
  file_expired: { means: 'The upstream no longer has the file.', remedy: 'Upload the file again.' },
  file_not_downloadable: refused('The upstream does not let this file be downloaded.'),
  previous_response_not_found: {
    means: 'The upstream does not have the response that the request continues.',
    remedy: 'Send the conversation as `input`.',
  },
  invalid_encrypted_content: {
    means: 'The upstream cannot decrypt the encrypted reasoning in the request.',
    remedy: 'Return such items only to the model and the account that created them, or omit them.',
  },
  not_found: {
    means: 'Something that the request refers to does not exist at the upstream.',
    remedy: change,
    from: ['resource_not_found', 'file_not_found'],
    statuses: [404],
  },
  conflict: {
    means: 'The current state at the upstream does not allow this change.',
    remedy: change,
    from: ['already_exists'],
    statuses: [409],
  },
  request_too_large: {
    means: 'The request is larger than the upstream accepts.',
    remedy: 'Split the request.',
    from: ['payload_too_large', 'request_entity_too_large', 'content_too_large'],
    statuses: [413],
  },
  unsupported_country_region_territory: refused('The upstream does not serve the country of the gateway.'),
  data_residency_mismatch: refused('Something that the request refers to is stored in another region.'),
  vector_store_timeout: {
    means: 'A search in a vector store took too long.',
    remedy: 'Send the request again after a moment.',
    status: 504,
  },
  timeout: {
    means: 'The upstream did not finish in time.',
    remedy: 'Send the request again, or request less output.',
    from: ['gateway_timeout', 'request_timeout', 'deadline_exceeded', 'model_timeout'],
    statuses: [408, 504, 524],
  },
  server_is_overloaded: {
    means: 'The upstream or the model is overloaded.',
    remedy: 'Send the request again after a moment, or choose another model.',
    from: [
      ...['overloaded', 'server_overloaded', 'engine_overloaded', 'model_overloaded', 'capacity_exceeded'],
      ...['service_unavailable', 'unavailable', 'model_not_ready'],
    ],
    statuses: [503, 529],
  },
  server_error: {
    means: 'The upstream failed.',
    remedy: 'Send the request again. If the error persists, give the operator the request id.',
    from: ['internal', 'internal_server', 'server', 'api', 'unknown', 'bad_gateway'],
    statuses: [500, 502, 520, 521, 522, 523],
  },
  upstream_error: {
    means: 'The upstream refused the call or failed, for a reason that has no code here.',
    remedy: "See the message and the vendor's documentation. `Retry-After` and `x-should-retry` say whether to retry.",
    status: 502,
  },
} as const satisfies Record<string, Row>;

export type UpstreamCode = keyof typeof upstreamCodes;

const rows = Object.entries(upstreamCodes) as readonly (readonly [UpstreamCode, Row])[];

/** Codes by every name that upstreams use. */
export const codesByName: ReadonlyMap<string, UpstreamCode> = new Map(
  rows.flatMap(([code, { from = [] }]) => [code, ...from].map((name): [string, UpstreamCode] => [name, code])),
);

/** Codes by the status that means them if nothing else is known. */
export const codesByStatus: ReadonlyMap<number, UpstreamCode> = new Map(
  rows.flatMap(([code, { statuses = [] }]) => statuses.map((status): [number, UpstreamCode] => [status, code])),
);

/** True for a code of `upstreamCodes`. */
export const isUpstreamCode = (code: Json | undefined): code is UpstreamCode =>
  typeof code === 'string' && Object.hasOwn(upstreamCodes, code);

/** Statuses by names that say nothing more than the status does, in the form of `codesByName`. */
export const statusesByName: ReadonlyMap<string, number> = new Map([
  ['invalid_request', 400],
  ['bad_request', 400],
  ['permission', 403],
  ['permission_denied', 403],
  ['unprocessable_entity', 422],
]);

/**
 * The status for an error that arrives without one, as in a stream.
 *
 * @param stated a status that the error names; null: none
 * @param isPreferred of the stated one and those of the code, the first that it is true for
 */
export const statusOfUpstreamCode = (
  code: UpstreamCode,
  stated: number | null = null,
  isPreferred: (status: number) => boolean = () => true,
): number => {
  const { status, statuses = [] }: Row = upstreamCodes[code];
  const known = stated === null ? statuses : [stated, ...statuses];
  return known.find(isPreferred) ?? known[0] ?? status ?? 400;
};
