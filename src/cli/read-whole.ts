import { CliFailure } from './context.ts';

/** The parts of the error message of a whole-number flag. */
interface WholeFlag {
  /** `--limit`. */
  readonly flag: string;
  /** `seconds`. */
  readonly unit: string;
  readonly example: number;
}

/** Parses the whole number of a flag. @throws {CliFailure} for anything else, also an empty text */
export function readWhole(text: string, { flag, unit, example }: WholeFlag): number {
  if (/^\d+$/.test(text)) return Number(text);
  throw new CliFailure(`${flag} must be a whole number of ${unit}, for example ${example}; you wrote "${text}".`);
}
