import type { IssuedCredential } from '../../catalog/credential.ts';
import type { Secret, Secrets } from '../../shared/secret.ts';

/** The keys with which requests to AWS are signed. */
export interface AwsSigningKey {
  readonly accessKeyId: string;
  readonly secretAccessKey: Secret;
  readonly sessionToken: Secret | null;
}

/** What a credential stands for at the moment. */
export interface Token {
  readonly value: { readonly bearer: Secret } | { readonly aws: AwsSigningKey };
  /** Epoch milliseconds; null: it does not end. */
  readonly expiresAt: number | null;
  /** Everything in it that no client may see, and what it was obtained with. */
  readonly secrets: Secrets;
}

/** A request to the issuer of a token. */
export interface IssuerRequest {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface IssuerAnswer {
  readonly status: number;
  readonly text: string;
}

/** How issuers are reached. */
export interface IssuerDeps {
  /** @throws {CredentialFailure} where there is no whole answer */
  readonly ask: (request: IssuerRequest) => Promise<IssuerAnswer>;
  /** @throws {CredentialFailure} */
  readonly readFile: (path: string) => Promise<string>;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

/** Obtains what a credential stands for. @throws {CredentialFailure} */
export type Issue<Credential extends IssuedCredential> = (credential: Credential, deps: IssuerDeps) => Promise<Token>;

/** Why there is no token. The message is for clients: it names no secret, file or address. */
export class CredentialFailure extends Error {
  override readonly name = 'CredentialFailure';
}
