import { z } from 'zod';
import { kindIds, textWires } from '../provider-kinds.ts';
import { nameSchema, regionSchema } from './name-schema.ts';

/** Visible ASCII and spaces, no line breaks: what may stand in a header. */
const headerValue = z
  .string()
  .regex(/^[!-~](?:[ -~]*[!-~])?$/, 'must be printable ASCII characters, without a line break')
  .max(8_000, 'must be at most 8,000 characters');

const credentialSchema = z.strictObject({
  header: z
    .string()
    .regex(/^[A-Za-z0-9-]{1,64}$/, 'must be a header name, for example authorization or x-api-key')
    .describe('Name of the request header that carries our key at this provider.'),
  scheme: z
    .string()
    .regex(/^[A-Za-z0-9-]{1,32}$/, 'must be one word, for example Bearer')
    .nullable()
    .default(null)
    .describe('Word before the key, for example Bearer. Left out: the key stands alone.'),
  value: headerValue.describe('Our key at this provider. Write "${NAME}" to take it from the environment.'),
});

/** One row of `providers`. */
export const providerSchema = z.strictObject({
  id: nameSchema.describe('Name of the provider in this file, in metrics and in x-diglot-provider.'),
  spec: z
    .enum(['a', 'b'], 'must be a (OpenAI-compatible) or b (Anthropic-compatible)')
    .describe('Wire format: a is OpenAI-compatible, b is Anthropic-compatible.'),
  kind: z
    .enum(kindIds, `must be ${kindIds.join(' or ')}`)
    .nullable()
    .default(null)
    .describe(
      'How the provider is reached: where its operations are and how our key is shown. Left out: openai for spec a, anthropic for spec b.',
    ),
  base_url: z
    .string()
    .min(1, 'must not be empty')
    .describe(
      'Address as an SDK of that spec takes it: with /v1 for a, without for b. https, unless it is a loopback address. "demo:" is the built-in offline upstream.',
    ),
  allow_http: z
    .boolean('must be true or false')
    .default(false)
    .describe(
      'Permits plain http to an address that is not loopback: our key then travels unencrypted. For trusted networks only.',
    ),
  credential: credentialSchema
    .nullable()
    .default(null)
    .describe('How our key is shown to the provider. null: not at all.'),
  regions: z
    .array(regionSchema)
    .min(1, 'must name at least one region')
    .default(['global'])
    .describe('Regions in which this provider answers; each must stand in the list of regions above.'),
  operations: z
    .array(z.string())
    .min(1, 'must name at least one operation family; leave it out for all of them')
    .nullable()
    .default(null)
    .describe('Operation families that this provider serves. Default: all of its spec.'),
  wires: z
    .array(z.enum(textWires, `must be one of ${textWires.join(', ')}`))
    .min(1, 'must name at least one wire format; leave it out for all of its kind')
    .nullable()
    .default(null)
    .describe(
      'Wire formats of text that this provider serves: chat-completions and responses of kind openai, messages and count-tokens of kind anthropic. Where it is said, operations is about everything else and must not name chat, responses or messages. Default: all of its kind that operations allows.',
    ),
  forward_trace: z
    .boolean('must be true or false')
    .default(false)
    .describe(
      "Whether the caller's traceparent header is sent on. Off by default: it tells an outsider about our callers.",
    ),
  reasoning_in_output: z
    .enum(['included', 'separate'], 'must be included or separate')
    .nullable()
    .default(null)
    .describe(
      'Where this provider counts the tokens of reasoning: "included" in its count of the output, or "separate" beside it, where they are charged on top. Left out: as included, and a call whose counts contradict that is flagged unclear:reasoning.',
    ),
  forward_rate_limits: z
    .boolean('must be true or false')
    .default(false)
    .describe(
      'Whether the x-ratelimit-* and anthropic-ratelimit-* headers of its answers pass to the caller. Off by default: they speak of the account of the gateway, which all callers share.',
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
      'Hosts beside its own from which images may be fetched that this provider answers as addresses, over https. Nothing is ever fetched from elsewhere.',
    ),
});

export type DeclaredProvider = z.output<typeof providerSchema>;
