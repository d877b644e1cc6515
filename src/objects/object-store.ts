import type { Spec } from '../catalog/catalog.ts';
import { GatewayError } from '../errors/gateway-error.ts';
import type { Caller } from '../identity/caller.ts';
import type { JsonObject } from '../shared/json/json.ts';
import { formatMinute, oneDay } from '../shared/time/calendar.ts';
import type { ObjectItem, ObjectKind, Owned, OwnedObject } from './owned-object.ts';

/** The name of an object for its workspace. */
export interface ObjectName<Kind extends ObjectKind = ObjectKind> {
  readonly spec: Spec;
  readonly kind: Kind;
  readonly id: string;
  readonly workspaceId: string;
}

/** The name of an object by the id that its provider gave it. */
export interface UpstreamName extends Omit<ObjectName, 'id'> {
  readonly providerId: string;
  readonly upstreamId: string;
  /** Only the object with this `batchId`. */
  readonly batchId?: string;
}

/** Selects a page of a list. Without `after` and `before` it begins at the start of the list. */
export interface PageQuery {
  /** 1 or more. */
  readonly limit: number;
  /** Order by creation time. */
  readonly order: 'asc' | 'desc';
  /** Id of the last entry of the previous page. One deleted within the last day still marks its place. */
  readonly after?: string | null;
  /** Id of the first entry of the following page. */
  readonly before?: string | null;
  /** The caller's names of `after` and `before`, for errors; absent: the same. */
  readonly names?: { readonly after: string; readonly before: string };
}

/** Which items of an object are listed. */
export interface ItemQuery extends PageQuery {
  readonly part: ObjectItem['part'];
}

/** Which objects of a workspace are listed. */
export interface ObjectQuery<Kind extends ObjectKind = ObjectKind> extends PageQuery {
  readonly spec: Spec;
  readonly kind: Kind;
  readonly workspaceId: string;
  /** Each path leads to a text in `fields` that must equal the value, for example `['metadata', 'topic']`. */
  readonly where?: readonly { readonly path: readonly [string] | readonly [string, string]; readonly equals: string }[];
  /** Only these ids. */
  readonly ids?: readonly string[];
}

export interface ListPage<Entry> {
  readonly data: readonly Entry[];
  /** Whether more entries follow in the direction of paging. If others delete entries during a search, none may be left. */
  readonly hasMore: boolean;
}

/** Epoch milliseconds. */
interface Life {
  readonly createdAt: number;
  readonly expiresAt: number;
}

/** One part of a change that is made completely or not at all. */
export type ObjectWrite =
  | { readonly add: OwnedObject; readonly items?: readonly ObjectItem[] }
  /** Does nothing if the object is gone. An item whose id exists already stays as it is. */
  | { readonly append: Owned; readonly items: readonly ObjectItem[] };

/** What can change in a stored object. */
export interface ObjectChanges {
  readonly fields?: JsonObject;
  readonly expiresAt?: number | null;
}

/** Why some lines of a batch are not charged, and never will be. */
export interface Uncharged {
  readonly reason: string;
  /** Epoch milliseconds. */
  readonly at: number;
}

/**
 * Called with the bytes of JSON that are about to be read if they are more than 64 KiB, and with 0 between the steps of a search. The
 * read fails with what it throws. Callers release bytes with a negative number.
 */
export type CountRead = (bytes: number) => void;

/** Selects the items of an object that are read at once. */
interface ItemRead {
  /** Absent: all parts. */
  readonly part?: ObjectItem['part'];
  readonly count?: CountRead;
}

/**
 * Everything that callers come back for. Writes are durable when they resolve. Expired objects are absent, by the store's own
 * clock, whether or not they have been swept.
 */
export interface ObjectStore {
  /** @throws {GatewayError} `conflict` if the id is taken, or another object has its `batchId` and `upstreamId` */
  readonly add: (object: OwnedObject, items?: readonly ObjectItem[]) => Promise<void>;
  /** Makes several changes in one transaction. */
  readonly keep: (writes: readonly ObjectWrite[]) => Promise<void>;
  /**
   * Changes a stored object to what `change` returns for its current state. If another change came first, `change` is called again
   * with the new state.
   *
   * @returns the changed object; null if it is gone
   */
  readonly change: <Kind extends ObjectKind>(
    object: Owned<Kind>,
    change: (now: Owned<Kind>) => ObjectChanges,
  ) => Promise<Owned<Kind> | null>;
  /** Null if the object does not exist, has expired, or belongs to another workspace: a caller cannot distinguish these. */
  readonly find: <Kind extends ObjectKind>(name: ObjectName<Kind>, count?: CountRead) => Promise<Owned<Kind> | null>;
  /** The gateway's id for a provider's id: the oldest if there are several, or one deleted within the last day if there is no other. */
  readonly idOfUpstream: (name: UpstreamName) => Promise<string | null>;
  /** When the workspace's own expired object was created and expired; null if it has not expired, or is no longer known. */
  readonly lifeOfExpired: (name: ObjectName) => Promise<Life | null>;
  /**
   * Those of these ids under which any workspace has such an object. Only for cleanup, and for the one operation for which the
   * specification wants 403 for a foreign object.
   */
  readonly existing: (kind: ObjectKind, ids: readonly string[]) => Promise<ReadonlySet<string>>;
  /** Deletes an object and its items. @returns false if it was gone already */
  readonly delete: (object: Owned) => Promise<boolean>;
  /**
   * Deletes an object and its items if another object, of any workspace, has the same id at the same provider: a provider may give equal
   * content the same id each time. Of several deletions at once, also by several instances, the last one finds no other object.
   *
   * @returns whether there is another one; if not, nothing is deleted
   */
  readonly deleteShared: (object: Owned) => Promise<boolean>;
  /**
   * A page of objects. Complete and stable while others write: an entry that exists throughout is listed exactly once. A page ends after
   * 8 MiB of JSON, with `hasMore`, and has at least one entry. A search (`where`) takes several steps, between which others are served.
   *
   * @throws {GatewayError} `invalid_value` if `after` or `before` is not an object of the list
   */
  readonly page: <Kind extends ObjectKind>(
    query: ObjectQuery<Kind>,
    count?: CountRead,
  ) => Promise<ListPage<Owned<Kind>>>;

  /**
   * Bytes that a workspace stores until it deletes them: conversations with their items, and the records of files, voices, consents
   * and batches. Each row counts its JSON and 1 KiB more; a deleted object or item counts 1 KiB while its place is known. Read from a stored
   * sum, so the number of objects does not matter.
   */
  readonly storedBytes: (workspaceId: string) => Promise<number>;

  /** A page of the items of a part, in the order in which they were added. It ends after 8 MiB of JSON, as with `page`. */
  readonly items: (object: Owned, query: ItemQuery, count?: CountRead) => Promise<ListPage<ObjectItem>>;
  /** All items, however many there are. Each counts 128 bytes in addition to its JSON. */
  readonly allItems: (object: Owned, read?: ItemRead) => Promise<readonly ObjectItem[]>;
  readonly item: (object: Owned, itemId: string, count?: CountRead) => Promise<ObjectItem | null>;
  /** The newest item with the id in any object of the workspace. */
  readonly itemOfWorkspace: (
    name: Pick<ObjectName, 'spec' | 'workspaceId'>,
    itemId: string,
    count?: CountRead,
  ) => Promise<ObjectItem | null>;
  readonly deleteItem: (object: Owned, itemId: string) => Promise<boolean>;

  /**
   * Batches whose lines have not been charged, in the order of their creation. A page ends after 8 MiB of JSON, as with `page`.
   *
   * @param after id of the last batch of the previous page; null: from the start
   */
  readonly unchargedBatches: (after: string | null, limit: number) => Promise<ListPage<Owned<'batch'>>>;
  /**
   * Claims a batch, so that only one instance at a time charges it. The same instance may claim it again before its claim has ended.
   * If an instance has had no heartbeat for 90 seconds, its claim has ended.
   *
   * @returns a number that rises with each claim, for `markCharged`; null while the claim of another instance is in force
   */
  readonly claimBatch: (batch: Owned<'batch'>, milliseconds: number) => Promise<number | null>;
  /**
   * Records that every line of a batch that ever will be is in the ledger.
   *
   * @param claim the result of `claimBatch`
   * @param uncharged why some or all lines are not charged; stored under that name in the fields. Null: all are charged
   * @returns false, and records nothing, if another instance has claimed the batch since, or it has been charged already
   */
  readonly markCharged: (batch: Owned<'batch'>, claim: number, uncharged: Uncharged | null) => Promise<boolean>;
  /**
   * Expired objects that have not been deleted, earliest expiry first, for the sweeper. Fields larger than 64 KiB are left out.
   * @param after the last object of the previous page; null: from the start
   */
  readonly expired: (limit: number, after: Owned | null) => Promise<readonly Owned[]>;
  /** Forgets the places of objects and items deleted before this moment (epoch milliseconds). For the sweeper. */
  readonly forgetDeleted: (before: number) => Promise<void>;
}

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
interface WantedObject<Kind extends ObjectKind> {
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
export type FindOwned = <Kind extends ObjectKind>(wanted: WantedObject<Kind>) => Promise<Owned<Kind>>;

/** What a request may ask not to be stored. */
const storable: ReadonlySet<string> = new Set<ObjectKind>(['response', 'chat-completion']);

/** The error for an object that the caller cannot have. It omits the id, so that all such answers are equal. */
export const noSuchObject = (kind: ObjectKind | 'item', param?: string): GatewayError =>
  new GatewayError(
    'not_found',
    `This workspace has no such ${nouns[kind]}. It does not exist, ${storable.has(kind) ? 'was not stored, ' : ''}was deleted, has expired, or belongs to another workspace.`,
    param === undefined ? {} : { param },
  );

/** `3 days` for whole days, else seconds. */
function formatSpan({ createdAt, expiresAt }: Life): string {
  const seconds = Math.round((expiresAt - createdAt) / 1_000);
  const days = (seconds * 1_000) / oneDay;
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
