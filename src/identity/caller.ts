import type { JsonObject } from '../shared/json/json.ts';
import type { NanoCredits } from '../shared/money.ts';

/** What a key may be used for. Null means no restriction. */
export interface Scope {
  /** Exact ids or `prefix*`. */
  readonly models: readonly string[] | null;
  /** Operation families, as `x-diglot.family` names them in the documents. */
  readonly operations: readonly string[] | null;
  readonly products: readonly string[] | null;
  readonly regions: readonly string[] | null;
  /** CIDR blocks that calls may come from. */
  readonly networks: readonly string[] | null;
  /** What happens to a call that would lose something of meaning on its way to another format; absent or null: as its model says. */
  readonly onLoss?: 'error' | 'warn' | null;
}

/** Spending limits of a key, each null if there is none. */
export interface KeyLimits {
  readonly day: NanoCredits | null;
  readonly month: NanoCredits | null;
  readonly total: NanoCredits | null;
}

export const unrestricted: Scope = { models: null, operations: null, products: null, regions: null, networks: null };
export const unlimited: KeyLimits = { day: null, month: null, total: null };

/** What a client secret says about the sessions that it opens. */
export interface ClientSession {
  /** Their only model; null: any of the key. */
  readonly model: string | null;
  /** Settings that they begin with; null: none. */
  readonly settings: JsonObject | null;
}

/** Who is calling: a valid key of a workspace. */
export interface Caller {
  readonly keyId: string;
  readonly keyName: string;
  /** The parts of the key's secret that may be shown; `…` for a caller read from a batch. */
  readonly display: string;
  readonly workspaceId: string;
  readonly planId: string | null;
  /** IANA zone in which the workspace's days and months begin. */
  readonly timeZone: string;
  readonly scope: Scope;
  readonly limits: KeyLimits;
  /** Present: it was a client secret of the key. */
  readonly session?: ClientSession;
  /** When the key expires, in epoch milliseconds; null: never. */
  readonly expiresAt: number | null;
}
