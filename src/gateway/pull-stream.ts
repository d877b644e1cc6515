import { Readable } from 'node:stream';

/**
 * A stream over a source that is asked for more only when the stream's reader wants more.
 *
 * @param next the next bytes; null at the end; what it rejects with destroys the stream
 */
export function pullStream(next: () => Promise<Uint8Array | null>): Readable {
  let reading = false;
  const pull = async (stream: Readable): Promise<void> => {
    if (reading) return;
    reading = true;
    try {
      for (;;) {
        const bytes = await next();
        if (stream.destroyed) return;
        if (bytes !== null && bytes.length === 0) continue;
        if (!stream.push(bytes) || bytes === null) return;
      }
    } catch (error) {
      stream.destroy(error instanceof Error ? error : new Error(String(error)));
    } finally {
      reading = false;
    }
  };
  const stream = new Readable({
    highWaterMark: 65_536,
    read() {
      void pull(this);
    },
  });
  // Whoever reads it hears of a failure; one that comes when nobody reads any more must not end the process.
  return stream.on('error', () => undefined);
}
