import { makeSealer, type SealContext } from '../../shared/seal.ts';
import type { Turn, TurnEvent } from '../turn.ts';
import { lossOf } from './losses.ts';
import type { Loss, Part, Proof, ProvenPart, UpstreamWireId } from './parts.ts';

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

/** A proof as one text: the wire, a line feed, the block. */
const textOf = ({ wire, raw }: Proof): string => `${wire}\n${raw}`;

function proofOf(text: string): Proof {
  const end = text.indexOf('\n');
  return { wire: text.slice(0, end) as UpstreamWireId, raw: text.slice(end + 1) };
}

/** Whether only the vendor that made a part accepts it back. */
export const isProven = (part: Part): part is ProvenPart =>
  part.type === 'reasoning' || part.type === 'search' || part.type === 'code';

/** Seals the proofs of an answer for the caller. */
export const sealProofs =
  (seals: Seals, binding: SealBinding) =>
  (event: TurnEvent): TurnEvent =>
    event.type === 'mark' && event.mark.type === 'proof'
      ? { ...event, mark: { type: 'seal', seal: seals.seal(textOf(event.mark.proof), binding) } }
      : event;

/**
 * Opens what the gateway sealed for the same workspace, vendor and model family. A part whose seal cannot be opened is removed if it
 * would otherwise go to a vendor that did not make it.
 */
export function openProofs(
  turn: Turn,
  seals: Seals,
  binding: SealBinding,
): { readonly turn: Turn; readonly losses: readonly Loss[] } {
  const losses: Loss[] = [];
  const openPart = (part: Part): readonly Part[] => {
    if (!isProven(part) || part.seal === null) return [part];
    const text = seals.open(part.seal, binding);
    if (text !== null) return [{ ...part, seal: null, proof: proofOf(text) }];
    losses.push(lossOf('thought-sealed', part.path));
    return [];
  };
  const messages = turn.messages.map((message) => {
    const parts = message.parts.flatMap(openPart);
    return parts.length === message.parts.length && parts.every((part, index) => part === message.parts[index])
      ? message
      : { ...message, parts };
  });
  return { turn: { ...turn, messages }, losses };
}
