import { crc32 as crc } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitFrames, type Frame } from '../../../src/providers/kinds/event-stream.ts';
import { frame } from '../../fakes/event-frames.ts';

const shown = ({ headers, payload }: Frame) => ({ headers, payload: payload.toString() });
const one = frame({ ':event-type': 'chunk', ':message-type': 'event' }, '{"bytes":"e30="}');
const other = frame({ a: 'é' }, '');
const both = [
  { headers: { ':event-type': 'chunk', ':message-type': 'event' }, payload: '{"bytes":"e30="}' },
  { headers: { a: 'é' }, payload: '' },
];

function read(chunks: readonly Buffer[]): readonly ReturnType<typeof shown>[] {
  const splitter = splitFrames();
  const frames = chunks.flatMap((chunk) => [...splitter.push(chunk)]).map(shown);
  splitter.end();
  return frames;
}

/** A frame with one byte changed. */
function withByte(at: number, change: (byte: number) => number): Buffer {
  const broken = Buffer.from(one);
  broken[at] = change(broken[at] ?? 0) & 0xff;
  return broken;
}

/** A prelude with a checksum that is right, whatever it says. */
const prelude = (total: number, headers: number): Buffer => {
  const whole = frame({}, '');
  whole.writeUInt32BE(total, 0);
  whole.writeUInt32BE(headers, 4);
  whole.writeUInt32BE(crc(whole.subarray(0, 8)), 8);
  return whole;
};

describe('an event stream of AWS', () => {
  const stream = Buffer.concat([one, other]);

  it('is read the same, cut at every byte', () => {
    for (let at = 0; at <= stream.length; at += 1)
      expect(read([stream.subarray(0, at), stream.subarray(at)])).toEqual(both);
  });

  it('is read the same in chunks of any sizes', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 60 }), (sizes) => {
        const chunks: Buffer[] = [];
        let at = 0;
        for (const size of sizes) chunks.push(stream.subarray(at, (at += size)));
        expect(read([...chunks, stream.subarray(at)])).toEqual(both);
      }),
    );
  });

  it('is refused with any byte wrong', () => {
    for (let at = 0; at < one.length; at += 1)
      expect(() => read([withByte(at, (byte) => byte ^ 0x01)]), `byte ${at}`).toThrow(/^the event stream /);
  });

  it('gives out the frames before a broken one in the same chunk', () => {
    const frames: Frame[] = [];
    expect(() => {
      for (const each of splitFrames().push(Buffer.concat([stream, withByte(20, (byte) => byte ^ 0x01)])))
        frames.push(each);
    }).toThrow('wrong checksum');
    expect(frames.map(shown)).toEqual(both);
  });

  it('is broken where it ends within a frame', () => {
    for (let at = 1; at < one.length; at += 1)
      expect(() => read([one.subarray(0, at)])).toThrow('the event stream ended within a frame');
  });

  it.each([
    ['of length 0', 0, 0],
    ['shorter than its own lengths', 15, 0],
    ['with headers longer than itself', 16, 1],
  ])('is refused before the rest of a frame is waited for: %s', (_, total, headers) => {
    expect(() => [...splitFrames().push(prelude(total, headers))]).toThrow('impossible lengths');
  });

  it('is refused where a frame is too long, before it is held', () => {
    expect(() => [...splitFrames().push(prelude(0xffff_ffff, 0))]).toThrow('too long');
  });

  it('passes over headers of other types, and refuses those of none', () => {
    const raw = (headers: Buffer): Buffer => {
      const lengths = Buffer.alloc(8);
      lengths.writeUInt32BE(16 + headers.length, 0);
      lengths.writeUInt32BE(headers.length, 4);
      const checksum = Buffer.alloc(4);
      checksum.writeUInt32BE(crc(lengths));
      const whole = Buffer.concat([lengths, checksum, headers]);
      const last = Buffer.alloc(4);
      last.writeUInt32BE(crc(whole));
      return Buffer.concat([whole, last]);
    };
    const text = Buffer.concat([Buffer.from([1]), Buffer.from('t'), Buffer.from([7, 0, 1]), Buffer.from('x')]);
    const named = (type: number, length: number): Buffer =>
      Buffer.concat([Buffer.from([1]), Buffer.from('o'), Buffer.from([type]), Buffer.alloc(length)]);
    for (const [type, length] of [0, 0, 1, 2, 4, 8, 2, 2, 8, 16].entries()) {
      const [found] = read([raw(Buffer.concat([named(type, length), text]))]);
      expect(found?.headers['t'], `type ${type}`).toBe('x');
    }
    expect(() => read([raw(named(10, 0))])).toThrow('unknown type');
    expect(() => read([raw(named(9, 3))])).toThrow('too long');
  });
});
