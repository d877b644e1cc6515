import type { UnitKind } from '../shared/usage.ts';
import type { Spec } from './catalog.ts';

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
