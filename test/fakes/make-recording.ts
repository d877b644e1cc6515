/** Bytes a second of the recordings made here that have no other speed. */
const padding = 4_000;

const ascii = (text: string): Buffer => Buffer.from(text, 'latin1');
const u16le = (value: number): Buffer => Buffer.from([value & 255, value >> 8]);
const u32le = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
};
const u32be = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};

/** Silence of about so many seconds at `padding` bytes each, at most a quarter of a megabyte. */
const filler = (seconds: number): Buffer => Buffer.alloc(Math.min(262_144, Math.ceil(Math.max(seconds, 1) * padding)));

interface WavDraft {
  /** What `data` says of its size. */
  readonly dataSize?: number;
  /** What `fmt ` says of bytes a second. */
  readonly byteRate?: number;
  /** 1: without compression. */
  readonly format?: number;
}

/** Mono, 8 kHz, 16 bits, with another chunk before the sound. */
export function makeWav(seconds: number, { dataSize, byteRate = 16_000, format = 1 }: WavDraft = {}): Buffer {
  const sound = Buffer.alloc(Math.round(seconds * 16_000));
  return Buffer.concat([
    ascii('RIFF'),
    u32le(sound.length + 48),
    ascii('WAVEfmt '),
    u32le(16),
    u16le(format),
    u16le(1),
    u32le(8_000),
    u32le(byteRate),
    u16le(2),
    u16le(16),
    ascii('LIST'),
    u32le(4),
    ascii('INFO'),
    ascii('data'),
    u32le(dataSize ?? sound.length),
    sound,
  ]);
}

/** 44.1 kHz stereo by its STREAMINFO; what follows is no sound. */
export function makeFlac(seconds: number): Buffer {
  const info = Buffer.alloc(34);
  const samples = Math.round(seconds * 44_100);
  info.writeUIntBE((44_100 << 4) | 0x02, 10, 3);
  info.writeUInt8(0xf0 | Math.floor(samples / 2 ** 32), 13);
  info.writeUInt32BE(samples % 2 ** 32, 14);
  return Buffer.concat([
    ascii('fLaC'),
    Buffer.from([0x80, 0, 0, 34]),
    info,
    seconds > 1_000 ? Buffer.alloc(4_000) : filler(seconds),
  ]);
}

function oggPage(position: bigint, packet: Buffer): Buffer {
  const head = Buffer.alloc(27);
  head.write('OggS', 0, 'latin1');
  head.writeBigInt64LE(position, 6);
  head.writeUInt8(1, 26);
  return Buffer.concat([head, Buffer.from([packet.length]), packet]);
}

const skipped = 312;

/** The first packet of each codec in Ogg, and its samples a second. */
const oggCodecs = {
  opus: [
    Buffer.concat([ascii('OpusHead'), Buffer.from([1, 2]), u16le(skipped), u32le(48_000), Buffer.alloc(3)]),
    48_000,
  ],
  vorbis: [
    Buffer.concat([Buffer.from([1]), ascii('vorbis'), u32le(0), Buffer.from([2]), u32le(44_100), Buffer.alloc(14)]),
    44_100,
  ],
  flac: [
    Buffer.concat([Buffer.from([0x7f]), ascii('FLAC'), Buffer.from([1, 0, 0, 1]), makeFlac(0).subarray(0, 42)]),
    44_100,
  ],
  speex: [
    Buffer.concat([ascii('Speex   1.2'), Buffer.alloc(17), u32le(1), u32le(80), u32le(16_000), Buffer.alloc(40)]),
    16_000,
  ],
} as const satisfies Record<string, readonly [first: Buffer, rate: number]>;

export function makeOgg(seconds: number, codec: keyof typeof oggCodecs): Buffer {
  const [first, rate] = oggCodecs[codec];
  const end = seconds * rate + (codec === 'opus' ? skipped : 0);
  return Buffer.concat([oggPage(0n, first), filler(seconds), oggPage(BigInt(Math.round(end)), Buffer.alloc(40))]);
}

/**
 * Frames of MPEG layer III: of 32 or 320 kbit/s at 44.1 kHz, or of 8 kbit/s at 24 kHz; or of layer II, of 192 kbit/s at 48 kHz. The
 * first may count other frames.
 */
export function makeMp3Frames(rate: 8 | 32 | 192 | 320, count: number, counted?: number): Buffer {
  const kinds = {
    8: [0xfff3_14c4, 24],
    32: [0xfffb_10c4, 104],
    192: [0xfffd_a4c4, 576],
    320: [0xfffb_e0c4, 1_044],
  } as const;
  const [head, length] = kinds[rate];
  const frame = Buffer.concat([u32be(head), Buffer.alloc(length - 4)]);
  const frames = Buffer.concat(Array.from({ length: count }, () => frame));
  if (counted !== undefined) Buffer.concat([ascii('Xing'), u32be(1), u32be(counted)]).copy(frames, 8);
  return frames;
}

/** Frames of AAC at 44.1 kHz, of so many bytes each. */
export function makeAdts(count: number, bytes: number): Buffer {
  const frame = Buffer.alloc(bytes);
  Buffer.from([0xff, 0xf1, 0x50, 0x80 | (bytes >> 11), (bytes >> 3) & 0xff, ((bytes & 7) << 5) | 0x1f, 0xfc]).copy(
    frame,
  );
  return Buffer.concat(Array.from({ length: count }, () => frame));
}

/** 128 kbit/s, 44.1 kHz, MPEG 1 layer III. */
export function makeMp3(
  seconds: number,
  { counted, tag = 0 }: { readonly counted?: number; readonly tag?: number } = {},
): Buffer {
  const sound = Buffer.alloc(Math.round(seconds * 16_000));
  sound.writeUInt32BE(0xfffb_90c4);
  if (counted !== undefined) {
    const frames = Math.round((counted * 44_100) / 1_152);
    Buffer.concat([ascii('Xing'), u32be(1), u32be(frames)]).copy(sound, 36);
  }
  const id3 = Buffer.alloc(tag);
  const size = tag - 10;
  const sizeBytes = [size >> 21, size >> 14, size >> 7, size].map((byte) => byte & 127);
  if (tag > 0) Buffer.concat([ascii('ID3'), Buffer.from([4, 0, 0, ...sizeBytes])]).copy(id3);
  return Buffer.concat([id3, sound]);
}

export function makeMp4(seconds: number, place: 'front' | 'end'): Buffer {
  const header = Buffer.concat([
    u32be(108),
    ascii('mvhd'),
    u32be(0),
    u32be(0),
    u32be(0),
    u32be(1_000),
    u32be(seconds * 1_000),
    Buffer.alloc(80),
  ]);
  const movie = Buffer.concat([u32be(header.length + 8), ascii('moov'), header]);
  const sound = filler(seconds > 1_000 ? 1 : seconds);
  const data = Buffer.concat([u32be(sound.length + 8), ascii('mdat'), sound]);
  const type = Buffer.concat([u32be(16), ascii('ftypM4A '), u32be(0)]);
  return Buffer.concat(place === 'front' ? [type, movie, data] : [type, data, movie]);
}

export function makeWebm(seconds: number): Buffer {
  const duration = Buffer.alloc(8);
  duration.writeDoubleBE(seconds * 1_000);
  return Buffer.concat([
    Buffer.from([0x1a, 0x45, 0xdf, 0xa3, 0x80]),
    Buffer.from([0x2a, 0xd7, 0xb1, 0x83, 0x0f, 0x42, 0x40]),
    Buffer.from([0x44, 0x89, 0x88]),
    duration,
    filler(seconds),
  ]);
}
