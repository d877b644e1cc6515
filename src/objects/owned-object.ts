import type { Spec } from '../catalog/catalog.ts';
import { GatewayError } from '../errors/gateway-error.ts';
import type { Caller } from '../identity/caller.ts';
import { newId } from '../shared/ids.ts';
import type { JsonObject } from '../shared/json/json.ts';
import { formatMinute } from '../shared/time/calendar.ts';
import type { CountRead, Life, ObjectStore } from './object-store.ts';

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

/** Names of the kinds in messages. */
const nouns: Readonly<Record<ObjectKind | 'item', string>> = {
  response: 'response',
  conversation: 'conversation',
  'chat-completion': 'stored chat completion',
  voice: 'voice',
  'voice-consent': 'voice consent',
  file: 'file',
  batch: 'batch',
  'drive-file': 'drive file',
  item: 'item',
};

/** The object that a request names. */
interface Wanted<Kind extends ObjectKind> {
  readonly spec: Spec;
  readonly kind: Kind;
  readonly id: string;
  readonly caller: Pick<Caller, 'workspaceId'>;
  /** The field that names it; absent if the path does. */
  readonly param?: string;
  /** Counts its bytes before they are read; absent: they are few. */
  readonly count?: CountRead | undefined;
}

/** The owner check: returns the object if it belongs to the caller's workspace. */
export type FindOwned = <Kind extends ObjectKind>(wanted: Wanted<Kind>) => Promise<Owned<Kind>>;

/** What a request may ask not to be stored. */
const storable: ReadonlySet<string> = new Set<ObjectKind>(['response', 'chat-completion']);

/** The error for an object that the caller cannot have. It omits the id, so that all such answers are equal. */
export const noSuchObject = (kind: ObjectKind | 'item', param?: string): GatewayError =>
  new GatewayError(
    'not_found',
    `This workspace has no such ${nouns[kind]}. It does not exist, ${storable.has(kind) ? 'was not stored, ' : ''}was deleted, has expired, or belongs to another workspace.`,
    param === undefined ? {} : { param },
  );

const daySeconds = 86_400;

/** `3 days` for whole days, else seconds. */
function formatSpan({ createdAt, expiresAt }: Life): string {
  const seconds = Math.round((expiresAt - createdAt) / 1_000);
  const days = seconds / daySeconds;
  return Number.isInteger(days) ? `${days} day${days === 1 ? '' : 's'}` : `${seconds.toLocaleString('en-US')} s`;
}

const fileExpired = (life: Life): GatewayError =>
  new GatewayError(
    'file_expired',
    `This file expired after ${formatSpan(life)}, on ${formatMinute(life.expiresAt)}. Download files before they expire.`,
  );

/**
 * Makes the owner check.
 *
 * @throws {GatewayError} 404 `not_found`, equal for missing, expired and foreign objects; `file_expired` to the owner of an
 *   expired drive file
 */
export const makeFindOwned =
  (store: Pick<ObjectStore, 'find' | 'lifeOfExpired'>): FindOwned =>
  async ({ spec, kind, id, caller, param, count }) => {
    const name = { spec, kind, id, workspaceId: caller.workspaceId };
    const found = await store.find(name, count);
    if (found !== null) return found;
    const life = kind === 'drive-file' ? await store.lifeOfExpired(name) : null;
    throw life === null ? noSuchObject(kind, param) : fileExpired(life);
  };
