import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** Passes on what a server of PostgreSQL says, message by message, but for notifications: as a pooler in transaction mode does. */
function makeFilter(pass: (bytes: Buffer) => void): (bytes: Buffer) => void {
  let rest = Buffer.alloc(0);
  return (bytes) => {
    rest = Buffer.concat([rest, bytes]);
    // A letter, then the length without it: https://www.postgresql.org/docs/15/protocol-message-formats.html
    while (rest.length >= 5) {
      const end = 1 + rest.readInt32BE(1);
      if (rest.length < end) return;
      if (rest.toString('latin1', 0, 1) !== 'A') pass(rest.subarray(0, end));
      rest = rest.subarray(end);
    }
  };
}

/** A pooler in front of a database, which swallows notifications. */
export async function startSilentPooler(database: string) {
  const { hostname, port } = new URL(database);
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const behind = connect(Number(port), hostname);
    for (const socket of [client, behind]) sockets.add(socket.on('error', () => undefined));
    client.pipe(behind);
    behind.on(
      'data',
      makeFilter((bytes) => void client.write(bytes)),
    );
    behind.once('close', () => client.destroy());
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const url = new URL(database);
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    close: () => {
      sockets.forEach((socket) => socket.destroy());
      server.close();
    },
  };
}
