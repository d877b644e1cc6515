import { createSocket } from 'node:dgram';
import { once } from 'node:events';

/** A name server of this machine. */
export interface NameServer {
  /** `127.0.0.1:port`. */
  readonly address: string;
  /** Names that were asked for. */
  readonly asked: readonly string[];
  readonly close: () => Promise<void>;
}

const headLength = 12;

/** The name in a question, and where the question ends. */
function readName(message: Buffer): { readonly name: string; readonly end: number } {
  const labels: string[] = [];
  let at = headLength;
  for (let length = message[at] ?? 0; length > 0; length = message[at] ?? 0) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length));
    at += length + 1;
  }
  return { name: labels.join('.').toLowerCase(), end: at + 5 };
}

/** An A record of the name that the question has. */
const recordOf = (address: string): Buffer =>
  Buffer.from([0xc0, headLength, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4, ...address.split('.').map(Number)]);

/** Answers with the IPv4 addresses of each name, and with none for IPv6. A name that it does not know gets no answer at all. */
export async function startNameServer(known: Readonly<Record<string, readonly string[]>>): Promise<NameServer> {
  const asked: string[] = [];
  const socket = createSocket('udp4');
  socket.on('message', (message, { address, port }) => {
    const { name, end } = readName(message);
    asked.push(name);
    const addresses = known[name];
    if (!addresses) return;
    const isOfIpv4 = message.readUInt16BE(end - 4) === 1;
    const records = isOfIpv4 ? addresses.map(recordOf) : [];
    const head = Buffer.from([message[0] ?? 0, message[1] ?? 0, 0x81, 0x80, 0, 1, 0, records.length, 0, 0, 0, 0]);
    socket.send(Buffer.concat([head, message.subarray(headLength, end), ...records]), port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return {
    address: `127.0.0.1:${socket.address().port}`,
    asked,
    close: async () => {
      const closed = once(socket, 'close');
      socket.close();
      await closed;
    },
  };
}
