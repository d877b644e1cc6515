import { mpegSeconds } from './mpeg-seconds.ts';
import type { SoundSample } from './sound-sample.ts';

/** Reads the length of one kind of file, in seconds; null where the file does not say it. */
type ReadSeconds = (sample: SoundSample) => number | null;

/** A kind of file: how it is known by its first bytes, and where it says how long it is. */
export interface Container {
  readonly is: (head: Buffer) => boolean;
  readonly seconds: ReadSeconds;
}

const startsWith =
  (text: string, at = 0) =>
  (head: Buffer): boolean =>
    head.toString('latin1', at, at + text.length) === text;

/** Microsoft WAVE: chunks, of which `fmt ` says bytes a second and `data` holds the sound. */
const wavSeconds: ReadSeconds = ({ head, length }) => {
  let byteRate = 0;
  for (let at = 12; at + 8 <= head.length;) {
    const name = head.toString('latin1', at, at + 4);
    const size = head.readUInt32LE(at + 4);
    if (name === 'fmt ' && at + 20 <= head.length) byteRate = head.readUInt32LE(at + 16);
    // Who writes while recording does not know the size and writes none, or the largest.
    if (name === 'data')
      return byteRate === 0 ? null : Math.min(size === 0 ? Infinity : size, length - at - 8) / byteRate;
    at += 8 + size + (size % 2);
  }
  return null;
};

/** FLAC: the first block, STREAMINFO, has 20 bits of samples a second and 36 bits of samples. */
const flacSeconds: ReadSeconds = ({ head }) => {
  if (head.length < 26) return null;
  const rate = head.readUIntBE(18, 3) >>> 4;
  const samples = (head.readUInt8(21) & 0x0f) * 2 ** 32 + head.readUInt32BE(22);
  return rate === 0 || samples === 0 ? null : samples / rate;
};

const oggPageHead = 27;

/** Ogg: the position of the last page, in samples; Opus always counts 48,000 a second. */
const oggSeconds: ReadSeconds = ({ head, tail }) => {
  const last = tail.lastIndexOf('OggS');
  if (last === -1 || tail.length < last + 14) return null;
  const position = Number(tail.readBigInt64LE(last + 6));
  const packet = oggPageHead + (head.length > oggPageHead ? head.readUInt8(oggPageHead - 1) : 0);
  if (head.length < packet + 16) return null;
  const isOpus = head.toString('latin1', packet, packet + 8) === 'OpusHead';
  const rate = isOpus ? 48_000 : head.readUInt32LE(packet + 12);
  const skipped = isOpus ? head.readUInt16LE(packet + 10) : 0;
  return rate === 0 || position < skipped ? null : (position - skipped) / rate;
};

/** MP4: the movie header, which stands in front or, where the file was not made for streaming, at the end. */
const mp4Seconds: ReadSeconds = ({ head, tail }) => {
  for (const bytes of [head, tail]) {
    const found = bytes.indexOf('mvhd');
    if (found === -1 || bytes.length < found + 36) continue;
    const isLong = bytes.readUInt8(found + 4) === 1;
    const scale = bytes.readUInt32BE(found + (isLong ? 24 : 16));
    const units = isLong ? Number(bytes.readBigUInt64BE(found + 28)) : bytes.readUInt32BE(found + 20);
    if (scale > 0 && units > 0) return units / scale;
  }
  return null;
};

const webmDuration = Buffer.from([0x44, 0x89]);
const webmScale = Buffer.from([0x2a, 0xd7, 0xb1]);

/** Matroska: `Duration` in units of `TimestampScale`, a millionth of a second when it is not said. */
const webmSeconds: ReadSeconds = ({ head }) => {
  const at = head.indexOf(webmDuration);
  if (at === -1 || head.length < at + 11) return null;
  const size = head.readUInt8(at + 2);
  const units = size === 0x88 ? head.readDoubleBE(at + 3) : size === 0x84 ? head.readFloatBE(at + 3) : 0;
  const scaleAt = head.indexOf(webmScale);
  const scaleBytes = scaleAt === -1 || scaleAt > at ? 0 : head.readUInt8(scaleAt + 3) & 0x0f;
  const scale = scaleBytes >= 1 && scaleBytes <= 4 ? head.readUIntBE(scaleAt + 4, scaleBytes) : 1_000_000;
  return units > 0 ? (units * scale) / 1_000_000_000 : null;
};

/** Every kind of recording that the voice routes name. MPEG audio is last: its mark is the weakest. */
export const soundContainers: readonly Container[] = [
  { is: (head) => /^(?:RIFF|RF64)....WAVE/s.test(head.toString('latin1', 0, 12)), seconds: wavSeconds },
  { is: startsWith('fLaC'), seconds: flacSeconds },
  { is: startsWith('OggS'), seconds: oggSeconds },
  { is: startsWith('ftyp', 4), seconds: mp4Seconds },
  { is: startsWith('\u001aE\u00df\u00a3'), seconds: webmSeconds },
  {
    is: (head) => startsWith('ID3')(head) || (head.length > 1 && head[0] === 0xff && ((head[1] ?? 0) & 0xe6) === 0xe2),
    seconds: mpegSeconds,
  },
];
