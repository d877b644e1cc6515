import { crc32 } from 'node:zlib';

const number32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};

/** One header of type string. */
function header(name: string, value: string): Buffer {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(Buffer.byteLength(value));
  return Buffer.concat([
    Buffer.from([Buffer.byteLength(name)]),
    Buffer.from(name),
    Buffer.from([7]),
    length,
    Buffer.from(value),
  ]);
}

/** A frame of `application/vnd.amazon.eventstream`. */
export function frame(headers: Readonly<Record<string, string>>, payload: string | Buffer): Buffer {
  const head = Buffer.concat(Object.entries(headers).map(([name, value]) => header(name, value)));
  const body = Buffer.from(payload);
  const lengths = Buffer.concat([number32(16 + head.length + body.length), number32(head.length)]);
  const whole = Buffer.concat([lengths, number32(crc32(lengths)), head, body]);
  return Buffer.concat([whole, number32(crc32(whole))]);
}

/** A frame that carries one event of Messages, as Bedrock frames it. */
export const chunkFrame = (event: object): Buffer =>
  frame(
    { ':event-type': 'chunk', ':content-type': 'application/json', ':message-type': 'event' },
    JSON.stringify({ bytes: Buffer.from(JSON.stringify(event)).toString('base64'), p: 'abcdef' }),
  );

/** A frame that carries one event of ConverseStream. */
export const eventFrame = (name: string, payload: object): Buffer =>
  frame(
    { ':event-type': name, ':content-type': 'application/json', ':message-type': 'event' },
    JSON.stringify({ ...payload, p: 'abcdef' }),
  );

/** A frame that reports an exception. */
export const exceptionFrame = (name: string, message: string): Buffer =>
  frame(
    { ':exception-type': name, ':content-type': 'application/json', ':message-type': 'exception' },
    JSON.stringify({ message }),
  );

/** The events of a stream of events, each in a frame. */
export const framesOf = (stream: readonly string[]): readonly Buffer[] =>
  stream.map((event) => chunkFrame(JSON.parse(event.slice(event.indexOf('data: ') + 6)) as object));
