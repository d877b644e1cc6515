import type { UnitKind } from '../shared/usage.ts';
import type { KindId, Provider, Spec, Target, TextWire } from './catalog.ts';
import type { CredentialType } from './credential.ts';

/** The operation family of each text wire. */
export const familyOfWire: Readonly<Record<TextWire, OperationFamily>> = {
  'chat-completions': 'chat',
  responses: 'responses',
  messages: 'messages',
  'count-tokens': 'messages',
  gemini: 'chat',
  converse: 'chat',
};

export const textWires = Object.keys(familyOfWire) as readonly TextWire[];

/** What `diglot check` needs to know about a kind. */
interface KindFacts {
  /** The vendor, for people. */
  readonly title: string;
  /** How base addresses look. */
  readonly address: string;
  readonly spec: Spec;
  /** Best first. */
  readonly wires: readonly TextWire[];
  /** Wires that it has besides, and that a row has to name, because its usual models do without them, or lack them. */
  readonly named?: readonly TextWire[];
  /** The credentials that it takes. */
  readonly credentials: readonly CredentialType[];
  /** True if it serves no other operations than those of its wires. */
  readonly textAlone?: boolean;
}

const aws: readonly CredentialType[] = ['aws-keys', 'aws-web-identity', 'aws-container', 'aws-instance'];
const entra: readonly CredentialType[] = ['entra-secret', 'entra-workload-identity', 'entra-managed-identity'];
const google: readonly CredentialType[] = ['google-service-account', 'google-metadata'];

export const kindFacts: Readonly<Record<KindId, KindFacts>> = {
  openai: {
    title: 'OpenAI, compatible hosts, and the OpenAI formats of all clouds',
    address: 'https://api.openai.com/v1',
    spec: 'a',
    wires: ['responses', 'chat-completions'],
    credentials: ['header', ...aws, ...entra, ...google],
  },
  anthropic: {
    title: 'Anthropic, compatible hosts, and Claude on Microsoft Foundry and the Mantle host of AWS',
    address: 'https://api.anthropic.com',
    spec: 'b',
    wires: ['messages', 'count-tokens'],
    credentials: ['header', ...aws, ...entra],
  },
  'azure-openai': {
    title: 'Azure OpenAI',
    address: 'https://NAME.openai.azure.com/openai/v1',
    spec: 'a',
    wires: ['responses', 'chat-completions'],
    credentials: ['header', ...entra],
  },
  bedrock: {
    title: 'Amazon Bedrock: Claude by InvokeModel (`messages`), every model by Converse (`converse`)',
    address: 'https://bedrock-runtime.REGION.amazonaws.com',
    spec: 'b',
    wires: ['messages'],
    named: ['converse', 'count-tokens'],
    credentials: ['header', ...aws],
    textAlone: true,
  },
  vertex: {
    title: 'Claude on Vertex AI',
    address: 'https://REGION-aiplatform.googleapis.com/v1/projects/PROJECT/locations/REGION',
    spec: 'b',
    wires: ['messages', 'count-tokens'],
    credentials: google,
    textAlone: true,
  },
  gemini: {
    title: 'Gemini, by key or on Vertex AI',
    address: 'https://generativelanguage.googleapis.com/v1beta',
    spec: 'a',
    wires: ['gemini'],
    credentials: ['header', ...google],
    textAlone: true,
  },
};

export const kindIds = Object.keys(kindFacts) as readonly KindId[];

const usualKind: Readonly<Record<Spec, KindId>> = { a: 'openai', b: 'anthropic' };

/** The kind of a row: as it says, or the usual one of its spec. */
export const kindOf = ({ kind, spec }: { readonly kind?: KindId | null; readonly spec: Spec }): KindId =>
  kind ?? usualKind[spec];

/** Wire formats of text that a provider serves, best first. @param target the model's place there; absent: of any model */
export const wiresOf = (
  { kind, operations, wires }: Pick<Provider, 'kind' | 'operations' | 'wires'>,
  target?: Pick<Target, 'wires'>,
): readonly TextWire[] =>
  target?.wires ??
  wires ??
  kindFacts[kind].wires.filter((wire) => operations === null || operations.includes(familyOfWire[wire]));

/** The operation families, named as in `x-diglot.family` of the documents and in key scopes. */
export const operationFamilies = [
  'models',
  'chat',
  'completions',
  'responses',
  'conversations',
  'embeddings',
  'moderations',
  'images',
  'audio',
  'files',
  'batches',
  'messages',
  'drive',
  'realtime',
] as const;

export type OperationFamily = (typeof operationFamilies)[number];

/** The families that a batch of Spec A may run: each of its lines is a call of one of them. */
export const batchedFamilies = [
  'chat',
  'responses',
  'completions',
  'embeddings',
  'moderations',
  'images',
  'audio',
] as const satisfies readonly OperationFamily[];

/** The families whose calls name a model, by specification. */
export const modelFamilies: Readonly<Record<Spec, readonly OperationFamily[]>> = {
  a: [...batchedFamilies, 'realtime', 'batches'],
  b: ['messages', 'completions', 'batches'],
};

const textIn: readonly UnitKind[] = ['input_tokens'];
const textInAndOut: readonly UnitKind[] = ['input_tokens', 'output_tokens'];

/**
 * Alternative sets of unit kinds that a family's calls use. A price list must price every kind of at least one set. Kinds
 * that default to their parent's price are not listed. A family that is absent uses no units of its own.
 */
export const pricedKinds: Readonly<Partial<Record<OperationFamily, readonly (readonly UnitKind[])[]>>> = {
  chat: [textInAndOut],
  completions: [textInAndOut],
  responses: [textInAndOut],
  messages: [textInAndOut],
  embeddings: [textIn, ['requests']],
  moderations: [textIn, ['requests']],
  images: [['images'], textInAndOut],
  audio: [['characters'], ['audio_seconds'], textInAndOut],
  realtime: [textInAndOut],
};

/** The fewest unit kinds that need a price before a family can be called; none if it can. */
export function missingKinds(
  alternatives: readonly (readonly UnitKind[])[],
  isPriced: (kind: UnitKind) => boolean,
): readonly UnitKind[] {
  const gaps = alternatives.map((kinds) => kinds.filter((kind) => !isPriced(kind)));
  return gaps.toSorted((one, other) => one.length - other.length)[0] ?? [];
}

/** The family that a model of this spec serves if the catalogue names none. */
export const mainFamily: Readonly<Record<Spec, OperationFamily>> = { a: 'chat', b: 'messages' };
