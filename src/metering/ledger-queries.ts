import type { NanoCredits } from '../shared/money.ts';
import type { Usage } from '../shared/usage.ts';
import type { EntryKind } from './ledger-records.ts';
import type { Outcome } from './hold.ts';

/** A page and the way to the next one; `next` null: this was the last. */
export interface Page<Item> {
  readonly items: readonly Item[];
  readonly next: string | null;
}

export interface EntryQuery {
  /** Null: of all workspaces. */
  readonly workspaceId: string | null;
  readonly kind?: EntryKind;
  /** Refunds of this call only. */
  readonly callId?: string;
  /** `next` of the page before. */
  readonly after?: string;
  /** 1 to 1000. */
  readonly limit: number;
}

/** Filters that calls and usage share. Each absent one lets everything through. Times are epoch milliseconds of the call's start. */
export interface CallFilter {
  /** Null: of all workspaces (operator). */
  readonly workspaceId: string | null;
  readonly keyId?: string;
  readonly model?: string;
  readonly productSku?: string;
  readonly operation?: string;
  readonly status?: number;
  /** `2` to `5`: the first digit of the status. */
  readonly statusClass?: number;
  /** Inclusive. */
  readonly from?: number;
  /** Exclusive. */
  readonly to?: number;
}

export interface CallQuery extends CallFilter {
  readonly requestId?: string;
  readonly outcome?: Outcome;
  readonly after?: string;
  /** 1 to 1000. */
  readonly limit: number;
}

/** What usage can be grouped by. */
export type UsageDimension = 'workspace' | 'key' | 'model' | 'product' | 'operation' | 'status';

/** Length of a row's time; `all`: one row for the whole range. Hours, days and months begin as the zone says. */
export type UsageBucketLength = 'quarter_hour' | 'hour' | 'day' | 'month' | 'all';

export interface UsageQuery extends CallFilter {
  /** Both are taken down to the quarter hour. */
  readonly from: number;
  readonly to: number;
  readonly groupBy: readonly UsageDimension[];
  readonly bucket: UsageBucketLength;
  /** IANA zone. */
  readonly timeZone: string;
}

export interface UsageRow {
  /** Epoch milliseconds; the range's start for `all`. */
  readonly bucketStart: number;
  /** Values of the dimensions asked for. */
  readonly group: Readonly<Partial<Record<UsageDimension, string>>>;
  readonly calls: number;
  readonly usage: Usage;
  readonly charge: NanoCredits;
}
