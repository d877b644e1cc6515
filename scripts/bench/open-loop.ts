/**
 * One process of load that does not wait: calls begin at a rate, whether or not earlier ones have ended. It implements just
 * enough HTTP to cost less than any gateway. Reports what it saw.
 */
import { connect, type Socket } from 'node:net';

export interface OpenLoop {
  readonly port: number;
  readonly path: string;
  readonly key: string;
  /** The body of each call. */
  readonly body: string;
  /** Calls a second. */
  readonly rate: number;
  readonly seconds: number;
  /** Connections; a call that finds none free is counted as not sent. */
  readonly most: number;
  /** Milliseconds after which an answer is too late to be useful. */
  readonly patience: number;
}

/** The results of the calls. Times are in milliseconds. */
export interface OpenLoopSeen {
  readonly begun: number;
  readonly notSent: number;
  /** Answered whole, in time. */
  readonly good: number;
  /** Answered whole, too late. */
  readonly late: number;
  readonly refused: number;
  /** Refusals without `Retry-After`. */
  readonly withoutRetryAfter: number;
  /** By status, or by what happened to the connection. */
  readonly failed: Readonly<Record<string, number>>;
  readonly p50: number;
  readonly p99: number;
  /** For calls sent at once on a connection on which one was refused. */
  readonly refusal50: number;
  readonly refusal99: number;
  /** For calls on connections on which none was refused for seconds, as from a client that obeys `Retry-After`. */
  readonly patient50: number;
  readonly patient99: number;
}

const job = JSON.parse(process.argv[2] ?? '{}') as OpenLoop;
const { port, path, key, body, rate, seconds, most, patience } = job;
const head = [
  `POST ${path} HTTP/1.1`,
  'host: gateway',
  'content-type: application/json',
  `authorization: Bearer ${key}`,
  `content-length: ${Buffer.byteLength(body)}`,
];
const request = Buffer.from(`${head.join('\r\n')}\r\n\r\n${body}`);
const lastChunk = Buffer.from('0\r\n\r\n');
const counts = { begun: 0, notSent: 0, good: 0, late: 0, refused: 0, withoutRetryAfter: 0 };
const failed: Record<string, number> = {};
const firstBytes: number[] = [];
const refusals: number[] = [];
const patientRefusals: number[] = [];
/** Connections of clients that obey `Retry-After`, and milliseconds between two of their calls. */
const patientClients = { connections: 60, every: 50 };
const idle: Connection[] = [];
let connections = 0;
let ended = false;

interface Connection {
  readonly socket: Socket;
  readonly isPatient: boolean;
  from: number;
  first: number;
  status: number;
}

const fail = (reason: string | number): void => {
  if (!ended) failed[reason] = (failed[reason] ?? 0) + 1;
};

function finish(connection: Connection, chunk: Buffer): void {
  const { status, from, first, isPatient } = connection;
  connection.from = 0;
  if (!isPatient) idle.push(connection);
  const took = performance.now() - from;
  if (status === 503) {
    counts.refused += 1;
    (isPatient ? patientRefusals : refusals).push(took);
    if (!chunk.includes('retry-after')) counts.withoutRetryAfter += 1;
  } else if (status === 200 && chunk.includes('message_stop')) {
    counts[took <= patience ? 'good' : 'late'] += 1;
    firstBytes.push(first - from);
  } else fail(status === 200 ? 'a stream without its end' : status);
}

function open(isPatient = false): Connection {
  if (!isPatient) connections += 1;
  const connection: Connection = { socket: connect(port, '127.0.0.1'), isPatient, from: 0, first: 0, status: 0 };
  const { socket } = connection;
  socket.setNoDelay(true);
  socket.on('data', (chunk: Buffer) => {
    if (connection.status === 0) {
      connection.status = Number(chunk.toString('latin1', 9, 12));
      connection.first = performance.now();
    }
    // Every answer but a stream is short, and comes in one piece.
    if (connection.status !== 200 || chunk.subarray(-lastChunk.length).equals(lastChunk)) finish(connection, chunk);
  });
  socket.on('error', () => undefined);
  socket.on('close', () => {
    if (connection.from > 0) fail('closed');
    if (isPatient) return;
    connections -= 1;
    if (connection.from === 0) idle.splice(idle.indexOf(connection), 1);
  });
  return connection;
}

function call(): void {
  counts.begun += 1;
  const connection = idle.pop() ?? (connections < most ? open() : null);
  if (connection === null) return void (counts.notSent += 1);
  send(connection);
}

function send(connection: Connection): void {
  connection.from = performance.now();
  connection.status = 0;
  connection.socket.write(request);
}

function callPatiently(): void {
  const clients = Array.from({ length: patientClients.connections }, () => open(true));
  let next = 0;
  setInterval(() => {
    const client = clients[(next += 1) % clients.length];
    if (client?.from === 0 && client.socket.writable) send(client);
  }, patientClients.every);
}

// Opened before the load begins, a few at a time: how the system handles too many at once says nothing about the gateway.
while (connections < most) {
  for (let count = 0; count < 100 && connections < most; count += 1) idle.push(open());
  await new Promise((resolve) => setTimeout(resolve, 50));
}
callPatiently();
const from = performance.now();
process.send?.('begun');
while (performance.now() - from < seconds * 1000) {
  const due = ((performance.now() - from) / 1000) * rate;
  while (counts.begun < due) call();
  await new Promise((resolve) => setTimeout(resolve, 2));
}
ended = true;
const share = (figures: readonly number[], part: number): number =>
  figures.toSorted((one, other) => one - other)[Math.floor(figures.length * part)] ?? 0;
process.send?.({
  ...counts,
  failed,
  p50: share(firstBytes, 0.5),
  p99: share(firstBytes, 0.99),
  refusal50: share(refusals, 0.5),
  refusal99: share(refusals, 0.99),
  patient50: share(patientRefusals, 0.5),
  patient99: share(patientRefusals, 0.99),
});
process.exit();
