import { readFrame, tagBytes, type AudioSample } from './audio-watch.ts';

/** The lowest bit rate of speech in any codec, in bytes a second: no file can be longer than its bytes at this rate. */
const slowestAudio = 500;

/** Bytes a second that are assumed for a file that does not state its length: 128 kbit/s. */
const usualSound = 16_000;

/** Samples a second of audio without a container, if its format does not name them, and bytes of a sample. */
const rawSamples = 24_000;
const rawBytes = 2;

/** Bytes a second of audio in a requested format without a container, such as `pcm` or `pcm_16000`; undefined for any other. */
export function rawRate(format: string): number | undefined {
  const found = /^pcm(?:16)?(?:_(\d{4,6}))?$/.exec(format);
  return found ? Number(found[1] ?? rawSamples) * rawBytes : undefined;
}

/** The most seconds of audio that a number of bytes can hold. */
export const mostSeconds = (bytes: number, slowest = slowestAudio): number => Math.ceil(bytes / slowest);

const containerOf = ({ head }: AudioSample): Container | undefined => audioContainers.find(({ is }) => is(head));

/** The length that a container states; null if it states none, or a negative one. */
function statedSeconds(sample: AudioSample): number | null {
  const stated = containerOf(sample)?.seconds(sample) ?? null;
  return stated !== null && stated >= 0 ? stated : null;
}

/** Seconds of a file that consists of frames; bytes between them count at the fastest rate. */
function framedSeconds({ length, frames }: AudioSample): number | null {
  if (frames === undefined || frames.bytes === 0) return null;
  const between = Math.max(0, length - frames.tags - frames.bytes);
  return between > frames.bytes ? null : frames.seconds + between / fastest.mpeg;
}

/**
 * Whole seconds of a recording, rounded up: from its frames, else as its container states, else from its bytes at a usual bit rate.
 * Players do not need the length that a container states, so it may be wrong: it counts as no less than the bytes at the fastest rate
 * of its kind, and no more than at the slowest.
 *
 * @param usual bytes a second if there is no container
 * @param spoken seconds that its words take at least; they count unless frames or samples say exactly how long it is
 */
export function audioSeconds(sample: AudioSample, { usual = usualSound, spoken = 0 } = {}): number {
  const framed = framedSeconds(sample);
  if (framed !== null) return Math.ceil(Math.min(framed, mostSeconds(sample.length)));
  const stated = statedSeconds(sample);
  const least = Math.min(spoken, longestSeconds(sample));
  if (stated === null) return Math.ceil(Math.max(sample.length / usual, least));
  const fastestRate = containerOf(sample)?.fastest(sample) ?? usualSound;
  return Math.ceil(Math.max(Math.min(stated, mostSeconds(sample.length)), sample.length / fastestRate, least));
}

/** The most seconds that a recording can have, whatever its container states. Uncompressed audio can have only one length. */
export function longestSeconds(sample: AudioSample): number {
  const container = containerOf(sample);
  const most = mostSeconds(sample.length, container?.slowest);
  const stated = container?.fastest(sample) === Infinity ? statedSeconds(sample) : null;
  return stated === null ? most : Math.min(Math.ceil(stated), most);
}

/**
 * The longest duration of a recording that a report can credibly name: the most that its bytes can hold, or what its container states.
 * Pauses take next to no bytes, so a recording can be longer than speech of its size; then report and container agree.
 */
export const believedSeconds = (sample: AudioSample): number =>
  Math.max(mostSeconds(sample.length), Math.ceil(statedSeconds(sample) ?? 0) + 1);

/** Reads the length of one kind of file, in seconds; null if the file does not state it. */
type ReadSeconds = (sample: AudioSample) => number | null;

/** A kind of file: how to recognise it by its first bytes, and how to read its length. */
interface Container {
  readonly is: (head: Buffer) => boolean;
  readonly seconds: ReadSeconds;
  /** The most bytes a second of such a file; Infinity if `seconds` is computed from fields that players need too. */
  readonly fastest: (sample: AudioSample) => number;
  /** The fewest bytes a second; absent: those of any speech. */
  readonly slowest?: number;
}

/**
 * Bytes a second of the fastest files of a kind: 384 and 512 kbit/s of compressed audio; 9.6 Mbit/s of lossless audio, such as two
 * channels of 24-bit samples at 192 kHz; 20 Mbit/s of video.
 */
const fastest = { compressed: 48_000, ogg: 64_000, mpeg: 40_000, lossless: 1_200_000, video: 2_500_000 } as const;

const startsWith =
  (text: string, at = 0) =>
  (head: Buffer): boolean =>
    head.toString('latin1', at, at + text.length) === text;

/** The `fmt ` chunk of a WAVE file, and where its audio begins. */
interface WaveFormat {
  /** Bytes a second of uncompressed audio, computed as players do; null for compressed audio. */
  readonly plain: number | null;
  readonly byteRate: number;
  readonly begin: number;
}

/** Codes of audio that is stored sample by sample: integers, fractions, A-law and µ-law. */
const plainFormats = [1, 3, 6, 7];
/** The code that refers to another one further on in the chunk. */
const extensible = 0xfffe;

function plainRate(chunk: Buffer): number | null {
  const named = chunk.readUInt16LE(0);
  const format = named === extensible && chunk.length >= 26 ? chunk.readUInt16LE(24) : named;
  const bytesPerSample = Math.ceil(chunk.readUInt16LE(14) / 8);
  const rate = chunk.readUInt16LE(2) * chunk.readUInt32LE(4) * bytesPerSample;
  return plainFormats.includes(format) && rate > 0 ? rate : null;
}

/** The slower of two descriptions, since players differ in which they use. If one is of compressed audio, so is the result. */
const slowerOf = (one: WaveFormat, other: WaveFormat): WaveFormat => ({
  plain: one.plain === null || other.plain === null ? null : Math.min(one.plain, other.plain),
  byteRate: Math.min(one.byteRate, other.byteRate),
  begin: 0,
});

/**
 * Microsoft WAVE: chunks, of which `fmt ` describes the audio and `data` holds it.
 *
 * @param head the file's first bytes
 * @returns null if they describe no audio
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

/** Everything after the head counts as audio: the size of `data` may be unknown, and players go on to the next `data`. */
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

/** A codec in Ogg, recognised by the beginning of its first packet. */
interface OggCodec {
  readonly mark: string;
  /** Samples a second, the unit of positions in pages. */
  readonly rate: (packet: Buffer) => number;
  /** Leading samples that are not played. */
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

/** Streams may be chained: one lossy stream among them limits the whole to the rate of lossy audio. */
const fastestOgg = ({ head, tail }: AudioSample): number => {
  const named = oggCodecs.filter(({ mark }) => head.includes(mark, 0, 'latin1') || tail.includes(mark, 0, 'latin1'));
  return named.some(({ isLossless = false }) => !isLossless) || named.length === 0 ? fastest.ogg : fastest.lossless;
};

/** MP4: the movie header, at the front or, in files not made for streaming, at the end. */
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

/** Frames as a `Xing`, `Info` or `VBRI` header counts them; null if there is none. */
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

/** Seconds of an MP3 file: from its number of frames if it states one, else from its bytes at the rate of its first frame. */
function mpegSeconds({ head, length }: AudioSample): number | null {
  const at = tagBytes(head);
  const frame = readFrame(head, at);
  if (frame === null) return null;
  const frames = countedFrames(head, at);
  return frames === null || frames === 0
    ? (length - at) / frame.bytesPerSecond
    : (frames * frame.samples) / frame.sampleRate;
}
