import type { KindId, Spec, TextWire } from './catalog.ts';
import type { OperationFamily } from './operation-families.ts';

/** The operation family of each text wire. */
export const familyOfWire: Readonly<Record<TextWire, OperationFamily>> = {
  'chat-completions': 'chat',
  responses: 'responses',
  messages: 'messages',
  'count-tokens': 'messages',
};

export const textWires = Object.keys(familyOfWire) as readonly TextWire[];

/** What `diglot check` needs to know of a kind. */
interface KindFacts {
  readonly spec: Spec;
  /** Best first. */
  readonly wires: readonly TextWire[];
}

export const kindFacts: Readonly<Record<KindId, KindFacts>> = {
  openai: { spec: 'a', wires: ['responses', 'chat-completions'] },
  anthropic: { spec: 'b', wires: ['messages', 'count-tokens'] },
};

export const kindIds = Object.keys(kindFacts) as readonly KindId[];

/** The default kind. */
export const usualKind: Readonly<Record<Spec, KindId>> = { a: 'openai', b: 'anthropic' };
