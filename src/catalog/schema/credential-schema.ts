import { z } from 'zod';
import { credentialTypes } from '../credential.ts';
import { filled, orNull } from './name-schema.ts';

/** A header value: visible ASCII and spaces, without line breaks. */
export const headerValueSchema = filled
  .regex(/^[!-~](?:[ -~]*[!-~])?$/, 'must be printable ASCII characters, without a line break')
  .max(8_000, 'must be at most 8,000 characters');

const word = filled.regex(/^[!-~]{1,2048}$/, 'must be 1 to 2,048 visible ASCII characters');

const path = filled.max(4_096, 'must be at most 4,096 characters');

const endpoint = z.string().refine((text) => /^https?:\/\/[^/]/.test(text) && URL.canParse(text), {
  error: 'must be an https address',
});

const fromEnvironment = 'Write "${NAME}" to read it from the environment.';

/** Headers of the body, the connection, the caller or the gateway, which a key would replace or that would replace it. */
const otherHeader =
  /^(?:host|connection|keep-alive|proxy-connection|te|trailer|upgrade|transfer-encoding|expect|accept|accept-.*|content-.*|anthropic-version|(?:anthropic|openai)-beta|x-diglot-.*)$/i;

const headerCredential = z.strictObject({
  type: z.literal('header').optional().describe('header (the default): a key in a request header.'),
  header: z
    .string()
    .regex(/^[A-Za-z0-9-]{1,64}$/, 'must be a header name, for example authorization or x-api-key')
    .refine((name) => !otherHeader.test(name), {
      error: 'must be a header for a key, for example authorization or x-api-key; this one is for something else',
    })
    .describe('Name of the request header for the key.'),
  scheme: orNull(z.string().regex(/^[A-Za-z0-9-]{1,32}$/, 'must be one word, for example Bearer')).describe(
    'Word before the key, for example Bearer. Default: none.',
  ),
  value: headerValueSchema.describe(`The key at this provider. ${fromEnvironment}`),
});

/** The region and the service that requests are signed for: members of every AWS credential. */
const awsPlace = {
  region: orNull(
    z.string().regex(/^[a-z]{2,8}(?:-[a-z]{2,12}){1,3}-\d{1,2}$/, 'must be a region of AWS, for example us-east-1'),
  ).describe('Region that requests are signed for. Default: the one in the host of base_url.'),
  service: orNull(z.string().regex(/^[a-z0-9-]{1,64}$/, 'must be the name of a service, for example bedrock')).describe(
    'Service that requests are signed for. Default: the one in the host of base_url, else bedrock.',
  ),
};

const awsKeys = z.strictObject({
  type: z.literal('aws-keys').describe('aws-keys: requests are signed with a key of AWS.'),
  access_key_id: word.describe(`Id of the key. ${fromEnvironment}`),
  secret_access_key: word.describe(`The secret key. ${fromEnvironment}`),
  session_token: orNull(filled.regex(/^[!-~]{1,8192}$/, 'must be 1 to 8,192 visible ASCII characters')).describe(
    'Session token of a temporary key.',
  ),
  ...awsPlace,
});

const awsWebIdentity = z.strictObject({
  type: z.literal('aws-web-identity').describe("aws-web-identity: a role, assumed with a workload's token."),
  role_arn: word.describe('ARN of the role.'),
  token_file: path.describe("File with the workload's token, read at each renewal."),
  session_name: z
    .string()
    .regex(/^[\w+=,.@-]{2,64}$/, 'must be 2 to 64 letters, digits or one of + = , . @ -')
    .default('diglot')
    .describe("Name of the session, as AWS's logs show it."),
  endpoint: orNull(endpoint).describe(
    'Address of the Security Token Service. Default: https://sts.REGION.amazonaws.com, or the domain of AWS in China and in the European Sovereign Cloud.',
  ),
  ...awsPlace,
});

const awsContainer = z.strictObject({
  type: z.literal('aws-container').describe('aws-container: the role of a container, from its agent.'),
  endpoint: endpoint.describe('Address of the agent: "${AWS_CONTAINER_CREDENTIALS_FULL_URI}".'),
  token: orNull(word).describe('Value of the authorization header for the agent, if it wants one.'),
  token_file: orNull(path).describe('File with that value, read at each renewal.'),
  ...awsPlace,
});

const awsInstance = z.strictObject({
  type: z.literal('aws-instance').describe('aws-instance: the role of a virtual machine, from its metadata service.'),
  endpoint: endpoint.default('http://169.254.169.254').describe('Origin of the metadata service.'),
  ...awsPlace,
});

const scope = orNull(z.string().regex(/^[!-~]{1,512}$/, 'must be 1 to 512 visible ASCII characters')).describe(
  'Scope of the token. Default: https://ai.azure.com/.default; with api_version, https://cognitiveservices.azure.com/.default.',
);

const tenant = z
  .string()
  .regex(/^[\w.-]{1,128}$/, 'must be the id or domain of a tenant')
  .describe('Tenant.');

const entraSecret = z.strictObject({
  type: z.literal('entra-secret').describe('entra-secret: a token of Microsoft Entra ID for a client with a secret.'),
  tenant_id: tenant,
  client_id: word.describe('Id of the client.'),
  client_secret: word.describe(`Secret of the client. ${fromEnvironment}`),
  scope,
  endpoint: endpoint.default('https://login.microsoftonline.com').describe('Origin of the authority.'),
});

const entraWorkloadIdentity = z.strictObject({
  type: z
    .literal('entra-workload-identity')
    .describe("entra-workload-identity: a token of Microsoft Entra ID, obtained with a workload's token."),
  tenant_id: tenant,
  client_id: word.describe('Id of the client that the workload is federated with.'),
  token_file: path.describe(
    'File with the workload\'s token, read at each renewal: "${AZURE_FEDERATED_TOKEN_FILE}" on Kubernetes.',
  ),
  scope,
  endpoint: endpoint.default('https://login.microsoftonline.com').describe('Origin of the authority.'),
});

const entraManagedIdentity = z.strictObject({
  type: z.literal('entra-managed-identity').describe('entra-managed-identity: the identity of a machine in Azure.'),
  client_id: orNull(word).describe("Client id of a user-assigned identity. Default: the machine's own."),
  scope,
  endpoint: endpoint.default('http://169.254.169.254').describe('Origin of the metadata service.'),
});

const googleServiceAccount = z
  .strictObject({
    type: z.literal('google-service-account').describe('google-service-account: tokens for a service account.'),
    file: orNull(path).describe('The key file of the account, read at each renewal.'),
    key: orNull(z.string().max(16_384, 'must be at most 16,384 characters')).describe(
      `The content of such a file instead. ${fromEnvironment}`,
    ),
    scope: word.default('https://www.googleapis.com/auth/cloud-platform').describe('Scope of the tokens.'),
    endpoint: endpoint.default('https://oauth2.googleapis.com/token').describe('Address of the token endpoint.'),
  })
  .refine(({ file, key }) => (file === null) !== (key === null), {
    path: ['file'],
    error: 'must be set unless key is set; only one of the two may be',
  });

const googleMetadata = z.strictObject({
  type: z.literal('google-metadata').describe('google-metadata: the service account of a machine in Google Cloud.'),
  endpoint: endpoint.default('http://metadata.google.internal').describe('Origin of the metadata service.'),
});

/** `credential` of a provider. */
export const credentialSchema = z.discriminatedUnion(
  'type',
  [
    headerCredential,
    awsKeys,
    awsWebIdentity,
    awsContainer,
    awsInstance,
    entraSecret,
    entraWorkloadIdentity,
    entraManagedIdentity,
    googleServiceAccount,
    googleMetadata,
  ],
  { error: ({ code }) => (code === 'invalid_union' ? `must be one of ${credentialTypes.join(', ')}` : undefined) },
);

export type DeclaredCredential = z.output<typeof credentialSchema>;
