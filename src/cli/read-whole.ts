import { CliFailure } from './context.ts';

/** What a flag that takes a whole number has to say in a refusal. */
interface WholeFlag {
  /** `--limit`. */
  readonly flag: string;
  /** `seconds`. */
  readonly unit: string;
  readonly example: number;
}

/** The whole number that a flag was given. @throws {CliFailure} for anything else, nothing at all included */
export function readWhole(text: string, { flag, unit, example }: WholeFlag): number {
  if (/^\d+$/.test(text)) return Number(text);
  throw new CliFailure(`${flag} is a whole number of ${unit}, for example ${example}; you gave "${text}".`);
}
