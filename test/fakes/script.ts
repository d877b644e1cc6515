/** One thing that a scripted upstream does with a connection, in order. */
export type Step =
  | { readonly kind: 'bytes'; readonly bytes: Buffer }
  | { readonly kind: 'pause'; readonly milliseconds: number }
  | { readonly kind: 'until'; readonly event: Promise<unknown> }
  | { readonly kind: 'note'; readonly action: () => void }
  | { readonly kind: 'reset' }
  | { readonly kind: 'fin' }
  | { readonly kind: 'stall' };

/** Everything that is done with one request. */
export type Script = readonly Step[];

/** Bytes in one write; text is UTF-8. */
export const bytes = (content: string | Uint8Array): Step => ({ kind: 'bytes', bytes: Buffer.from(content) });

/** Silence for a while. */
export const pause = (milliseconds: number): Step => ({ kind: 'pause', milliseconds });

/** Silence until the test says go. */
export const until = (event: Promise<unknown>): Step => ({ kind: 'until', event });

/** Signals to the test that the script has come here: what stands before has been handed to the network. */
export const note = (action: () => void): Step => ({ kind: 'note', action });

/** The connection is torn down with RST: what was sent and not yet read is lost. */
export const reset: Step = { kind: 'reset' };

/** The connection is closed with FIN, after what was sent. */
export const fin: Step = { kind: 'fin' };

/** Silence for ever: only the other side can end it. */
export const stall: Step = { kind: 'stall' };

type Headers = Readonly<Record<string, string | readonly string[]>>;

/** A response head. Nothing is added: lengths that lie are the script's own doing. */
export function head(status: number, headers: Headers = {}): Step {
  const lines = Object.entries(headers).flatMap(([name, value]) =>
    (typeof value === 'string' ? [value] : value).map((one) => `${name}: ${one}\r\n`),
  );
  return bytes(Buffer.from(`HTTP/1.1 ${status} Scripted\r\n${lines.join('')}\r\n`, 'latin1'));
}

/** Bytes in the framing of `transfer-encoding: chunked`. */
export const chunk = (content: string | Uint8Array): Step => {
  const body = Buffer.from(content);
  return bytes(Buffer.concat([Buffer.from(`${body.length.toString(16)}\r\n`), body, Buffer.from('\r\n')]));
};

/** The end of a chunked body. */
export const lastChunk: Step = bytes('0\r\n\r\n');

interface Whole {
  readonly status?: number;
  readonly headers?: Headers;
}

/** A whole JSON answer with a true length; text is sent as it is, anything else is serialised. */
export function json(body: unknown, { status = 200, headers = {} }: Whole = {}): Script {
  const text = Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
  return [
    head(status, { 'content-type': 'application/json', 'content-length': String(text.length), ...headers }),
    bytes(text),
  ];
}

/** A whole event stream, one network chunk for each piece. */
export function sse(pieces: readonly (string | Uint8Array)[], { status = 200, headers = {} }: Whole = {}): Script {
  return [sseHead(status, headers), ...pieces.map(chunk), lastChunk];
}

/** The head of an event stream that goes on in chunks. */
export const sseHead = (status = 200, headers: Headers = {}): Step =>
  head(status, { 'content-type': 'text/event-stream; charset=utf-8', 'transfer-encoding': 'chunked', ...headers });

/** Cuts bytes into pieces of a size, also inside of a character. */
export function slices(content: string | Uint8Array, size: number): readonly Buffer[] {
  const whole = Buffer.from(content);
  return Array.from({ length: Math.ceil(whole.length / size) }, (_, index) =>
    whole.subarray(index * size, (index + 1) * size),
  );
}
