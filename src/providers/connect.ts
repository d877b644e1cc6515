import type { KindId } from '../catalog/catalog.ts';
import { emptyHash } from '../catalog/credential.ts';
import { GatewayError } from '../errors/gateway-error.ts';
import type { Hold } from '../metering/hold.ts';
import type { Registry } from '../shared/collections.ts';
import type { Secrets } from '../shared/secret.ts';
import type { Credentials } from './credentials/credentials.ts';
import { authorise, secretsOf } from './headers.ts';
import type { ProviderKind } from './kinds/kind.ts';
import { headersAt } from './kinds/kinds.ts';
import {
  BrokenUpstream,
  notSent,
  type ConnectUpstream,
  type Leaving,
  type SocketDraft,
  type UpstreamAnswer,
  type UpstreamSocket,
} from './upstream.ts';
import type { DialResult } from './upstream-socket.ts';

interface Parts {
  readonly ways: {
    readonly kinds: Readonly<Record<KindId, ProviderKind>>;
    readonly credentials: Credentials;
  };
  /** Records how a provider did: its answer, or why there is none. */
  readonly note: (providerId: string, ended: Pick<UpstreamAnswer, 'status'> | BrokenUpstream) => void;
  /** How to end each connection that is open. */
  readonly open: Registry<() => void>;
}

/** Nothing goes to a provider without an open hold. */
export const notHeld = ({ callId }: Hold): GatewayError =>
  new GatewayError('internal', 'Something went wrong in the gateway.', {
    cause: new Error(`A request wanted to leave for ${callId}, which is settled.`),
  });

/** What a provider answers to a request for a WebSocket. */
const switched = { status: 101 } as const;

/** Opens WebSockets to providers. The library for them is loaded with the first one. */
export const makeConnect =
  ({ ways, note, open }: Parts): ConnectUpstream =>
  async (hold, draft) => {
    if (!hold.isOpen()) throw notHeld(hold);
    const { id, credential } = draft.provider;
    const secrets = (): Secrets => secretsOf(credential, ways.credentials);
    const opened = await dial(draft, ways, secrets).catch((error: unknown) => {
      // If the client leaves, that says nothing about the provider.
      if (error instanceof BrokenUpstream && error.reason !== 'client_left') note(id, error);
      throw error;
    });
    note(id, 'refusal' in opened ? opened.refusal : switched);
    if ('refusal' in opened) {
      const { status } = opened.refusal;
      if (status === 401 && credential !== null && credential.type !== 'header')
        ways.credentials.answered(credential, opened.refusal);
      return opened;
    }
    const { socket } = opened;
    void socket.ended.then(open.add(socket.cut));
    const send: UpstreamSocket['send'] = (under, text) =>
      under.isOpen() ? socket.send(text) : Promise.reject(notHeld(under));
    return { socket: { ...socket, send, secrets } };
  };

async function dial(
  { provider, path, headers: given, patience, onLeave }: SocketDraft,
  { kinds, credentials }: Parts['ways'],
  secrets: () => Secrets,
): Promise<DialResult> {
  const { dialUpstream } = await import('./upstream-socket.ts');
  const headers = headersAt(provider, given, kinds);
  const url = provider.baseUrl.replace(/\/$/, '') + path;
  const leaving: Leaving = { method: 'GET', url, headers, bodyHash: () => emptyHash };
  const shown = await Promise.resolve(authorise(provider.credential, leaving, credentials)).catch((cause: unknown) => {
    throw notSent(cause);
  });
  return dialUpstream({
    url: url.replace(/^http/, 'ws'),
    headers: { ...headers, ...shown },
    patience,
    secrets,
    onLeave,
  });
}
