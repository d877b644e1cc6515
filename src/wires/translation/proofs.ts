import type { SealBinding, Seals } from './seal.ts';
import type { Turn, TurnEvent } from '../turn.ts';
import { lossOf } from './losses.ts';
import type { Loss, Part, Proof, ProvenPart, UpstreamWireId } from './parts.ts';

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
