import { z } from 'zod';
import { profileIds } from '../profiles.ts';
import { kindIds } from '../provider-kinds.ts';
import { credentialSchema, headerValueSchema } from './credential-schema.ts';
import { filled, nameSchema, orNull, regionSchema, toggle, wiresSchema } from './name-schema.ts';

/** Names of headers that a row may add. */
const ownHeaders =
  /^(?!(?:authorization|proxy-.*|cookie|host|connection|keep-alive|te|trailer|upgrade|transfer-encoding|expect|accept|accept-.*|content-.*|sec-.*|x-amz-.*|x-api-key|api-key|x-goog-api-key|x-diglot-.*)$)[a-z0-9-]{1,64}$/i;

/** One row of `providers`. */
export const providerSchema = z.strictObject({
  id: nameSchema.describe('Name of the provider in this file, in metrics and in x-diglot-provider.'),
  spec: z
    .enum(['a', 'b'], 'must be a (OpenAI-compatible) or b (Anthropic-compatible)')
    .describe('Wire format: a is OpenAI-compatible, b is Anthropic-compatible.'),
  kind: orNull(z.enum(kindIds, `must be ${kindIds.join(' or ')}`)).describe(
    'How the provider is called: the paths of its operations, and the form of requests and credentials. openai and azure-openai speak spec a; anthropic, bedrock (Amazon Bedrock) and vertex (Claude on Vertex AI) speak spec b. Default: openai for spec a, anthropic for spec b.',
  ),
  base_url: filled.describe(
    'Base URL as SDKs of that spec expect it: with /v1 for a, without for b. It must be https, unless it is a loopback address. "demo:" is the built-in offline provider.',
  ),
  allow_http: toggle(
    false,
    'Permits http to an address that is not loopback. The credential is then sent unencrypted. For trusted networks only.',
  ),
  credential: orNull(credentialSchema).describe('The credential at the provider. null: none.'),
  api_version: orNull(
    z.string().regex(/^\d{4}-\d{2}-\d{2}(?:-preview)?$/, 'must be a date, for example 2024-10-21'),
  ).describe(
    'Dated version of the API, for kind azure-openai. If set, base_url ends with /openai, and some paths name the deployment. Default: none; base_url then ends with /openai/v1.',
  ),
  headers: z
    .record(z.string().regex(ownHeaders), headerValueSchema, {
      error: ({ code }) =>
        code === 'invalid_key'
          ? 'must be the name of a header that the gateway does not set: no credential, and nothing about the body or the connection'
          : undefined,
    })
    .default({})
    .describe(
      'Headers that are sent with every request and replace those of the caller: for example anthropic-workspace-id (Claude Platform on AWS), x-goog-user-project, openai-project, or x-amzn-bedrock-guardrailidentifier on the OpenAI format of Bedrock. No secrets: those belong in credential.',
    ),
  guardrail: orNull(
    z.strictObject({
      id: z
        .string()
        .regex(/^(?:[a-z0-9]{1,64}|arn:[!-~]{1,2000})$/, 'must be the id or the ARN of a guardrail')
        .describe('Id or ARN of the guardrail.'),
      version: z
        .string()
        .regex(/^(?:DRAFT|[1-9]\d{0,7})$/, 'must be a version in quotes, for example "1", or DRAFT')
        .describe('Its version, in quotes.'),
    }),
  ).describe(
    'Guardrail of Amazon Bedrock that checks every request and answer, for kind bedrock. Callers cannot choose another one. Default: the gateway requests none.',
  ),
  profile: orNull(z.enum(profileIds, `must be one of ${profileIds.join(', ')}`)).describe(
    'The host behind this provider, for kind openai: what it accepts and how it counts, as the docs list it. Default: none, so only what every host accepts is assumed.',
  ),
  stream_usage: orNull(z.enum(['asked', 'forbidden'], 'must be asked or forbidden')).describe(
    'Usage in streams of the OpenAI formats: asked (stream_options is sent), or forbidden, for a host that refuses stream_options. Usage that it reports anyway is read. Default: as its profile says, else asked.',
  ),
  output_limit: orNull(
    z.enum(['max_tokens', 'max_completion_tokens', 'both'], 'must be max_tokens, max_completion_tokens or both'),
  ).describe(
    'Name of the output limit that its chat completions accept; the other name is replaced by it. Default: as its profile says, else both.',
  ),
  refuses: z
    .array(
      z
        .string()
        .regex(
          /^(?!(?:model|messages|stream)$)[a-z_][a-z0-9_]{0,63}$/,
          'must be a member of a chat completion other than model, messages and stream',
        ),
    )
    .default([])
    .describe(
      'Members of chat completions that it refuses, in addition to those of its profile. They are omitted and named in x-diglot-dropped. If the answer depends on one, the call gets a 400 instead, unless losses are allowed.',
    ),
  regions: z
    .array(regionSchema)
    .min(1, 'must name at least one region')
    .default(['global'])
    .describe('Regions that this provider serves; each must be in the list of regions above.'),
  operations: orNull(
    z.array(z.string()).min(1, 'must name at least one operation family; omit it for all of them'),
  ).describe('Operation families that this provider serves. Default: all of its spec.'),
  wires: wiresSchema.describe(
    'Text wire formats that this provider serves: chat-completions and responses for spec a, messages and count-tokens for spec b. Kind bedrock serves messages unless others are listed: converse, for models other than Claude, and count-tokens, for models whose tokens Bedrock can count. If set, operations covers everything else and must not name chat, responses or messages. A target of a model may name fewer. Default: all formats of its kind that operations allows.',
  ),
  forward_trace: toggle(
    false,
    "Whether the caller's traceparent and tracestate headers are forwarded. Off by default, because they reveal information about callers.",
  ),
  reasoning_in_output: orNull(z.enum(['included', 'separate'], 'must be included or separate')).describe(
    'Whether this provider\'s output count has reasoning tokens "included", or reports them as "separate", to be charged in addition. Default: included; a call whose counts contradict this is flagged unclear:reasoning.',
  ),
  forward_rate_limits: toggle(
    false,
    "Whether its x-ratelimit-* and anthropic-ratelimit-* headers are forwarded to the caller. Off by default, because they describe the gateway's account, which all callers share.",
  ),
  result_hosts: z
    .array(
      z
        .string()
        .regex(
          /^(?:\*\.)?[a-z0-9-]+(?:\.[a-z0-9-]+)+$/,
          'must be a host name, for example images.example.com or *.example.com',
        ),
    )
    .default([])
    .describe(
      "Hosts, in addition to the provider's own, from which the gateway may download images whose URLs this provider returns, over https. It downloads from no other host.",
    ),
});

export type DeclaredProvider = z.output<typeof providerSchema>;
