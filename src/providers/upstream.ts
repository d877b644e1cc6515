import type { Readable } from 'node:stream';
import type { Provider } from '../catalog/catalog.ts';
import type { Hold } from '../metering/hold.ts';
import type { MessageSocket } from '../shared/message-socket.ts';
import type { ReplyHeaders } from '../shared/reply.ts';
import type { Secrets } from '../shared/secret.ts';

/** Milliseconds. */
export interface UpstreamLimits {
  /** From the last part of the request to the head of the answer. */
  readonly firstByte: number;
  /** Silence within the body. */
  readonly idle: number;
  /** What is left of the time for the whole call; null: no such limit. */
  readonly total: number | null;
}

/** By lower-case name. */
export type SentHeaders = Readonly<Record<string, string>>;

/** A request as its credential sees it, before it is sent. */
export interface RequestToSign {
  readonly method: string;
  readonly url: string;
  readonly headers: SentHeaders;
  /** SHA-256 of the body in hex, computed on demand; null for a streamed body. */
  readonly bodyHash: () => string | null;
}

/** One call to a provider. */
export interface UpstreamRequest {
  readonly provider: Provider;
  readonly method: string;
  /** Path below the provider's base address, with the query: `/chat/completions`, `/v1/messages?beta=true`. */
  readonly path: string;
  /** The caller's headers that may pass, by lower-case name; credentials are added later. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array | readonly Uint8Array[] | Readable | null;
  readonly limits: UpstreamLimits;
  /** Called when the whole request has gone out. */
  readonly onSent?: () => void;
  /** Registers a callback for when the client leaves; returns a function that removes it. */
  readonly onLeave: (action: () => void) => () => void;
}

/** The head of an answer, and access to its body. */
export interface UpstreamAnswer {
  readonly status: number;
  /** By lower-case name, as sent. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The next bytes; null at the end of the body. Rejects with `BrokenUpstream`. */
  readonly read: () => Promise<Buffer | null>;
  /** Ends the call; the connection is not used again. */
  readonly abort: () => void;
  /** Lets the answer be read to its end even if the client leaves. Absent: it can be anyway. */
  readonly outliveClient?: () => void;
  /** The parts of the credential sent with the request that no client may see. */
  readonly secrets: () => Secrets;
}

/**
 * Sends a request to a provider. This is the only way to send one, and it requires an open `Hold`. One attempt, no redirects.
 *
 * @throws {GatewayError} `internal` for a hold that is not open
 * @throws {BrokenUpstream} if no head arrived: unreachable, timed out, or the client left
 */
export type SendUpstream = (hold: Hold, request: UpstreamRequest) => Promise<UpstreamAnswer>;

/** How a provider did in its last calls. Epoch milliseconds; null: never. */
export interface ProviderHealth {
  /** When it last answered, whatever the status. */
  answeredAt: number | null;
  /** When it last sent no head of an answer: no connection, a broken one, or a time limit. */
  failedAt: number | null;
  /** The failed attempts in a row up to the last one; null if that succeeded, or there was none. */
  failing: ProviderFailure | null;
}

/** Attempts in a row that got no answer, or one that no change of the request would mend. */
interface ProviderFailure {
  /** Epoch milliseconds of the first one. */
  readonly since: number;
  readonly attempts: number;
  /** How the last one broke; null if it was answered. */
  readonly broke: Break | null;
  /** HTTP status of the last one; null if it was not answered. */
  readonly status: number | null;
  /** Error code of the system or the HTTP client for the last one, such as `ECONNREFUSED`; null if there is none. */
  readonly code: string | null;
}

/** A WebSocket to be opened to a provider. */
export type SocketDraft = Pick<UpstreamRequest, 'provider' | 'path' | 'headers' | 'onLeave'> & {
  /** Milliseconds for the handshake. */
  readonly handshakeMilliseconds: number;
};

/** An open WebSocket to a provider. */
export interface UpstreamSocket extends Omit<MessageSocket, 'send'> {
  /** Sends text. @throws {GatewayError} `internal` for a hold that is not open */
  readonly send: (hold: Hold, text: Buffer) => Promise<void>;
  /** The parts of the credential used to open it that no client may see. */
  readonly secrets: () => Secrets;
}

/**
 * Opens a WebSocket to a provider, under the same rule as `SendUpstream`. Each message needs an open `Hold` too.
 *
 * @returns an ordinary answer if the provider refuses
 * @throws as `SendUpstream`
 */
export type ConnectUpstream = (
  hold: Hold,
  draft: SocketDraft,
) => Promise<{ readonly socket: UpstreamSocket } | { readonly refusal: UpstreamAnswer }>;

/** Milliseconds within which a connection to a provider must be established, with TLS. */
export const connectMilliseconds = 5_000;

/** Milliseconds from the head of an error to the end of its body: a caller waits for it, or the next model. */
export const errorMilliseconds = 5_000;

/** Why an upstream call ended without a complete answer. */
export type Break = 'client_left' | 'upstream_cut' | 'timed_out' | 'unreachable' | 'no_credential';

interface BreakDetails {
  readonly cause?: unknown;
  readonly seconds?: number | null;
  readonly answerer?: ReplyHeaders;
}

/** An upstream call that broke. The message is for the log. The error for the client depends on how much has gone out. */
export class BrokenUpstream extends Error {
  override readonly name = 'BrokenUpstream';
  readonly reason: Break;
  /** For `timed_out`: the limit that was reached, in seconds. */
  readonly seconds: number | null;
  /** The headers that name the provider of the answer that broke; empty if there was no answer. */
  readonly answerer: ReplyHeaders;

  constructor(reason: Break, message: string, details: BreakDetails = {}) {
    super(message, { cause: details.cause });
    this.reason = reason;
    this.seconds = details.seconds ?? null;
    this.answerer = details.answerer ?? {};
  }
}

/** Why there is no token for a request. The message is for clients: it names no secret, file or address. */
export class CredentialFailure extends Error {
  override readonly name = 'CredentialFailure';
}

/** The error of a request that could not be sent. */
export const notSent = (cause: unknown): BrokenUpstream =>
  cause instanceof CredentialFailure
    ? new BrokenUpstream('no_credential', cause.message, { cause })
    : new BrokenUpstream('unreachable', 'it could not leave', { cause });
