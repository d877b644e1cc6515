import type { Page } from '../metering/ledger.ts';
import type { AuditEvent } from '../shared/audit-event.ts';
import { everyPage } from '../shared/collections.ts';
import type { NanoCredits } from '../shared/money.ts';

/** What an alert watches: a limit, what is left of the balance, or the expiry of every key of the workspace. */
export type AlertLimit =
  'balance' | 'balance_left' | 'plan_month' | 'key_day' | 'key_month' | 'key_total' | 'keys_expiring';

type AlertChannel = 'email' | 'webhook';

/** An alert: a message when a share of a limit is used. */
export interface AlertRecord {
  readonly id: string;
  readonly workspaceId: string;
  readonly limit: AlertLimit;
  /** The key whose limit it is; null for the limits of the workspace. */
  readonly keyId: string | null;
  /** Percent of the limit, whole credits that are left of the balance, or days before the expiry; ascending. */
  readonly thresholds: readonly number[];
  readonly channel: AlertChannel;
  /** An e-mail address, or an https address. */
  readonly target: string;
  /** Signs the messages of a webhook; sealed for the alert. Null for e-mail. */
  readonly secret: string | null;
  readonly enabled: boolean;
  readonly createdAt: number;
}

/** An alert, found in its own workspace only. */
export type AlertReference = Pick<AlertRecord, 'id' | 'workspaceId'>;

/** `waiting`: it is sent, or sent again later; `failed`: given up. */
type DeliveryState = 'waiting' | 'delivered' | 'failed';

/** A message on its way. */
export interface DeliveryRecord {
  readonly id: string;
  readonly alertId: string;
  readonly workspaceId: string;
  /** As in the alert; null for a test message. */
  readonly threshold: number | null;
  /** Beginning of the limit's window in epoch milliseconds, 0 for one that never resets; or when the keys expire. */
  readonly windowStart: number;
  /**
   * Within a window, a threshold is reported again only at a higher level: the limit in nano-credits, which may be raised; for keys that
   * expire, when the newest of them was made, in epoch milliseconds, plus their number, so that an older key raises it too, unless
   * another has left; otherwise 0. Never negative.
   */
  readonly level: bigint;
  readonly used: NanoCredits;
  readonly limit: NanoCredits;
  readonly state: DeliveryState;
  readonly attempts: number;
  /** Why the last attempt failed, for people; null if none has. */
  readonly problem: string | null;
  readonly createdAt: number;
  readonly deliveredAt: number | null;
  /** Null: it is not tried again. */
  readonly nextTryAt: number | null;
}

/** A page of deliveries. */
export interface DeliveryQuery {
  readonly workspaceId: string;
  readonly alertId?: string | undefined;
  /** `next` of the page before. */
  readonly after?: string | undefined;
  readonly limit: number;
}

/** Alerts that are read together. */
const pageLength = 500;

/** All alerts by workspace. There may be hundreds of thousands, so they are read page by page: a workspace may come twice, in parts. */
export async function* alertsByWorkspace({
  page,
}: Pick<AlertStore, 'page'>): AsyncGenerator<readonly [workspaceId: string, alerts: readonly AlertRecord[]]> {
  for await (const { items } of everyPage((after) => page({ limit: pageLength, after })))
    yield* Map.groupBy(items, ({ workspaceId }) => workspaceId);
}

/** Where alerts and their messages live. */
export interface AlertStore {
  /** In the order in which they were made. */
  readonly list: (workspaceId: string) => Promise<readonly AlertRecord[]>;
  /** The alerts of all workspaces, page after page. */
  readonly page: (query: Pick<DeliveryQuery, 'after' | 'limit'>) => Promise<Page<AlertRecord>>;
  readonly find: (reference: AlertReference) => Promise<AlertRecord | null>;
  /**
   * @param most alerts of the workspace, whichever instance adds them; absent: any number
   * @returns false if it has as many already; then nothing was written
   */
  readonly add: (alert: AlertRecord, event: AuditEvent, most?: number) => Promise<boolean>;
  /**
   * Replaces the thresholds, and whether it is on, if both are still as they were seen.
   * @returns false: another change came first, and nothing was written
   * @throws {GatewayError} `not_found`
   */
  readonly put: (alert: AlertRecord, event: AuditEvent, seen: AlertRecord) => Promise<boolean>;
  /** Replaces the secret `from` by `to`, which is the same one sealed anew. Without effect if it is another one by now. */
  readonly reseal: (reference: AlertReference, from: string, to: string) => Promise<void>;
  /** With its deliveries. @throws {GatewayError} `not_found` */
  readonly remove: (reference: AlertReference, event: AuditEvent) => Promise<void>;
  /**
   * Adds a message that waits.
   *
   * @param repeats whether a higher level is a reason to add it; absent: it is
   * @returns false if this threshold was noted in this window already, at this level or a higher one, or at any if it is not repeated
   */
  readonly addDelivery: (delivery: DeliveryRecord, repeats?: boolean) => Promise<boolean>;
  /** Writes down how an attempt went. */
  readonly putDelivery: (delivery: DeliveryRecord) => Promise<void>;
  /**
   * Takes messages whose time has come, the oldest of each workspace first, and moves their next attempt to `until`, so that no
   * other instance takes them meanwhile.
   */
  readonly takeDue: (due: {
    readonly now: number;
    readonly until: number;
    readonly limit: number;
  }) => Promise<readonly DeliveryRecord[]>;
  /** Newest first. */
  readonly deliveries: (query: DeliveryQuery) => Promise<Page<DeliveryRecord>>;
  /** The newest message of each alert of a workspace, by alert. */
  readonly lastDeliveries: (workspaceId: string) => Promise<readonly DeliveryRecord[]>;
}
