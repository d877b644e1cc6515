import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { audioSeconds, believedSeconds, longestSeconds, rawRate } from '../../../src/pipeline/media-duration.ts';
import { watchAudio } from '../../../src/pipeline/audio-watch.ts';
import { growthOf, quadratic } from '../../fakes/growth.ts';
import {
  makeAdts,
  makeFlac,
  makeMp3,
  makeMp3Frames,
  makeMp4,
  makeOgg,
  makeWav,
  makeWebm,
} from '../../fakes/make-recording.ts';
import { slices } from '../../fakes/script.ts';

const secondsOf = (file: Buffer, size = 10_000): number => {
  const watch = watchAudio();
  watch.begin();
  for (const slice of slices(file, size)) watch.bytes(slice);
  return audioSeconds(watch.sample());
};

/** A WAVE file with another format, of far more bytes a second without compression. */
function withFormat(file: Buffer, at: number): Buffer {
  const other = Buffer.from(makeWav(0).subarray(12, 36));
  other.writeUInt32LE(0xffff_ffff, 12);
  return Buffer.concat([file.subarray(0, at), other, file.subarray(at)]);
}

describe('the length of a recording', () => {
  it.each([
    ['WAV', makeWav(7.5), 8],
    ['WAV of unknown size', makeWav(7.5, { dataSize: 0xffff_ffff }), 8],
    ['FLAC', makeFlac(12.2), 13],
    ['Ogg Vorbis', makeOgg(3, 'vorbis'), 3],
    ['Ogg Opus', makeOgg(61, 'opus'), 61],
    ['Ogg FLAC', makeOgg(12.2, 'flac'), 13],
    ['Ogg Speex', makeOgg(9, 'speex'), 9],
    ['MP3 of a constant rate', makeMp3(5), 5],
    ['MP3 that counts its frames', makeMp3(5, { counted: 60 }), 60],
    ['MP3 with a tag in front', makeMp3(5, { tag: 20_000 }), 5],
    ['MP4', makeMp4(90, 'front'), 90],
    ['MP4 with its header at the end', makeMp4(90, 'end'), 90],
    ['WebM', makeWebm(44.4), 45],
  ])('stands in its container: %s', (_, file, seconds) => {
    expect(Math.abs(secondsOf(file) - seconds)).toBeLessThanOrEqual(1);
    expect(secondsOf(file, 65_536)).toBe(secondsOf(file));
  });

  const tagged = (file: Buffer): Buffer => Buffer.concat([makeMp3(1, { tag: 20_000 }).subarray(0, 20_000), file]);
  const gap = Buffer.from(Array.from({ length: 64 }, (_, at) => (at % 2) * 0xff));
  it.each([
    ['MP3 of the slowest rate whose first frame counts one', makeMp3Frames(8, 1_000, 1), 24],
    ['MP3 of rates that change', Buffer.concat([makeMp3Frames(320, 200), makeMp3Frames(32, 200)]), 11],
    ['MP3 of two sample rates', Buffer.concat([makeMp3Frames(32, 200), makeMp3Frames(8, 500)]), 18],
    ['MPEG layer II', makeMp3Frames(192, 416), 10],
    ['MP3 with a tag in front', tagged(makeMp3Frames(32, 382)), 10],
    ['MP3 with other bytes inside', Buffer.concat([makeMp3Frames(32, 191), gap, makeMp3Frames(32, 191)]), 10],
    ['AAC in ADTS', makeAdts(430, 100), 10],
    ['AAC in ADTS with a tag in front', tagged(makeAdts(430, 100)), 10],
  ])('is that of its frames, whatever they say of their number: %s', (_, file, seconds) => {
    for (const size of [1, 7, 1_000, 65_536]) expect(secondsOf(file, size)).toBe(seconds);
  });

  it('counts what stands between its frames at the fastest rate', () => {
    const frames = makeMp3Frames(32, 382);
    expect(secondsOf(Buffer.concat([frames, Buffer.alloc(39_000), frames]))).toBe(21);
    // Where that is most of the file, the frames say nothing.
    expect(secondsOf(Buffer.concat([frames, Buffer.alloc(80_000)]))).toBe(Math.ceil((frames.length + 80_000) / 4_000));
  });

  it('is not searched for frames without end', () => {
    const file = Buffer.concat([makeMp3Frames(8, 1_000), Buffer.alloc(12_000, 0xff), makeMp3Frames(8, 3_000)]);
    expect(secondsOf(file)).toBe(108);
  });

  it('is computed from its bytes where no container states it', () => {
    expect(secondsOf(Buffer.alloc(160_000))).toBe(10);
    expect(secondsOf(makeWebm(0))).toBeLessThan(20);
    expect(secondsOf(Buffer.alloc(0))).toBe(0);
  });

  it.each([
    ['pcm', 480_000],
    ['pcm16', 480_000],
    ['pcm_16000', 320_000],
    ['mp3', 160_000],
    ['opus', 160_000],
  ])(
    'is computed from its bytes at the rate of the format that was asked for, without a container: %s',
    (format, size) => {
      const bytes = Buffer.alloc(size);
      expect(audioSeconds({ head: bytes, tail: bytes, length: size }, { usual: rawRate(format) })).toBe(10);
      const wave = makeWav(10);
      expect(audioSeconds({ head: wave, tail: wave, length: wave.length }, { usual: rawRate(format) })).toBe(10);
    },
  );

  it('is no longer than the bytes of the slowest speech, where its container says more', () => {
    for (const file of [makeFlac(1_000_000), makeMp4(4_000_000, 'front')])
      expect(secondsOf(file)).toBe(Math.ceil(file.length / 500));
  });

  it('is believed of a report that its container agrees with, or that its bytes can be', () => {
    const believed = (file: Buffer): number => believedSeconds({ head: file, tail: file, length: file.length });
    expect(believed(makeFlac(100_000))).toBe(100_001);
    expect(believed(makeWav(3))).toBe(Math.ceil(makeWav(3).length / 500));
    expect(believed(Buffer.alloc(4_000))).toBe(8);
  });

  it('follows from what players read of a WAV file, not from what they ignore', () => {
    for (const byteRate of [0, 1, 0xffff_ffff]) expect(secondsOf(makeWav(60, { byteRate }))).toBe(60);
    expect(secondsOf(makeWav(60, { dataSize: 2 }))).toBe(60);
  });

  it.each(['in front of', 'behind'])('of a WAV file is that of its slowest format: another stands %s it', (place) => {
    const lying = withFormat(makeWav(600), place === 'behind' ? 36 : 12);
    expect(secondsOf(lying)).toBe(600);
    expect(longestSeconds({ head: lying, tail: lying, length: lying.length })).toBe(600);
  });

  const lied = (file: Buffer, size: number): Buffer => Buffer.concat([file, Buffer.alloc(size)]);
  it.each([
    ['WAV with compression', makeWav(60, { format: 2, byteRate: 0xffff_ffff }), 20],
    ['WAV with and without compression', withFormat(makeWav(60, { format: 2, byteRate: 0xffff_ffff }), 36), 60],
    ['FLAC', lied(makeFlac(1), 12_000_000), 10],
    ['Ogg', Buffer.concat([lied(makeOgg(1, 'opus'), 640_000), makeOgg(1, 'opus')]), 10],
    ['Ogg without loss', Buffer.concat([lied(makeOgg(1, 'flac'), 12_000_000), makeOgg(1, 'flac')]), 10],
    ['Ogg of two codecs', Buffer.concat([lied(makeOgg(1, 'flac'), 640_000), makeOgg(1, 'opus')]), 10],
    ['MP3', makeMp3(600, { counted: 1 }), 240],
    ['MP4', lied(makeMp4(1, 'front'), 480_000), 10],
    ['MP4 with pictures', lied(Buffer.concat([makeMp4(1, 'front'), Buffer.from('vide')]), 25_000_000), 10],
    ['MP4 without loss', lied(Buffer.concat([makeMp4(1, 'front'), Buffer.from('alac')]), 12_000_000), 10],
    ['WebM', lied(makeWebm(1), 480_000), 10],
    ['WebM with pictures', lied(Buffer.concat([makeWebm(1), Buffer.from('V_VP9')]), 25_000_000), 10],
    ['WebM without loss', lied(Buffer.concat([makeWebm(1), Buffer.from('A_FLAC')]), 12_000_000), 10],
  ])('is at least its bytes at the fastest rate of such files, whatever it says: %s', (_, file, least) => {
    const seconds = secondsOf(file);
    expect(seconds).toBeGreaterThanOrEqual(least);
    expect(seconds).toBeLessThanOrEqual(least + 1);
  });

  it.each([
    ['FLAC of 24 bits at 96 kHz', makeFlac(60), '', 340_000],
    ['ALAC', makeMp4(60, 'front'), 'alac', 120_000],
    ['pictures of a telephone', makeMp4(60, 'front'), 'vide', 2_125_000],
  ])('is what its container says where such a file has so many bytes: %s', (_, file, mark, rate) => {
    expect(secondsOf(Buffer.concat([lied(file, 60 * rate - file.length), Buffer.from(mark)]))).toBe(60);
  });

  it('is held for as the longest that its bytes can be, unless it is stored sample by sample', () => {
    const longest = (file: Buffer): number => longestSeconds({ head: file, tail: file, length: file.length });
    for (const counted of [1, 600]) expect(longest(makeMp3(600, { counted }))).toBe(9_600);
    for (const byteRate of [1, 0xffff_ffff]) expect(longest(makeWav(60, { byteRate }))).toBe(60);
    for (const file of [makeOgg(1, 'opus'), makeMp4(1, 'front'), makeWebm(1), Buffer.alloc(4_000)])
      expect(longest(file)).toBe(Math.ceil(file.length / 500));
  });

  it('never fails, whatever the bytes', () => {
    const framed = [makeMp3Frames(8, 50), makeAdts(50, 9)];
    const contained = [makeWav(1), makeFlac(1), makeOgg(1, 'opus'), makeMp3(1), makeMp4(1, 'front'), makeWebm(1)];
    for (const whole of [...contained, ...framed]) {
      for (let length = 0; length < 300; length += 1) {
        expect(secondsOf(whole.subarray(0, length))).toBeGreaterThanOrEqual(0);
      }
      for (let index = 4; index < 200; index += 1) {
        const broken = Buffer.from(whole);
        broken.fill(0xff, index, index + 8);
        expect(Number.isFinite(secondsOf(broken))).toBe(true);
      }
    }
  });

  it('is sampled from the first and the last 64 KiB, however the file is cut into chunks', () => {
    const file = Buffer.from(Array.from({ length: 300_000 }, (_, index) => (index * 7 + (index >> 8)) & 0xff));
    const size = fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 3_000 }), fc.integer({ min: 1, max: 100_000 }));
    fc.assert(
      fc.property(fc.array(size, { minLength: 1, maxLength: 400 }), (sizes) => {
        const watch = watchAudio();
        let end = 0;
        for (const each of sizes) {
          const from = end;
          end = Math.min(file.length, end + each);
          watch.bytes(file.subarray(from, end));
        }
        const { head, tail, length } = watch.sample();
        expect(length).toBe(end);
        expect(head.equals(file.subarray(0, Math.min(end, 65_536)))).toBe(true);
        expect(tail.equals(file.subarray(Math.max(0, end - 65_536), end))).toBe(true);
      }),
    );
  });

  it('takes work in proportion to the chunks, however small they are', () => {
    const chunk = Buffer.from('x');
    const work = (chunks: number): void => {
      const watch = watchAudio();
      for (let index = 0; index < chunks; index += 1) watch.bytes(chunk);
    };
    expect(growthOf(5_000, (size) => size, work)).toBeLessThan(quadratic);
  });
});
