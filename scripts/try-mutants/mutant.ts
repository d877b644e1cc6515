/** A mistake that a person could make, as a change of one place in one file. */
export interface Mutant {
  /** What is wrong, in words. */
  readonly name: string;
  readonly file: string;
  /** Occurs exactly once in the file. */
  readonly find: string;
  readonly replace: string;
  /** The tests of which at least one must fail. */
  readonly tests: readonly string[];
}
