import type { UnitKind } from '../shared/usage.ts';
import type { Spec } from './catalog.ts';

/** The operation families, as `x-diglot.family` names them in the documents; scopes of keys name them too. */
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
] as const;

export type OperationFamily = (typeof operationFamilies)[number];

const textIn: readonly UnitKind[] = ['input_tokens'];
const textInAndOut: readonly UnitKind[] = ['input_tokens', 'output_tokens'];

/**
 * Unit kinds that a family's calls are reported in, as alternatives: a price list must hold every kind of at least one.
 * Kinds that take their parent's price are not named. A family that is absent reports nothing by itself.
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
};

/** The family that a model of this spec is assumed to serve when the catalogue does not say: a conversation. */
export const mainFamily: Readonly<Record<Spec, OperationFamily>> = { a: 'chat', b: 'messages' };
