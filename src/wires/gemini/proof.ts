import { objectOf, parseJson, stringOf } from '../../shared/json/json.ts';
import type { Proof } from '../translation/parts.ts';

/** A signature of the vendor for what the model thought, and what it stood on: a call, or text. */
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

/** Stands where a signature is required and the call was made by another vendor's model. The vendor documents it for that. */
export const foreignSignature = 'skip_thought_signature_validator';

/** How ids of calls begin that the vendor gave none. The vendor does not get them back. */
export const madeIdPrefix = 'dgfc';
