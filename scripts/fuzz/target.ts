import type { Random } from './make-random.ts';

/** A piece of the gateway that foreign bytes reach, with what must hold whatever they are. */
export interface Target {
  readonly name: string;
  /** Inputs to begin with. */
  readonly seeds: readonly (string | Buffer)[];
  /** What is put into inputs at times, because chance alone would hardly write it. */
  readonly words: readonly string[];
  /** Most bytes of an input: what stands before this piece lets no more through at once. */
  readonly longest: number;
  /**
   * Gives the input to the piece. The answer says in a few words what came of it: an input whose answer is new is kept,
   * to be changed further.
   *
   * @throws {GatewayError} as the piece does; anything else is a finding
   */
  readonly run: (input: Buffer, random: Random) => string;
}

/** Fails with the claim that does not hold. */
export function claim(holds: boolean, what: string): asserts holds {
  if (!holds) throw new Error(what);
}

/** A count as it matters to a parser: none, one, two, more, many more. */
export const scale = (count: number): number => (count < 3 ? count : 2 + Math.ceil(Math.log2(count)));
