/** What is known of a sound file that flowed by. */
export interface SoundSample {
  /** Its first bytes, 64 KiB or all. */
  readonly head: Buffer;
  /** Its last bytes, 64 KiB or all. */
  readonly tail: Buffer;
  /** Bytes in all. */
  readonly length: number;
}

/** Watches one sound file pass. */
export interface SoundWatch {
  /** Another file begins: the one before is forgotten. */
  readonly begin: () => void;
  readonly bytes: (bytes: Buffer) => void;
  readonly sample: () => SoundSample;
}

const kept = 65_536;

const sizeOf = (chunks: readonly Buffer[]): number => chunks.reduce((sum, chunk) => sum + chunk.length, 0);

/** Keeps views of the first and the last bytes; nothing is copied while they pass. */
export function watchSound(): SoundWatch {
  let head: Buffer[] = [];
  let tail: Buffer[] = [];
  let length = 0;
  return {
    begin: () => {
      head = [];
      tail = [];
      length = 0;
    },
    bytes: (bytes) => {
      if (length < kept) head.push(bytes.subarray(0, kept - length));
      length += bytes.length;
      tail.push(bytes.subarray(-kept));
      while (tail.length > 1 && sizeOf(tail) - (tail[0]?.length ?? 0) >= kept) tail.shift();
    },
    sample: () => ({ head: Buffer.concat(head), tail: Buffer.concat(tail).subarray(-kept), length }),
  };
}
