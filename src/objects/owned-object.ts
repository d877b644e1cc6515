import type { Spec } from '../catalog/catalog.ts';
import { newId } from '../shared/ids.ts';
import { isObject, type Json, type JsonObject } from '../shared/json/json.ts';

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

/** Whether an item of a request stands for a stored one: an item without a type is a message if it has a role, else a reference. */
export const isReference = ({ type, role }: JsonObject): boolean =>
  type === 'item_reference' || ((type === undefined || type === null) && role === undefined);

const ownFile = /^file_[0-9A-Za-z]{24}$/;

/** Families whose files must have been uploaded through the gateway. In others, a model may have created the file. */
const onlyUploaded: readonly string[] = ['images'];

/**
 * Whether a file that a request names must be one of its workspace.
 *
 * @param family of the request's operation; null: unknown
 */
export const mustBeOwnFile = (id: string, family: string | null): boolean =>
  family === null || onlyUploaded.includes(family) || ownFile.test(id);

/** Members that name files. */
const fileMembers: readonly string[] = ['file_id', 'file_ids'];

/** The path at which a body first names such a file: `messages[0].content[1].file.file_id`; null if it names none. */
export const pathOfFile = (body: Json | undefined, isSuch: (id: string) => boolean): string | null =>
  pathIn(body, isSuch, false)?.replace(/^\./, '') ?? null;

/** @param isNaming whether a string here is a file id */
function pathIn(value: Json | undefined, isSuch: (id: string) => boolean, isNaming: boolean): string | null {
  if (typeof value === 'string') return isNaming && isSuch(value) ? '' : null;
  if (typeof value !== 'object' || value === null) return null;
  if (!isObject(value)) {
    for (const [index, each] of value.entries()) {
      const found = pathIn(each, isSuch, isNaming);
      if (found !== null) return `[${index}]${found}`;
    }
    return null;
  }
  for (const name in value) {
    const found = pathIn(value[name], isSuch, fileMembers.includes(name));
    if (found !== null) return `.${name}${found}`;
  }
  return null;
}
