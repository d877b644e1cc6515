import type { KeyLimits, Scope } from '../identity/caller.ts';
import type { NanoCredits } from '../shared/money.ts';
import type { Answers } from './console-handler.ts';
import { readCredits } from './read-credits.ts';

/** A scope as the document describes it, every part said. */
export const writeScope = ({ models, operations, products, regions, networks }: Scope): Answers['Scope'] => ({
  models: models && [...models],
  // The document's families are the catalogue's, so what was let in fits.
  operations: operations && (operations as Answers['OperationFamily'][]).slice(),
  products: products && [...products],
  regions: regions && [...regions],
  networks: networks && [...networks],
});

/** The limits that a body says, in nano-credits; what it does not say is absent. */
export function readLimits(limits: Answers['KeyLimits'] | undefined): Partial<KeyLimits> {
  const said: { -readonly [Window in keyof KeyLimits]?: NanoCredits | null } = {};
  for (const window of ['day', 'month', 'total'] as const) {
    const text = limits?.[window];
    if (text !== undefined) said[window] = text === null ? null : readCredits(text, `limits.${window}`);
  }
  return said;
}
