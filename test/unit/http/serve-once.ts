import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { rawClient, type RawClient } from '../../fakes/raw-client.ts';

/** A request of a raw client as a server of this process sees it. */
export interface Served {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly client: RawClient;
}

/** Sends a request to a server that does nothing with it of its own accord. Both end with the test. */
export async function serveOnce(text = 'GET / HTTP/1.1\r\nhost: x\r\n\r\n'): Promise<Served> {
  const { promise, resolve } = Promise.withResolvers<Omit<Served, 'client'>>();
  const server = createServer((request, response) => resolve({ request, response }));
  await new Promise<void>((listening) => {
    server.listen(0, '127.0.0.1', listening);
  });
  const client = await rawClient(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  client.send(text);
  const { request, response } = await promise;
  onTestFinished(() => {
    client.socket.destroy();
    server.closeAllConnections();
    server.close();
  });
  return { request, response, client };
}
