import type { JsonObject } from '../../src/shared/json/json.ts';

type KindOf<T> = T extends { type?: infer K } ? Extract<K, string> : never;

/**
 * One sample of every kind of a union of an SDK, by its `type`. A kind that a new release of the SDK brings is an error
 * of the compiler until it has its sample, and with it its place in the document.
 */
export type ByKind<T> = { readonly [K in KindOf<T>]: T & { readonly type: K } };

/** A union of an SDK, and where the document has it. */
export interface Kinds {
  /** The tagged union in the document, by the name of its schema. */
  readonly schema: string;
  readonly operation: string;
  readonly samples: Readonly<Record<string, object>>;
  /** A body that has the sample in its place. */
  readonly body: (sample: object) => JsonObject;
}

/** A value of an SDK's type as the contract reads it: as JSON. */
export const asJson = (value: unknown): JsonObject => JSON.parse(JSON.stringify(value)) as JsonObject;
