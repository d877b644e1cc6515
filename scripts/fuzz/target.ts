import type { Random } from './make-random.ts';

/** A part of the gateway that outside bytes reach, with what must hold for any bytes. */
export interface Target {
  readonly name: string;
  /** Inputs to begin with. */
  readonly seeds: readonly (string | Buffer)[];
  /** Strings that are sometimes inserted into inputs, because chance alone would hardly produce them. */
  readonly words: readonly string[];
  /** The most bytes of an input: the code before this part lets no more through at once. */
  readonly longest: number;
  /**
   * Passes the input to this part. The answer describes the outcome in a few words. An input with a new answer is kept, and
   * mutated further.
   *
   * @throws {GatewayError} as this part does; anything else is a finding
   */
  readonly run: (input: Buffer, random: Random) => string;
}

/** Fails with the claim that does not hold. */
export function claim(holds: boolean, what: string): asserts holds {
  if (!holds) throw new Error(what);
}

/** A count, as far as it matters to a parser: none, one, two, more, many more. */
export const scale = (count: number): number => (count < 3 ? count : 2 + Math.ceil(Math.log2(count)));
