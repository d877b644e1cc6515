import type { Spec } from '../catalog/catalog.ts';
import { newId } from '../shared/ids.ts';
import type { JsonObject } from '../shared/json/json.ts';

/** What stands before the id of each kind of object, and with it the list of kinds. */
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

/** Something that a caller can come back for. */
export type ObjectKind = keyof typeof objectPrefixes;

/** A thing that is kept for a workspace. */
export interface OwnedObject {
  /** Ours, opaque and not to be guessed: a prefix and 24 base62 characters (142 random bits). */
  readonly id: string;
  readonly kind: ObjectKind;
  /** The document that it belongs to: a file of Spec A cannot be seen from Spec B. */
  readonly spec: Spec;
  readonly workspaceId: string;
  /** Who keeps the thing itself; null where we do. */
  readonly providerId: string | null;
  /** Its id there. Never shown. Several objects, of one workspace or of many, may have the same. */
  readonly upstreamId: string | null;
  /** Id of the batch that the provider made this file for; absent for everything else. */
  readonly batchId?: string;
  /** Epoch milliseconds. */
  readonly createdAt: number;
  /** Epoch milliseconds from which it does not exist any more; null: it stays until it is deleted. */
  readonly expiresAt: number | null;
  /** What it is, by kind; what is shown of it is made from this. */
  readonly fields: JsonObject;
}

declare const checked: unique symbol;

/**
 * An object whose owner has been checked. Only the store makes one, and only for the workspace that it was asked for, so a
 * route that skips the check has nothing to read, change or delete.
 */
export type Owned<Kind extends ObjectKind = ObjectKind> = OwnedObject & {
  readonly kind: Kind;
  /** 1 for a new one, and one more with each change. */
  readonly version: number;
  readonly [checked]: true;
};

/** A part of an object that is found and paged by itself: an input item, a message. */
export interface ObjectItem {
  /** Unique within its object's part. */
  readonly id: string;
  /** What it is to its object: a response has input and output, a conversation and a chat completion only one kind. */
  readonly part: 'input' | 'output';
  readonly body: JsonObject;
}

/** Spec B's own word where it has one. */
const prefixesOfB: Readonly<Partial<Record<ObjectKind, string>>> = { batch: 'msgbatch' };

/** A new id for an object of the kind. */
export const newObjectId = (kind: ObjectKind, spec: Spec = 'a'): string =>
  newId((spec === 'b' ? prefixesOfB[kind] : undefined) ?? objectPrefixes[kind]);
