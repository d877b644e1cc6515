/** What is known about an audio file that has passed. */
export interface AudioSample {
  /** Its first bytes: at most 64 KiB. */
  readonly head: Buffer;
  /** Its last bytes: at most 64 KiB. */
  readonly tail: Buffer;
  /** Bytes of the whole file. */
  readonly length: number;
  /** Absent: they were not counted. */
  readonly frames?: FrameCount;
}

/** Watches one audio file pass. */
export interface AudioWatch {
  /** Begins another file and forgets the one before. */
  readonly begin: () => void;
  readonly bytes: (bytes: Buffer) => void;
  readonly sample: () => AudioSample;
}

const kept = 65_536;

/** More views than these are copied together: the work and the memory of a byte do not grow with the number of chunks. */
const mostViews = 64;

/** Keeps views of the first and the last bytes, and counts frames. Only small chunks are copied while they pass. */
export function watchAudio(): AudioWatch {
  let head: Buffer[] = [];
  let tail: Buffer[] = [];
  let tailBytes = 0;
  let length = 0;
  let frames = makeFrameCounter();
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
      frames = makeFrameCounter();
    },
    bytes: (bytes) => {
      if (length < kept) addHead(bytes.subarray(0, kept - length));
      length += bytes.length;
      addTail(bytes.subarray(-kept));
      frames.bytes(bytes);
    },
    sample: () => ({
      head: Buffer.concat(head),
      tail: Buffer.concat(tail).subarray(-kept),
      length,
      frames: frames.count(),
    }),
  };
}

/** Kilobits a second by index: layer III of MPEG 1, layer II of it, and both of MPEG 2 and 2.5. */
const bitrates = {
  third: [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  second: [0, 32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384],
  later: [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
} as const;

/** Samples a second by index, of MPEG 1; the later versions have a half and a quarter. */
const sampleRates = [44_100, 48_000, 32_000] as const;

/** A frame of compressed audio. Its header says how long it is, in samples and in bytes. */
interface Frame {
  readonly sampleRate: number;
  readonly samples: number;
  readonly bytes: number;
}

interface MpegFrame extends Frame {
  readonly bytesPerSecond: number;
}

/** Bytes of the ID3v2 tag in front, its head included; 0 without one. */
export function tagBytes(head: Buffer): number {
  if (head.length < 10 || head.toString('latin1', 0, 3) !== 'ID3') return 0;
  // Seven bits a byte.
  return 10 + [6, 7, 8, 9].reduce((size, at) => size * 128 + ((head[at] ?? 0) & 0x7f), 0);
}

/** Reads a frame of MPEG layer III or II (ISO/IEC 11172-3, 2.4.1.3). */
export function readFrame(head: Buffer, at: number): MpegFrame | null {
  if (head.length < at + 4 || head[at] !== 0xff || ((head[at + 1] ?? 0) & 0xe0) !== 0xe0) return null;
  const version = ((head[at + 1] ?? 0) >> 3) & 3;
  const layer = ((head[at + 1] ?? 0) >> 1) & 3;
  const third = head[at + 2] ?? 0;
  const isThird = layer === 1;
  const bitrate = bitrates[version !== 3 ? 'later' : isThird ? 'third' : 'second'][third >> 4];
  const rate = sampleRates[(third >> 2) & 3];
  if (version === 1 || !(isThird || layer === 2) || !bitrate || rate === undefined) return null;
  const sampleRate = version === 3 ? rate : version === 2 ? rate / 2 : rate / 4;
  const samples = isThird && version !== 3 ? 576 : 1_152;
  const bytesPerSecond = bitrate * 125;
  const padding = (third >> 1) & 1;
  return { sampleRate, samples, bytesPerSecond, bytes: Math.floor((samples * bytesPerSecond) / sampleRate) + padding };
}

/** Samples a second of ADTS by index. */
const adtsRates = [
  96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000, 7_350,
] as const;

const adtsHead = 7;

/** Reads a frame of AAC in ADTS (ISO/IEC 13818-7, 6.2). */
function readAdtsFrame(head: Buffer, at: number): Frame | null {
  if (head.length < at + adtsHead || head[at] !== 0xff || ((head[at + 1] ?? 0) & 0xf6) !== 0xf0) return null;
  const sampleRate = adtsRates[(head.readUInt8(at + 2) >> 2) & 15];
  const bytes = (head.readUIntBE(at + 3, 3) >> 5) & 0x1fff;
  if (sampleRate === undefined || bytes < adtsHead) return null;
  return { sampleRate, samples: 1_024 * ((head.readUInt8(at + 6) & 3) + 1), bytes };
}

/** The frames counted so far of audio without a container. */
interface FrameCount {
  /** The duration of all frames. */
  readonly seconds: number;
  /** The bytes of all frames. */
  readonly bytes: number;
  /** The bytes of the tags in front. */
  readonly tags: number;
}

type ReadFrame = (head: Buffer, at: number) => Frame | null;

const readers: readonly ReadFrame[] = [readFrame, readAdtsFrame];

/** Bytes needed to recognise a frame or a tag. */
const headBytes = 10;

/** How many gaps there may be between frames. */
const mostGaps = 10_000;

/**
 * Counts the frames of a file that begins with one, or with tags. It reads only the head of each. After a gap, two heads in
 * succession are needed, because a single one may be chance.
 */
function makeFrameCounter() {
  /** By their rate: a sum of seconds would not be exact. */
  const samples = new Map<number, number>();
  let bytes = 0;
  let tags = 0;
  let gaps = 0;
  let read: ReadFrame | null = null;
  /** A frame that counts only if another one follows. */
  let candidate: Frame | null = null;
  let isAligned = false;
  let isOver = false;
  /** The bytes of the next head that have arrived. */
  let rest: Buffer = Buffer.alloc(0);
  /** Bytes of the current frame that are still to come. */
  let skipped = 0;

  const add = (frame: Frame): void => {
    samples.set(frame.sampleRate, (samples.get(frame.sampleRate) ?? 0) + frame.samples);
    bytes += frame.bytes;
  };
  const pass = (frame: Frame): number => {
    if (candidate !== null) add(candidate);
    isAligned ||= candidate !== null;
    candidate = isAligned ? null : frame;
    if (isAligned) add(frame);
    return frame.bytes;
  };
  const search = (part: Buffer, at: number): number => {
    gaps += 1;
    isOver = read === null || gaps > mostGaps;
    isAligned = false;
    candidate = null;
    const next = isOver ? -1 : part.indexOf(0xff, at + 1);
    return (next === -1 ? part.length : next) - at;
  };
  /** @returns how many bytes to advance to the next possible head */
  const step = (part: Buffer, at: number): number => {
    const tag = read === null ? tagBytes(part.subarray(at)) : 0;
    tags += tag;
    if (tag > 0) return tag;
    read ??= readers.find((each) => each(part, at) !== null) ?? null;
    const frame = read?.(part, at) ?? null;
    return frame === null ? search(part, at) : pass(frame);
  };

  return {
    bytes: (chunk: Buffer): void => {
      if (isOver) return;
      const part = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
      let at = skipped;
      while (at + headBytes <= part.length) at += step(part, at);
      skipped = Math.max(0, at - part.length);
      rest = Buffer.from(part.subarray(at));
    },
    count: (): FrameCount => {
      const seconds = [...samples].reduce((sum, [rate, count]) => sum + count / rate, 0);
      return { seconds, bytes, tags };
    },
  };
}
