import { makeSealer, type SealContext } from '../../shared/seal.ts';

/** What a sealed text belongs to: it can be opened only for the same three values. */
export interface SealBinding {
  readonly workspace: string;
  readonly vendor: string;
  readonly family: string;
}

/**
 * Seals what a vendor wants back unchanged and the caller should keep, but not read or change: signatures and encrypted thoughts. The
 * text inside is the vendor's own block, byte for byte.
 */
export interface Seals {
  readonly seal: (text: string, binding: SealBinding) => string;
  /** @returns null if the gateway did not seal it, it was changed, or it belongs to something else */
  readonly open: (seal: string, binding: SealBinding) => string | null;
}

/** Each workspace has a key of its own. */
const contextOf = ({ workspace, vendor, family }: SealBinding): SealContext => ({
  purpose: `diglot seal ${workspace}`,
  names: [workspace, vendor, family],
});

/** @param keys at least one of at least 32 bytes; the first one seals, all of them open */
export function makeSeals(keys: readonly Buffer[]): Seals {
  const { seal, open } = makeSealer(keys);
  return {
    seal: (text, binding) => seal(text, contextOf(binding)),
    open: (sealed, binding) => open(sealed, contextOf(binding)),
  };
}
