import type { Random } from './make-random.ts';

/** Material for changing an input. */
export interface Material {
  /** All inputs that are kept. */
  readonly corpus: readonly Buffer[];
  readonly words: readonly Buffer[];
  readonly longest: number;
}

type Change = (input: Buffer, random: Random, material: Material) => Buffer;

/** Bytes with a meaning for some parser, and bytes that are not UTF-8. */
const loaded = Buffer.from('\0\t\n\r "\'\\{}[],:;=-./%&<>@0159aAeEuUxX_~\u{7f}\u{80}\u{ff}', 'latin1');

/** The most bytes that one repetition adds. It reveals anything that grows faster than its input. */
const longestRun = 16_384;

const anyPart = (input: Buffer, random: Random): Buffer => {
  const from = random.below(input.length + 1);
  return input.subarray(from, from + random.below(Math.min(64, input.length - from) + 1));
};
const insert = (input: Buffer, random: Random, bytes: Buffer): Buffer => {
  const at = random.below(input.length + 1);
  return Buffer.concat([input.subarray(0, at), bytes, input.subarray(at)]);
};
const changes: readonly Change[] = [
  (input, random) => insert(input, random, Buffer.from([loaded[random.below(loaded.length)] ?? 0])),
  (input, random) => insert(input, random, Buffer.from([random.below(256)])),
  (input, random, { words }) => insert(input, random, random.pick(words)),
  (input, random, { words }) => insert(input, random, random.pick(words)),
  (input, random) => insert(input, random, anyPart(input, random)),
  (input, random, { corpus }) => insert(input, random, anyPart(random.pick(corpus), random)),
  (input, random) => {
    const changed = Buffer.from(input);
    if (input.length > 0) changed[random.below(input.length)] = loaded[random.below(loaded.length)] ?? 0;
    return changed;
  },
  (input, random) => {
    const from = random.below(input.length + 1);
    const to = from + random.below(Math.min(64, input.length - from) + 1);
    return Buffer.concat([input.subarray(0, from), input.subarray(to)]);
  },
  (input, random) => input.subarray(0, random.below(input.length + 1)),
  (input, random, { corpus }) => {
    const other = random.pick(corpus);
    return Buffer.concat([
      input.subarray(0, random.below(input.length + 1)),
      other.subarray(random.below(other.length + 1)),
    ]);
  },
];

/** Repeats a few bytes, or a word, many times. Chosen rarely, because it costs the most. */
const repetition: Change = (input, random, { words }) => {
  const some = random.below(2) === 0 ? random.pick(words) : anyPart(input, random).subarray(0, 1 + random.below(8));
  const times = Math.floor(random.below(longestRun) / Math.max(1, some.length));
  return insert(input, random, Buffer.concat(Array.from({ length: times }, () => some)));
};

/** A changed input, never longer than the material says. */
export function mutate(random: Random, material: Material): Buffer {
  let input = random.pick(material.corpus);
  for (let left = 1 + random.below(4); left > 0; left -= 1) input = random.pick(changes)(input, random, material);
  if (random.below(64) === 0) input = repetition(input, random, material);
  return input.subarray(0, material.longest);
}
