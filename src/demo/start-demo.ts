import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { systemClock, type Clock } from '../shared/clock.ts';
import { newId } from '../shared/ids.ts';
import { answerCall } from './answer-call.ts';
import { DemoFault } from './demo-fault.ts';
import { deliver } from './deliver.ts';
import { errorBody, specOf } from './vendor.ts';
import { clearShelf, emptyShelf } from './shelf.ts';

/** The demo while it runs. */
export interface Demo {
  /** `http://127.0.0.1:port`: the base address of Spec B; Spec A's is this with `/v1`. */
  readonly url: string;
  /** Cuts what is open and forgets everything. */
  readonly close: () => Promise<void>;
}

/**
 * The built-in upstream: a real HTTP server on the loopback interface that plays a vendor of either spec, so that
 * every call, stream and failure can be tried without a provider, a key or a network.
 */
export async function startDemo({ clock = systemClock }: { readonly clock?: Clock } = {}): Promise<Demo> {
  const shelf = emptyShelf();
  let origin = '';
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const spec = specOf(request);
    response.setHeader(spec === 'a' ? 'x-request-id' : 'request-id', newId('demo'));
    try {
      const answer = await answerCall(request, { spec, shelf, origin, now: clock.now(), newId });
      await deliver(answer, { response, clock });
    } catch (error) {
      refuse(response, error, spec);
    }
  };
  const server = createServer({ keepAliveTimeout: 75_000 }, (request, response) => {
    response.on('error', () => undefined);
    void serve(request, response);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const close = async (): Promise<void> => {
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeAllConnections();
    await closed;
    await clearShelf(shelf);
  };
  return { url: origin, close };
}

function refuse(response: ServerResponse, error: unknown, spec: 'a' | 'b'): void {
  if (response.headersSent || response.destroyed) return void response.destroy();
  const fault =
    error instanceof DemoFault
      ? error
      : new DemoFault({ status: 500, type: 'server_error', message: 'The demo stumbled.' });
  response.writeHead(fault.status, { 'content-type': 'application/json', ...fault.headers });
  response.end(JSON.stringify(errorBody(fault, spec, String(response.getHeader('request-id') ?? ''))));
}
