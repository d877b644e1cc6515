import type { SoundSample } from './sound-sample.ts';

/** Kilobits a second of layer III by index: MPEG 1, and MPEG 2 and 2.5. */
const bitrates = [
  [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
] as const;

/** Samples a second by index, of MPEG 1; the later versions have a half and a quarter. */
const sampleRates = [44_100, 48_000, 32_000] as const;

/** What the first frame of an MPEG sound says. */
interface Frame {
  readonly sampleRate: number;
  readonly bytesPerSecond: number;
  readonly samples: number;
}

/** Bytes of the ID3v2 tag in front, its head included; 0 without one. */
function tagBytes(head: Buffer): number {
  if (head.length < 10 || head.toString('latin1', 0, 3) !== 'ID3') return 0;
  // Seven bits a byte.
  return 10 + [6, 7, 8, 9].reduce((size, at) => size * 128 + ((head[at] ?? 0) & 0x7f), 0);
}

function readFrame(head: Buffer, at: number): Frame | null {
  if (head.length < at + 4 || head[at] !== 0xff || ((head[at + 1] ?? 0) & 0xe0) !== 0xe0) return null;
  const version = ((head[at + 1] ?? 0) >> 3) & 3;
  const layer = ((head[at + 1] ?? 0) >> 1) & 3;
  const third = head[at + 2] ?? 0;
  const bitrate = bitrates[version === 3 ? 0 : 1][third >> 4];
  const rate = sampleRates[(third >> 2) & 3];
  if (version === 1 || layer !== 1 || !bitrate || rate === undefined) return null;
  const sampleRate = version === 3 ? rate : version === 2 ? rate / 2 : rate / 4;
  return { sampleRate, bytesPerSecond: bitrate * 125, samples: version === 3 ? 1_152 : 576 };
}

/** Frames as a `Xing`, `Info` or `VBRI` header counts them; null where there is none. */
function countedFrames(head: Buffer, at: number): number | null {
  const frame = head.subarray(at, at + 200);
  for (const name of ['Xing', 'Info']) {
    const found = frame.indexOf(name);
    if (found !== -1 && frame.length >= found + 12 && (frame.readUInt32BE(found + 4) & 1) === 1)
      return frame.readUInt32BE(found + 8);
  }
  const found = frame.indexOf('VBRI');
  return found !== -1 && frame.length >= found + 18 ? frame.readUInt32BE(found + 14) : null;
}

/** Seconds of an MP3 file: its frames where it counts them, else its bytes at the speed of its first frame. */
export function mpegSeconds({ head, length }: SoundSample): number | null {
  const at = tagBytes(head);
  const frame = readFrame(head, at);
  if (frame === null) return null;
  const frames = countedFrames(head, at);
  return frames === null || frames === 0
    ? (length - at) / frame.bytesPerSecond
    : (frames * frame.samples) / frame.sampleRate;
}
