import type { Socket } from 'node:net';

/** The head of a request as it stood on the wire. */
export interface RequestHead {
  readonly method: string;
  readonly path: string;
  /** Names and values in the order and the case they came in. */
  readonly rawHeaders: readonly (readonly [name: string, value: string])[];
  /** By lower-case name; the last of several wins. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Reads bytes from a socket in the pieces that HTTP needs. */
export interface WireReader {
  /** Null at the end of the connection. */
  readonly head: () => Promise<RequestHead | null>;
  readonly body: (head: RequestHead) => Promise<Buffer>;
}

/** A reader that knows just enough HTTP/1.1 to tell requests apart: lengths and chunks. */
export function wireReader(socket: Socket): WireReader {
  const source = socket[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  let held = Buffer.alloc(0);
  const more = async (): Promise<boolean> => {
    const { value, done } = await source.next();
    if (done) return false;
    held = Buffer.concat([held, value]);
    return true;
  };
  const through = async (mark: string): Promise<Buffer | null> => {
    while (!held.includes(mark)) if (!(await more())) return null;
    return take(held.indexOf(mark) + mark.length);
  };
  const take = (length: number): Buffer => {
    const taken = held.subarray(0, length);
    held = held.subarray(length);
    return taken;
  };
  const exactly = async (length: number): Promise<Buffer> => {
    const parts: Buffer[] = [];
    let missing = length;
    while (missing > 0) {
      if (held.length === 0 && !(await more())) throw new Error('The request ended early.');
      const part = take(Math.min(missing, held.length));
      parts.push(part);
      missing -= part.length;
    }
    return Buffer.concat(parts);
  };
  const chunks = async (): Promise<Buffer> => {
    const parts: Buffer[] = [];
    for (;;) {
      const size = Number.parseInt((await through('\r\n'))?.toString('latin1') ?? '', 16);
      if (Number.isNaN(size)) throw new Error('The request ended early.');
      if (size > 0) parts.push(await exactly(size));
      await exactly(2);
      if (size === 0) return Buffer.concat(parts);
    }
  };
  return {
    head: async () => {
      const text = await through('\r\n\r\n');
      return text && parseHead(text.toString('latin1'));
    },
    body: ({ headers }) =>
      headers['transfer-encoding'] === 'chunked' ? chunks() : exactly(Number(headers['content-length'] ?? 0)),
  };
}

function parseHead(text: string): RequestHead {
  const [first = '', ...lines] = text.trimEnd().split('\r\n');
  const [method = '', path = ''] = first.split(' ');
  const rawHeaders = lines.map((line) => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon), line.slice(colon + 1).trim()] as const;
  });
  const headers = Object.fromEntries(rawHeaders.map(([name, value]) => [name.toLowerCase(), value]));
  return { method, path, rawHeaders, headers };
}
