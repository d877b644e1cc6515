/** What the `fmt ` chunk of a WAVE file says, and where its sound begins. */
export interface WaveFormat {
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
export function readWave(head: Buffer): WaveFormat | null {
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
