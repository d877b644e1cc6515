import type { Readable } from 'node:stream';
import type { Provider } from '../catalog/catalog.ts';
import type { Hold } from '../metering/hold.ts';
import type { MessageSocket } from '../shared/message-socket.ts';
import type { Secrets } from '../shared/secret.ts';
import { CredentialFailure } from './credentials/token.ts';

/** Milliseconds. */
export interface UpstreamLimits {
  /** From the last part of the request until the head of the answer. */
  readonly firstByte: number;
  /** Silence within the body. */
  readonly idle: number;
  /** What is left of the whole call's time; null: no such limit. */
  readonly total: number | null;
}

/** By lower-case name. */
export type SentHeaders = Readonly<Record<string, string>>;

/** A request that is about to be sent. */
export interface Leaving {
  readonly method: string;
  readonly url: string;
  readonly headers: SentHeaders;
  /** SHA-256 of the body in hex, worked out when it is asked for; null for a body that flows. */
  readonly bodyHash: () => string | null;
}

/** One call to a provider. */
export interface UpstreamRequest {
  readonly provider: Provider;
  readonly method: string;
  /** Below the provider's base address, with the query: `/chat/completions`, `/v1/messages?beta=true`. */
  readonly path: string;
  /** What may go along of the caller's headers, by lower-case name; credentials are added here. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array | readonly Uint8Array[] | Readable | null;
  readonly limits: UpstreamLimits;
  /** Called when the whole request has gone out. */
  readonly onSent?: () => void;
  /** Registers a callback for when the client leaves; returns a function that removes it. */
  readonly onLeave: (action: () => void) => () => void;
}

/** The head of an answer, and the way to its body. */
export interface UpstreamAnswer {
  readonly status: number;
  /** By lower-case name, as sent. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The next bytes; null at the end of the body. Rejects with `BrokenUpstream`. */
  readonly read: () => Promise<Buffer | null>;
  /** Ends the call; the connection is not used again. */
  readonly abort: () => void;
  /** From here on the answer can be read to its end even if the client leaves. Absent: it can anyway. */
  readonly outliveClient?: () => void;
  /** What no client may see of the credential that the request was sent with. */
  readonly secrets: () => Secrets;
}

/**
 * Sends a request to a provider. This is the only way to send one, and it requires an open `Hold`. One attempt, no redirects.
 *
 * @throws {GatewayError} `internal` for a hold that is not open
 * @throws {BrokenUpstream} when there is no head: unreachable, timed out, or the client left
 */
export type SendUpstream = (hold: Hold, request: UpstreamRequest) => Promise<UpstreamAnswer>;

/** How a provider did when it was last called. Epoch milliseconds; null: never. */
export interface ProviderHealth {
  /** It answered, whatever the status. */
  answeredAt: number | null;
  /** No head of an answer came: no connection, a broken one, or a time limit. */
  failedAt: number | null;
  /** The attempts up to the last one that failed in a row; null: the last one did not, or there was none. */
  failing: ProviderFailure | null;
}

/** Attempts in a row that got no answer, or one that no change of the request would mend. */
interface ProviderFailure {
  /** Epoch milliseconds of the first one. */
  readonly since: number;
  readonly attempts: number;
  /** How the last one broke; null: it was answered. */
  readonly broke: Break | null;
  /** HTTP status of the last one; null: it was not answered. */
  readonly status: number | null;
  /** Code of the system or of the HTTP client for what broke the last one, such as `ECONNREFUSED`; null: there is none. */
  readonly code: string | null;
}

/** A WebSocket to a provider that is to be opened. */
export type SocketDraft = Pick<UpstreamRequest, 'provider' | 'path' | 'headers' | 'onLeave'> & {
  /** Milliseconds for the handshake. */
  readonly patience: number;
};

/** An open WebSocket to a provider. */
export interface UpstreamSocket extends Omit<MessageSocket, 'send'> {
  /** Sends text. @throws {GatewayError} `internal` for a hold that is not open */
  readonly send: (hold: Hold, text: Buffer) => Promise<void>;
  /** What no client may see of the credential that it was opened with. */
  readonly secrets: () => Secrets;
}

/**
 * Opens a WebSocket to a provider, under the same rule as `SendUpstream`. Each message needs an open `Hold` too.
 *
 * @returns an ordinary answer where the provider refuses
 * @throws as `SendUpstream`
 */
export type ConnectUpstream = (
  hold: Hold,
  draft: SocketDraft,
) => Promise<{ readonly socket: UpstreamSocket } | { readonly refusal: UpstreamAnswer }>;

/** Why an upstream call ended without a whole answer. */
export type Break = 'client_left' | 'upstream_cut' | 'timed_out' | 'unreachable' | 'no_credential';

/** An upstream call that broke. The message is for the log. The error for the client depends on how much has gone out. */
export class BrokenUpstream extends Error {
  override readonly name = 'BrokenUpstream';
  readonly reason: Break;
  /** For `timed_out`: the limit that was met, in seconds. */
  readonly seconds: number | null;

  constructor(reason: Break, message: string, details: { cause?: unknown; seconds?: number } = {}) {
    super(message, { cause: details.cause });
    this.reason = reason;
    this.seconds = details.seconds ?? null;
  }
}

/** A request that could not leave. */
export const notSent = (cause: unknown): BrokenUpstream =>
  cause instanceof CredentialFailure
    ? new BrokenUpstream('no_credential', cause.message, { cause })
    : new BrokenUpstream('unreachable', 'it could not leave', { cause });
