/** Reproducible randomness: the same numbers for the same seed. */
export interface Random {
  /** A whole number from 0 to below the limit. */
  readonly below: (limit: number) => number;
  readonly pick: <Item>(items: readonly Item[]) => Item;
}

/** Mulberry32: a good spread from 32 bits of state. */
export function makeRandom(seed: number): Random {
  let state = seed >>> 0;
  const below = (limit: number): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * limit);
  };
  return {
    below,
    pick: <Item>(items: readonly Item[]): Item => {
      if (items.length === 0) throw new RangeError('There is nothing to pick from.');
      return items[below(items.length)] as Item;
    },
  };
}

/** Cuts bytes into chunks as a network might: often all at once, sometimes byte by byte, otherwise anything between. */
export function cut(bytes: Buffer, random: Random): readonly Buffer[] {
  const behaviour = random.below(4);
  if (behaviour === 0 || bytes.length === 0) return [bytes];
  const most = behaviour === 1 && bytes.length < 2_000 ? 1 : 1 + random.below(bytes.length);
  const chunks: Buffer[] = [];
  for (let from = 0; from < bytes.length;) {
    const size = 1 + random.below(most);
    chunks.push(bytes.subarray(from, from + size));
    from += size;
  }
  return chunks;
}
