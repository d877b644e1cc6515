import type { Secret } from '../shared/secret.ts';

/** SHA-256 of nothing, in hex: what a request without a body is signed with (AWS Signature Version 4). */
export const emptyHash = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

/** A key that is sent as `header: scheme value`, or `header: value` without a scheme. */
export interface HeaderCredential {
  readonly type: 'header';
  readonly header: string;
  readonly scheme: string | null;
  readonly value: Secret;
}

/** Where requests are signed for (AWS Signature Version 4). */
interface AwsPlace {
  readonly region: string;
  readonly service: string;
}

export interface AwsKeys extends AwsPlace {
  readonly type: 'aws-keys';
  readonly accessKeyId: Secret;
  readonly secretAccessKey: Secret;
  readonly sessionToken: Secret | null;
}

/** A role that is taken with the token of a workload, which the platform renews in a file. */
export interface AwsWebIdentity extends AwsPlace {
  readonly type: 'aws-web-identity';
  readonly roleArn: string;
  readonly sessionName: string;
  readonly tokenFile: string;
  /** Origin of the Security Token Service. */
  readonly endpoint: string;
}

/** The role of a container, from its agent. */
export interface AwsContainer extends AwsPlace {
  readonly type: 'aws-container';
  readonly endpoint: string;
  readonly token: Secret | null;
  readonly tokenFile: string | null;
}

/** The role of a virtual machine, from its metadata service (version 2). */
export interface AwsInstance extends AwsPlace {
  readonly type: 'aws-instance';
  readonly endpoint: string;
}

export interface EntraSecret {
  readonly type: 'entra-secret';
  readonly tenantId: string;
  readonly clientId: string;
  readonly clientSecret: Secret;
  readonly scope: string;
  readonly endpoint: string;
}

/** A workload that proves itself by a token of its own, such as the service account of a Kubernetes pod. */
export interface EntraWorkloadIdentity {
  readonly type: 'entra-workload-identity';
  readonly tenantId: string;
  readonly clientId: string;
  /** Read at each renewal. */
  readonly tokenFile: string;
  readonly scope: string;
  readonly endpoint: string;
}

export interface EntraManagedIdentity {
  readonly type: 'entra-managed-identity';
  /** The id of a user-assigned identity; null: the machine's own identity. */
  readonly clientId: string | null;
  readonly scope: string;
  readonly endpoint: string;
}

export interface GoogleServiceAccount {
  readonly type: 'google-service-account';
  /** Path of the key file, which is read at each renewal; or the content of one. */
  readonly key: { readonly file: string } | { readonly json: Secret };
  readonly scope: string;
  /** Address of the token endpoint, which is also the audience of the assertion. */
  readonly endpoint: string;
}

export interface GoogleMetadata {
  readonly type: 'google-metadata';
  readonly endpoint: string;
}

/** What requests are signed with, or a token that is obtained before it is sent. */
export type IssuedCredential =
  | AwsKeys
  | AwsWebIdentity
  | AwsContainer
  | AwsInstance
  | EntraSecret
  | EntraWorkloadIdentity
  | EntraManagedIdentity
  | GoogleServiceAccount
  | GoogleMetadata;

/** The gateway's credential at a provider, by the way in which it is proved. */
export type Credential = HeaderCredential | IssuedCredential;

export type CredentialType = Credential['type'];

/** The file that a credential is read from at each renewal, and the setting that names it; null: none. */
export function fileOf(credential: Credential): { readonly path: string; readonly member: string } | null {
  if ('tokenFile' in credential)
    return credential.tokenFile === null ? null : { path: credential.tokenFile, member: 'token_file' };
  return 'key' in credential && 'file' in credential.key ? { path: credential.key.file, member: 'file' } : null;
}

export const credentialTypes: readonly CredentialType[] = [
  'header',
  'aws-keys',
  'aws-web-identity',
  'aws-container',
  'aws-instance',
  'entra-secret',
  'entra-workload-identity',
  'entra-managed-identity',
  'google-service-account',
  'google-metadata',
];

/** What people may see of a credential: the end of a key, or the type. */
export const describeCredential = (credential: Credential): string =>
  credential.type === 'header' ? `…${credential.value.lastFour()}` : credential.type;

/** The services of AWS that serve models, by the part of their host's name that says so. */
const awsHost =
  /(?:^|\.)(bedrock-runtime|bedrock-mantle|aws-external-anthropic)(?:-fips)?\.([a-z]{2,8}(?:-[a-z]{2,12}){1,3}-\d{1,2})\./;

const signedAs: Readonly<Record<string, string>> = { 'bedrock-runtime': 'bedrock' };

/** The region and service that an AWS host stands for; null for any other host. */
export function awsPlaceOf(baseUrl: string): AwsPlace | null {
  const [, name, region] = awsHost.exec(URL.parse(baseUrl)?.hostname ?? '') ?? [];
  return name === undefined || region === undefined ? null : { region, service: signedAs[name] ?? name };
}
