import type { Spec } from '../catalog/catalog.ts';
import { newId } from '../shared/ids.ts';
import type { JsonObject } from '../shared/json/json.ts';

/** The id prefix of each kind of object. */
export const objectPrefixes = {
  response: 'resp',
  conversation: 'conv',
  'chat-completion': 'chatcmpl',
  voice: 'voice',
  'voice-consent': 'cons',
  file: 'file',
  batch: 'batch',
  'drive-file': 'drive',
} as const;

export type ObjectKind = keyof typeof objectPrefixes;

/** An object that belongs to a workspace. */
export interface OwnedObject {
  /** The gateway's id: a prefix and 24 base62 characters (142 random bits). */
  readonly id: string;
  readonly kind: ObjectKind;
  /** The API that it belongs to. A file of Spec A is not visible in Spec B. */
  readonly spec: Spec;
  readonly workspaceId: string;
  /** The provider that stores it; null if the gateway does. */
  readonly providerId: string | null;
  /** Its id at the provider, never shown. Several objects may share it, even across workspaces. */
  readonly upstreamId: string | null;
  /**
   * For a file that the provider made for a batch: the id of the batch. For a batch whose creation may be repeated: a digest of its
   * idempotency key. Of each there is one object with the same `upstreamId`.
   */
  readonly batchId?: string;
  /** Epoch milliseconds. */
  readonly createdAt: number;
  /** Epoch milliseconds from which it no longer exists; null: it stays until it is deleted. */
  readonly expiresAt: number | null;
  /** Its content, by kind. */
  readonly fields: JsonObject;
}

declare const checked: unique symbol;

/**
 * An object whose owner has been checked. Only the store makes one, for the workspace given to it, so an operation that skips
 * the check has nothing to read, change or delete.
 */
export type Owned<Kind extends ObjectKind = ObjectKind> = OwnedObject & {
  readonly kind: Kind;
  /** 1 for a new one, and one more with each change. */
  readonly version: number;
  readonly [checked]: true;
};

/** A part of an object that is listed separately, such as an input item or a message. */
export interface ObjectItem {
  /** Unique within the part. */
  readonly id: string;
  /** A response has input and output; conversations and chat completions have only input. */
  readonly part: 'input' | 'output';
  readonly body: JsonObject;
}

/** Prefixes of Spec B, where they differ. */
const prefixesOfB: Readonly<Partial<Record<ObjectKind, string>>> = { batch: 'msgbatch' };

/** Makes an id for a new object. */
export const newObjectId = (kind: ObjectKind, spec: Spec = 'a'): string =>
  newId((spec === 'b' ? prefixesOfB[kind] : undefined) ?? objectPrefixes[kind]);

type OwnObject<Kind extends ObjectKind> = Pick<OwnedObject, 'createdAt' | 'expiresAt' | 'fields'> & {
  readonly id?: string;
  readonly kind: Kind;
  readonly call: { readonly spec: Spec; readonly caller: { readonly workspaceId: string } };
};

/** A new object that the gateway itself stores, for the workspace of a call. */
export const newOwnObject = <Kind extends ObjectKind>({ call, id, ...object }: OwnObject<Kind>) => ({
  id: id ?? newObjectId(object.kind),
  spec: call.spec,
  workspaceId: call.caller.workspaceId,
  providerId: null,
  upstreamId: null,
  ...object,
});
