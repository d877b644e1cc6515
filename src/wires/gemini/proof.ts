import { objectOf, parseJson, stringOf } from '../../shared/json/json.ts';
import type { Proof } from '../translation/parts.ts';

/** A vendor's signature for the model's thoughts, and what it was attached to: a call, or text. */
export interface Signature {
  readonly on: 'call' | 'text';
  /** Base64. */
  readonly signature: string;
}

export const writeProof = ({ on, signature }: Signature): Proof => ({
  wire: 'gemini',
  raw: JSON.stringify({ on, thoughtSignature: signature }),
});

export function readProof({ raw }: Proof): Signature {
  const { on, thoughtSignature } = objectOf(parseJson(raw));
  return { on: on === 'call' ? 'call' : 'text', signature: stringOf(thoughtSignature) ?? '' };
}

/** Replaces a required signature if another vendor's model made the call. The vendor documents it for that purpose. */
export const foreignSignature = 'skip_thought_signature_validator';

/** The prefix of ids for calls that the vendor sent without one. The vendor does not get them back. */
export const madeIdPrefix = 'dgfc';
