import type { KindId, Provider, Spec } from './catalog.ts';
import type { TextWire } from './profiles.ts';
import type { CredentialType } from './credential.ts';
import type { OperationFamily } from './operation-families.ts';

/** The operation family of each text wire. */
export const familyOfWire: Readonly<Record<TextWire, OperationFamily>> = {
  'chat-completions': 'chat',
  responses: 'responses',
  messages: 'messages',
  'count-tokens': 'messages',
  gemini: 'chat',
};

export const textWires = Object.keys(familyOfWire) as readonly TextWire[];

/** What `diglot check` needs to know of a kind. */
interface KindFacts {
  readonly spec: Spec;
  /** Best first. */
  readonly wires: readonly TextWire[];
  /** The credentials that it takes. */
  readonly credentials: readonly CredentialType[];
  /** True where it serves no other operations than those of its wires. */
  readonly textAlone?: boolean;
}

const aws: readonly CredentialType[] = ['aws-keys', 'aws-web-identity', 'aws-container', 'aws-instance'];
const entra: readonly CredentialType[] = ['entra-secret', 'entra-managed-identity'];
const google: readonly CredentialType[] = ['google-service-account', 'google-metadata'];

export const kindFacts: Readonly<Record<KindId, KindFacts>> = {
  // All clouds have hosts that speak the vendors' own formats.
  openai: { spec: 'a', wires: ['responses', 'chat-completions'], credentials: ['header', ...aws, ...entra, ...google] },
  anthropic: { spec: 'b', wires: ['messages', 'count-tokens'], credentials: ['header', ...aws, ...entra] },
  'azure-openai': { spec: 'a', wires: ['responses', 'chat-completions'], credentials: ['header', ...entra] },
  bedrock: { spec: 'b', wires: ['messages'], credentials: ['header', ...aws], textAlone: true },
  vertex: { spec: 'b', wires: ['messages', 'count-tokens'], credentials: google, textAlone: true },
  gemini: { spec: 'a', wires: ['gemini'], credentials: ['header', ...google], textAlone: true },
};

export const kindIds = Object.keys(kindFacts) as readonly KindId[];

/** The default kind. */
export const usualKind: Readonly<Record<Spec, KindId>> = { a: 'openai', b: 'anthropic' };

/** Wire formats of text that a provider serves, best first. */
export const wiresOf = ({ kind, operations, wires }: Provider): readonly TextWire[] =>
  wires ?? kindFacts[kind].wires.filter((wire) => operations === null || operations.includes(familyOfWire[wire]));
