/** The minimum for a refusal: a bare server that answers every request with 503 and does nothing else. */
import { createServer } from 'node:http';

const body = JSON.stringify({
  error: { message: 'Try again.', type: 'server_error', param: null, code: 'overloaded' },
});
const headers = { 'retry-after': '1', 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };

const server = createServer((_request, response) => response.writeHead(503, headers).end(body));
server.listen({ port: 0, host: '127.0.0.1', backlog: 4_096 }, () => {
  process.send?.({ ready: (server.address() as { port: number }).port });
});
