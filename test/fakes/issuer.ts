import { createServer, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import type { AddressInfo } from 'node:net';

/** A request that reached the issuer. */
interface AskedOfIssuer {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

interface Answered {
  readonly status?: number;
  readonly body: string | object;
}

/** An issuer of tokens on loopback. */
export interface Issuer {
  readonly url: string;
  readonly requests: readonly AskedOfIssuer[];
  /** How requests are answered from now on. */
  readonly always: (answer: (request: AskedOfIssuer) => Answered | Promise<Answered>) => void;
  readonly forget: () => void;
  readonly close: () => Promise<void>;
}

export async function startIssuer(): Promise<Issuer> {
  const requests: AskedOfIssuer[] = [];
  let answer: Parameters<Issuer['always']>[0] = () => ({ status: 500, body: 'The test scripted no answer.' });
  const server = createServer((request, response) => {
    const respond = async (): Promise<void> => {
      const { method = '', url: path = '', headers } = request;
      const asked = { method, path, headers, body: await text(request) };
      requests.push(asked);
      const { status = 200, body } = await answer(asked);
      response.writeHead(status).end(typeof body === 'string' ? body : JSON.stringify(body));
    };
    respond().catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    always: (next) => {
      answer = next;
    },
    forget: () => void requests.splice(0),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => void server.close(resolve));
    },
  };
}
