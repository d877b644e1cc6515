import type { Spec } from '../catalog/catalog.ts';
import type { JsonObject } from '../shared/json/json.ts';
import type { ObjectItem, ObjectKind, Owned, OwnedObject } from './owned-object.ts';

/** Which object is meant, and by whom. */
export interface ObjectName<Kind extends ObjectKind = ObjectKind> {
  readonly spec: Spec;
  readonly kind: Kind;
  readonly id: string;
  readonly workspaceId: string;
}

/** The same by the id that a provider gave it. */
export interface UpstreamName extends Omit<ObjectName, 'id'> {
  readonly providerId: string;
  readonly upstreamId: string;
  /** Only the one with this `batchId`. */
  readonly batchId?: string;
}

/** A part of a list. Without `after` and `before` it begins at the list's start. */
export interface PageQuery {
  /** 1 or more. */
  readonly limit: number;
  /** By the time of creation. */
  readonly order: 'asc' | 'desc';
  /** Id of the last entry of the page before; one deleted within the last day still marks its place. */
  readonly after?: string | null;
  /** Id of the first entry of the page that follows. */
  readonly before?: string | null;
  /** What the caller calls the two, for errors; absent: as they are called here. */
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

export interface Page<Entry> {
  readonly data: readonly Entry[];
  /** More entries follow in the direction of paging. */
  readonly hasMore: boolean;
}

/** Epoch milliseconds. */
export interface Life {
  readonly createdAt: number;
  readonly expiresAt: number;
}

/** One part of a change that is made whole or not at all. */
export type ObjectWrite =
  | { readonly add: OwnedObject; readonly items?: readonly ObjectItem[] }
  /** Does nothing when the object is gone. An item whose id is there already is left as it is. */
  | { readonly append: Owned; readonly items: readonly ObjectItem[] };

/** What can change of an object once it is kept. */
export interface ObjectChanges {
  readonly fields?: JsonObject;
  readonly expiresAt?: number | null;
}

/** Why lines of a batch are not charged and never will be. */
export interface Uncharged {
  readonly reason: string;
  /** Epoch milliseconds. */
  readonly at: number;
}

/**
 * Called with the bytes of JSON that are about to be read if they are more than 64 KiB, and with 0 between the steps of a search. The
 * read fails with what it throws. Callers give bytes back with a negative number.
 */
export type CountRead = (bytes: number) => void;

/** Which items of an object are read at once. */
export interface ItemRead {
  /** Absent: all parts. */
  readonly part?: ObjectItem['part'];
  readonly count?: CountRead;
}

/**
 * Everything that callers come back for. Writes are durable when they resolve. What has expired is absent, by the store's
 * own clock, whether or not it has been swept.
 */
export interface ObjectStore {
  /** @throws {GatewayError} `conflict` when the id is taken, or another object has its `batchId` and `upstreamId` */
  readonly add: (object: OwnedObject, items?: readonly ObjectItem[]) => Promise<void>;
  /** Several changes in one transaction. */
  readonly keep: (writes: readonly ObjectWrite[]) => Promise<void>;
  /**
   * Changes an object by what `change` makes of it, as it is kept now: where another change came first, `change` is asked once
   * more, with what that one left.
   *
   * @returns the object as it is afterwards; null when it is gone
   */
  readonly change: <Kind extends ObjectKind>(
    object: Owned<Kind>,
    change: (now: Owned<Kind>) => ObjectChanges,
  ) => Promise<Owned<Kind> | null>;
  /** Null for what does not exist, has expired, or belongs to another workspace: a caller cannot distinguish them. */
  readonly find: <Kind extends ObjectKind>(name: ObjectName<Kind>, count?: CountRead) => Promise<Owned<Kind> | null>;
  /** Our id of what a provider calls by its own: of several the oldest, and one deleted within the last day if there is no other. */
  readonly idOfUpstream: (name: UpstreamName) => Promise<string | null>;
  /**
   * True while another object, of any workspace, has the same id at the same provider: a provider may give the same content
   * the same id each time.
   */
  readonly isShared: (object: Owned) => Promise<boolean>;
  /** From when until when the workspace's own object was there that has expired; null for one that has not, or is not known any more. */
  readonly lifeOfExpired: (name: ObjectName) => Promise<Life | null>;
  /** Whether any workspace has such an object. Only for the one place where the specification wants 403 for a foreign one. */
  readonly exists: (kind: ObjectKind, id: string) => Promise<boolean>;
  /** False when it was gone already. Its items go with it. */
  readonly delete: (object: Owned) => Promise<boolean>;
  /**
   * Complete and stable while others write: an entry that is there from the first page to the last is listed once. A page ends after
   * 8 MiB of JSON, with `hasMore`, and has one entry at least. A search (`where`) goes in steps, between which others are served.
   *
   * @throws {GatewayError} `invalid_value` when `after` or `before` is no object of the list
   */
  readonly page: <Kind extends ObjectKind>(query: ObjectQuery<Kind>, count?: CountRead) => Promise<Page<Owned<Kind>>>;

  /**
   * Bytes that a workspace stores until it deletes them: conversations with their items, and the records of files, voices, consents
   * and batches. Each row counts its JSON and 1 KiB more, a deleted object 1 KiB for as long as its place is known. Read from a sum,
   * whatever the number of objects.
   */
  readonly storedBytes: (workspaceId: string) => Promise<number>;

  /** Items of a part, in the order in which they were added. A page ends after 8 MiB of JSON, as with `page`. */
  readonly items: (object: Owned, query: ItemQuery, count?: CountRead) => Promise<Page<ObjectItem>>;
  /** However many there are: each counts 128 bytes in addition to its JSON. */
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
   * Batches whose lines have not been charged, in the order in which they were made. A page ends after 8 MiB of JSON, as with `page`.
   *
   * @param after id of the last one of the page before; null: from the first
   */
  readonly unchargedBatches: (after: string | null, limit: number) => Promise<Page<Owned<'batch'>>>;
  /**
   * Claims a batch, so that one instance at a time charges it. The same instance may claim it again before its claim has ended. The
   * claim of an instance without a heartbeat for 90 seconds ends with it.
   *
   * @returns a number that rises with each claim, for `markCharged`; null while the claim of another instance is in force
   */
  readonly claimBatch: (batch: Owned<'batch'>, milliseconds: number) => Promise<number | null>;
  /**
   * All lines of a batch are in the ledger that ever will be.
   *
   * @param claim what `claimBatch` gave
   * @param uncharged why some or all of them are not; kept under that name in its fields. Null: all are
   * @returns false, and nothing is marked, when another has claimed the batch since
   */
  readonly markCharged: (batch: Owned<'batch'>, claim: number, uncharged: Uncharged | null) => Promise<boolean>;
  /**
   * What has expired and not been deleted, the earliest expiry first; without its fields where they are larger than 64 KiB. For the
   * sweeper.
   *
   * @param after the last one of the page before; null: from the first
   */
  readonly expired: (limit: number, after: Owned | null) => Promise<readonly Owned[]>;
  /** Forgets the places of what was deleted before this moment (epoch milliseconds). For the sweeper. */
  readonly forgetDeleted: (before: number) => Promise<void>;
}
