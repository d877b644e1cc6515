import { readFrame, tagBytes, type AudioSample } from './audio-watch.ts';

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

/** Seconds of the frames of a file that consists of them; what stands between them counts at their fastest rate. */
function framedSeconds({ length, frames }: AudioSample): number | null {
  if (frames === undefined || frames.bytes === 0) return null;
  const between = Math.max(0, length - frames.tags - frames.bytes);
  return between > frames.bytes ? null : frames.seconds + between / fastest.mpeg;
}

/**
 * Whole seconds of a recording, rounded up: of its frames, else as its container says, else its bytes at a usual bit rate. Players do
 * not need what a container says of its length, so it counts as no less than its bytes at the fastest rate of its kind, and no more
 * than at the slowest.
 *
 * @param usual bytes a second where there is no container
 */
export function audioSeconds(sample: AudioSample, usual = usualSound): number {
  const framed = framedSeconds(sample);
  if (framed !== null) return Math.ceil(Math.min(framed, mostSeconds(sample.length)));
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

/** What the `fmt ` chunk of a WAVE file says, and where its sound begins. */
interface WaveFormat {
  /** Bytes a second of sound without compression, by what players compute it from; null for any other. */
  readonly plain: number | null;
  readonly byteRate: number;
  readonly begin: number;
}

/** Codes of sound that is stored sample by sample: integers, fractions, A-law and µ-law. */
const plainFormats = [1, 3, 6, 7];
/** The code for formats whose code stands further behind. */
const extensible = 0xfffe;

function plainRate(chunk: Buffer): number | null {
  const named = chunk.readUInt16LE(0);
  const format = named === extensible && chunk.length >= 26 ? chunk.readUInt16LE(24) : named;
  const bytesPerSample = Math.ceil(chunk.readUInt16LE(14) / 8);
  const rate = chunk.readUInt16LE(2) * chunk.readUInt32LE(4) * bytesPerSample;
  return plainFormats.includes(format) && rate > 0 ? rate : null;
}

/** The slower of two descriptions, since players differ in which they take; compression in one of them counts. */
const slowerOf = (one: WaveFormat, other: WaveFormat): WaveFormat => ({
  plain: one.plain === null || other.plain === null ? null : Math.min(one.plain, other.plain),
  byteRate: Math.min(one.byteRate, other.byteRate),
  begin: 0,
});

/**
 * Microsoft WAVE: chunks, of which `fmt ` describes the sound and `data` holds it.
 *
 * @param head the file's first bytes
 * @returns null where they describe no sound
 */
function readWave(head: Buffer): WaveFormat | null {
  let found: WaveFormat | null = null;
  for (let at = 12; at + 8 <= head.length;) {
    const name = head.toString('latin1', at, at + 4);
    if (name === 'data') return found && { ...found, begin: at + 8 };
    const size = head.readUInt32LE(at + 4);
    const chunk = head.subarray(at + 8, at + 8 + size);
    if (name === 'fmt ' && chunk.length >= 16) {
      const format = { plain: plainRate(chunk), byteRate: chunk.readUInt32LE(8), begin: 0 };
      found = found === null ? format : slowerOf(found, format);
    }
    at += 8 + size + (size % 2);
  }
  return found;
}

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

/** A codec in Ogg, by what its first packet begins with. */
interface OggCodec {
  readonly mark: string;
  /** Samples a second in which pages count. */
  readonly rate: (packet: Buffer) => number;
  /** Samples in front that are not played. */
  readonly skipped?: (packet: Buffer) => number;
  readonly isLossless?: true;
}

const oggCodecs: readonly OggCodec[] = [
  { mark: 'OpusHead', rate: () => 48_000, skipped: (packet) => packet.readUInt16LE(10) },
  { mark: '\u0001vorbis', rate: (packet) => packet.readUInt32LE(12) },
  { mark: '\u007fFLAC', rate: (packet) => packet.readUIntBE(27, 3) >>> 4, isLossless: true },
  { mark: 'Speex   ', rate: (packet) => packet.readUInt32LE(36) },
];

const oggPacket = (head: Buffer): Buffer =>
  head.subarray(oggPageHead + (head.length > oggPageHead ? head.readUInt8(oggPageHead - 1) : 0));

/** Ogg: the position of the last page, in samples. */
const oggSeconds: ReadSeconds = ({ head, tail }) => {
  const last = tail.lastIndexOf('OggS');
  if (last === -1 || tail.length < last + 14) return null;
  const position = Number(tail.readBigInt64LE(last + 6));
  const packet = oggPacket(head);
  const codec = oggCodecs.find(({ mark }) => startsWith(mark)(packet));
  if (codec === undefined || packet.length < 40) return null;
  const rate = codec.rate(packet);
  const skipped = codec.skipped?.(packet) ?? 0;
  return rate === 0 || position < skipped ? null : (position - skipped) / rate;
};

/** Streams may follow one another: one with loss among them makes the whole no faster than such. */
const fastestOgg = ({ head, tail }: AudioSample): number => {
  const named = oggCodecs.filter(({ mark }) => head.includes(mark, 0, 'latin1') || tail.includes(mark, 0, 'latin1'));
  return named.some(({ isLossless = false }) => !isLossless) || named.length === 0 ? fastest.ogg : fastest.lossless;
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
  { is: startsWith('OggS'), seconds: oggSeconds, fastest: fastestOgg },
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
