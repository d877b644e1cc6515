import { readWave } from './wave-format.ts';

/** Slowest speech that any codec makes, in bytes a second: a file cannot be longer than its bytes at this speed. */
const slowestAudio = 500;

/** Bytes a second of a file that does not say how long it is: 128 kbit/s. */
const usualSound = 16_000;

/** Samples a second of sound without a container, where its format does not name them, and their bytes. */
const rawSamples = 24_000;
const rawBytes = 2;

/** Bytes a second of sound in a requested format that has no container, such as `pcm` or `pcm_16000`; undefined for any other. */
export function rawRate(format: string): number | undefined {
  const found = /^pcm(?:16)?(?:_(\d{4,6}))?$/.exec(format);
  return found ? Number(found[1] ?? rawSamples) * rawBytes : undefined;
}

/** The most seconds of audio that a number of bytes can hold. */
export const mostSeconds = (bytes: number, slowest = slowestAudio): number => Math.ceil(bytes / slowest);

const containerOf = ({ head }: AudioSample): Container | undefined => audioContainers.find(({ is }) => is(head));

/** What a container says of its length; null where it says nothing that can be a length. */
function saidSeconds(sample: AudioSample): number | null {
  const said = containerOf(sample)?.seconds(sample) ?? null;
  return said !== null && said >= 0 ? said : null;
}

/**
 * Whole seconds of a recording, rounded up: as its container says, else its bytes at a usual bit rate. Players do not need what a
 * container says of its length, so it counts as no less than its bytes at the fastest rate of its kind, and no more than at the
 * slowest.
 *
 * @param usual bytes a second where there is no container
 */
export function audioSeconds(sample: AudioSample, usual = usualSound): number {
  const said = saidSeconds(sample);
  if (said === null) return Math.ceil(sample.length / usual);
  const fastestRate = containerOf(sample)?.fastest(sample) ?? usualSound;
  return Math.ceil(Math.max(Math.min(said, mostSeconds(sample.length)), sample.length / fastestRate));
}

/** The most seconds that a recording can have, whatever its container says. Sound without compression has only one length. */
export function longestSeconds(sample: AudioSample): number {
  const container = containerOf(sample);
  const most = mostSeconds(sample.length, container?.slowest);
  const said = container?.fastest(sample) === Infinity ? saidSeconds(sample) : null;
  return said === null ? most : Math.min(Math.ceil(said), most);
}

/**
 * The longest that a report of a recording can be believed to be: as long as its bytes can be, or as its container says. Pauses
 * take next to no bytes, so a recording can be longer than speech of its size; then the two agree.
 */
export const believedSeconds = (sample: AudioSample): number =>
  Math.max(mostSeconds(sample.length), Math.ceil(saidSeconds(sample) ?? 0) + 1);

/** What is known of an audio file that has passed. */
interface AudioSample {
  /** Its first bytes, 64 KiB or all. */
  readonly head: Buffer;
  /** Its last bytes, 64 KiB or all. */
  readonly tail: Buffer;
  /** Bytes in all. */
  readonly length: number;
}

/** Watches one audio file pass. */
export interface AudioWatch {
  /** Another file begins: the one before is forgotten. */
  readonly begin: () => void;
  readonly bytes: (bytes: Buffer) => void;
  readonly sample: () => AudioSample;
}

const kept = 65_536;

/** More views than these are copied together: the work and the memory of a byte do not grow with the number of chunks. */
const mostViews = 64;

/** Keeps views of the first and the last bytes. Only small chunks are copied while they pass. */
export function watchAudio(): AudioWatch {
  let head: Buffer[] = [];
  let tail: Buffer[] = [];
  let tailBytes = 0;
  let length = 0;
  const addHead = (bytes: Buffer): void => {
    head.push(bytes);
    if (head.length > mostViews) head = [Buffer.concat(head)];
  };
  const addTail = (bytes: Buffer): void => {
    tail.push(bytes);
    tailBytes += bytes.length;
    while (tail[0] && tailBytes - tail[0].length >= kept) tailBytes -= tail.shift()?.length ?? 0;
    if (tail.length <= mostViews) return;
    const joined = Buffer.concat(tail).subarray(-kept);
    tail = [joined];
    tailBytes = joined.length;
  };
  return {
    begin: () => {
      head = [];
      tail = [];
      tailBytes = 0;
      length = 0;
    },
    bytes: (bytes) => {
      if (length < kept) addHead(bytes.subarray(0, kept - length));
      length += bytes.length;
      addTail(bytes.subarray(-kept));
    },
    sample: () => ({ head: Buffer.concat(head), tail: Buffer.concat(tail).subarray(-kept), length }),
  };
}

/** Reads the length of one kind of file, in seconds; null where the file does not say it. */
type ReadSeconds = (sample: AudioSample) => number | null;

/** A kind of file: how it is known by its first bytes, and where it says how long it is. */
interface Container {
  readonly is: (head: Buffer) => boolean;
  readonly seconds: ReadSeconds;
  /** The most bytes a second that such a file has; Infinity where `seconds` is computed from what players need as well. */
  readonly fastest: (sample: AudioSample) => number;
  /** The fewest bytes a second; absent: as any speech. */
  readonly slowest?: number;
}

/**
 * Bytes a second of the fastest files of a kind: 384 and 512 kbit/s of sound; without loss 9.6 Mbit/s, as samples of 24 bits at
 * 192 kHz on two channels; 20 Mbit/s with pictures.
 */
const fastest = { compressed: 48_000, ogg: 64_000, mpeg: 40_000, lossless: 1_200_000, video: 2_500_000 } as const;

const startsWith =
  (text: string, at = 0) =>
  (head: Buffer): boolean =>
    head.toString('latin1', at, at + text.length) === text;

/** All that follows counts as sound: the size of `data` may be unknown, and players go on to the next `data`. */
const wavSeconds: ReadSeconds = ({ head, length }) => {
  const format = readWave(head);
  const rate = format?.plain ?? format?.byteRate ?? 0;
  return format === null || rate === 0 ? null : (length - format.begin) / rate;
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

/** Pictures, and sound without loss, take many times the bytes: a track of them is named in front, or in the header at the end. */
const withTracks =
  (video: readonly string[], lossless: readonly string[]) =>
  ({ head, tail }: AudioSample): number => {
    const isNamed = (mark: string): boolean => head.includes(mark) || tail.includes(mark);
    return video.some(isNamed) ? fastest.video : lossless.some(isNamed) ? fastest.lossless : fastest.compressed;
  };

/** Every kind of recording that the voice routes name. MPEG audio is last: its mark is the weakest. */
const audioContainers: readonly Container[] = [
  {
    is: (head) => /^(?:RIFF|RF64)....WAVE/s.test(head.toString('latin1', 0, 12)),
    seconds: wavSeconds,
    fastest: ({ head }) => (typeof readWave(head)?.plain === 'number' ? Infinity : fastest.compressed),
  },
  { is: startsWith('fLaC'), seconds: flacSeconds, fastest: () => fastest.lossless },
  { is: startsWith('OggS'), seconds: oggSeconds, fastest: () => fastest.ogg },
  { is: startsWith('ftyp', 4), seconds: mp4Seconds, fastest: withTracks(['vide'], ['alac', 'fLaC', 'lpcm', 'sowt']) },
  {
    is: startsWith('\u001aE\u00df\u00a3'),
    seconds: webmSeconds,
    fastest: withTracks(['V_VP', 'V_AV', 'V_MP'], ['A_FLAC', 'A_ALAC', 'A_PCM']),
  },
  {
    is: (head) => startsWith('ID3')(head) || (head.length > 1 && head[0] === 0xff && ((head[1] ?? 0) & 0xe6) === 0xe2),
    seconds: mpegSeconds,
    fastest: () => fastest.mpeg,
    slowest: 1_000,
  },
];

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
function mpegSeconds({ head, length }: AudioSample): number | null {
  const at = tagBytes(head);
  const frame = readFrame(head, at);
  if (frame === null) return null;
  const frames = countedFrames(head, at);
  return frames === null || frames === 0
    ? (length - at) / frame.bytesPerSecond
    : (frames * frame.samples) / frame.sampleRate;
}
