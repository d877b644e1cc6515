/** An upstream that reads uploads to their end and discards them. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

let files = 0;
const record = (): object => ({
  id: `file-theirs${(files += 1)}`,
  object: 'file',
  bytes: 1,
  created_at: 1,
  filename: 'x',
  purpose: 'batch',
  status: 'processed',
});

const server = createServer((request, response) => {
  request.on('end', () => {
    const answer = JSON.stringify(request.url?.endsWith('/files') ? record() : { text: 'heard' });
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': answer.length });
    response.end(answer);
  });
  request.resume();
});

server.listen(0, '127.0.0.1', () => {
  process.send?.({ ready: (server.address() as AddressInfo).port });
});
process.once('disconnect', () => process.exit());
