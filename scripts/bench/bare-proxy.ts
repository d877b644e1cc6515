/** The measure of all ratios: a Node proxy with the same undici and nothing else. No key, no contract, no reading, no record. */
import { createServer } from 'node:http';
import { Agent } from 'undici';
import { tellHeldBytes } from './held-bytes.ts';

const origin = process.argv[2] ?? '';
const agent = new Agent({ pipelining: 1, keepAliveTimeout: 30_000, headersTimeout: 0, bodyTimeout: 0, allowH2: false });

tellHeldBytes();
const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (part: Buffer) => chunks.push(part));
  request.on('end', () => {
    const headers = { 'content-type': 'application/json', authorization: 'Bearer upstream' };
    agent.dispatch(
      { origin, path: request.url ?? '/', method: 'POST', headers, body: Buffer.concat(chunks) },
      {
        onRequestStart: () => undefined,
        onResponseStart: (_controller, status, upstream) => {
          const length = upstream['content-length'];
          response.writeHead(status, {
            'content-type': String(upstream['content-type']),
            ...(length !== undefined && { 'content-length': String(length) }),
          });
        },
        onResponseData: (controller, part) => {
          if (response.write(part)) return;
          controller.pause();
          response.once('drain', () => controller.resume());
        },
        onResponseEnd: () => void response.end(),
        onResponseError: () => void response.destroy(),
      },
    );
  });
});

server.listen(0, '127.0.0.1', () => process.send?.({ ready: (server.address() as { port: number }).port }));
