import { createHash } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';

const side = 64;
const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** A valid PNG of 64 × 64 points, a gradient whose colours depend on the prompt alone. */
export function drawPng(prompt: string): Buffer {
  const colour = createHash('sha256').update(prompt).digest();
  const rows = Array.from({ length: side }, (_, y) => {
    const points = Array.from({ length: side }, (__, x) => pointAt(colour, x, y));
    return Buffer.from([0, ...points.flat()]); // 0: no filter
  });
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([8, 2], 8); // 8 bits for each of red, green, blue
  const pixels = deflateSync(Buffer.concat(rows));
  return Buffer.concat([signature, part('IHDR', header), part('IDAT', pixels), part('IEND', Buffer.alloc(0))]);
}

const pointAt = (colour: Buffer, x: number, y: number): readonly number[] =>
  [0, 1, 2].map((channel) => {
    const from = colour[channel] ?? 0;
    const to = colour[channel + 3] ?? 255;
    return Math.round(from + ((to - from) * (x + y)) / (2 * side));
  });

function part(name: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const whole = Buffer.alloc(named.length + 8);
  whole.writeUInt32BE(data.length, 0);
  whole.set(named, 4);
  whole.writeUInt32BE(crc32(named), named.length + 4);
  return whole;
}
