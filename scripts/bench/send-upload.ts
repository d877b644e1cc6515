import { request } from 'node:http';

/** One upload: a form with one file of so many bytes. */
export interface BenchUpload {
  readonly url: string;
  readonly key: string;
  readonly bytes: number;
  /** Fields before and after the file. */
  readonly before: Readonly<Record<string, string>>;
  readonly behind: Readonly<Record<string, string>>;
}

const boundary = 'bench-boundary-x7d9k2';
const piece = Buffer.alloc(65_536, 0x2e);

const field = ([name, value]: readonly [string, string]): string =>
  `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;

/** Sends an upload as fast as the server accepts it, from one buffer. Resolves with the status. */
export function sendUpload({ url, key, bytes, before, behind }: BenchUpload): Promise<number> {
  const head = `${Object.entries(before).map(field).join('')}--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.mp3"\r\n\r\n`;
  const tail = `\r\n${Object.entries(behind).map(field).join('')}--${boundary}--\r\n`;
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const sending = request(url, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'content-length': String(head.length + bytes + tail.length),
    },
  });
  sending.once('response', (response) => {
    response.resume();
    response.once('end', () => resolve(response.statusCode ?? 0));
  });
  sending.once('error', reject);
  let left = bytes;
  const pour = (): void => {
    while (left > 0) {
      const next = piece.subarray(0, Math.min(piece.length, left));
      left -= next.length;
      if (!sending.write(next)) return void sending.once('drain', pour);
    }
    sending.end(tail);
  };
  sending.write(head);
  pour();
  return promise;
}
